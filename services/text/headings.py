"""The headings of a text, each with those that it stands under. Pure."""

import re
from collections.abc import Iterator

BETWEEN = " › "
HEADING = re.compile(r"(#{1,6})[ \t]+(.+?)[ \t]*#*")
FENCE = re.compile(r"[ \t]*(?:```|~~~)")
LONGEST = 200
"""Characters of a path that are kept: its end is the nearest."""


def heading_paths(content: str) -> Iterator[tuple[int, str]]:
    """Where each begins, and its path, such as “Engines › Tests”; what stands in a block of code is none."""
    above: dict[int, str] = {}
    offset, is_code = 0, False
    for line in content.split("\n"):
        is_code ^= FENCE.match(line) is not None
        match = None if is_code else HEADING.fullmatch(line.strip())
        if match:
            level = len(match[1])
            above = {upper: title for upper, title in above.items() if upper < level} | {level: match[2]}
            yield offset, BETWEEN.join(above.values())[-LONGEST:]
        offset += len(line) + 1
