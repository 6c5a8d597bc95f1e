"""Whether a query wants its words found or its meaning: rules that one can read, each with its reason in words.

Words that must stand in the text as typed (quotes, codes, names, terms with a technical form) ask for hybrid search,
even inside a question; questions for an explanation and abstract topics ask for semantic search. Of what is left, a
long description asks for its meaning, and a few words of which half are rare in the collection are technical terms.
"""

import re
from collections.abc import Iterator, Sequence
from math import sqrt

from services.search.models import Classification, WordCount
from services.text.quotes import QUOTATION

CODE = re.compile(r"\b(?=[\w./-]*\d)(?=[\w./-]*[^\W\d_])\w+(?:[-./]\w+)*\b")
ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|s|k|m|km|kg|ft|mm|cm|h|min)", re.IGNORECASE)
NUMBER = re.compile(r"(?<![\w-])\d[\d.,:/-]*(?!\w)")
IDENTIFIER = re.compile(
    r"\b\w+_\w+\b|\b[a-z]+[A-Z]\w*\b|\b\w+\(\)|\w+@\w+\.\w+|\bhttps?://\S+|\b\w+\.(?:py|js|md|pdf|csv|json|xml|txt)\b"
)
ACRONYM = re.compile(r"\b(?=\w*[A-Z]\w*[A-Z])[A-Za-z]+\b")
CAPITALISED = re.compile(r"\b[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ’']+(?:-[A-ZÀ-Þ]?[a-zß-ÿ]+)*\b")
JARGON = re.compile(
    r"\b(?:[a-z]{2,}-){1,3}(?:based|fed|cooled|borne|class|grade|cycle|stage)\b"
    r"|\b[a-z]{4,}(?:itis|ectomy|osis|aemia|emia|genesis|metry|lytic|genic|golic|thermic|kinase|scopy|ographic|nautics)\b"
    r"|\b\w+/s\b|[α-ωΑ-Ω]"
)
EXPLANATION = re.compile(
    r"^(?:please\s+|can you\s+|could you\s+)?"
    r"(?:what(?:'s| is| are| was| were| does| do| makes| happens)\b"
    r"|how (?:to|do|does|did|can|could|should|is|are)\b"
    r"|why\b|explain\b|describe\b|summari[sz]e\b|compare\b|define\b|discuss\b|tell me about\b|help me understand\b)",
    re.IGNORECASE,
)
ABSTRACT = re.compile(
    r"\b(concepts?|meaning|reasons?|causes?|consequences?|effects?|impact|influence|role|importance|benefits?|advantages?"
    r"|disadvantages?|challenges?|risks?|lessons|principles?|strateg(?:y|ies)|approach(?:es)?|differences?|similarit(?:y|ies)"
    r"|relationship|overview|introduction|background|philosophy|theor(?:y|ies)|trends?|ideas?|opinions?|examples?)\b",
    re.IGNORECASE,
)
SENTENCE_STARTERS = re.compile(
    r"(?:an?|all|and|any|are|as|at|be|before|after|both|but|by|can|could|did|do|does|during|each|every|find|first|for|from"
    r"|get|give|had|has|have|he|her|his|how|i|if|in|is|it|its|last|list|many|may|me|most|my|no|not|of|on|one|or|our|people"
    r"|please|she|should|show|since|so|some|tell|than|that|the|their|then|there|these|they|things|this|those|to|under"
    r"|until|was|we|were|what|when|where|which|while|who|whom|whose|why|will|with|would|you|your|compare|describe|discuss"
    r"|explain|define|summari[sz]e|help|let)",
    re.IGNORECASE,
)


LONGEST_KEYWORDS = 5
"""Words that say something; more of them are a description."""
SHORTEST_TERM = 4
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def countable_words(query: str) -> tuple[str, ...]:
    """The words that may be technical terms of a collection, each once."""
    words = [word.casefold() for word in _WORD.findall(QUOTATION.sub(" ", query))]
    return tuple(dict.fromkeys(word for word in words if _says_something(word)))


def _says_something(word: str) -> bool:
    return len(word) >= SHORTEST_TERM and not SENTENCE_STARTERS.fullmatch(word)


def is_rare(count: WordCount) -> bool:
    """It is there, in fewer chunks than half the root of all: one of ten, five of a hundred, sixteen of a thousand."""
    return 0 < count.chunks <= max(1.0, sqrt(count.total) / 2)


def classify(query: str, counts: Sequence[WordCount] = ()) -> Classification:
    """`counts`: how often the collection has the query's countable words."""
    words = list(_word_reasons(query))
    if words:
        return Classification(search_type="hybrid", reasons=tuple(dict.fromkeys(words)))
    meaning = list(_meaning_reasons(query))
    if meaning:
        return Classification(search_type="semantic", reasons=tuple(meaning))
    return _by_length_and_rarity(query, counts)


def _by_length_and_rarity(query: str, counts: Sequence[WordCount]) -> Classification:
    said = countable_words(query)
    if len(said) > LONGEST_KEYWORDS:
        return Classification(search_type="semantic", reasons=(f"its {len(query.split())} words are a description",))
    rare = [count for count in counts if is_rare(count)]
    if rare and 2 * len(rare) >= len(said):
        return Classification(search_type="hybrid", reasons=tuple(map(_rarity, rare)))
    return Classification(
        search_type="semantic",
        reasons=("no name, code, number or technical term in it, so its meaning decides",),
        confident=False,
    )


def _rarity(count: WordCount) -> str:
    have = "passage has" if count.total == 1 else "passages have"
    return f"“{count.word}” is a technical term here: {count.chunks} of {count.total} {have} it"


def _word_reasons(query: str) -> Iterator[str]:
    if found := QUOTATION.search(query):
        yield f"the quoted phrase {found[0]} must stand there as typed"
    unquoted = QUOTATION.sub(" ", query)
    for code in (m[0] for m in CODE.finditer(unquoted) if not ORDINAL.fullmatch(m[0])):
        yield f"“{code}” is a code"
        unquoted = unquoted.replace(code, " ")
    if found := NUMBER.search(unquoted):
        yield f"“{found[0].rstrip('.,:/-')}” is a number or a date"
    if found := IDENTIFIER.search(unquoted):
        yield f"“{found[0]}” is an identifier"
    yield from (f"“{name}” is a name" for name in _names(unquoted))
    if found := JARGON.search(unquoted):
        yield f"“{found[0]}” is a technical term"


def _names(query: str) -> Iterator[str]:
    """Capitals mean nothing where all letters are capitals, and little at the start of a sentence."""
    tokens = query.split()
    if len(tokens) > 2 and query.isupper():
        return
    for found in ACRONYM.finditer(query):
        yield found[0]
    for found in CAPITALISED.finditer(query):
        starts = not query[: found.start()].strip() or query[: found.start()].rstrip()[-1] in ".!?:"
        if SENTENCE_STARTERS.fullmatch(found[0]) or (starts and not _is_name_at_start(query, found.end())):
            continue
        yield found[0]


def _is_name_at_start(query: str, end: int) -> bool:
    """“Falcon” alone, “Eileen Collins”, “Mars landing” are names; “Landing on another planet safely” is a sentence."""
    rest = query[end:].split()
    return len(rest) <= 1 or rest[0][0].isupper() or rest[0][0].isdigit()


def _meaning_reasons(query: str) -> Iterator[str]:
    if found := EXPLANATION.search(query.strip()):
        yield f"“{found[0].strip()}” asks for an explanation"
    if found := ABSTRACT.search(query):
        yield f"“{found[0]}” is abstract"
