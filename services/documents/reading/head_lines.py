"""What a text says of itself in its first lines: `Title:` and `Date:` as mails and proposals have them, the fields and
the underlined title of reStructuredText. For a file whose format keeps neither."""

import re
from collections.abc import Mapping
from itertools import pairwise

LINES = 25
"""So many lines are looked at: further down, “Date:” is a part of the text."""
FIELD = re.compile(
    r"[ \t]{0,3}:?(title|created|date|published|issued)(?::[ \t]+|[ \t]*:[ \t]+)(\S.{0,300})", re.IGNORECASE
)
UNDERLINE = re.compile(r"([=\-~^\"'#*+.`:_])\1{2,}[ \t]*")
TEMPLATES = re.compile(
    r"\W*(?:\d{1,4}|anonymous|untitled(?:[ -]?\d+)?|no[ -]?title|title|document[ -]?\d*|unspecified|unknown|none|null"
    r"|new (?:document|page)|slide \d+|microsoft (?:word|powerpoint|excel)(?: - .*)?|powerpoint presentation)\W*",
    re.IGNORECASE,
)


def fields(content: str) -> Mapping[str, str]:
    """By their names in lower case; of a name that comes twice, the first."""
    found = (FIELD.fullmatch(line.rstrip()) for line in content[:20_000].splitlines()[:LINES])
    return {match[1].lower(): match[2].strip() for match in reversed([one for one in found if one])}


def underlined_title(content: str) -> str | None:
    """The first line that a rule of its length or more stands under."""
    lines = [line.rstrip() for line in content[:20_000].splitlines()[:LINES]]
    for words, rule in pairwise(lines):
        if words and not UNDERLINE.fullmatch(words) and UNDERLINE.fullmatch(rule) and len(rule) >= len(words.strip()):
            return words.strip() if any(map(str.isalpha, words)) else None
    return None


def is_template(title: object) -> bool:
    """What a program writes where its user has written none: “Untitled”, “2013”, “(anonymous)”."""
    return bool(TEMPLATES.fullmatch(str(title).strip()))
