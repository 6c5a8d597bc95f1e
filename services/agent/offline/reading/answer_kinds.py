"""What kinds of things a question asks for (a number, a date, a cause, steps …), and which texts have them.

Pure. A sentence that says “in 2018” can answer when; one without a figure cannot answer how many.
"""

import functools
import re
from collections.abc import Collection, Mapping
from typing import Literal

from services.agent.offline.passages import is_list
from services.text.sentences import content_words

AnswerKind = Literal[
    "number", "date", "place", "person", "extreme", "cause", "condition", "list", "steps", "definition"
]

MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_YEAR = r"(?:1[5-9]|20)\d\d"
_CLOCK = r"(?:\d{1,2}:[0-5]\d|(?:(?<=\bat )\d{1,2}\.[0-5]\d|\d{1,2}\.[0-5]\d(?=\s?(?:[ap]\.?m\b|h\b|Uhr\b))))(?!\d)"
"""With a point only where “at” or “pm” says that it is no price."""
_PLURAL = r"(?!(?:was|is|has|as|his|its|this)\b)[a-z]+s\b"
"""What a number before it counts: “in 300 cases” names no year."""
_NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundreds? thousands? millions? billions? "
    "dozens? half twice once none"
)
NUMBER_WORDS = _NUMBERS.replace("s?", "s")
_NUMBER_WORD = "|".join(_NUMBERS.split())
_NO_NAME = (
    "Some|About|Around|Nearly|Almost|Only|Just|Over|Under|Roughly|Another|All|The|These|Those|Its|Our|Their|And|Or|Of|At|In"
    "|On|By|From|With|To|For|After|Before|Up|More|Less|Fewer"
)
"""How a sentence begins whose number follows: “Some 340 people”."""
_DATED_OR_NAMED = re.compile(
    rf"\b(?:\d{{1,2}}\s*(?:,|and|or|to|[-–])\s*)*\d{{1,2}} {MONTH}\b|\b{MONTH} \d{{1,2}}\b(?!\d)"
    rf"|\b{_YEAR}(?:-\d\d)*\b|\b{_CLOCK}"
    rf"|\b(?!(?:{_NO_NAME})\b)[A-Z][\w'’]*[ -]\d+\w*\b"
)
"""Figures that count nothing: dates, and the numbers in names such as Expedition 5."""
_COUNTED = re.compile(rf"(?<![\w-])\d[\d.,]*(?!\d|(?:st|nd|rd|th)\b)|\b(?:{_NUMBER_WORD})\b", re.IGNORECASE)
_FIGURE = re.compile(r"(?<![\w-])\d[\d.,]*")
BESIDE = 3
"""So many words before or after a figure say what it counts."""
_OTHER_WORDS = """
west east rest test interest forest request contest protest invest harvest guest quest chest arrest honest modest priest
latest midwest southwest northwest northeast southeast suggest digest
"""
_NO_DEGREE = frozenset(_OTHER_WORDS.split())
UNRIVALLED = r"than (?:any|every)\w*|no(?:body| one) else|never before or since|record"
"""How a sentence says without a superlative that nothing comes near."""
_DEGREE = re.compile(rf"\b(?:most|least|best|worst|\w{{3,}}est|{UNRIVALLED})\b", re.IGNORECASE)

_ALLOWED = (
    r"\s+(?:on\s+)?(?:may|can|must|should|shall|(?:is|are)\s+(?:[\w'’-]+\s+){1,5}?"
    r"(?:allowed|permitted|forbidden|required|necessary|needed))\b"
)
"""“When may one …?” asks for a condition, where “When was it …?” asks for a date."""

