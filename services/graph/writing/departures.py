"""Who has left what they belonged to, and who took their place: “became manager of Rovers in 2014”, and “left Rovers in
2019” or “was replaced by Mills in 2019”. Pure.

Relations are read by rule, so their names are made of the sentence's own words: `MANAGER_OF`, `JOIN`, `SACKED_BY`.
"""

from collections.abc import Sequence

from services.graph.by_rule.sentences.tokens import word_set
from services.graph.by_rule.sentences.vocabulary import LEAVES, OFFICES_OF_PEOPLE

_FOR_GOOD = word_set("founder cofounder co-founder ambassador")
"""What nobody ceases to be by leaving, and an office that is held at one place for another."""
_HELD = OFFICES_OF_PEOPLE - _FOR_GOOD | word_set("member player employee")
_BELONGS = word_set("join manage lead direct chair head coach run captain serve work play teach preside rejoin")
_PUTS_IN = word_set("appoint hire elect name employ sign recruit install")
_PUTS_OUT = word_set("dismiss remove oust fire sack depose expel release")
_GOES = LEAVES - _PUTS_OUT | {"step", "stand", "die"}
_PAST = {"led": "lead", "ran": "run", "signed": "sign", "left": "leave", "fired": "fire", "taught": "teach"}
_OF_MEMBERS = _BELONGS - word_set("manage lead direct chair head coach run captain preside")
"""What one goes on with when somebody else takes the office."""
_OFFICE_OF = {
    **{"leader": "lead", "manager": "manage", "director": "direct", "editor": "edit", "owner": "own"},
    **dict.fromkeys(("chair", "chairman", "chairwoman", "chairperson"), "chair"),
}
LATER_FIRST = ("SUCCEED", "REPLACE", "TAKE_OVER_FROM", "FOLLOW")
EARLIER_FIRST = ("SUCCEEDED_BY", "REPLACED_BY", "FOLLOWED_BY")
"""Relations of one who takes another's place, by which of the two is the source."""
_PLACED = ("of", "at", "for", "in")
WITH_PREPOSITION = 2
"""Words of a relation: “work at”."""
LEAVING = f"(?i)(?:{'|'.join(sorted({*_GOES, *_PUTS_OUT, 'left'}))})(?:e?d)?(?:_.*)?"
"""Which relations may tell of a departure, for the whole name of one, in Java's and in Python's regular expressions."""


def has_left(belongs: str, by_target: bool, leaves: str) -> bool:
    """Whether the relation `leaves` between two ends is the end of `belongs` between them.

    `by_target`: the source of the one is the target of the other.
    """
    who, leaver = _belonging_end(belongs.casefold().split("_")), _leaving_end(leaves.casefold().split("_"))
    if who is None or leaver is None:
        return False
    return (who != leaver) is by_target


def is_replaced(belongs: str, is_source: bool) -> bool:
    """Whether who stands at that end of `belongs` holds an office by it, which another one takes over."""
    words = belongs.casefold().split("_")
    is_of_member = _base(words[0]) in _OF_MEMBERS or "member" in words or "player" in words or "employee" in words
    return not is_of_member and _belonging_end(words) == (0 if is_source else 1)


def same_office(one: str, other: str) -> bool:
    """Whether two relations from the same to the same say the same: `LEAD` and `LEADER_OF`."""
    return one == other or _office(one) == _office(other) is not None


def _office(relation: str) -> str | None:
    """The verb of an office that nothing else is said of."""
    words = relation.casefold().split("_")
    if len(words) == 1 and words[0] in _BELONGS:
        return words[0]
    if len(words) == WITH_PREPOSITION and words[1] in _PLACED:
        return _OFFICE_OF.get(words[0], words[0] if words[0] in _BELONGS & _HELD else None)
    return None


def _base(verb: str) -> str:
    """“managed” is a form of “manage”, “sacked” of “sack”."""
    known = _BELONGS | _PUTS_IN | _PUTS_OUT | _GOES
    forms = (verb, verb.removesuffix("d"), verb.removesuffix("ed"), verb[:-3])
    return _PAST.get(verb) or next((form for form in forms if form in known), verb)


def _belonging_end(words: Sequence[str]) -> int | None:
    """0: the source belongs to the target; 1: the target to the source; None: it tells nothing of the kind."""
    first, last, verb = words[0], words[-1], _base(words[0])
    if len(words) > 1 and words[-2] in _HELD and last in _PLACED:
        return 0
    if verb in _BELONGS and len(words) <= WITH_PREPOSITION:
        return 1 if last == "by" else 0
    if verb in _PUTS_IN:
        return 0 if first != verb else 1
    return None


def _leaving_end(words: Sequence[str]) -> int | None:
    first, verb = words[0], _base(words[0])
    if verb in ("step", "stand"):
        return 0 if "down" in words else None
    if verb in _PUTS_OUT:
        return 0 if first != verb else 1
    return 0 if verb in _GOES else None
