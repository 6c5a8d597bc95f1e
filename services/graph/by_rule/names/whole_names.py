"""What a name is not whole without, and what is no part of it: “of …”, “and …”, a count. Pure."""

from collections.abc import Callable

from services.graph.by_rule.names.given_names import GIVEN_NAMES
from services.graph.by_rule.names.vocabulary import (
    INSTITUTIONS,
    JOINED_INSTITUTIONS,
    JOINED_LANDS,
    OF_RANK,
    OPENING_SIGNS,
    TITLES,
)
from services.graph.by_rule.sentences.titles import OFFICIALS
from services.graph.by_rule.sentences.tokens import Parsed
from services.graph.by_rule.sentences.vocabulary import OFFICES

OF_FIELDS = INSTITUTIONS | JOINED_INSTITUTIONS | {"division", "directorate", "service", "section", "panel"}
LONGEST_FIELDS = 9


def are_plain_words(parsed: Parsed, first: int, last: int, is_word: Callable[[str], bool]) -> bool:
    """“the Land of the Fur”, “the Grand Duchy of Lithuania”: plain words with capitals within a sentence are no name
    without what follows; “the Mayor of Lesk” is an office."""
    tokens = parsed.tokens[first : last + 1]
    if first == 0 or parsed.tokens[first - 1].text in OPENING_SIGNS:
        return False
    if last > first + 1 or (last > first and tokens[0].text not in OF_RANK):
        return False
    if tokens[-1].text.casefold() in OFFICIALS | TITLES | OFFICES or tokens[-1].tag == "NNPS":
        return False
    return all(token.text[1:].islower() and is_word(token.text) for token in tokens)


def end_of_joined_land(parsed: Parsed, first: int, conjunction: int) -> int | None:
    """The end of “Trinidad and Tobago”."""
    before = parsed.text[parsed.tokens[first].start : parsed.tokens[conjunction].start].casefold()
    for end in range(conjunction + 1, min(conjunction + 4, len(parsed.tokens))):
        words = before + parsed.text[parsed.tokens[conjunction].start : parsed.tokens[end].end].casefold()
        if words in JOINED_LANDS:
            return end
    return None


def is_elliptic(parsed: Parsed, first: int, number: int) -> bool:
    """“Ms Kranz obtained 79 votes, Mr Thole 61;”, “11 wells, Brook 9, Harrow 4.”: a count, not a part of the name."""
    tokens, before = parsed.tokens, first - 1
    while before > 0 and tokens[before].text.casefold().rstrip(".") in TITLES:
        before -= 1
    if before < 2 or tokens[before].text not in (",", "and") or not tokens[number].text.isdigit():
        return False
    if not tokens[before - 1].text.isdigit():
        return tokens[before - 1].tag == "NNS" and tokens[before - 2].text.isdigit()
    start = before - 1
    while start > 0 and tokens[start - 1].text[0].isupper():
        start -= 1
    return is_elliptic(parsed, start, before - 1)


def end_of_joined_fields(parsed: Parsed, first: int, conjunction: int, is_word: Callable[[str], bool]) -> int | None:
    """The last word of “the Engineering and Physical Sciences Research Council”: plain words that say of what."""
    tokens = parsed.tokens
    is_definite = first > 0 and tokens[first - 1].text.casefold() == "the"
    if not is_definite or not all(is_word(token.text) for token in tokens[first:conjunction]):
        return None
    last = conjunction
    while last + 1 < len(tokens) and tokens[last + 1].is_name and tokens[last + 1].text[:1].isupper():
        last += 1
    inner = [token.text.casefold() for token in tokens[first:conjunction]]
    is_one = last > conjunction + 1 and tokens[last].text.casefold() in OF_FIELDS
    is_one = is_one and not OF_FIELDS.union(OFFICIALS, TITLES).intersection(inner)
    return last if is_one and last - first < LONGEST_FIELDS else None


def counts_what_follows(parsed: Parsed, number: int) -> bool:
    """Whether a number belongs to what follows: “Google 2 billion”, “Boeing 20 launches”."""
    following = number + 1
    if following >= len(parsed.tokens):
        return False
    token = parsed.tokens[following]
    is_score = token.text in ("-", "–") and token.start == parsed.tokens[number].end
    is_measure = token.text in ("%", "percent", "per", "to", "million", "billion", ",000")
    return is_score or is_measure or token.tag in ("CD", "NNS", "$")


def is_person_before(parsed: Parsed, first: int, last: int) -> bool:
    """“Lee took 3 and Glenn McGrath 2”: people have no numbers."""
    return last == first + 1 and parsed.tokens[first].text.casefold() in GIVEN_NAMES


def is_torn_at_hyphen(parsed: Parsed, first: int) -> bool:
    """“ROMs” of “CD-ROMs”: behind a hyphen and a word with a capital, without blanks; “ex-Boeing” has Boeing."""
    parts = parsed.tokens[max(first - 2, 0) : first + 1]
    are_close = len(parts) == 3 and parts[0].end == parts[1].start and parts[1].end == parts[2].start
    return are_close and parts[1].text in ("-", "–") and parts[0].text[:1].isupper()
