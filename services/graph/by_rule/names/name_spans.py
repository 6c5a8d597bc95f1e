"""Where names stand in a parsed sentence. Pure.

A name is a run of words that the parser takes for proper nouns, with what belongs to it: “of”, a number, a code.
Months, “Figure 2” and a sentence's first word are none by themselves.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from services.graph.by_rule.names.given_names import GIVEN_NAMES
from services.graph.by_rule.names.name_ends import end_with_next, in_date, is_national_name
from services.graph.by_rule.names.terms import term_spans
from services.graph.by_rule.names.vocabulary import (
    ALSO_NAMES,
    BEFORE_NAMES,
    CAPITAL_WORD,
    CODE_NAME,
    CODE_SIGNS,
    DAYS,
    DIRECTIONS,
    ERA,
    HALF_TITLES,
    HOLIDAYS,
    JOINED_LANDS,
    LETTER,
    LIKE_NAMES,
    NATIONAL,
    NATIONAL_PHRASE,
    NO_NAMES,
    NUMBERED,
    OF_AGE,
    OPENING_SIGNS,
    ORGANISED,
    SHORT_NUMBER,
    SMALL_WORD,
    STAND_FOR_PEOPLE,
    TITLES,
)
from services.graph.by_rule.names.whole_names import (
    is_torn_at_hyphen,
)
from services.graph.by_rule.sentences.dates import MONTHS, DatePhrase
from services.graph.by_rule.sentences.titles import OFFICIALS, is_name_of_holder, is_office_phrase, is_office_with_field
from services.graph.by_rule.sentences.tokens import Parsed, Span

LONGEST_NAME = 80


@dataclass(frozen=True)
class Spelling:
    """How a document writes its words: which also small, which with a capital within a sentence."""

    small: frozenset[str]
    capital: frozenset[str]
    is_word: Callable[[str], bool] = str.islower
    """Whether the language has it as a word that is no name."""

    @classmethod
    def of(cls, text: str, is_word: Callable[[str], bool] = str.islower) -> "Spelling":
        return cls(
            frozenset(match[0] for match in SMALL_WORD.finditer(text)),
            frozenset(match[1] for match in CAPITAL_WORD.finditer(text)),
            is_word,
        )


def name_spans(parsed: Parsed, dates: tuple[DatePhrase, ...], spelling: Spelling) -> list[Span]:
    """In the order of the sentence."""
    spans = [_trimmed(parsed, span) for span in _runs(parsed, dates, spelling)]
    names = [span for span in spans if _is_name(parsed, span, spelling)]
    taken = frozenset(number for span in names for number in range(span.first, span.last + 1))
    return sorted([*names, *term_spans(parsed, taken)])


def _runs(parsed: Parsed, dates: tuple[DatePhrase, ...], spelling: Spelling) -> Iterator[Span]:
    number, count = 0, len(parsed.tokens)
    while number < count:
        token = parsed.tokens[number]
        if token.text.islower() or in_date(token, dates) or not _begins(parsed, number, spelling):
            number += 1
            continue
        last = number
        while (following := end_with_next(parsed, number, last, dates, spelling.is_word)) is not None:
            last = following
        yield Span(number, last)
        number = last + 1


def _begins(parsed: Parsed, number: int, spelling: Spelling) -> bool:
    token = parsed.tokens[number]
    if not token.text[0].isalpha() or token.text.casefold() in DAYS:
        return False
    if token.is_name or CODE_NAME.match(token.text):
        return any(sign.isupper() for sign in token.text)
    if _is_given_name(parsed, number):
        return True
    if not token.text[0].isupper() or token.tag not in LIKE_NAMES:
        return False
    if number > 0:
        return parsed.tokens[number - 1].text not in OPENING_SIGNS
    return _leads_name(parsed, number) or (
        token.text in spelling.capital and token.text.casefold() not in spelling.small
    )


def _is_given_name(parsed: Parsed, number: int) -> bool:
    """“Rosalind Achebe, 1994 to 2018”: the parser often takes a first word for a verb."""
    token, following = parsed.tokens[number], parsed.tokens[number + 1 : number + 2]
    is_known = token.text[0].isupper() and token.text.casefold() in GIVEN_NAMES
    return (
        is_known
        and token.tag in ("VB", "VBP", "JJ", "NN")
        and all(one.tag == "NNP" for one in following)
        and (bool(following) and following[0].text[0].isupper())
    )


def _leads_name(parsed: Parsed, number: int) -> bool:
    if number + 1 >= len(parsed.tokens):
        return False
    token, following = parsed.tokens[number], parsed.tokens[number + 1]
    is_part = token.dep in ("compound", "amod", "nmod") and token.tag in ("JJ", "NN")
    return (is_part and following.is_name) or (token.is_noun and SHORT_NUMBER.match(following.text) is not None)


def _trimmed(parsed: Parsed, span: Span) -> Span:
    """Without titles, articles and openers in front."""
    first, last = span
    if parsed.words(span).casefold() in JOINED_LANDS:
        return span  # “Saint Vincent and the Grenadines”
    first, last = without_title(parsed, Span(_behind_office(parsed, first, last), last))
    while first < last and parsed.tokens[last].text.casefold() in MONTHS:
        last -= 1
    while first < last and parsed.tokens[first].text.casefold() in NO_NAMES:
        first = without_title(parsed, Span(first + 1, last)).first  # “Yesterday Dr Roe …”
    if last > first + 2 and NATIONAL_PHRASE.match(f"{parsed.tokens[first].text} {parsed.tokens[first + 1].text}"):
        first += 0 if is_national_name(parsed, first + 2) else 2
    elif last == first + 1 and parsed.tokens[first].text in DIRECTIONS:
        pass  # “Western Australia”
    elif first < last and NATIONAL.match(parsed.tokens[first].text):
        first += not is_national_name(parsed, first + 1)
    return Span(first, last)


def _behind_office(parsed: Parsed, first: int, last: int) -> int:
    """“Harbour Master Elaine Scully”, “Police Inspector Nora Whitlock”: a title of two words before a name of two."""
    words = [token.text.casefold() for token in parsed.tokens[first : last + 1]]
    if ORGANISED.match(parsed.tokens[last].text):
        return first
    office = max((number for number, word in enumerate(words[:-2]) if word in OFFICIALS), default=0)
    end = office + 3 if words[office + 1 : office + 2] == ["of"] else office + 1  # “US Secretary of State Colin Powell”
    is_person = len(words) - end == 2 or (1 < len(words) - end < 5 and words[end] in GIVEN_NAMES)
    return first + end if office and is_person else first


def without_title(parsed: Parsed, span: Span) -> Span:
    """“Cllr Beryl Trewin” is Beryl Trewin."""
    first, last = span
    while first < last and (count := _words_of_title(parsed, first, last)):
        first += count
    return Span(first, last)


def _words_of_title(parsed: Parsed, first: int, last: int) -> int:
    """How many words of a title stand in front: “Lieutenant-General Ada Roe”, “Rear Admiral Ada Roe”, “Dr Ada Roe”."""
    words = [token.text.casefold() for token in parsed.tokens[first : last + 1]]
    if words[0] in HALF_TITLES:
        if len(words) > 3 and words[1] == "-" and words[2] in TITLES and words[2] != "director":
            return 3
        if len(words) > 3 and words[1] in TITLES and not ORGANISED.match(parsed.tokens[last].text):
            return 2
    return int(_is_title(parsed, first, last))


def _is_title(parsed: Parsed, first: int, last: int) -> bool:
    token = parsed.tokens[first]
    folded = token.text.casefold().rstrip(".")
    if ORGANISED.match(parsed.tokens[last].text) or parsed.tokens[last].text in ("Group", "League", "Motors"):
        return False
    following = parsed.tokens[first + 1]
    is_title = folded in TITLES and following.text not in ("of", "for", "&", "-") and following.tag != "POS"
    return (is_title and not (folded in ALSO_NAMES and first + 1 == last)) or token.text == "."


def _is_name(parsed: Parsed, span: Span, spelling: Spelling) -> bool:
    first, words = parsed.tokens[span.first], parsed.words(span)
    if not 1 < len(words.rstrip(".")) <= LONGEST_NAME or not LETTER.search(words) or not words[0].isalnum():
        return False
    if ERA.fullmatch(words) or is_torn_at_hyphen(parsed, span.first):
        return False
    if any(sign in words for sign in "|<>{}[]=\\*"):
        return False
    if NATIONAL_PHRASE.fullmatch(words) or words.casefold().replace("’", "'") in HOLIDAYS:
        return False
    if CODE_SIGNS.search(words) or is_office_phrase(words) or is_name_of_holder(span.last, parsed.tokens):
        return False
    if is_office_with_field(words, spelling.is_word) and first.text.casefold() not in GIVEN_NAMES:
        return False
    following = parsed.tokens[span.last + 1].text if span.last + 1 < len(parsed.tokens) else ""
    if _is_post_beside(parsed, span) or (
        words.casefold() in OF_AGE and following.casefold().rstrip(".") in BEFORE_NAMES
    ):
        return False
    folded = first.text.casefold()
    if folded in MONTHS and span.first != span.last and parsed.tokens[span.first + 1].text.isdigit():
        return False
    if folded in NUMBERED and span.last == span.first + 1 and SHORT_NUMBER.match(parsed.tokens[span.last].text):
        return False
    if span.first != span.last:
        return parsed.tokens[span.last].text.casefold() not in STAND_FOR_PEOPLE
    return not _is_plain_word(parsed, span.first, spelling)


def _is_post_beside(parsed: Parsed, span: Span) -> bool:
    """“Sofie Lindqvar, Dam Safety Inspector,”, “Finance Director, Orion Ltd”: an office with a capital, between commas
    or at the end of a line."""
    tokens = parsed.tokens
    before = tokens[span.first - 1].text if span.first else ","
    after = tokens[span.last + 1].text if span.last + 1 < len(tokens) else ","
    is_beside = before in (",", "(") and after in (",", ".", ";", ")")
    return is_beside and span.last > span.first and tokens[span.last].text.casefold() in OFFICIALS


def _is_plain_word(parsed: Parsed, number: int, spelling: Spelling) -> bool:
    """One word is a name unless it is known to be none, or is capitalised for another reason."""
    token = parsed.tokens[number]
    folded = token.text.casefold().rstrip(".")
    if folded in NO_NAMES or folded in MONTHS or folded in TITLES or folded in DAYS or folded in NUMBERED:
        return True
    if NATIONAL.match(token.text):
        return True
    if CODE_NAME.match(token.text) or token.text.isupper():
        return False
    return folded in spelling.small
