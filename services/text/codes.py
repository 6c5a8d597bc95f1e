"""Codes and names in a text: a version, the number of a case, the name of a part; “Ben Carrick”. Pure."""

import re

from services.text.sentences import STOPWORDS

_CODED = re.compile(r"\b\d+(?:\.\d+){2,}\b|\b[A-Z]+[-_]?\d+(?:[-_./]\w+)*\b")

_NAME = re.compile(r"\b[A-Z][\w'’-]*[^\W_](?:\s+[A-Z][\w'’-]*[^\W_])+")


def full_names(text: str) -> list[str]:
    """The runs of two or more capitalised words, without the words that begin a question."""
    runs = ([word for word in run.split() if word.casefold() not in STOPWORDS] for run in _NAME.findall(text))
    return [" ".join(run) for run in runs if len(run) > 1]


def codes(text: str) -> list[str]:
    """“3.1.0”, “INC-106”, “A380”: no plain numbers, and nothing that other words resemble."""
    return _CODED.findall(text)
