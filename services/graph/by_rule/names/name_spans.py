"""Where names stand in a parsed sentence. Pure.

A name is a run of words that the parser takes for proper nouns, with what belongs to it: “of”, a number, a code.
Months, “Figure 2” and a sentence's first word are none by themselves.
"""

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from services.graph.by_rule.names.given_names import GIVEN_NAMES
from services.graph.by_rule.names.terms import term_spans
from services.graph.by_rule.names.vocabulary import (
    ACRONYM,
    ALSO_NAMES,
    BEFORE_NAMES,
    CAPITAL_WORD,
    CODE_NAME,
    CODE_SIGNS,
    DAYS,
    DIRECTIONS,
    ELIDED_ARTICLE,
    ERA,
    HALF_TITLES,
    HAVE_OFFICES,
    HOLIDAYS,
    INSTITUTIONS,
    JOINED_INSTITUTIONS,
    JOINED_LANDS,
    LEGAL_FORM,
    LETTER,
    LIKE_NAMES,
    LINKS_IN,
    LINKS_OF,
    NATIONAL,
    NATIONAL_PHRASE,
    NO_NAMES,
    NUMBERED,
    OF_AGE,
    OF_OFFICIALS,
    OF_SEVERAL,
    OPENING_SIGNS,
    OPENS_WITH,
    ORGANISED,
    PARTICLES,
    SAINTS,
    SHORT_NUMBER,
    SITES,
    SMALL_WORD,
    STAND_FOR_PEOPLE,
    TITLES,
    WITH_OWNER,
    WITH_OWNER_AS_NAME,
)
from services.graph.by_rule.names.whole_names import (
    are_plain_words,
    counts_what_follows,
    end_of_joined_fields,
    end_of_joined_land,
    is_elliptic,
    is_person_before,
    is_torn_at_hyphen,
)
from services.graph.by_rule.sentences.dates import MONTHS, DatePhrase
from services.graph.by_rule.sentences.titles import OFFICIALS, is_name_of_holder, is_office_phrase, is_office_with_field
from services.graph.by_rule.sentences.tokens import Parsed, Span, Token

LONGEST_NAME = 80
MOST_WORDS = 9


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
        if token.text.islower() or _in_date(token, dates) or not _begins(parsed, number, spelling):
            number += 1
            continue
        last = number
        while (following := _continued(parsed, number, last, dates, spelling)) is not None:
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


def _continued(parsed: Parsed, first: int, last: int, dates: tuple[DatePhrase, ...], spelling: Spelling) -> int | None:
    """The last word of the name with what follows, None where it ends."""
    tokens, following = parsed.tokens, last + 1
    if following >= len(tokens) or following - first >= MOST_WORDS or _in_date(tokens[following], dates):
        return None
    here, token = tokens[last], tokens[following]
    if token.text.casefold().rstrip(".") in BEFORE_NAMES and token.is_name:
        return None  # “Old Mr Rovere”, “Orion Ltd Ms Ada Roe”
    if (end := _hyphenated(parsed, following, dates)) is not None:
        return end
    if token.text in ("&", "/") or (token.text in ("-", "–") and token.start == here.end):
        return following + 1 if _is_capital(parsed, following + 1, dates) else None
    if (
        token.text == "."
        and token.start == here.end
        and len(here.text) == 1
        and _is_capital(parsed, following + 1, dates)
    ):
        return following + 1
    if token.text.casefold() in DAYS or _begins_person(parsed, first, following):
        return None
    if last > first and LEGAL_FORM.match(here.text) and not LEGAL_FORM.match(token.text):
        return None
    if last > first and here.text == "War" and tokens[last - 1].text == "World" and not SHORT_NUMBER.match(token.text):
        return None  # “After the First World War Bayer …”
    if ELIDED_ARTICLE.match(token.text):
        return following
    after = following
    while after < len(tokens) and tokens[after].text.casefold() in PARTICLES:
        after += 1
    if after > following and _is_capital(parsed, after, dates):
        return after
    if token.text == "and" and (end := end_of_joined_land(parsed, first, following)) is not None:
        return end
    if token.text == "and" and (end := _joined(parsed, following, dates)) is not None:
        return end
    if token.text == "and" and (end := end_of_joined_fields(parsed, first, following, spelling.is_word)) is not None:
        return end
    if token.tag == "POS" and (owned := _owned(parsed, following, dates)) is not None:
        return owned
    if token.tag == "POS" and last == first + 1 and tokens[first].text in SAINTS:
        return following  # “at St Jude's”: the name of what is called so
    of = LINKS_IN if here.text.casefold() in ("prize", "research", "convention", "conference") else LINKS_OF
    is_research = here.text == "Research" and last > first and token.text == "on"
    is_opening = first == last and here.text.casefold() in OPENS_WITH
    if token.text in of and (
        here.text.casefold() in INSTITUTIONS
        or is_research
        or is_opening
        or (token.text == "of" and are_plain_words(parsed, first, last, spelling.is_word))
    ):
        after = following + 1
        if after < len(tokens) and tokens[after].text == "the" and token.text != "in":
            after += 1
        return after if _is_capital(parsed, after, dates) else None
    if _is_capital(parsed, following, dates):
        is_people = NATIONAL.match(here.text) is not None and here.text not in DIRECTIONS
        return None if is_people and first == last and not _is_national_name(parsed, following) else following
    if _is_numbered_text(here.text, token.text):
        return following
    if (
        SHORT_NUMBER.match(token.text)
        and len(token.text) < 4
        and (
            not token.text.isdigit()
            or not (counts_what_follows(parsed, following) or is_person_before(parsed, first, last))
        )
        and not is_elliptic(parsed, first, following)
    ):
        return following
    return None


