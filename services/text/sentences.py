"""Where sentences begin and end, and the words that carry their meaning. Pure.

Everything that cuts text into sentences asks `spans`: quotable sentences, passages to embed, the place of a fact, and
the statements of an answer.
"""

import functools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from services.text.named_dates import AMBIGUOUS, MONTHS
from services.text.stems import stem

_BREAK = re.compile(
    r"""(?<=[.!?…])[*_]*["'”’)\]]*[*_]*           # an end mark and what closes after it
        (?:
            (?:\s*\[\d[\d,;\s]*\??\])+(?:\s+|$)   # the numbers of its sources: they belong to it
          | \s+(?=[*_]*(?:["'‘(\[]?[^\Wa-zß-öø-ÿ_]|[“«]))   # or a quotation or anything but a small letter follows
        )
      | (?<=[。！？])                              # scripts that put no space between sentences
    """,
    re.VERBOSE,
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Lt|Col|Gen|Capt|No|Nos|vs|ca|approx|Inc|Ltd|Co|Corp|etc|al|cf|p|pp|Fig"
    r"|[Oo]p|[Cc]it|[Vv]ol|vols|[Ee]ds?|trans|[Cc]h|chap|[Ss]ec|[Aa]rt|para)"
    r"|\b[A-Z]|\b[a-z]\.[a-z])\.$"
)
_LONGEST_ABBREVIATION = 12
_LONGEST_MONTH = 12
_HEADING_NUMBER = re.compile(r"› (?:\d+(?:\.\d+)*|[IVXLC]+)\.$")
"""Of a heading behind its document's title, as “Conditions › 4. Animals”."""
_ORDINAL = re.compile(r"(?<![\d.,/:-])\b\d{1,2}\.$")
_ORDINAL_MONTH = re.compile(
    r"\s+(?:"
    + "|".join(name.title() for names in MONTHS for name in names.split() if len(name) > 3 and name not in AMBIGUOUS)
    + r")\b"
)
_GERMAN_ORDINAL = re.compile(r"\b(?:der|dem|den|des|das|die|(?<!I )am|im|vom|zum|zur|beim|seit|ab|bis)\s+\d{1,2}\.$")
"""Before a word with a capital letter the point makes the number an ordinal, as in “seit dem 1. Mai”."""
_FIRM = re.compile(r"\b(?:Inc|Ltd|Co|Corp)\.$")
_FINITE = (
    r"(?:is|are|was|were|has|have|had|will|would|shall|may|can|could|must|did|does|went|made|led|sold|bought|ran|held|took"
    r"|gave|became|left|built|came|met|won|paid|sent|told|said|[a-z]+ed|[a-z]{2,}s)\b"
)
_STATES = re.compile(rf"\b{_FINITE}")
_NEXT = re.compile(
    rf"""(?:The|A|An|This|That|These|Those|It|Its|He|She|They|His|Her|Their|We|In|On|At|Since|After|Before|By|From|When
        |While|Until|Under|For|With|No|Both|All|Each|There|If|As)\s
      | (?:[^\Wa-zß-öø-ÿ_\d][\w'’&-]*\s+){{1,6}}{_FINITE}""",
    re.VERBOSE,
)
"""What begins a sentence behind a firm's legal form: a word that opens one, or a name with its verb."""
_START = re.compile(r"(?:^|[.!?:…]\s+|\n\s*)[\"“'(#*-]*\s*$")
_NO_PROSE = re.compile(r"\s*(?:#|\||---|===|\*\*\*)")
"""A heading, a rule, or a row of a Markdown table."""
_BLOCK = re.compile(
    r"^#{1,6}\s[^\n]*|(?:(?!\n\s*\n|\n\s*(?:[-*+]|\d+[.)]|[#|>])\s|\n#{1,6}\s).)+", re.DOTALL | re.MULTILINE
)
"""A heading's line, or lines up to an empty or a marked one."""
_ROW = re.compile(r"\s*[^\n]* \| ")
"""Of a table, as the readers of HTML and DOCX write it: each row tells something by itself."""
LINE = re.compile(r"[^\n]+")
_MARKUP = re.compile(r"^\s*(?:[-*+]\s+|\d+[.)]\s+|>\s*)+")
WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")

