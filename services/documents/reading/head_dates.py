"""The day that a document is of, as the head of its text says it: an edition, a day of issue, place and day, “Decision
of …”. A day that the head only tells of, such as that of a flood or of a cited law, is none."""

import re
from collections.abc import Iterator, Sequence

from services.documents.reading.head_lines import DAY as PLAIN_DAY
from services.documents.reading.head_lines import GREETING, MONTH
from services.text.dates import is_numeric_day

LINES = 14
LOOKED_AT = 8_000
LONGEST_BLOCK, MOST_SENTENCES = 220, 3
"""Characters and sentences; a longer paragraph is the text itself, whose first line may still say place and day."""
LONGEST_LINE = 300
_DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?\s+day\s+of\s+{MONTH}\s+\d{{4}}\b|{PLAIN_DAY.pattern})"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_RANGE = rf"(?!\s*(?:to|until|till|through|bis|[-–—])\s*(?:{_WEEKDAY}|{MONTH}|\d|present|today))"
_WHEN = rf"(?:(?:{_WEEKDAY}),?\s+)?(?:the\s+)?(?P<day>{_DAY}){_RANGE}"
_START = r"(?:^|(?<=[.;,|•·(–—]))[\s\W_]*"
_END = r"(?=\s*(?:$|[.;,:|()\[\]–—·*_]|(?:by|at|in|for)\b))"
_KIND = (
    r"(?:decision|determination|ruling|judge?ment|order|decree|regulation|act|law|statute|ordinance|resolution|directive"
    r"|circular|notice|report|letter|memo|memorandum|opinion|statement|declaration|communication|contract|agreement"
    r"|treaty|bulletin|newsletter|invoice|minutes|bescheid|beschluss|urteil|verordnung|gesetz|bericht|rundschreiben)"
)
_OF_OTHERS = re.compile(
    rf"\b(?:on|about|into|after|before|since|concerning|regarding|against|under|implementing|amending|repealing|{_KIND})\b",
    re.IGNORECASE,
)
"""Between a kind of document and a day: the day is that of something else, “Report on the flood of 3 May 1998”."""
_HAPPENED = re.compile(
    r"\b(?:born|died|baptised|married|killed|buried|battle|war|flood|fire|storm|accident|disaster|earthquake|eruption"
    r"|incident|failure|collapse|explosion|outbreak|crash|strike|riot|murder|death|birth|funeral|wedding|coronation"
    r"|opening|closing|launch|landing|sinking|match|game|race|concert|election|due|expires?|deadline)\b",
    re.IGNORECASE,
)


_ENDS = re.compile(rf"(?:\b(?:to|until|till|through|bis|and|from)|[-–—])\s*(?:{_WEEKDAY})?[,\s]*$", re.IGNORECASE)
"""Before the day with which a time begins or ends."""


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


LABELLED = _pattern(
    rf"{_START}(?:(?:(?:{_KIND}|issue|release|publication|document|print|revision)\s+)?date\s*:"
    r"|date\s+of\s+(?:this\s+|the\s+)?(?:issue|publication|printing|release|revision|adoption|document|"
    rf"{_KIND})\s*:?|sent\s*:|dated)\s*(?:on\s+)?{_WHEN}"
)
EDITION = _pattern(
    rf"{_START}(?:(?:last|latest)\s+)?(?:updated|modified|changed|reviewed|revised|as\s+at|as\s+of|status|stand|revision"
    r"|version|edition|issue|consolidated(?:\s+(?:text|version|edition))?)(?:\s+(?!and\b)[\w./-]{1,12}){0,3}?"
    rf"\s*[,:]?\s*(?:(?:of|on|from|dated|vom)\s+)?{_WHEN}{_END}"
)
ISSUED = _pattern(
    rf"{_START}(?:first\s+|also\s+)?(?:published|issued|released|posted|printed|veröffentlicht)"
    rf"(?:\s+(?:online|electronically|in\s+print))?\s*:?\s*(?:(?:on|am)\s+)?{_WHEN}{_END}"
)
_PLACE = r"[^\W\d_][^\W\d_'’.\- ]*(?:[ '’.-]+[^\W\d_]+){0,3}"
DATELINE = _pattern(rf"^\s*(?:{_PLACE},[ \t]+(?:the[ \t]+|den[ \t]+|le[ \t]+)?)?{_WHEN}[ \t]*(?:[.;:|–—(-].*)?$")
"""“Norrby, 12 June 2023” or a day alone, at the end of a line or with an end mark after it."""
BYLINE = _pattern(rf"^(?!\W*#)[^|.!?;:][^.!?;:]{{2,160}}?[,|·]\s*{_WHEN}[ \t]*(?:\.(?:\s.*)?|[|(–—·].*)?$")
"""“By Rosalind Achterberg, Hallenbeck Courier, 3 March 2018”: the last part of a line that is not the first."""
VENUE = _pattern(rf"^\W*{_WEEKDAY},?\s+(?P<day>{_DAY}){_RANGE}\s*,.*$")
MADE = _pattern(
    r"^\W*(?:this|the)\s+(?:[\w-]+\s+){1,4}(?:is|was)\s+(?:made|dated|entered\s+into|concluded|signed|given)\s+"
    rf"(?:(?:as\s+of|on|this)\s+)*{_WHEN}"
)
OF_KIND = _pattern(
    rf"^\W*(?:(?!(?:the|an?|your|our|my|his|her|their|on|under|to)\b)[\w-]+\s+){{0,2}}?{_KIND}\b"
    rf"(?P<between>[^.!?;|]{{0,120}}?)[,(]?\s*(?:(?:of|dated|vom|from)\s+)?{_WHEN}"
    r"(?=\s*(?:$|[.;,:|()–—*_]|(?:on|in|by|at|concerning|amending|laying)\b))"
)
HELD = _pattern(
    r"^\W*(?:minutes|agenda|protocol|record|notes|meeting|session|sitting|held|protokoll|niederschrift|sitzung)\b"
    r"[^.!?;|]{0,60}?"
    rf"{_WHEN}{_END}"
)
AMENDED = _pattern(rf"{_START}(?:as\s+)?(?:last\s+|latest\s+)?amended\s+(?:on\s+)?{_WHEN}{_END}")
ADOPTED = _pattern(
    rf"{_START}(?:adopted|enacted|passed|approved|signed|promulgated|agreed)\b(?:\s+by\s+[^.,;|]{{1,60}}?)?\s+"
    rf"(?:on\s+)?{_WHEN}{_END}"
)


