"""Dates in words (“last month”, “since January”, “in Q3 1998”, “in 1974”) as half-open spans of time. Pure.

A year counts only where the words around it make it a date: “in 2020” does, the name “Mars 2020” does not.
"""

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

import dateparser

Kind = Literal["during", "since", "before"]
Span = tuple[datetime, datetime]

MONTHS = tuple(month.casefold() for month in calendar.month_name[1:])
DECADES = {
    "twenties": 1920,
    "thirties": 1930,
    "forties": 1940,
    "fifties": 1950,
    "sixties": 1960,
    "seventies": 1970,
    "eighties": 1980,
    "nineties": 1990,
    "noughties": 2000,
}
SEASONS = {"winter": 12, "spring": 3, "summer": 6, "autumn": 9, "fall": 9}
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:1[5-9]|20|21)\d\d"
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBER = rf"(?:\d+|an?|{'|'.join(NUMBERS)}|twenty|thirty|forty|fifty)"
_WEEKDAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_LEAD = r"(?:since|after|from|before|until|till|by|in|on|during|at|as of|around|of|between|and|to|through)"
_BOTH_SIDES = re.compile(r"\bbefore\s+and\s+after\s+(?:the\s+)?(?:year\s+)?$", re.IGNORECASE)


@dataclass(frozen=True)
class TimeWords:
    """`start` and `end` are UTC, half open; None: open on that side. `during` a span."""

    words: str
    kind: Kind
    start: datetime | None
    end: datetime | None

    @property
    def is_day(self) -> bool:
        return self.start is not None and self.end is not None and self.end - self.start <= timedelta(days=1)

    def overlaps(self, begin: datetime | None, end: datetime | None) -> bool:
        """Whether something true from `begin` until `end` (None: open) was true in this time."""
        begins_in_time = self.end is None or begin is None or begin < self.end
        return begins_in_time and (self.start is None or end is None or end > self.start)


def read_times(text: str, now: datetime) -> tuple[TimeWords, ...]:
    """All that `text` says about time: “in 1990, in 2010 and today” are three, “between 1990 and 2010” is one, “before
    and after 1990” is any time."""
    found = [one for one in spans(text, now) if not _BOTH_SIDES.search(text[: one[0]])]
    if len(found) > 1 and re.search(r"\b(?:between|from)\b", text, re.IGNORECASE):
        return (_between(text, found),)
    return (*(_led(text, *one) for one in found), *(_today(text, now) if found else ()))


def _today(text: str, now: datetime) -> Iterator[TimeWords]:
    if found := re.search(r"\b(?:today|now|currently)\b", text, re.IGNORECASE):
        yield TimeWords(found[0], "during", now, now + timedelta(seconds=1))


Found = tuple[int, int, Span]


def _between(text: str, found: list[Found]) -> TimeWords:
    (begin, _, first), (_, end, second) = found[0], found[1]
    start, stop = min(first[0], second[0]), max(first[1], second[1])
    lead = re.search(r"\b(?:between|from)\s+(?:the\s+)?(?:years?\s+)?$", text[:begin], re.IGNORECASE)
    return TimeWords(text[lead.start() if lead else begin : end], "during", start, stop)


def _led(text: str, begin: int, end: int, span: Span) -> TimeWords:
    lead = re.search(rf"\b({_LEAD})\s+(?:the\s+)?(?:year\s+)?$", text[:begin], re.IGNORECASE)
    word = lead[1].casefold() if lead else ""
    words = text[lead.start() if lead else begin : end].strip()
    if word in ("since", "from"):
        return TimeWords(words, "since", span[0], None)
    if word == "after":
        return TimeWords(words, "since", span[1], None)
    if word == "before":
        return TimeWords(words, "before", None, span[0])
    if word in ("until", "till"):
        return TimeWords(words, "before", None, span[1])
    if word == "by":
        return TimeWords(words, "during", span[1] - timedelta(days=1), span[1])
    return TimeWords(words, "during", *span)


