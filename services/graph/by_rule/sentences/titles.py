"""Offices that are written like names: in “Carla Nunes, CEO of Tejo Ports” the second is none. Pure."""

from collections.abc import Sequence

from services.graph.by_rule.sentences.tokens import Token, word_set
from services.graph.by_rule.sentences.vocabulary import MODIFIERS, OFFICES

_STAND_ALONE = frozenset(("appos", "attr", "oprd", "pobj", "conj", "dobj", "ROOT", "nsubj"))
_ALSO_SURNAMES = word_set("king queen head dean general premier partner member mayor president chancellor")


def with_offices(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Such a word as a noun, unless it stands before or within a name: “President Ford”, “Stephen King”."""
    return tuple(
        token._replace(tag="NN") if _is_office(number, tokens) else token for number, token in enumerate(tokens)
    )


def is_office_phrase(words: str) -> bool:
    """“Chief Executive Officer”: made of nothing but an office and what says which."""
    parts = words.casefold().replace("-", " ").split()
    return parts[-1] in OFFICES and all(part in OFFICES or part in MODIFIERS for part in parts)


def _is_office(number: int, tokens: Sequence[Token]) -> bool:
    token = tokens[number]
    if not token.is_name or token.lemma not in OFFICES or token.dep not in _STAND_ALONE:
        return False
    before = tokens[number - 1] if number and tokens[number - 1].text[0].isupper() else None
    if before is not None and before.is_name and before.text.casefold() not in MODIFIERS | OFFICES:
        return False
    return token.lemma not in _ALSO_SURNAMES or token.dep in ("appos", "attr", "oprd")
