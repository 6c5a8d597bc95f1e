"""A verb or an office that is said once and holds for the next name, too: “A joined X in 1990, and B in 1995”. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from services.graph.by_rule.sentences.dates import DatePhrase
from services.graph.by_rule.sentences.tokens import Parsed, Span
from services.graph.by_rule.statements.assertions import is_asserted
from services.graph.by_rule.statements.ends import Ends
from services.graph.by_rule.statements.links import End, Link


@dataclass(frozen=True)
class Elided:
    ends: Ends

    def links(self, found: Sequence[Link]) -> Iterator[Link]:
        """A name behind a comma or “and”, right before a date of its own, takes the place of the end before it that is
        of its kind; in an office, of who held it."""
        for span in self.ends.spans:
            if (date := self._own_date(span)) is None:
                continue
            number = self._parsed.at(date.start) or span.last
            held = [link for link in found if link.is_main and self._goes_on(link, span) and date.first and date.last]
            if held and held[-1].subject.kind == "name":
                yield held[-1]._replace(subject=self._end(span), anchor=number)
            elif not any(span in (link.subject.span, link.object.span) for link in found):
                yield from self._instead(found, span, number)

    def followed(self, found: Sequence[Link]) -> list[Link]:
        """“Norway joined in 1987, and Finland followed in 1995”: did the same."""
        copies: list[Link] = []
        for verb, token in enumerate(self._parsed.tokens):
            if token.lemma == "follow" and token.tag == "VBD" and not self._leads_somewhere(verb):
                before = [
                    link
                    for link in found
                    if link.anchor < verb and link.anchor in (token.head, *self._parsed.under(token.head, "ccomp"))
                ]
                for subject in self.ends.subjects(verb) if is_asserted(self._parsed, verb) else []:
                    own = [link for link in before if link.subject.span != subject.span]
                    copies += [link._replace(subject=subject, anchor=verb, instead_of=link.subject) for link in own]
        return copies

    def _leads_somewhere(self, verb: int) -> bool:
        """“followed the case”, “followed him to London”."""
        prepositions = self._parsed.under(verb, "prep")
        nouns = [noun for p in prepositions for noun in self._parsed.under(p, "pobj")]
        is_bare = all(self.ends.in_date(noun) for noun in nouns)
        return bool(self._parsed.under(verb, "dobj", "auxpass", "agent")) or not is_bare

    def _instead(self, found: Sequence[Link], span: Span, number: int) -> Iterator[Link]:
        before = [link for link in found if self._goes_on(link, span) and self._parsed.tokens[link.anchor].is_verb]
        for link in before:
            if link.anchor == before[-1].anchor and not link.is_office:
                yield link._replace(subject=self._end(span), anchor=number, instead_of=link.subject)
                yield link._replace(object=self._end(span), anchor=number, instead_of=link.object)

    def _own_date(self, span: Span) -> DatePhrase | None:
        end = self._parsed.tokens[span.last].end
        return next((date for date in self.ends.dates if 0 <= date.start - end <= 1 and not date.is_loose), None)

    def _goes_on(self, link: Link, span: Span) -> bool:
        """No other verb stands between the link's own and the name, and a date of its own does."""
        if link.anchor >= span.first or link.subject.token >= span.first:
            return False
        tokens = self._parsed.tokens
        first = span.first - 1 if tokens[span.first - 1].text == "the" else span.first
        between = tokens[link.anchor + 1 : first]
        if not between or between[-1].text not in (",", "and", ";"):
            return False
        return not any(token.is_verb and token.dep != "acl" for token in between) and self._is_dated(link, first)

    def _is_dated(self, link: Link, first: int) -> bool:
        """The date of what was said before ends right before the comma or the “and”; a name right before that date is
        one of the link's own: “two flights, X in 2021 and Y in 2024”."""
        joint = self._joint(link, first)
        date = next((date for date in self.ends.dates if date.end == self._parsed.tokens[joint].end), None)
        named = self._named_before(date)
        return link.is_main or (date is not None and named in (None, link.subject.span, link.object.span))

    def _joint(self, link: Link, first: int) -> int:
        joint = first - 1
        while joint > link.anchor and self._parsed.tokens[joint].text in (",", "and", ";"):
            joint -= 1
        return joint

    def _named_before(self, date: DatePhrase | None) -> Span | None:
        begin = self._parsed.at(date.start) if date is not None else None
        return self.ends.span_at(begin - 1) if begin else None

    def _end(self, span: Span) -> End:
        return End("name", self._parsed.head_of(span), span)

    @property
    def _parsed(self) -> Parsed:
        return self.ends.parsed
