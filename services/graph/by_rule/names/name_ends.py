"""Where a name ends: whether the word that follows belongs to it, by signs, small words, owners and numbers."""

import itertools
import re
from collections.abc import Callable

from services.graph.by_rule.names.given_names import GIVEN_NAMES
from services.graph.by_rule.names.vocabulary import (
    ACRONYM,
    BEFORE_NAMES,
    DAYS,
    DIRECTIONS,
    ELIDED_ARTICLE,
    HAVE_OFFICES,
    INSTITUTIONS,
    JOINED_INSTITUTIONS,
    LEGAL_FORM,
    LINKS_IN,
    LINKS_OF,
    NATIONAL,
    OF_OFFICIALS,
    OF_SEVERAL,
    OPENS_WITH,
    ORGANISED,
    PARTICLES,
    SAINTS,
    SHORT_NUMBER,
    SITES,
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
)
from services.graph.by_rule.sentences.dates import DatePhrase
from services.graph.by_rule.sentences.tokens import Parsed, Token

MOST_WORDS = 9
"""Of a name."""


def end_with_next(
    parsed: Parsed, first: int, last: int, dates: tuple[DatePhrase, ...], is_word: Callable[[str], bool]
) -> int | None:
    """The last word of the name with what follows, None where it ends."""
    tokens, following = parsed.tokens, last + 1
    if following >= len(tokens) or following - first >= MOST_WORDS or in_date(tokens[following], dates):
        return None
    if tokens[following].text.casefold().rstrip(".") in BEFORE_NAMES and tokens[following].is_name:
        return None  # “Old Mr Rovere”, “Orion Ltd Ms Ada Roe”
    joined = _hyphenated(parsed, following, dates) or _joined_by_sign(parsed, following, dates)
    if joined is not None or _is_ended(parsed, first, last):
        return joined
    if ELIDED_ARTICLE.match(tokens[following].text):
        return following
    end = (
        _behind_particles(parsed, following, dates)
        or _joined_by_and(parsed, first, following, dates, is_word)
        or _behind_possessive(parsed, first, following, dates)
        or _behind_link(parsed, first, last, dates, is_word)
    )
    if end is None and _is_capital(parsed, following, dates):
        return None if _is_people_alone(parsed, first, last) else following
    return end or (following if _is_number_of_name(parsed, first, last) else None)


def _joined_by_sign(parsed: Parsed, following: int, dates: tuple[DatePhrase, ...]) -> int | None:
    """The word behind “&”, “/”, a hyphen, or the point of an initial."""
    here, token = parsed.tokens[following - 1], parsed.tokens[following]
    is_close = token.start == here.end
    is_point = token.text == "." and is_close and len(here.text) == 1
    is_sign = token.text in ("&", "/") or (token.text in ("-", "–") and is_close) or is_point
    return following + 1 if is_sign and _is_capital(parsed, following + 1, dates) else None


def _is_ended(parsed: Parsed, first: int, last: int) -> bool:
    """What follows is a day or another name, though it may be written with a capital."""
    here, token = parsed.tokens[last], parsed.tokens[last + 1]
    if token.text.casefold() in DAYS or _begins_person(parsed, first, last + 1):
        return True
    if last > first and LEGAL_FORM.match(here.text) and not LEGAL_FORM.match(token.text):
        return True
    is_world_war = last > first and here.text == "War" and parsed.tokens[last - 1].text == "World"
    return is_world_war and not SHORT_NUMBER.match(token.text)  # “After the First World War Bayer …”


def _behind_particles(parsed: Parsed, following: int, dates: tuple[DatePhrase, ...]) -> int | None:
    after = following
    while after < len(parsed.tokens) and parsed.tokens[after].text.casefold() in PARTICLES:
        after += 1
    return after if after > following and _is_capital(parsed, after, dates) else None


def _joined_by_and(
    parsed: Parsed, first: int, following: int, dates: tuple[DatePhrase, ...], is_word: Callable[[str], bool]
) -> int | None:
    if parsed.tokens[following].text != "and":
        return None
    return (
        end_of_joined_land(parsed, first, following)
        or _joined(parsed, following, dates)
        or end_of_joined_fields(parsed, first, following, is_word)
    )


def _behind_possessive(parsed: Parsed, first: int, following: int, dates: tuple[DatePhrase, ...]) -> int | None:
    if parsed.tokens[following].tag != "POS":
        return None
    if (owned := _owned(parsed, following, dates)) is not None:
        return owned
    is_saint = following == first + 2 and parsed.tokens[first].text in SAINTS
    return following if is_saint else None  # “at St Jude's”: the name of what is called so


def _behind_link(
    parsed: Parsed, first: int, last: int, dates: tuple[DatePhrase, ...], is_word: Callable[[str], bool]
) -> int | None:
    """The word behind “of”, “of the” and their like, where such a name goes on with it."""
    tokens, here, token = parsed.tokens, parsed.tokens[last], parsed.tokens[last + 1]
    of = LINKS_IN if here.text.casefold() in ("prize", "research", "convention", "conference") else LINKS_OF
    is_research = here.text == "Research" and last > first and token.text == "on"
    is_opening = first == last and here.text.casefold() in OPENS_WITH
    if token.text not in of or not (
        here.text.casefold() in INSTITUTIONS
        or is_research
        or is_opening
        or (token.text == "of" and are_plain_words(parsed, first, last, is_word))
    ):
        return None
    after = last + 2
    if after < len(tokens) and tokens[after].text == "the" and token.text != "in":
        after += 1
    return after if _is_capital(parsed, after, dates) else None


def _is_people_alone(parsed: Parsed, first: int, last: int) -> bool:
    """“German” before “Minister”: no part of a name."""
    here = parsed.tokens[last].text
    is_people = NATIONAL.match(here) is not None and here not in DIRECTIONS
    return is_people and first == last and not is_national_name(parsed, last + 1)


def _is_number_of_name(parsed: Parsed, first: int, last: int) -> bool:
    """“Apollo 11”, and no number that counts what follows it."""
    following, token = last + 1, parsed.tokens[last + 1]
    if _is_numbered_text(parsed.tokens[last].text, token.text):
        return True
    is_short = SHORT_NUMBER.match(token.text) is not None and len(token.text) < 4
    counts = token.text.isdigit() and (counts_what_follows(parsed, following) or is_person_before(parsed, first, last))
    return is_short and not counts and not is_elliptic(parsed, first, following)


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
        token.text[:1].isupper() and not in_date(token, dates) and token.tag not in ("PRP", "PRP$", "DT", "IN", "WRB")
    )


def is_national_name(parsed: Parsed, following: int) -> bool:
    """“Canadian Space Agency” and “British Telecom” are names, “Russian Sergei Krikalev” is not."""
    last = following
    while (
        last + 1 < len(parsed.tokens) and parsed.tokens[last + 1].text[:1].isupper() and parsed.tokens[last + 1].is_name
    ):
        last += 1
    return bool(ORGANISED.match(parsed.tokens[last].text) or ORGANISED.match(parsed.tokens[following].text))


def in_date(token: Token, dates: tuple[DatePhrase, ...]) -> bool:
    return any(phrase.start <= token.start < phrase.end for phrase in dates)
