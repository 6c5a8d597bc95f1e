"""Whether a name is whole where it stands, and surely one: signs that speak against it. Pure."""

from collections.abc import Callable, Iterator, Sequence

from services.graph.by_rule.names.given_names import GIVEN_NAMES
from services.graph.by_rule.names.types import clean_name, is_told_by_form
from services.graph.by_rule.sentences.titles import OFFICIALS
from services.graph.by_rule.sentences.tokens import Parsed, Span, Token, word_set

Labelled = Sequence[tuple[int, int, str]]
"""Where the model sees names in a sentence, and what it takes each for."""

_MODIFIES = ("compound", "nmod", "amod")
_OF_NAMES = ("NNP", "NNPS", "CD", "IN", "CC", "DT", "POS", "HYPH", ",")
_SIDES = word_set("northern southern eastern western central north south east west late early young old")
_JOINS = ("and", "of", "for", "&")
_BEFORE_ANY = ("DT", "PRP$", "IN", "WRB")


def edge_signs(parsed: Parsed, span: Span, labelled: Labelled, is_word: Callable[[str], bool]) -> Iterator[str]:
    """`is_word`: whether the language has a word that is no name."""
    words, head = clean_name(parsed.words(span)), parsed.tokens[parsed.head_of(span)]
    seen = _seen(parsed, span, words, labelled)
    yield seen
    if seen != "seen whole" and not is_told_by_form(words) and all(is_word(word) for word in words.split()):
        yield "plain words" if " " in words else "plain word"
    if any(_is_other(token, is_word) for token in parsed.tokens[span.first : span.last + 1]):
        yield "other words"
    if any(word.casefold() in OFFICIALS for word in words.split()):
        yield "office in name"
    if not span.first <= head.head <= span.last and (head.dep in _MODIFIES or head.dep == "poss"):
        yield "owner" if head.dep == "poss" else "modifier"
    if seen != "seen whole" and _is_joined(parsed, span):
        yield "joined"
    yield from _beside(parsed, span)


def _is_other(token: Token, is_word: Callable[[str], bool]) -> bool:
    """What the parser takes for no name, and the language has as a word: “Since”, but not “Gipfelbuch”."""
    return token.tag not in _OF_NAMES and token.text.casefold() not in GIVEN_NAMES and is_word(token.text)


def _seen(parsed: Parsed, span: Span, words: str, labelled: Labelled) -> str:
    """Whether the model sees the same name, a longer or a shorter one, or none."""
    start, end = parsed.tokens[span.first].start, parsed.tokens[span.last].end
    over = [(first, last) for first, last, _ in labelled if first < end and start < last]
    if any(clean_name(parsed.text[first:last]) == words for first, last in over):
        return "seen whole"
    if not over:
        return "not seen"
    is_wider = len(over) > 1 or any(first < start or last > end for first, last in over)
    return "seen longer" if is_wider else "seen shorter"


def _beside(parsed: Parsed, span: Span) -> Iterator[str]:
    """Whether it may be a part of a longer name, or “Mrs” somebody's husband's."""
    tokens = parsed.tokens
    before = tokens[span.first - 1] if span.first else None
    if before is not None and before.text.casefold().rstrip(".") == "mrs":
        yield "mrs"
    elif before is not None and before.text in _SIDES:
        yield "behind direction"
    elif before is not None and span.first > 1 and before.text[:1].isupper() and before.tag not in _BEFORE_ANY:
        yield "behind capital"


def _is_joined(parsed: Parsed, span: Span) -> bool:
    """“Foreign and Domestic Commerce”, “The Merchant of Venice”: with another word in capitals."""
    tokens = parsed.tokens
    pairs = ((span.last + 1, span.last + 2), (span.first - 1, span.first - 2))
    inside = [(sign, word) for sign, word in pairs if min(sign, word) >= 0 and max(sign, word) < len(tokens)]
    return any(tokens[sign].text in _JOINS and tokens[word].text[:1].isupper() for sign, word in inside)
