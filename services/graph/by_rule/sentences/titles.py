"""Nouns that are written like names: offices, as in “Carla Nunes, CEO of Tejo Ports”, and what a text calls its
parties, as in “the Tenant” and “the Town”. Pure."""

from collections.abc import Callable, Sequence

from services.graph.by_rule.sentences.tokens import Token, word_set
from services.graph.by_rule.sentences.vocabulary import GROUPS, MATTERS, MODIFIERS, OFFICES, PLACES, ROLES

_STAND_ALONE = frozenset(("appos", "attr", "oprd", "pobj", "conj", "dobj", "ROOT", "nsubj"))
_ALSO_SURNAMES = word_set("king queen head dean general premier partner member mayor president chancellor")
_CALLED = GROUPS | PLACES | ROLES | MATTERS | OFFICES - _ALSO_SURNAMES
_BEFORE_CALLED = word_set("the this each any either such said no")
_NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS"))
_QUOTES = frozenset(("“", '"', "‘", "'", "``"))
"""“Ada Roe (the “Tenant”)”."""
OFFICIALS = word_set("""
master clerk inspector officer minister secretary director commissioner mayor president treasurer manager leader
chairman chairwoman surveyor registrar warden superintendent engineer steward
""")
"""“The Harbour Master reported”: a title of two words that stands for a person."""


def mark_offices(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Such a word as a noun, unless it stands before or within a name: “President Ford”, “Stephen King”."""
    return tuple(
        token._replace(tag="NN")
        if token.tag in _NOUNS and (_is_office(number, tokens) or is_name_of_holder(number, tokens))
        else token
        for number, token in enumerate(tokens)
    )


def is_office_phrase(words: str) -> bool:
    """“Chief Executive Officer”: made of nothing but an office and what says which."""
    parts = words.casefold().replace("-", " ").split()
    return parts[-1] in OFFICES and all(part in OFFICES or part in MODIFIERS for part in parts)


def is_office_with_field(words: str, is_word: Callable[[str], bool]) -> bool:
    """“Project Leader”, “Press Secretary”: an office and a plain word that says of what."""
    parts = words.split()
    return len(parts) == 2 and parts[1].casefold() in OFFICIALS and is_word(parts[0])


def _is_office(number: int, tokens: Sequence[Token]) -> bool:
    token = tokens[number]
    if not token.is_name or token.lemma not in OFFICES or token.dep not in _STAND_ALONE:
        return False
    before = tokens[number - 1] if number and tokens[number - 1].text[0].isupper() else None
    if before is not None and before.is_name and before.text.casefold() not in MODIFIERS | OFFICES:
        return False
    return token.lemma not in _ALSO_SURNAMES or token.dep in ("appos", "attr", "oprd")


def is_name_of_holder(number: int, tokens: Sequence[Token]) -> bool:
    """“the Tenant”, “The Harbour Master”: with the article before it, and no more of a name around it."""
    token = tokens[number]
    if not (token.is_name or token.is_noun) or not token.text[0].isupper():
        return False
    if number + 1 < len(tokens) and (_is_capital(tokens[number + 1]) or tokens[number + 1].text in ("of", "for", "&")):
        return _is_official(number + 1, tokens)
    before = number - 2 if number > 1 and tokens[number - 1].text in _QUOTES else number - 1
    is_definite = before >= 0 and tokens[before].text.casefold() in _BEFORE_CALLED
    return (is_definite and token.lemma in _CALLED) or _is_official(number, tokens)


def _is_official(last: int, tokens: Sequence[Token]) -> bool:
    """Two words behind an article, and no name behind them."""
    if last < 2 or not _is_capital(tokens[last]) or tokens[last].text.casefold() not in OFFICIALS:
        return False
    is_whole = last + 1 == len(tokens) or not _is_capital(tokens[last + 1])
    return is_whole and _is_capital(tokens[last - 1]) and tokens[last - 2].text.casefold() == "the"


def _is_capital(token: Token) -> bool:
    return token.text[0].isupper()