def _begins_person(parsed: Parsed, first: int, number: int) -> bool:
    """“Logan International Airport Tom Kinton”: a given name behind what ends the name of an institution."""
    words = [token.text for token in parsed.tokens[number - 1 : number + 2]]
    is_ended = number - 1 > first and (
        words[0].casefold() in INSTITUTIONS | SITES or ORGANISED.match(words[0]) is not None
    )
    return is_ended and len(words) == 3 and words[1].casefold() in GIVEN_NAMES and words[2][:1].isupper()


def _hyphenated(parsed: Parsed, hyphen: int, dates: tuple[DatePhrase, ...]) -> int | None:
    """The last word of “Stoke-on-Trent”, without blanks."""
    parts = parsed.tokens[hyphen - 1 : hyphen + 4]
    is_whole = len(parts) == 5 and all(one.end == other.start for one, other in itertools.pairwise(parts))
    is_small = is_whole and parts[1].text == parts[3].text == "-" and parts[2].text.islower()
    return hyphen + 3 if is_small and _is_capital(parsed, hyphen + 3, dates) else None


def _owned(parsed: Parsed, possessive: int, dates: tuple[DatePhrase, ...]) -> int | None:
    """The last word of “St Mary's Hospital”, “the Harbour Users' Committee”, “the Mayor's Office”."""
    if possessive + 1 >= len(parsed.tokens):
        return None
    owned = parsed.tokens[possessive + 1].text.casefold()
    are_several = parsed.tokens[possessive].text in ("'", "’")
    is_official = parsed.tokens[possessive - 1].text.casefold() in HAVE_OFFICES
    words = WITH_OWNER_AS_NAME | (OF_SEVERAL if are_several else frozenset())
    words |= OF_OFFICIALS if is_official else frozenset()
    is_name = owned in words and _is_capital(parsed, possessive + 1, dates)
    return possessive + 1 if is_name or owned in WITH_OWNER else None


def _is_numbered_text(word: str, number: str) -> bool:
    """“RFC 9110”, “ISO 27001”: no year."""
    return bool(ACRONYM.match(word) and re.match(r"\d{4,5}$", number) and not re.match(r"1[5-9]\d\d$|20\d\d$", number))


def _joined(parsed: Parsed, conjunction: int, dates: tuple[DatePhrase, ...]) -> int | None:
    """The end of “… and Drug Administration”."""
    for end in (conjunction + 1, conjunction + 2):
        if not _is_capital(parsed, end, dates):
            return None
        if end > conjunction + 1 and parsed.tokens[end].text.casefold() in JOINED_INSTITUTIONS:
            return end
    return None


def _is_capital(parsed: Parsed, number: int, dates: tuple[DatePhrase, ...]) -> bool:
    if number >= len(parsed.tokens):
        return False
    token = parsed.tokens[number]
    return (
        token.text[:1].isupper() and not _in_date(token, dates) and token.tag not in ("PRP", "PRP$", "DT", "IN", "WRB")
    )


def _is_national_name(parsed: Parsed, following: int) -> bool:
    """“Canadian Space Agency” and “British Telecom” are names, “Russian Sergei Krikalev” is not."""
    last = following
    while (
        last + 1 < len(parsed.tokens) and parsed.tokens[last + 1].text[:1].isupper() and parsed.tokens[last + 1].is_name
    ):
        last += 1
    return bool(ORGANISED.match(parsed.tokens[last].text) or ORGANISED.match(parsed.tokens[following].text))


def _in_date(token: Token, dates: tuple[DatePhrase, ...]) -> bool:
    return any(phrase.start <= token.start < phrase.end for phrase in dates)


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
        first += 0 if _is_national_name(parsed, first + 2) else 2
    elif last == first + 1 and parsed.tokens[first].text in DIRECTIONS:
        pass  # “Western Australia”
    elif first < last and NATIONAL.match(parsed.tokens[first].text):
        first += not _is_national_name(parsed, first + 1)
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
