"""A link between two things, as a sentence's grammar states it, before the context says what each of them is. Pure."""

from typing import Literal, NamedTuple

from services.graph.by_rule.sentences.dates import DatePhrase
from services.graph.by_rule.sentences.tokens import Span

EndKind = Literal[
    "name",
    "person",
    "thing",
    "group",
    "place",
    "noun",
    "office",
    "post",
    "place taken",
    "topic",
    "heading",
    "caption",
    "writer",
]

OPEN_OFFICES = frozenset(("office", "post", "place taken"))
"""Kinds of ends that people hold."""


class End(NamedTuple):
    """`span` of a name; other kinds say what the context must name: `word` is the noun that was used.

    Of a name, `word` is the part of it that is spoken of: “the core stage of Ariane 5”. A “post” is an office that is
    only told by words of other uses (“was in charge”); a “place taken” is the office of the person at `token`; the
    “writer” is whom the head of a mail names as its sender.
    """

    kind: EndKind
    token: int
    span: Span | None = None
    word: str = ""


class Link(NamedTuple):
    """`anchor` is the word that the link's dates hang on; `are_places`: it holds only between two places."""

    subject: End
    relation: str
    object: End
    anchor: int
    is_office: bool = False
    is_main: bool = False
    """An office that the sentence's verb gives, not one said in passing."""
    are_places: bool = False
    instead_of: End | None = None
    """“A joined X in 1990 and B in 1995”: A, of whose kind B has to be."""
    date: DatePhrase | None = None
    """Of an item or a row, which has no verb that a date could hang on."""