_ASKED: Mapping[AnswerKind, re.Pattern[str]] = {
    "number": re.compile(
        r"\bhow\s+(?:many|much|long|far|old|tall|big|large|heavy|fast|high|deep|often|wide)\b"
        r"|\bwhat\s+(?:(?:is|was|are|were)\s+the\s+(?:[a-z]+\s+){0,2}?)?(?:price|cost|number|share|age|length|size|weight|temperature|speed"
        r"|height|depth|width|distance|rent|fee|fare|salary|wage|deposit|percentage|amount|population)\b"
        r"|\bwhat\s+(?:do|does|did|will|would)\b[^?]*\b(?:cost|weigh|earn)\b|^\W*(?:price|cost|fee|fare)s?\s+(?:of|for|to|per)\b",
        re.IGNORECASE,
    ),
    "date": re.compile(
        rf"^\W*(?:[\w'’-]+\s+){{0,3}}?when\b(?!{_ALLOWED})"
        r"|\b(?:what|which)\s+(?:year|month|day|date|time)\b|\bhow long ago\b",
        re.IGNORECASE,
    ),
    "place": re.compile(r"\bwhere\b", re.IGNORECASE),
    "person": re.compile(r"\bwho(?:m|se)?\b|\bname\W*$", re.IGNORECASE),
    "cause": re.compile(r"^\W*why\b|\bhow come\b|\b(?:what|which)\s+(?:\w+\s+)?caus\w+\b|\breasons?\b", re.IGNORECASE),
    "condition": re.compile(
        rf"\bwhen{_ALLOWED}|\b(?:under|on)\s+(?:what|which)\s+(?:conditions?|circumstances)\b|\bin\s+(?:what|which)\s+cases?\b",
        re.IGNORECASE,
    ),
    "definition": re.compile(
        r"\bwhat\s+(?:is|was)\s+meant\s+by\b|\bwhat\s+(?:does|do|did)\b[^?]*\bmean\b(?!\s+(?:for|to)\b)|\b(?:define|definition\s+of)\b"
        r"|\bwhat\s+counts?\s+as\b|\bwhat\s+(?:does|do)\b[^?]*\bstand\s+for\b",
        re.IGNORECASE,
    ),
    "list": re.compile(
        r"^\W*(?:(?:what|who)\s+are\b(?!\s+you\b)|(?:what|which)\s+(?:[\w-]+\s+){0,3}?[\w-]{2,}(?<![su])s\s+(?:are|were|do"
        r"|does|did|has|have|had|can|must|should|may|of|belong|need)\b|(?:list|name|enumerate)\b)",
        re.IGNORECASE,
    ),
    "steps": re.compile(
        r"^\W*how\s+(?:to|(?:do|can|should|must|would)\s+(?:I|we|you|one|they|people))\b|\b(?:steps|procedure|instructions)\b"
        r"|^\W*what\s+(?:should|must|do|shall|can)\s+(?:I|we|one|you|people)\s+do\b|\bwhat\s+to\s+do\b",
        re.IGNORECASE,
    ),
}
_HAD: Mapping[AnswerKind, re.Pattern[str]] = {
    "date": re.compile(
        rf"\b{_YEAR}\b|\b{MONTH}\b|\b{_CLOCK}|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b"
        rf"|\b(?:[Ii]n|[Ss]ince|[Uu]ntil|circa|AD)\s+[1-9]\d{{2,3}}\b(?![.,]\d|\s+{_PLURAL})"
    ),
    "place": re.compile(
        r"\b(?:in|at|on|near|from|to|into|off|over|of|outside)\s+(?:[a-z]+\s+){0,2}"
        rf"(?!{MONTH})[A-Z][^\W\d_]+"
    ),
    "person": re.compile(r"\b[A-Z][\w'’.-]*\s+(?:(?:[a-z]{1,3}|&)\s+)?[A-Z][\w'’-]+"),
    "cause": re.compile(
        r"\b(?:because|due to|owing to|thanks to|caused?|reasons?|so that|in order to|led to|blamed?|failed|faulty"
        r"|could not|objected|account(?:s|ed)?\s+for|explained|g[ai]ven? way|forced|when an? [^,.;]+ed)\b",
        re.IGNORECASE,
    ),
    "definition": re.compile(
        r"\b(?:means|shall\s+mean|(?:is|are)\s+(?:defined|understood|called|known)\b|denotes?|stands?\s+for|refers?\s+to|counts?\s+as|that\s+is,|i\.e\.)",
        re.IGNORECASE,
    ),
    "condition": re.compile(
        r"\b(?:if|unless|except|when(?:ever)?|once|only|provided|as long as|in case|until|without)\b", re.IGNORECASE
    ),
}


def answer_kinds(question: str) -> frozenset[AnswerKind]:
    """The kinds that it asks for; none: it asks for something else."""
    kinds: set[AnswerKind] = {kind for kind, pattern in _ASKED.items() if pattern.search(question)}
    return frozenset(kinds | ({"extreme"} if _has_degree(question) else set()))


def share_of_kinds(kinds: frozenset[AnswerKind], text: str) -> float:
    """The share of the kinds asked for that the text has; 0 if no kind is asked for."""
    return sum(has_kind(kind, text) for kind in kinds) / (len(kinds) or 1)


@functools.lru_cache(maxsize=20_000)
def has_kind(kind: AnswerKind, text: str) -> bool:
    """Whether the text has a thing of that kind; dates, and figures in names, are no numbers."""
    match kind:
        case "number":
            return bool(_COUNTED.search(_DATED_OR_NAMED.sub(" ", text)))
        case "extreme":
            return _has_degree(text)
        case "list" | "steps":
            return is_list(text)
        case "person":
            return not text.isupper() and bool(_HAD[kind].search(text))
        case _:
            return bool(_HAD[kind].search(text))


def counts_thing(asked: Collection[str], text: str) -> bool:
    """Whether a figure stands beside one of these words, as in “adrenaline 500 micrograms”."""
    counted = _DATED_OR_NAMED.sub(" ", text)
    return any(not content_words(_around(counted, one)).isdisjoint(asked) for one in _FIGURE.finditer(counted))


def _around(text: str, figure: re.Match[str]) -> str:
    before, after = text[: figure.start()].split()[-BESIDE:], text[figure.end() :].split()[:BESIDE]
    return " ".join([*before, *after])


def _has_degree(text: str) -> bool:
    return any(found.casefold() not in _NO_DEGREE for found in _DEGREE.findall(text))
