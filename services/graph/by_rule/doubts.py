"""How sure a reading is that a fact says what its sentence says, and in words why a person should look at it. Pure.

Each sign that speaks against a fact has points; a fact with too many waits. `bench.fact_doubts` tells how they were
got.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

WAITS, WAITS_IN_PLAIN_TEXT = 10, 14
"""Points with which a fact waits for a person; in a text whose facts are mostly plain, more may speak against it."""
HEAVY, PLAIN_SHARE, FEWEST_FACTS = 12, 0.35, 4
"""A text is plain where fewer than this share of its facts, of so many at least, have so many points."""
REASONS_TOLD = 2


class Doubt(NamedTuple):
    points: int
    words: str


DOUBTS: Mapping[str, Doubt] = {
    # how its ends are named
    "unknown kind": Doubt(10, "nothing tells what one of its names is"),
    "seen longer": Doubt(7, "one of its names may be a part of a longer one"),
    "seen shorter": Doubt(4, "one of its names may hold more than the name"),
    "other words": Doubt(11, "one of its names may hold words that are no part of it"),
    "plain word": Doubt(5, "one of its names is also a plain word"),
    "joined": Doubt(7, "“and” or “of” may join one of its names to more words of the name"),
    "behind capital": Doubt(6, "a word with a capital stands right before one of its names"),
    "behind direction": Doubt(7, "one of its names is only a part of what is spoken of"),
    "mrs": Doubt(17, "“Mrs” before a name may be the wife of who has it"),
    "office in name": Doubt(7, "one of its names holds the word for an office"),
    "modifier": Doubt(4, "one of its names only says more of another word"),
    # what stands for them
    "from words of heading": Doubt(11, "one of its names is only a part of a heading"),
    "described": Doubt(12, "one of its names stands for “it” or for a word such as “the company”"),
    "he of several": Doubt(12, "“he” or “she” may be another person"),
    "office left open": Doubt(4, "its sentence does not say whose office it is"),
    # how they are joined
    "entry": Doubt(4, "it is read from an entry, not from a sentence"),
    "passive elsewhere": Doubt(4, "a participle joins its names"),
    "owned": Doubt(8, "a possessive alone joins its names"),
    "person made": Doubt(8, "nobody does this to a person"),
    "deep object": Doubt(3, "its second name hangs on other words"),
    "he": Doubt(5, "“he” or “she” stands for one of its names"),
    "plain words": Doubt(2, "one of its names is made of plain words"),
    "owner": Doubt(2, "one of its names only owns what is spoken of"),
    "noun": Doubt(9, "a noun alone joins its names"),
    "placed": Doubt(9, "a preposition alone joins its names"),
    "is": Doubt(2, "it is told with “is” or “became”"),
    "office misfit": Doubt(8, "one of its names is not of the kind that the office needs"),
    "deep subject": Doubt(15, "its sentence says this of something that belongs to the first name"),
    "subject behind": Doubt(10, "the first name stands behind the verb"),
    "object first": Doubt(5, "the second name stands before the first"),
    "names between": Doubt(2, "another name stands between its names"),
    "many between": Doubt(9, "several names or a quotation stand between its names"),
    "far": Doubt(3, "its names stand far from each other"),
    "very far": Doubt(9, "its names stand very far from each other"),
    # what its sentence is like
    "long": Doubt(4, "its sentence is long"),
    "very long": Doubt(7, "its sentence is very long"),
    "code": Doubt(8, "its sentence has signs of code or of references"),
}


def points_of(signs: Collection[str]) -> int:
    return sum(DOUBTS[sign].points for sign in signs if sign in DOUBTS)


def doubts_of(signs: Sequence[Collection[str]]) -> list[str]:
    """Of each fact of a document: why it waits, "" where little speaks against it."""
    points = [points_of(one) for one in signs]
    is_plain = len(points) >= FEWEST_FACTS and sum(one >= HEAVY for one in points) < PLAIN_SHARE * len(points)
    limit = WAITS_IN_PLAIN_TEXT if is_plain else WAITS
    return [_reason(one) if count >= limit else "" for one, count in zip(signs, points, strict=True)]


def _reason(signs: Collection[str]) -> str:
    """What speaks against it most."""
    told = sorted((DOUBTS[sign] for sign in signs if sign in DOUBTS), key=lambda one: (-one.points, one.words))
    return f"To be checked: {'; '.join(one.words for one in told[:REASONS_TOLD])}."
