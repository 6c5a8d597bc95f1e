"""How much of a date a text names: its day, its month, or its year alone."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from services.models.dates import ImpreciseDate, Precision, usual_precision

MONTHS = (
    "january jan januar jänner janvier janv enero gennaio gen janeiro januari januar styczeń stycznia января январь",
    "february feb februar février févr febrero febbraio febb fevereiro februari luty lutego февраля февраль",
    "march mar märz mars marzo março maart mrt marzec marca марта март",
    "april apr avril abril aprile kwiecień kwietnia апреля апрель",
    "may mai mayo maggio mag maio mei maj maja мая май",
    "june jun juni juin junio giugno giu junho czerwiec czerwca июня июнь",
    "july jul juli juillet juil julio luglio lug julho lipiec lipca июля июль",
    "august aug août agosto ago augustus augusti sierpień sierpnia августа август",
    "september sep sept septembre septiembre settembre setembro wrzesień września сентября сентябрь",
    "october oct oktober okt octobre octubre ottobre ott outubro październik października октября октябрь",
    "november nov novembre noviembre novembro listopad listopada ноября ноябрь",
    "december dec dezember dez décembre déc diciembre dicembre dic dezembro desember grudzień grudnia декабря декабрь",
)
AMBIGUOUS = frozenset(
    ["may", "march", "mar", "mars", "gen", "mag", "ago", "jun", "dic", "apr", "set", "maj", "jan", "dec", "mai"]
)
"""Words of their own, too: a month only with a capital letter or beside a number."""
ORDINAL = r"(?:st|nd|rd|th|er|\.|º|ª)?"
BETWEEN = r"(?:\s+(?:of|de|del|di|of\s+the))?\s+"
RANGE = r"(?:\s*(?:[-–—]|to|and|bis)\s*\d{1,2}" + ORDINAL + ")?"


def named_date(moment: datetime, texts: Iterable[str]) -> ImpreciseDate | None:
    """The date as exactly as one of the texts names it, with its words; None if none of them names even its year."""
    found = [match for text in texts for match in [_named(moment, text)] if match is not None]
    order: tuple[Precision, ...] = ("day", "month", "year", "decade")
    return min(found, key=lambda date: order.index(date.precision), default=None)


def named_end(moment: datetime, texts: Iterable[str]) -> ImpreciseDate | None:
    """As `named_date`, for an end, which is exclusive: “through 31 March” names the end on 1 April."""
    given = tuple(texts)
    last = named_date(moment - timedelta(days=1), given) if moment.year > 1 else None
    return ImpreciseDate.of(moment, "day") if last and last.precision == "day" else named_date(moment, given)


TODAY = re.compile(
    r"\b(?:today|yesterday|tonight|tomorrow|heute|gestern|hier|aujourd'hui|hoy|ayer|oggi|ieri|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)


def date_from_quote(moment: datetime, quote: str, *, is_end: bool = False) -> ImpreciseDate:
    """A date that a language model read in a quote, as exactly as the quote names it.

    A day that the quote names by “yesterday” or “on Monday” is a day; where it names no date at all, the model's year
    is all that is kept.
    """
    named = (named_end if is_end else named_date)(moment, [quote])
    if named is None:
        return ImpreciseDate.of(moment, "day" if TODAY.search(quote) else "year")
    if named.precision == "day" and usual_precision(moment) == "time" and _names_time(moment, quote):
        return ImpreciseDate.of(moment, "time", named.text)
    return named


def refine_stored_date(date: ImpreciseDate, texts: Iterable[str], *, is_end: bool = False) -> ImpreciseDate:
    """A day that was stored before dates had a precision, made less exact if the texts name only its month or year."""
    if date.precision != "day" or date.earliest is None:
        return date
    named = (named_end if is_end else named_date)(date.earliest, texts)
    return named if named and named.precision in ("month", "year", "decade") else date


def _names_time(moment: datetime, quote: str) -> bool:
    return bool(re.search(rf"\b(?:0?{moment.hour}|{moment.hour % 12 or 12})[:.h]{moment.minute:02}\b", quote))


def _named(moment: datetime, text: str) -> ImpreciseDate | None:
    for precision, patterns in (
        ("day", _days(moment)),
        ("month", _months(moment)),
        ("year", [rf"(?<![\d.,-]){moment.year:04}(?![\d]|[.,]\d)"]),
        ("decade", [rf"(?<!\d){moment.year // 10:03}0s\b"]),
    ):
        for pattern in patterns:
            if match := re.search(pattern, text, re.IGNORECASE):
                words = " ".join(match.group().split())
                return ImpreciseDate.of(moment, precision, words)  # type: ignore[arg-type]
    return None


def _days(moment: datetime) -> list[str]:
    year, month, day = moment.year, moment.month, moment.day
    number, names, tail = rf"(?<![\d.,:/-])0?{day}{ORDINAL}", _names(moment), _year_or_none(year)
    several = rf"\d{{1,2}}{ORDINAL}\s*(?:[-–—]|to|and|bis)\s*"
    return [
        rf"(?<!\d){year}(?P<mark>[-./])0?{month}(?P=mark)0?{day}(?!\d)",
        rf"(?<!\d)0?{day}(?P<mark>[-./])\s?0?{month}(?P=mark)\s?{year}(?!\d)",
        rf"(?<!\d)0?{month}(?P<mark>[-./])0?{day}(?P=mark){year}(?!\d)",
        rf"{year}\s*年\s*0?{month}\s*月\s*0?{day}\s*日",
        rf"{number}{RANGE}{BETWEEN}{names}{tail}",
        rf"(?<![\d.,:/-]){several}0?{day}{ORDINAL}{BETWEEN}{names}{tail}",
        rf"{names}\s+(?:the\s+)?0?{day}{ORDINAL}(?![\d:]){RANGE}{tail}",
        rf"{names}\s+{several}0?{day}{ORDINAL}(?![\d:]){tail}",
    ]


def _months(moment: datetime) -> list[str]:
    year, month, tail = moment.year, moment.month, _year_or_none(moment.year)
    return [
        rf"(?<!\d){year}[-/]0?{month}(?!\d)(?![-./]\d)",
        rf"(?<![\d./-])0?{month}/{year}\b",
        rf"{year}\s*年\s*0?{month}\s*月",
        rf"{_names(moment)}\.?,?(?:\s+(?:of|de|del|di))?\s+{year}\b",
        rf"(?-i:{_names(moment, capital=True)}){tail}",
        rf"{_names(moment, sure=True)}{tail}",
    ]


def _year_or_none(year: int) -> str:
    """“1 July 1998” names no day of 1997."""
    gap = r"\s*,?\s*(?:(?:of|de|del|di)\s+)?"
    return rf"(?:{gap}{year}\b|(?!{gap}\d{{4}}))"


def _names(moment: datetime, *, capital: bool = False, sure: bool = False) -> str:
    """Of the month. `capital`: as a name begins; `sure`: words that mean nothing else."""
    words = MONTHS[moment.month - 1].split()
    if sure:
        words = [word for word in words if word not in AMBIGUOUS]
    shown = [word.capitalize() for word in words] if capital else words
    return rf"\b(?:{'|'.join(map(re.escape, sorted(set(shown), key=len, reverse=True)))})\b"
