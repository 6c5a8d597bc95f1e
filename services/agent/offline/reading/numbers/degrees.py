"""Words of degree and what they measure: “heaviest” asks for the weight, “how deep” for the depth. Pure."""

import functools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from services.agent.offline.reading.answer_kinds import UNRIVALLED
from services.agent.offline.reading.numbers.quantities import MONEY
from services.text.sentences import content_words

Direction = Literal["most", "least"]

_MEASURES = """
value: valuable precious / worthless : value worth valuation
use: busy popular crowded / quiet : boardings passengers visitors visits journeys users traffic attendance loans
price: expensive dear costly / cheap : price cost fee charge fare rent tariff
mass: heavy / light : weight mass load
duration: long / short quick : duration time term period life takes
length: long far / short near : length distance range reach
height: high tall / low : height altitude elevation
depth: deep / shallow : depth draught
width: wide broad / narrow : width breadth beam diameter
delay: slow / fast quick : latency delay time duration
speed: fast quick / slow : speed pace velocity
size: big large great / small tiny little : size area space volume capacity extent
amount: big large great high numerous common frequent abundant / small low rare : amount share number total count
age: old / young : age
birth: young / old : born birth
year: new young recent late / old early long : year since founded built opened joined date introduced launched
pay: rich / poor : salary wage pay earnings income
power: powerful strong / weak : power output thrust
noise: loud noisy / quiet silent : noise sound
temperature: hot warm / cold cool : temperature
"""
"""Each line: what is measured, the words for much and for little of it, and how the heads of columns call it."""
_UNITS_OF = {
    "price": MONEY,
    "mass": {"mass"},
    "duration": {"time"},
    "delay": {"time"},
    "speed": {"speed"},
    "power": {"power"},
    "temperature": {"temperature"},
}
_PLAIN: Mapping[str, Direction] = {
    "most": "most",
    "highest": "most",
    "least": "least",
    "fewest": "least",
    "lowest": "least",
}
"""Said of a noun: “the most instances”."""
_IRREGULAR = {"furthest": "far", "farthest": "far"}
_PREDICATE = re.compile(
    r"\b(?:was|were|is|are|had|has|have)\s+(?:the\s+|our\s+|their\s+|its\s+)?(?P<noun>[a-z][\w-]*(?:\s+[a-z][\w-]*){0,2}?)\s+(?:at\s+(?:its|their)\s+)?(?:the\s+)?"
    r"(?P<degree>highest|lowest|biggest|largest|greatest|smallest|fewest|longest|shortest|worst|best)\b(?=\W*$|\s+(?:in|of|at|during|since)\b)",
    re.IGNORECASE,
)
"""“In which year were visits lowest?”"""
_WORTH = re.compile(
    r"\b(?P<worth>worst|best)\s+(?:year|season|month|quarter|week|day|result|figure|one|house|branch|site)s?\s+(?:ever\s+)?(?:for|of|in\s+terms\s+of)\s+(?:the\s+)?"
    r"(?P<noun>[a-z][\w-]*(?:\s+[a-z][\w-]*)?)",
    re.IGNORECASE,
)
"""“The worst year for complaints”."""
_BAD = content_words(
    "complaint loss accident incident delay damage debt error fault defect injury death theft fine cost spending "
    "expense conceded against lost absence sickness breakdown cancellation outage failure waste leak crash deficit"
)
"""Stems of what one has rather little of: the worst is the most."""
_DEGREES: Mapping[str, Direction] = {
    "highest": "most",
    "biggest": "most",
    "largest": "most",
    "greatest": "most",
    "longest": "most",
    "lowest": "least",
    "smallest": "least",
    "fewest": "least",
    "shortest": "least",
}
_SUPERLATIVE = re.compile(
    r"\b(?:(?P<plain>most|least)\s+(?P<adjective>[a-z]+)|(?P<word>[a-z]{2,}est))\b", re.IGNORECASE
)
_AFTER_VERB = re.compile(
    r"\b(?P<verb>[a-z]+)\s+the\s+(?P<plain>most|least)\b(?=\W*$|\s+(?:in|of|at|by|on|during|for|to|among|per|each|every)\b)",
    re.IGNORECASE,
)
"""“Cost the most”, “weighs the least”."""
_VERBS = {"cost": "expensive", "weigh": "heavy", "last": "long", "take": "long", "earn": "rich", "paid": "rich"}
_IN_TIME = re.compile(r"\b(?P<verb>(?!the\b)[a-z]{3,})\s+(?P<end>first|earliest|last|latest)\b(?=\W*$)", re.IGNORECASE)
"""“Opened first”, “joined last”: by a column of years or days that the verb names."""
_ENDS: Mapping[str, Direction] = {"first": "least", "earliest": "least", "last": "most", "latest": "most"}
_LIMIT: Mapping[Direction, re.Pattern[str]] = {
    "most": re.compile(
        r"\b(?:max(?:imum)?|greatest|upper\s+limit|at\s+most|(?:no|not)\s+more\s+than)\b", re.IGNORECASE
    ),
    "least": re.compile(r"\b(?:min(?:imum)?|lower\s+limit|at\s+least|no\s+less\s+than)\b", re.IGNORECASE),
}
_UNRIVALLED = re.compile(rf"\b(?:{UNRIVALLED})\b", re.IGNORECASE)
MOST_WORDS = 3
MOST_MEASURES = 2
_NO_NOUN = frozenset(["per", "a", "an", "the", "in", "of", "at", "on", "for", "by", "to", "from", "with", "than"])
"""What ends the noun: “fuel” in “the most fuel per hour”."""
_AFTER = re.compile(r"\s+(?P<noun>[\w-]+(?:\s+[\w-]+)?)")