_STOPWORDS = """
a about above after again all also am an and any are as at be because been before being between both but by can
could did do does doing during each for from further had has have having he her here hers him his how i if in into
is it its just me more most my no nor not now of off on once only or other our out over own same she should so some
such tell than that the their them then there these they this those through to too under until up us very was we
were what when where which while who whom whose why will with would you your end up get got much many
across along onto upon toward towards throughout via
don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't can't cannot couldn't won't wouldn't shouldn't
mustn't ain't
anybody anyone anything somebody someone something everybody everyone everything
i'm i've i'd i'll you're you've we're we've we'll they're they've he's she's it's that's there's who's what's where's
"""
STOPWORDS = frozenset(_STOPWORDS.split())


@dataclass(frozen=True)
class Sentence:
    """`text` is `source[start:end]`, without list marks in front."""

    text: str
    start: int
    end: int


def sentences(source: str) -> Iterator[Sentence]:
    """Headings and rules are left out; a line's end ends a sentence in a table and before an empty or a marked line."""
    for start, end in _blocks(source):
        yield from (Sentence(source[first:last], first, last) for first, last in spans(source, start, end))


def _blocks(source: str) -> Iterator[tuple[int, int]]:
    for match in _BLOCK.finditer(source):
        mark = _MARKUP.match(match[0].lstrip("\n"))
        lead = len(match[0]) - len(match[0].lstrip("\n")) + (mark.end() if mark else 0)
        block = match[0][lead:]
        if not block.strip() or _NO_PROSE.match(block):
            continue
        start, end = match.start() + lead, match.end()
        yield from (line.span() for line in LINE.finditer(source, start, end)) if _ROW.match(block) else [(start, end)]


def spans(source: str, start: int, end: int, unbroken: Sequence[tuple[int, int]] = ()) -> Iterator[tuple[int, int]]:
    """The spans of the sentences of `source[start:end]`, without the white space around them; none ends inside
    `unbroken`."""
    begin = start
    for gap in _BREAK.finditer(source, start, end):
        if _is_abbreviated(source, begin, gap) or any(first < gap.start() < last for first, last in unbroken):
            continue
        yield from trim_span(source, begin, gap.end())
        begin = gap.end()
    yield from trim_span(source, begin, end)


def _is_abbreviated(source: str, begin: int, gap: re.Match[str]) -> bool:
    """Numbers of sources after the point say that a sentence ended there all the same."""
    before = source[max(begin, gap.start() - _LONGEST_ABBREVIATION) : gap.start()]
    if "[" in gap[0]:
        return False
    if _HEADING_NUMBER.search(before) or _is_ordinal(before, source[gap.start() : gap.end() + _LONGEST_MONTH]):
        return True
    if _ABBREVIATION.search(before) is None:
        return False
    return not (_FIRM.search(before) and _STATES.search(source, begin, gap.start()) and _NEXT.match(source, gap.end()))


def _is_ordinal(before: str, after: str) -> bool:
    """Of a number with a point, as German and its neighbours write the day of a month and “the second”."""
    if _ORDINAL.search(before) is None:
        return False
    return _GERMAN_ORDINAL.search(before) is not None or _ORDINAL_MONTH.match(after) is not None


def begins_sentence(source: str, position: int) -> bool:
    """Or an item of a list, or what follows a colon: where a word is capitalised whatever it is."""
    return _START.search(source[max(0, position - 4) : position]) is not None


def trim_span(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """`source[start:end]` without white space around it; nothing where it is nothing but white space."""
    piece = source[start:end]
    first = start + len(piece) - len(piece.lstrip())
    last = end - len(piece) + len(piece.rstrip())
    if first < last:
        yield first, last


def words(text: str) -> list[str]:
    return [fold_word(word) for word in WORD.findall(text)]


def fold_word(word: str) -> str:
    return word.casefold().replace("’", "'")


def plain_words(text: str) -> list[str]:
    """The words without accents and possessive endings, so that “Worner’s” is Wörner's."""
    return [_unaccented(word).removesuffix("'s") for word in words(text)]


def _unaccented(word: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", word) if not unicodedata.combining(sign))


@functools.lru_cache(maxsize=10_000)
def content_words(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning."""
    return frozenset(stem(word) for word in words(text) if word not in STOPWORDS)


def one_line(text: str) -> str:
    return " ".join(text.split())


def word_overlap(first: frozenset[str], second: frozenset[str]) -> float:
    """Jaccard's: the share of all their words that both have."""
    return len(first & second) / (len(first | second) or 1)