def edition_day(content: str) -> str | None:
    """The day that a label names, or that of this edition."""
    return _first_of_ranks(head(content), ((LABELLED,), (EDITION,)))


def day_of_issue(content: str) -> str | None:
    """The day on which it was issued or written, or on which what it records was held, amended or adopted."""
    ranks = ((ISSUED,), (DATELINE, BYLINE, VENUE, MADE), (OF_KIND,), (HELD,), (AMENDED,), (ADOPTED,))
    return _first_of_ranks(head(content), ranks)


MONTH_ALONE = re.compile(rf"[\W_]*?(?P<day>(?:{MONTH})\s+(?:19|20)\d\d)[\W_]*", re.IGNORECASE)
SIGNATURE = re.compile(
    rf"(?:(?:done|given|signed)\s+(?:at|in)\s+)?{_PLACE},\s+(?:the\s+|den\s+|le\s+)?(?P<day>{_DAY})[.\s]*",
    re.IGNORECASE,
)
"""“Berlin, 12 June 2024”, below the text."""
END_BLOCKS, SIGNED_LINES, LONGEST_SIGNED = 3, 5, 80
_SOURCES = _pattern(r"\W*(?:references|sources|literature|bibliography|further reading|notes|quellen|literatur)\b")


def month_alone(content: str) -> str | None:
    """The month that is all that a line of the head says; a heading may name that which the text is about."""
    found = (MONTH_ALONE.fullmatch(line) for line in head(content) if not line.startswith("#"))
    months = {_spelt(match["day"]) for match in found if match}
    return months.pop() if len(months) == 1 else None


def day_of_signature(content: str) -> str | None:
    """The day beside the place where a text was signed: in its last lines, which are no text and no list of sources."""
    blocks = re.split(r"\n\s*\n", content[-LOOKED_AT:].strip())[1:][-END_BLOCKS:]
    lines = [[line.strip() for line in block.splitlines()] for block in blocks]
    if any(_SOURCES.match(block) for block in blocks):
        return None
    signed = [own for own in lines if len(own) <= SIGNED_LINES and all(len(line) <= LONGEST_SIGNED for line in own)]
    found = (SIGNATURE.fullmatch(line) for own in signed for line in own if not _HAPPENED.search(line))
    days = {_spelt(match["day"]) for match in found if match}
    return days.pop() if len(days) == 1 else None


def head(content: str) -> list[str]:
    """The lines before the text begins, and the first one of the text: there a dateline may stand."""
    lines: list[str] = []
    for block in re.split(r"\n\s*\n", content[:LOOKED_AT].strip()):
        own = [line.strip()[:LONGEST_LINE] for line in block.splitlines() if line.strip()]
        greeted = next((place for place, line in enumerate(own) if GREETING.match(line)), None)
        ends = len(re.findall(r"[.!?](?:\s|$)", block))
        is_text = ends > MOST_SENTENCES or (ends > 1 and len(block) > LONGEST_BLOCK)
        lines += own[:1] if is_text else own[:greeted]
        if is_text or greeted is not None or len(lines) >= LINES:
            break
    return [line for line in lines[:LINES] if not _is_row(line)]


def _is_row(line: str) -> bool:
    """Of a table with named columns."""
    return line.count(" | ") > 1 and ": " in line


def _first_of_ranks(lines: Sequence[str], ranks: Sequence[Sequence[re.Pattern[str]]]) -> str | None:
    """Of the first rank that names one day; two that differ say nothing: a text tells of them."""
    for rank in ranks:
        days = {_spelt(day) for place, line in enumerate(lines) for day in _days(line, rank, is_first=not place)}
        if len(days) == 1:
            return days.pop()
    return None


def _days(line: str, rank: Sequence[re.Pattern[str]], *, is_first: bool) -> Iterator[str]:
    told = re.sub(r"\b([Nn][or])\.", r"\1", line)
    for pattern in rank:
        for found in pattern.finditer(told):
            before = told[: found.start("day")]
            is_told_of = pattern in (DATELINE, BYLINE, VENUE) and (_HAPPENED.search(before) or _ENDS.search(before))
            is_of_other = pattern is OF_KIND and _OF_OTHERS.search(found["between"])
            if not (is_told_of or is_of_other or (pattern is BYLINE and is_first)):
                yield found["day"]


def _spelt(day: str) -> str:
    """“4th day of June 2018” as “4 June 2018”."""
    if is_numeric_day(day):
        return " ".join(day.split())
    return " ".join(re.sub(r"(?<=\d)(?:st|nd|rd|th)\b|\b(?:day|of)\b|(?<=\d)\.", " ", day).replace(",", " ").split())
