"""How sure a reading is that a fact says what its sentence says, and in words why a person should look at it. Pure.

Each sign that speaks against a fact has points; a fact with too many waits. `bench.fact_doubts` tells how they were
got.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

MOST_POINTS = 6
"""A fact with so many waits for a person."""
REASONS_TOLD = 2


class Doubt(NamedTuple):
    points: int
    words: str


DOUBTS: Mapping[str, Doubt] = {
    # how its ends are named
    "unknown kind": Doubt(11, "nothing tells what one of its names is"),
    "seen longer": Doubt(7, "one of its names may be a part of a longer one"),
    "seen shorter": Doubt(3, "one of its names may hold more than the name"),
    "other words": Doubt(10, "one of its names may hold words that are no part of it"),
    "plain word": Doubt(5, "one of its names is also a plain word"),
    "joined": Doubt(5, "“and” or “of” may join one of its names to more words of the name"),
    "behind capital": Doubt(6, "a word with a capital stands right before one of its names"),
    "behind direction": Doubt(7, "one of its names is only a part of what is spoken of"),
    "mrs": Doubt(16, "“Mrs” before a name may be the wife of who has it"),
    "office in name": Doubt(7, "one of its names holds the word for an office"),
    "modifier": Doubt(5, "one of its names only says more of another word"),
    # what stands for them
    "from words of heading": Doubt(11, "one of its names is only a part of a heading"),
    "described": Doubt(10, "one of its names stands for “it” or for a word such as “the company”"),
    "he of several": Doubt(6, "“he” or “she” may be another person"),
    "office left open": Doubt(3, "its sentence does not say whose office it is"),
    # how they are joined
    "entry": Doubt(3, "it is read from an entry, not from a sentence"),
    "noun": Doubt(9, "a noun alone joins its names"),
    "placed": Doubt(3, "a preposition alone joins its names"),
    "is": Doubt(2, "it is told with “is” or “became”"),
    "office misfit": Doubt(9, "one of its names is not of the kind that the office needs"),
    "deep subject": Doubt(16, "its sentence says this of something that belongs to the first name"),
    "subject behind": Doubt(12, "the first name stands behind the verb"),
    "object first": Doubt(5, "the second name stands before the first"),
    "names between": Doubt(3, "another name stands between its names"),
    "many between": Doubt(8, "several names or a quotation stand between its names"),
    "far": Doubt(3, "its names stand far from each other"),
    "very far": Doubt(9, "its names stand very far from each other"),
    # what its sentence is like
    "long": Doubt(3, "its sentence is long"),
    "very long": Doubt(7, "its sentence is very long"),
    "code": Doubt(5, "its sentence has signs of code or of references"),
}


def points_of(signs: Collection[str]) -> int:
    return sum(DOUBTS[sign].points for sign in signs if sign in DOUBTS)


def doubt_of(signs: Collection[str]) -> str:
    """ "" where little speaks against the fact; else the heaviest reasons."""
    if points_of(signs) < MOST_POINTS:
        return ""
    told = sorted((DOUBTS[sign] for sign in signs if sign in DOUBTS), key=lambda one: (-one.points, one.words))
    return f"To be checked: {'; '.join(one.words for one in told[:REASONS_TOLD])}."
