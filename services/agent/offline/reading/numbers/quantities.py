"""Quantities as texts write them: “£14,600”, “1.4 TB”, “2 h 20 min”, “eleven minutes”, “1994”. Pure."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from services.agent.offline.reading.times.time_words import NUMBERS

_UNITS = """
mass: mg 0.000001, g gram grams 0.001, kg kilogram kilograms kilo kilos 1, t tonne tonnes ton tons 1000
length: mm millimetre millimetres 0.001, cm centimetre centimetres 0.01, m metre metres meter meters 1
length: km kilometre kilometres 1000, mile miles 1609.344, ft foot feet 0.3048, inch inches 0.0254
time: ms millisecond milliseconds 0.001, s sec second seconds 1, min minute minutes 60, h hour hours 3600
time: day days night nights 86400, week weeks 604800, month months 2629800, year years 31557600
data: KB 1e3, MB 1e6, GB 1e9, TB 1e12
power: W watt watts 1, kW kilowatt kilowatts 1000, MW megawatt megawatts 1e6
speed: km/h 1, mph 1.609344, knot knots 1.852, m/s 3.6
volume: ml millilitre millilitres 0.001, l litre litres liter liters 1, m³ 1000
area: m² 1, ha hectare hectares 10000
share: % percent 1
pounds: £ pound pounds GBP 1, pence 0.01
euros: € euro euros EUR 1, cent cents 0.01
dollars: $ dollar dollars USD 1
crowns: crown crowns krone kroner krona kronor SEK NOK DKK CZK 1
francs: franc francs CHF 1
yen: ¥ yen JPY 1
rupees: ₹ rupee rupees INR 1
temperature: °C 1
"""
"""Each line: a kind of quantity, then its units with their factor."""
MONEY = frozenset({"pounds", "euros", "dollars", "crowns", "francs", "yen", "rupees"})
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_KNOWN: Mapping[str, tuple[str, float]] = {
    unit: (line.partition(":")[0], float(names.split()[-1]))
    for line in _UNITS.strip().splitlines()
    for names in line.partition(":")[2].split(",")
    for unit in names.split()[:-1]
}
KINDS = frozenset(kind for kind, _ in _KNOWN.values())
_TEENS = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: float(place) for place, word in enumerate((*NUMBERS, *_TEENS), 1)}
_VALUES |= {word: 10.0 * place for place, word in enumerate(_TENS, 2)}
_UNIT = "|".join(re.escape(unit) for unit in sorted(_KNOWN, key=len, reverse=True))
_SPELT = rf"(?:{'|'.join(_TENS)})[ -](?:{'|'.join(NUMBERS[:9])})|{'|'.join(_VALUES)}"
_NUMBER = (
    rf"(?:\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)(?!\d|(?:st|nd|rd|th)\b)"
    rf"|\b(?:{_SPELT})\b"
)
"""Not of a place in an order: “52nd”."""
_QUANTITY = re.compile(
    rf"(?P<before>[£€$¥₹])?\s?(?<![\w.,-])(?P<number>{_NUMBER})(?:\s(?P<scale>{'|'.join(_SCALES)})\b)?"
    rf"(?:\s?(?P<unit>{_UNIT})(?![\w/²³]))?",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(rf"[(\[]\s*(?P<unit>{_UNIT})(?:\s+(?P<scale>{'|'.join(_SCALES)}))?\s*[)\]]")
_WORDS_OF_HEAD = re.compile(r"[^\W_]+")
_AMBIGUOUS = {"min", "ms", "sec", "second", "seconds", "cent", "foot", "pound", "t", "m", "s", "g", "h", "l", "w"}
"""What a column may be called for another reason: its minimum, the second place."""
_PLAIN_UNITS = {unit.casefold() for unit in _KNOWN if unit.isalpha()} - _AMBIGUOUS
DATE = "date"
"""The kind of a day: its amount is in seconds since 1970."""
CLOCK = "clock"
"""The kind of “06:40”: its amount is in minutes."""
_CLOCK = re.compile(r"(?P<hours>[01]?\d|2[0-4]):(?P<minutes>[0-5]\d)")
_DAYS = ("%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%d %B %Y", "%d %b %Y", "%B %d, %Y")
_SHOWN = {
    "mass": ("", 1.0, " kg"),
    "length": ("", 1.0, " m"),
    "time": ("", 3600.0, " hours"),
    "power": ("", 1.0, " W"),
    "speed": ("", 1.0, " km/h"),
    "volume": ("", 1.0, " l"),
    "area": ("", 1.0, " m²"),
    "share": ("", 1.0, " %"),
    "pounds": ("£", 1.0, ""),
    "euros": ("€", 1.0, ""),
    "dollars": ("$", 1.0, ""),
    "crowns": ("", 1.0, " crowns"),
    "francs": ("", 1.0, " francs"),
    "yen": ("¥", 1.0, ""),
    "rupees": ("₹", 1.0, ""),
    "temperature": ("", 1.0, " °C"),
}
"""What stands before and after an amount, and by what it is divided."""
_NONE_OF_THESE = re.compile(r"[\s.;,*~≈]*")


@dataclass(frozen=True)
class Quantity:
    """`amount` is in the kind's first whole unit, `kind` empty where no unit is named; `words` as the text has it."""

    amount: float
    kind: str
    words: str
    start: int = 0

    @property
    def is_year(self) -> bool:
        return not self.kind and self.words.isdigit() and 1000 <= self.amount < 2200

    @property
    def is_time(self) -> bool:
        """A year or a day."""
        return self.is_year or self.kind == DATE