@dataclass(frozen=True)
class Measure:
    """`words` are those by which columns call it, `heads` their stems, `units` the kinds of quantities that are always
    of it."""

    name: str
    direction: Direction
    heads: frozenset[str]
    units: frozenset[str]
    words: tuple[str, ...]


@dataclass(frozen=True)
class Extreme:
    """`measures` are what the word may measure, `noun` the stems of the two words after it, which may say so instead;
    `direction` is that of the noun."""

    words: str
    direction: Direction
    noun: tuple[str, ...]
    measures: tuple[Measure, ...]


def _read_measures() -> Iterator[tuple[str, Measure]]:
    for line in _MEASURES.strip().splitlines():
        name, adjectives, heads = (part.strip() for part in line.split(":"))
        units = frozenset(_UNITS_OF.get(name, ()))
        much, _, little = adjectives.partition("/")
        for word in much.split():
            yield word, Measure(name, "most", content_words(heads), units, tuple(heads.split()))
        for word in little.split():
            yield word, Measure(name, "least", content_words(heads), units, tuple(heads.split()))


_ADJECTIVES: dict[str, tuple[Measure, ...]] = {}
for _word, _measure in _read_measures():
    _ADJECTIVES[_word] = (*_ADJECTIVES.get(_word, ()), _measure)


def measures_of_adjective(word: str) -> tuple[Measure, ...]:
    """What an adjective measures, in any degree: “heavy”, “heavier”, “heaviest”."""
    return next((_ADJECTIVES[base] for base in _bases(word.casefold()) if base in _ADJECTIVES), ())


@functools.lru_cache(maxsize=1_000)
def read_extreme(question: str) -> Extreme | None:
    """The first superlative of the question; None if it has none, or one that measures nothing."""
    if (found := _AFTER_VERB.search(question)) is not None:
        return _of_verb(found["verb"], found["plain"], found[0])
    if (found := _IN_TIME.search(question)) is not None:
        direction = _ENDS[found["end"].casefold()]
        return Extreme(found["end"], direction, _stems(found["verb"]), _turned(measures_of_adjective("new"), direction))
    for pattern, group in ((_WORTH, "worth"), (_PREDICATE, "degree")):
        if (found := pattern.search(question)) is not None and (stems := _stems(found["noun"])):
            word = found[group]
            return Extreme(word, _DEGREES.get(word.casefold()) or _direction_of_worth(word, stems), stems, ())
    for found in _SUPERLATIVE.finditer(question):
        after = _AFTER.match(question, found.end())
        following = after["noun"] if after else ""
        if found["word"]:
            read = _of_word(found["word"], following)
        else:
            read = _of_pair(found["plain"].casefold(), found["adjective"], following)
        if read is not None:
            return read
    return None


