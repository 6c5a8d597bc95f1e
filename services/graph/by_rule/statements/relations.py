"""What a sentence states between two things, by its grammar: who does what to whom, and who is what of whom. Pure.

An end is a name, or a word that stands for one that the context names: “she”, “the company”, an office left open.
What a sentence denies, plans, supposes or asks states nothing.
"""

from collections.abc import Iterator, Sequence

from services.graph.by_rule.sentences.dates import DatePhrase
from services.graph.by_rule.sentences.tokens import Parsed, Span
from services.graph.by_rule.sentences.vocabulary import DOUBTED
from services.graph.by_rule.statements.assertions import is_asserted
from services.graph.by_rule.statements.beside import Beside
from services.graph.by_rule.statements.elided import Elided
from services.graph.by_rule.statements.ends import Ends
from services.graph.by_rule.statements.links import Link
from services.graph.by_rule.statements.offices import Offices
from services.graph.by_rule.statements.posts import Posts
from services.graph.by_rule.statements.seats import Seats
from services.graph.by_rule.statements.verbs import Verbs

MOST_A_VERB = 16


def sentence_links(parsed: Parsed, spans: Sequence[Span], dates: Sequence[DatePhrase]) -> list[Link]:
    """In the order of the sentence, each once."""
    ends = Ends(parsed, spans, dates)
    offices, beside = Offices(ends), Beside(ends)
    verbs = Verbs(ends, offices, Seats(ends), Posts(ends))
    found = [link for number in range(len(parsed.tokens)) for link in _at(number, parsed, verbs, offices)]
    found += Elided(ends).followed(found)
    elided = list(Elided(ends).links(found))
    without = {link.subject.span for link in elided if link.instead_of is None}
    found = [link for link in found if link.subject.span is None or link.subject.span not in without]
    return [link for link in dict.fromkeys([*found, *beside.links(), *elided]) if not _is_doubted(link, parsed)]


def _is_doubted(link: Link, parsed: Parsed) -> bool:
    """“the alleged leader of X”, “suspected X member Peter Lang”."""
    first = min([link.anchor, *(end.span.first for end in (link.subject, link.object) if end.span is not None)])
    before = {number - 1 for number in (first, link.anchor) if number > 0}
    return link.is_office and any(parsed.tokens[number].text.casefold() in DOUBTED for number in before)


def _at(number: int, parsed: Parsed, verbs: Verbs, offices: Offices) -> Iterator[Link]:
    token = parsed.tokens[number]
    if token.is_verb and verbs.ends.span_at(number) is None and is_asserted(parsed, number):
        yield from list(verbs.links(number))[:MOST_A_VERB]
    if token.is_noun:
        yield from offices.beside(number)
        yield from offices.between(number)
        yield from offices.appointed(number)
        yield from offices.done(number)