def quantities(text: str) -> Iterator[Quantity]:
    for found in _QUANTITY.finditer(text):
        yield _quantity(found)


def whole_quantity(text: str) -> Quantity | None:
    """What a cell says where that is one quantity and nothing else; hours with their minutes are one."""
    if (day := _day(text.strip())) is not None:
        return day
    found = list(_QUANTITY.finditer(text))
    if not found or _NONE_OF_THESE.fullmatch(_QUANTITY.sub("", text)) is None:
        return None
    read = [_quantity(one) for one in found]
    if len(read) == 1:
        return read[0]
    is_duration = len(read) == 2 and read[0].kind == "time" and read[1].kind in ("", "time")
    rest = read[1].amount if is_duration and read[1].kind else read[1].amount * 60
    return Quantity(read[0].amount + rest, "time", text.strip()) if is_duration else None


def _day(text: str) -> Quantity | None:
    """A date of a day or a time of day, which lies before or after others."""
    if (clock := _CLOCK.fullmatch(text)) is not None:
        return Quantity(60.0 * int(clock["hours"]) + int(clock["minutes"]), CLOCK, text)
    for form in _DAYS if text[:1].isdigit() or text[:1].isupper() else ():
        with suppress(ValueError):
            return Quantity(datetime.strptime(text, form).replace(tzinfo=UTC).timestamp(), DATE, text)
    return None


def amount_text(amount: float, kind: str) -> str:
    """A computed amount, with the unit in which amounts of its kind are kept."""
    before, factor, after = _SHOWN.get(kind, ("", 1.0, ""))
    value = f"{amount / factor:,.2f}"
    return f"{before}{value.removesuffix('.00')}{after}"


def unit_in_brackets(head: str) -> tuple[str, float]:
    """The kind and the factor that the head of a column names: “Weight (kg)”; nothing and 1 where it names none."""
    found = _IN_BRACKETS.search(head)
    kind, factor = _known(found["unit"]) if found else ("", 1.0)
    return kind, factor * _SCALES.get((found["scale"] or "") if found else "", 1.0)


def kind_of_head(head: str) -> str:
    """What a column measures by a unit in its name, “weight_kg” or “minutes down”; empty where it names none."""
    words = [word.casefold() for word in _WORDS_OF_HEAD.findall(head)]
    unit = next((word for word in (*words[-1:], *words[:1]) if word in _PLAIN_UNITS), "")
    return _known(unit)[0] if unit else ""


def _quantity(found: re.Match[str]) -> Quantity:
    number = found["number"].casefold()
    amount = _amount(number)
    unit = found["before"] or found["unit"]
    kind, factor = _known(unit) if unit else ("", 1.0)
    scale = _SCALES.get((found["scale"] or "").casefold(), 1.0)
    start = found.start("before") if found["before"] else found.start("number")
    return Quantity(amount * scale * factor, kind, found[0].strip(), start)


def _amount(number: str) -> float:
    parts = re.split(r"[ -]", number)
    return sum(_VALUES[part] for part in parts) if parts[0] in _VALUES else float(number.replace(",", ""))


def _known(unit: str) -> tuple[str, float]:
    """Large and small letters tell units apart only where both exist."""
    return _KNOWN.get(unit) or next(known for name, known in _KNOWN.items() if name.casefold() == unit.casefold())