@functools.lru_cache(maxsize=20_000)
def tells_extreme(question: str, text: str) -> bool:
    """Whether the text says what is most or least in the way that the question asks: “largest” for “biggest”, “maximum
    weight” for “heaviest”, and not “oldest”. Where the question names no measure, every superlative may be meant."""
    asked = read_extreme(question)
    if asked is None or not asked.measures:
        return True
    meant = {(one.name, one.direction) for one in asked.measures}
    said = (measures_of_adjective(one["word"] or one["adjective"]) for one in _SUPERLATIVE.finditer(text))
    if any((one.name, one.direction) in meant for measures in said for one in measures):
        return True
    heads = frozenset[str]().union(*(one.heads for one in asked.measures))
    limit = _LIMIT[asked.measures[0].direction].search(text)
    return bool(limit and heads & content_words(text)) or _UNRIVALLED.search(text) is not None


def question_in_measures(question: str, most: int = MOST_WORDS) -> str:
    """The question with its superlative replaced by what that measures: “the largest plant” as “the size area space
    plant”, with at most so many words of each measure; empty if it measures nothing."""
    found = read_extreme(question)
    if found is None or not found.measures:
        return ""
    heads = " ".join(" ".join(one.words[:most]) for one in found.measures[:MOST_MEASURES])
    return " ".join(re.sub(rf"\b{re.escape(found.words)}\b", heads, question, flags=re.IGNORECASE).split())


def degree_words(question: str) -> frozenset[str]:
    """The words of the superlative, in lower case; texts name the measure instead."""
    found = read_extreme(question)
    return frozenset(found.words.casefold().split()) if found else frozenset()


def _direction_of_worth(word: str, noun: Sequence[str]) -> Direction:
    """The worst year for complaints has the most, the worst for visitors the least."""
    return "most" if (word.casefold() == "worst") == bool(_BAD.intersection(noun)) else "least"


def _of_word(word: str, following: str) -> Extreme | None:
    measures = measures_of_adjective(word)
    plain = _PLAIN.get(word.casefold())
    if not (measures or plain):
        return None
    return Extreme(word, plain or measures[0].direction, _stems(following), measures)


def _of_pair(plain: str, adjective: str, following: str) -> Extreme:
    """“Most powerful” measures by the adjective, “most instances” counts the noun."""
    measures = measures_of_adjective(adjective)
    noun = list(takewhile(lambda word: word.casefold() not in _NO_NOUN, f"{adjective} {following}".split()[:2]))
    words = f"{plain} {adjective}" if measures else plain
    direction = _PLAIN[plain]
    return Extreme(words, direction, () if measures else _stems(" ".join(noun)), _turned(measures, direction))


def _of_verb(verb: str, plain: str, words: str) -> Extreme:
    """The verb names the column as a noun would, or says what is measured."""
    measures = measures_of_adjective(_VERBS.get(verb.casefold().removesuffix("s"), ""))
    direction = _PLAIN[plain.casefold()]
    return Extreme(words, direction, _stems(verb), _turned(measures, direction))


def _turned(measures: Sequence[Measure], direction: Direction) -> tuple[Measure, ...]:
    """“Least expensive” has the other direction than “expensive”."""
    if direction == "most":
        return tuple(measures)
    return tuple(replace(one, direction="least" if one.direction == "most" else "most") for one in measures)


def _stems(words: str) -> tuple[str, ...]:
    return tuple(stem for word in words.split() for stem in content_words(word))


def _bases(word: str) -> Collection[str]:
    """The words of which it may be a degree."""
    if word in _IRREGULAR:
        return (_IRREGULAR[word],)
    for ending in ("est", "er"):
        if word.endswith(ending):
            bare = word.removesuffix(ending)
            return (bare, f"{bare}e", f"{bare[:-1]}y" if bare.endswith("i") else bare, bare[:-1])
    return (word,)
