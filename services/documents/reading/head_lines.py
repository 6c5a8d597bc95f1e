"""What a text says of itself in its first lines: `Title:` and `Date:` as mails and proposals have them, the fields and
the underlined title of reStructuredText. For a file whose format keeps neither."""

import re
from collections.abc import Mapping
from itertools import pairwise

from services.text.dates import NUMERIC_DAY
from services.text.named_dates import MONTHS

LINES = 25
"""So many lines are looked at: further down, “Date:” is a part of the text."""
FIELD = re.compile(
    r"[ \t]{0,3}:?(title|created|date|published|issued)(?::[ \t]+|[ \t]*:[ \t]+)(\S.{0,300})", re.IGNORECASE
)
UNDERLINE = re.compile(r"([=\-~^\"'#*+.`:_])\1{2,}[ \t]*")
TEMPLATES = re.compile(
    r"\W*(?:\d{1,4}|anonymous|untitled(?:[ -]?\d+)?|no[ -]?title|title|(?:word )?document[ -]?\d*|unspecified|unknown"
    r"|none|null|new (?:document|page)|slide \d+|microsoft (?:word|powerpoint|excel)(?: - .*)?"
    r"|powerpoint presentation)\W*",
    re.IGNORECASE,
)
LONGEST_OPENING = 90
OPENING = re.compile(r"""["“‘'(]?[^\W_][^|\t>{}<;=]*[^\W_]["”’')]?[?!]?""")
GREETING = re.compile(
    r"(?:dear|hello|hi|hey|good (?:morning|day|evening)|liebe[rs]?|sehr geehrte[rs]?|hallo)\b", re.IGNORECASE
)
OF_ONE_DAY = re.compile(
    r"\b(?:minutes|meeting|agenda|protocol|session|sitting|letter|memo|memorandum|newsletter|bulletin|press release"
    r"|diary|invoice|notes|protokoll|sitzung|rundschreiben)\b",
    re.IGNORECASE,
)
MONTH = rf"(?:{'|'.join(sorted({word for words in MONTHS for word in words.split()}, key=len, reverse=True))})\b\.?"
DAY = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{MONTH}|{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?),?\s+\d{{4}}\b"
    rf"|\b\d{{4}}-\d{{2}}-\d{{2}}\b|{NUMERIC_DAY}",
    re.IGNORECASE,
)


_PLACE = r"[^\W\d_][^\W\d_'’.\- ]*(?:[ '’.-]+[^\W\d_]+){0,3}"
DATELINE = re.compile(
    rf"\s*(?:{_PLACE},[ \t]+(?:the[ \t]+|den[ \t]+|le[ \t]+)?)?({DAY.pattern})[ \t]*(?:[.;:|–—(-].*)?", re.IGNORECASE
)
"""“Norrby, 12 June 2023” or a day alone, at the end of a line or with an end mark after it."""


def fields(content: str) -> Mapping[str, str]:
    """The fields by their names in lower case; of a name that comes twice, the first."""
    found = (FIELD.fullmatch(line.rstrip()) for line in content[:20_000].splitlines()[:LINES])
    return {match[1].lower(): match[2].strip() for match in reversed([one for one in found if one])}


def underlined_title(content: str) -> str | None:
    """The first line that a rule of its length or more stands under."""
    lines = [line.rstrip() for line in content[:20_000].splitlines()[:LINES]]
    for words, rule in pairwise(lines):
        if words and not UNDERLINE.fullmatch(words) and UNDERLINE.fullmatch(rule) and len(rule) >= len(words.strip()):
            return words.strip() if any(map(str.isalpha, words)) else None
    return None


def opening_title(content: str) -> str | None:
    """A first line that stands alone or over a field or a day, is short and no sentence, greeting, field or part of a
    list or table."""
    first, _, rest = content[:20_000].strip().partition("\n")
    below, _, text = rest.partition("\n")
    words = first.strip()
    is_title = (
        (not below.strip() or FIELD.fullmatch(below.rstrip()) or DATELINE.fullmatch(below))
        and text.strip() != ""
        and OPENING.fullmatch(words) is not None
        and len(words) <= LONGEST_OPENING
        and not words[0].islower()
        and "://" not in words
        and not GREETING.match(words)
        and not FIELD.fullmatch(words)
    )
    return words if is_title else None


def day_of_title(title: str) -> str | None:
    """The one day that the title of minutes, a letter or a bulletin names, as it is written: of other texts it may be
    the day of what they tell, as in “The meeting on …”, and where words follow it."""
    kind = OF_ONE_DAY.search(title)
    days = list(DAY.finditer(title)) if kind and not title[: kind.start()].casefold().endswith("the ") else []
    is_last = len(days) == 1 and not re.match(r"\s+(?!at\b|in\b)\w", title[days[0].end() :])
    return days[0][0] if is_last else None


def is_template(title: object) -> bool:
    """What a program writes where its user has written none: “Untitled”, “2013”, “(anonymous)”."""
    return bool(TEMPLATES.fullmatch(str(title).strip()))
