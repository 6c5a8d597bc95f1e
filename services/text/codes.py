"""Codes in a text: a version, the number of a case, the name of a part. Pure."""

import re

_CODED = re.compile(r"\b\d+(?:\.\d+){2,}\b|\b[A-Z]+[-_]?\d+(?:[-_./]\w+)*\b")


def codes(text: str) -> list[str]:
    """“3.1.0”, “INC-106”, “A380”: no plain numbers, and nothing that other words resemble."""
    return _CODED.findall(text)
