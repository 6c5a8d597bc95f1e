"""The dates that a sentence names, as EDTF: “from 1971 to 1977” is 1971/1977, “since March 2004” 2004-03/. Pure."""

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

MONTHS = {name.casefold(): n for n, name in enumerate(calendar.month_name) if name}
MONTHS |= {name[:3]: n for name, n in MONTHS.items()} | {"sept": 9}
_MONTH = r"(?:" + "|".join(name for name in sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_YEAR = r"(?:1[0-9]|20)\d\d"
_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_SOON = r"(?:(?:early|mid|late|the\s+end\s+of|the\s+beginning\s+of|the\s+start\s+of)[\s-]+(?:in\s+)?)?"
DATE = (
    rf"(?:{_YEAR}-\d\d-\d\d|(?:{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR})|(?:{_MONTH}\s+{_DAY},?\s+{_YEAR})"
    rf"|{_SOON}{_MONTH},?\s+(?:of\s+)?{_YEAR}|(?:the\s+)?{_SOON}(?:the\s+)?{_YEAR}(?:['’]?s)?)(?![\w-]*\w)"
)
_PART = rf"(?:{_DAY}\s+{_MONTH}|{_DAY}|{_MONTH})"
"""A date that takes what it lacks from the date at the other end of its interval: “from 3 to 7 May 2003”."""
_EVENT = r"(?:(?:(?!and\b)\w+\s+){1,4}|(?-i:(?:(?!and\b)[a-z]+\s+){5,6}))(?:on|in|of)\s+"
"""“until his return on 28 October 2003”, “until he died in his sleep on …”; a longer one with a name is a clause of its
own."""
_INTERVAL = re.compile(
    rf"\b(?:from|(?P<between>between))\s+(?P<first>{DATE}|{_PART})\s*,?\s+"
    rf"(?:(?(between)and|(?!))|to|until|till|through|up\s+to)\s+(?:{_EVENT})?(?P<last>{DATE})",
    re.IGNORECASE,
)
_DASHED = re.compile(rf"(?<![\w-])(?P<first>{DATE})\s*[–—-]\s*(?P<last>{DATE})", re.IGNORECASE)
_SINCE = re.compile(
    rf"\b(?:(?:ever\s+)?since\s+(?:{_EVENT})?|from\s+|starting\s+in\s+)(?P<first>{DATE})", re.IGNORECASE
)
_UNTIL = re.compile(rf"\b(?:until|till|through|up\s+to)\s+(?:{_EVENT})?(?P<last>{DATE})", re.IGNORECASE)
_LOOSE = re.compile(
    rf"\b(?:(?:before|after)\s+(?:{_EVENT})?|(?:by|about|around|as\s+of)\s+)(?P<loose>{DATE})", re.IGNORECASE
)
_AFTER = re.compile(rf"\W*after\s+(?:{_EVENT})?(?P<first>{DATE})", re.IGNORECASE)
"""At the beginning of a sentence that ends with “until …”: “After her departure in March 2020 he ran it until 2021”."""
_AT = re.compile(rf"\b(?:(?P<word>in|on|during|at|of)\s+)?(?P<at>{DATE})", re.IGNORECASE)
_ANY_YEAR = re.compile(_YEAR)
_SINCE_THEN = re.compile(r"\b(?:(?:ever\s+)?since\s+then|from\s+then\s+on(?:wards?)?)\b", re.IGNORECASE)
_KINDS = (
    (_INTERVAL, ("from", "between")),
    (_DASHED, ("–", "—", "-")),
    (_SINCE, ("since", "from", "starting")),
    (_UNTIL, ("until", "till", "through", "up")),
    (_LOOSE, ("before", "after", "by", "about", "around", "as")),
    (_AT, ("",)),
)
"""Each with what a sentence without any of them has none of: to look for a word is quicker."""


@dataclass(frozen=True)
class DatePhrase:
    """`sentence[start:end]`; `first` and `last` are EDTF, None for an end that the phrase leaves open.

    `is_event` is a date alone, which says when something happened or began; `is_loose` says only before or after;
    `is_of_noun`, as in “the Nobel Prize of 1945”, gives way to what the sentence dates otherwise.
    """

    start: int
    end: int
    first: str | None
    last: str | None
    is_event: bool = False
    is_loose: bool = False
    is_of_noun: bool = False

    @property
    def edtf(self) -> str:
        if self.is_event or self.is_loose:
            return self.first or ""
        return f"{self.first or ''}/{self.last or ''}"


def date_phrases(sentence: str) -> tuple[DatePhrase, ...]:
    """In the order of the sentence; none lies in another."""
    if not _ANY_YEAR.search(sentence):
        return ()
    taken: list[DatePhrase] = []
    folded = sentence.casefold()
    for kind in (kind for kind, needed in _KINDS if any(word in folded for word in needed)):
        for match in kind.finditer(sentence):
            if not any(match.start() < there.end and there.start < match.end() for there in taken):
                taken.extend(_phrase(match))
    return _from_after(sentence, sorted(taken, key=lambda phrase: phrase.start))


def _from_after(sentence: str, found: Sequence[DatePhrase]) -> tuple[DatePhrase, ...]:
    """Of “after … until …” the second is the whole interval."""
    after = _AFTER.match(sentence)
    if after is None or len(found) != 2 or not found[0].is_loose:
        return tuple(found)
    last = found[1]
    is_until = last.first is None and last.last is not None
    return (replace(last, first=as_edtf(after["first"])),) if is_until else tuple(found)


def since_then_phrases(sentence: str, before: Sequence[DatePhrase]) -> tuple[DatePhrase, ...]:
    """“Since then”: since the last date that the sentence before names, of an interval its end."""
    match = _SINCE_THEN.search(sentence)
    then = (before[-1].last or before[-1].first) if before else None
    return (DatePhrase(match.start(), match.end(), then, None),) if match and then else ()


def _phrase(match: re.Match[str]) -> Iterator[DatePhrase]:
    found = match.groupdict()
    last = as_edtf(found.get("last") or "")
    first = as_edtf(found.get("first") or "") or _completed(found.get("first") or "", last)
    at = as_edtf(found.get("at") or "") if _is_dated(found) else None
    if match.re is _LOOSE:
        yield DatePhrase(match.start(), match.end(), None, None, is_loose=True)
    elif at:
        is_of_noun = (found.get("word") or "").casefold() == "of"
        yield DatePhrase(match.start(), match.end(), at, None, is_event=True, is_of_noun=is_of_noun)
    elif first or last:
        yield DatePhrase(match.start(), match.end(), first, last)


def _is_dated(found: dict[str, str | None]) -> bool:
    """A bare number of four digits is a year only where a word before it says so."""
    return not re.fullmatch(_YEAR, found.get("at") or "") or bool(found.get("word"))


def as_edtf(words: str) -> str | None:
    """“late May 1975” → 1975-05, “the 1990s” → 199X; None for what is no date of the calendar."""
    folded = " ".join(words.casefold().split())
    year = re.search(rf"{_YEAR}(?P<decade>['’]?s)?", folded)
    if year is None:
        return None
    if re.fullmatch(r"\d{4}-\d\d-\d\d", folded):
        return folded if first_moment(folded) else None
    if year["decade"]:
        return f"{year[0][:3]}X" if year[0][3] == "0" else None
    rest = folded[: year.start()] + folded[year.end() :]
    month = re.search(_MONTH, rest)
    if month is None:
        return year[0]
    day = re.search(r"\d{1,2}", rest)
    written = f"{year[0]}-{MONTHS[month[0].rstrip('.')]:02}" + (f"-{int(day[0]):02}" if day else "")
    return written if first_moment(written) else None


def _completed(part: str, last: str | None) -> str | None:
    """The first date of an interval with the month and the year of the second."""
    if not part or not last or "X" in last:
        return None
    day, month = re.search(r"\d{1,2}", part), re.search(_MONTH, part.casefold())
    if month is None and len(last) < len("1975-05"):
        return None
    number = MONTHS[month[0].rstrip(".")] if month else int(last[5:7])
    written = f"{last[:4]}-{number:02}" + (f"-{int(day[0]):02}" if day else "")
    return written if first_moment(written) else None


def first_moment(date: str | None) -> datetime | None:
    """The first moment of a date in EDTF; None for none and for what the calendar does not have."""
    if not date:
        return None
    year, month, day = [*date.replace("X", "0").split("-"), "1", "1"][:3]
    try:
        return datetime(int(year), int(month), int(day), tzinfo=UTC)
    except ValueError:
        return None


def precision_of(date: str | None) -> str | None:
    """`day`, `month`, `year` or `decade`."""
    if not date:
        return None
    return "decade" if "X" in date else {4: "year", 7: "month", 10: "day"}[len(date)]
