"""Which figures a question asks for: “how much does it weigh” a mass, “how many people” a plain count. Pure."""

import functools
import re

from services.agent.offline.reading.numbers.quantities import KINDS, MONEY, Quantity, quantities
from services.text.stems import stem

COUNT = ""
"""The kind of a figure without a unit: it counts things, or its unit stands elsewhere."""
_ASKED = """
mass: heavy weigh weight mass
length: tall high height deep depth wide width long length far distance
time: long age old duration
speed: fast speed
temperature: hot warm cold temperature
money: cost price fee fare rent deposit salary wage earn paid money
"""
"""Each line: a kind of quantity, then the words that ask for it after “how” or “what”."""
_IN_HOW_MUCH = "weigh weight cost price fee fare rent deposit salary wage earn paid money"
"""Words that say anywhere in a question with “how much” what is measured."""
_SAID = {"temperature": "temperature", "speed": "speed", "mass": "weight"} | dict.fromkeys(MONEY, "money")
"""What a unit says without the word: “240 °C” is a temperature; a sum of money may be a price or anything else."""
_PRICED = re.compile(r"\bhow\s+much\s+(?:is|are|was|were)\s+(?:an?|one|the)\b", re.IGNORECASE)
"""“How much is a room?” is answered by no count of rooms, though by figures of many kinds."""
_SAYING = frozenset(map(stem, _IN_HOW_MUCH.split()))
_KINDS: dict[str, frozenset[str]] = {}
for _line in _ASKED.strip().splitlines():
    _kind, _, _words = _line.partition(":")
    for _word in map(stem, _words.split()):
        _KINDS[_word] = _KINDS.get(_word, frozenset()) | (MONEY if _kind == "money" else {_kind})

_THINGS = re.compile(r"\bhow\s+many\s+((?:[\w'’-]+\s*){1,3})", re.IGNORECASE)
_MEASURED = re.compile(r"\b(?:how|what)\s+(?:(?:is|was|are|were)\s+the\s+)?((?:[\w'’-]+\s*){1,2})", re.IGNORECASE)
_HOW_MUCH = re.compile(r"\bhow\s+much\b", re.IGNORECASE)
_WORD = re.compile(r"[\w'’-]+")
_THING_AFTER = re.compile(r"\s+(?:[a-z]+\s+)?(?!(?:is|was|has|as|its|this)\b)[a-z]{3,}s\b")
_DATED = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th)?\s+(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b(?:\s+\d{4})?"
    r"|\b(?:1[5-9]|20)\d\d(?:-\d\d)*\b|\b\d{1,2}:\d\d\b"
)


@functools.lru_cache(maxsize=1_000)
def asked_figures(question: str) -> frozenset[str]:
    """The kinds of quantities of which one can answer it; none: any figure can, or none is asked for."""
    if things := _THINGS.search(question):
        return _of_things(things[1].split())
    if _HOW_MUCH.search(question):
        said = [stem(word) for word in _WORD.findall(question.casefold())]
        uncounted = KINDS if _PRICED.search(question) else frozenset[str]()
        return next((_KINDS[word] for word in said if word in _SAYING), uncounted)
    found = (_KINDS.get(stem(word)) for one in _MEASURED.finditer(question.casefold()) for word in one[1].split())
    return next(filter(None, found), frozenset())


def _of_things(words: list[str]) -> frozenset[str]:
    """A plain count, unless a unit is counted; how many times something was is told in other ways."""
    if words[0].casefold() in ("times", "percent"):
        return frozenset()
    return frozenset({next((kind for word in words if (kind := _kind_of_unit(word))), COUNT)})


def _kind_of_unit(word: str) -> str:
    return next((one.kind for one in quantities(f"2 {word}")), "") if len(word) > 2 else ""


@functools.lru_cache(maxsize=20_000)
def fits_figures(asked: frozenset[str], text: str) -> float:
    """1: the text has such a figure, or none in particular is asked for. A half: one without a unit, which may stand
    elsewhere. 0: its figures, if any, measure something else."""
    plain = _DATED.sub(" ", text)
    counted = COUNT in asked
    kinds = {one.kind for one in quantities(plain) if counted or not _counts_things(one, plain)}
    if not asked or not kinds.isdisjoint(asked):
        return 1.0
    return 0.5 if COUNT in kinds else 0.0


def _counts_things(one: Quantity, text: str) -> bool:
    """“14 nights” is no price; “14 |” in a table may be one."""
    return one.kind == COUNT and _THING_AFTER.match(text, one.start + len(one.words)) is not None


@functools.lru_cache(maxsize=20_000)
def unit_words(text: str) -> frozenset[str]:
    """The stems of what its units say: a text with “240 °C” speaks of a temperature."""
    return frozenset(stem(_SAID[one.kind]) for one in quantities(text) if one.kind in _SAID)