def spans(text: str, now: datetime) -> Iterator[Found]:
    """Every span named, from left to right, the longest reading first."""
    taken: list[Found] = []
    for pattern, read in READINGS:
        for match in pattern.finditer(text):
            free = all(match.end() <= begin or match.start() >= end for begin, end, _ in taken)
            span = read(match, now) if free else None
            if span is not None:
                lead = match.end("lead") if "lead" in match.groupdict() else match.start()
                taken.append((lead, match.end(), span))
    yield from sorted(taken, key=lambda found: found[0])


Reading = Callable[[re.Match[str], datetime], Span | None]


def _one_day(match: re.Match[str], now: datetime) -> Span | None:
    parsed = _parsed(re.sub(r"(?<=\d)(st|nd|rd|th)\b", "", match[0]), now)
    return _whole_day(parsed) if parsed else None


def _relative_day(match: re.Match[str], now: datetime) -> Span | None:
    words = re.sub(r"^last\s+", "", match[0], flags=re.IGNORECASE)
    parsed = _parsed(words, now)
    if parsed and re.match(_WEEKDAY, words, re.IGNORECASE) and parsed.date() == now.date():
        parsed -= timedelta(days=7)
    return _whole_day(parsed) if parsed else None


def _ago(match: re.Match[str], now: datetime) -> Span | None:
    words = re.sub(r"^an?\b", "1", match[0].casefold())
    parsed = _parsed(words, now)
    if parsed is None:
        return None
    if match["unit"].casefold().startswith("year"):
        return _year(parsed.year)
    return _month(parsed.year, parsed.month) if match["unit"].casefold().startswith("month") else _whole_day(parsed)


def _parsed(words: str, now: datetime) -> datetime | None:
    """dateparser's reading, in UTC, of words that lie in the past of `now`."""
    parsed: datetime | None = dateparser.parse(
        words,
        languages=["en"],
        settings={
            "RELATIVE_BASE": now.replace(tzinfo=None),
            "PREFER_DATES_FROM": "past",
            "TIMEZONE": "UTC",
            "RETURN_AS_TIMEZONE_AWARE": True,
            "DATE_ORDER": "DMY",
        },
    )
    return parsed


def _month_and_year(match: re.Match[str], _: datetime) -> Span:
    return _part(match["part"], _month(int(match["year"]), _month_number(match["month"])))


def _quarter(match: re.Match[str], now: datetime) -> Span | None:
    if (match["ordinal"] or "").casefold() == "last" and not match["year"]:
        return None  # “last quarter” is the one before this
    number = int(match["digit"]) if match["digit"] else ORDINALS[match["ordinal"].casefold()]
    year = int(match["year"]) if match["year"] else now.year
    if not match["year"] and _month(year, 3 * number - 2)[0] > now:
        year -= 1
    return _month(year, 3 * number - 2)[0], _month(year, 3 * number)[1]


def _half(match: re.Match[str], _: datetime) -> Span:
    year, second = int(match["year"]), match["ordinal"].casefold() == "second"
    return (_month(year, 7)[0], _month(year, 12)[1]) if second else (_month(year, 1)[0], _month(year, 6)[1])


def _season(match: re.Match[str], _: datetime) -> Span:
    year, month = int(match["year"]), SEASONS[match["season"].casefold()]
    start = _month(year - 1 if month == 12 else year, month)[0]
    return start, _later(start, 3)


def _last_season(match: re.Match[str], now: datetime) -> Span:
    """The latest one that has begun; “last” one that has ended."""
    start = _later(_month(now.year, SEASONS[match["season"].casefold()])[0], 0)
    latest = now if match["which"].casefold() == "this" else _later(_month(now.year, now.month)[0], -2)
    while start > latest:
        start = _later(start, -12)
    return start, _later(start, 3)


def _decade(match: re.Match[str], _: datetime) -> Span:
    year = int(match["decade"] or DECADES.get((match["spelt"] or "").casefold()) or f"19{match['short']}")
    parts = {"early": (0, 4), "mid": (3, 7), "late": (6, 10)}
    begin, end = parts.get((match["part"] or "").casefold().rstrip("-"), (0, 10))
    return _year(year + begin)[0], _year(year + end)[0]


def _christmas(match: re.Match[str], _: datetime) -> Span:
    eve = datetime(int(match["year"]), 12, 24, tzinfo=UTC)
    return eve, eve + timedelta(days=3)


def _named_year(match: re.Match[str], _: datetime) -> Span:
    return _part(match["part"], _year(int(match["year"])))


def _last(match: re.Match[str], now: datetime) -> Span:
    """“last month” is the calendar month before this one, “this year” the year that we are in."""
    back = 0 if match["which"].casefold() == "this" else 1
    match match["unit"].casefold():
        case "week":
            monday = _whole_day(now)[0] - timedelta(days=now.weekday() + 7 * back)
            return monday, monday + timedelta(days=7)
        case "month":
            start = _later(_month(now.year, now.month)[0], -back)
            return start, _later(start, 1)
        case "quarter":
            start = _later(_month(now.year, 3 * ((now.month - 1) // 3) + 1)[0], -3 * back)
            return start, _later(start, 3)
        case "decade":
            first = now.year // 10 * 10 - 10 * back
            return _year(first)[0], _year(first + 10)[0]
        case _:
            return _year(now.year - back)


def _past(match: re.Match[str], now: datetime) -> Span | None:
    """“the last two weeks”, “the past 3 years”: up to now."""
    parsed = _parsed(f"{match['number']} {match['unit']} ago", now)
    return (parsed, now) if parsed else None


def _bare_month(match: re.Match[str], now: datetime) -> Span:
    month = _month_number(match["month"])
    year = now.year if month <= now.month else now.year - 1
    if (match["which"] or match["lead"].casefold().startswith("last")) and month == now.month:
        year -= 1
    return _month(year, month)


def _weekday(match: re.Match[str], now: datetime) -> Span | None:
    day = re.sub(r"^(?:last|on)\s+", "", match[0], flags=re.IGNORECASE)
    parsed = _parsed(day, now)
    if parsed is None:
        return None
    return _whole_day(parsed - timedelta(days=7) if parsed.date() >= now.date() else parsed)


READINGS: tuple[tuple[re.Pattern[str], Reading], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE if anywhere else 0), read)
    for pattern, anywhere, read in (
        (rf"\b{_YEAR}-\d\d-\d\d\b", True, _one_day),
        (rf"\b{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}\b", True, _one_day),
        (rf"\b{_MONTH}\s+{_DAY},?\s+{_YEAR}\b", True, _one_day),
        (
            rf"\b(?:(?P<part>early|mid|late|the (?:beginning|start|middle|end) of)[\s-]+)?(?P<month>{_MONTH}),?"
            rf"\s+(?:of\s+)?(?P<year>{_YEAR})\b",
            True,
            _month_and_year,
        ),
        (
            rf"\b(?:Q(?P<digit>[1-4])|(?:the\s+)?(?P<ordinal>{'|'.join(ORDINALS)})\s+quarter)(?:\s+(?:of\s+)?(?P<year>{_YEAR}))?\b",
            True,
            _quarter,
        ),
        (rf"\bthe\s+(?P<ordinal>first|second)\s+half\s+of\s+(?P<year>{_YEAR})\b", True, _half),
        (rf"\b(?P<season>{'|'.join(SEASONS)})\s+(?:of\s+)?(?P<year>{_YEAR})\b", True, _season),
        (
            r"(?:\b(?:(?P<part>early|mid|late)[\s-]+)|\bthe\s+)?"
            r"(?:\b(?P<decade>(?:1[5-9]|20)\d0)s|(?:(?<!\w)['’]|\b)(?P<short>[2-9]0)s"
            rf"|(?<!his )(?<!her )(?<!their )\b(?P<spelt>{'|'.join(DECADES)}))\b",
            True,
            _decade,
        ),
        (rf"\bChristmas(?:\s+(?:Eve|Day))?\s+(?:of\s+|in\s+)?(?P<year>{_YEAR})\b", True, _christmas),
        (
            r"\b(?P<part>early|mid|late|(?:(?:at\s+)?the )?(?:beginning|start|middle|end) of)[\s-]+"
            rf"(?P<year>{_YEAR})\b",
            True,
            _named_year,
        ),
        (rf"\b(?P<lead>{_LEAD}\s+(?:the\s+year\s+)?|the\s+year\s+)(?P<part>)(?P<year>{_YEAR})\b", True, _named_year),
        (rf"^\W*(?P<part>)(?P<year>{_YEAR})\W*$", True, _named_year),
        (rf"(?<=[a-z] )(?P<part>)(?P<year>{_YEAR})\W*$", False, _named_year),
        (rf"\b(?P<number>{NUMBER})\s+(?P<unit>days?|weeks?|months?|years?)\s+ago\b", True, _ago),
        (rf"\b(?:last|past)\s+(?P<number>{NUMBER})\s+(?P<unit>days?|weeks?|months?|years?)\b", True, _past),
        (r"\b(?P<which>last|this|past)\s+(?P<unit>week|month|quarter|year|decade)\b", True, _last),
        (r"\b(?:yesterday|the day before yesterday)\b", True, _relative_day),
        (rf"\b(?:last\s+|on\s+){_WEEKDAY}\b", True, _weekday),
        (rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}(?!\s+\d)", False, _one_day),
        (rf"\b{_MONTH}\s+{_DAY}\b(?!\d)", False, _one_day),
        (rf"\b(?P<which>last|this|past)\s+(?P<season>{'|'.join(SEASONS)})\b", True, _last_season),
        (
            r"\b(?P<lead>(?:[Ss]ince|[Ii]n|[Ll]ast|[Dd]uring|[Aa]fter|[Bb]efore|[Uu]ntil|[Bb]y)\s+)"
            rf"(?P<which>last\s+)?(?P<month>{_MONTH})(?!\s+\d)",
            False,
            _bare_month,
        ),
    )
)


def number_of_word(word: str) -> int:
    """The value of a NUMBER: “12”, “twelve” or “a”."""
    tens = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
    spelt = tens | {name: number for number, name in enumerate(NUMBERS, 1)}
    return int(word) if word.isdigit() else spelt.get(word.casefold(), 1)


def _month_number(name: str) -> int:
    short = name.casefold().rstrip(".")[:3]
    return next(number for number, month in enumerate(MONTHS, 1) if month.startswith(short))


def _part(part: str | None, span: Span) -> Span:
    """The beginning or end of a span is its first or last tenth (at least a day), early and late its thirds."""
    start, end = span
    words, length = (part or "").casefold(), end - start
    tenth = max(length / 10, timedelta(days=1))
    if "beginning" in words or "start" in words:
        return start, start + tenth
    if "end" in words:
        return end - tenth, end
    thirds = {"early": (0, 1), "mid": (1, 2), "middle": (1, 2), "late": (2, 3)}
    for word, (first, last) in thirds.items():
        if word in words:
            return start + length * first / 3, start + length * last / 3
    return span


def _whole_day(moment: datetime) -> Span:
    start = datetime(moment.year, moment.month, moment.day, tzinfo=UTC)
    return start, start + timedelta(days=1)


def _month(year: int, month: int) -> Span:
    start = datetime(year, month, 1, tzinfo=UTC)
    return start, _later(start, 1)


def _year(year: int) -> Span:
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)


def shift_span(span: Span, months: int) -> Span:
    """The span that begins so many months later, or earlier, and is as long."""
    moved = _later(span[0].replace(day=1), months) + timedelta(days=span[0].day - 1)
    return moved, moved + (span[1] - span[0])


def _later(start: datetime, months: int) -> datetime:
    index = start.year * 12 + start.month - 1 + months
    return start.replace(year=index // 12, month=index % 12 + 1)
