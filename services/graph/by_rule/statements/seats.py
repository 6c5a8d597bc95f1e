"""Where the headquarters of something are, and where they moved. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from services.graph.by_rule.sentences.tokens import Parsed
from services.graph.by_rule.sentences.vocabulary import SEAT_OFFICES, SEATED, SEATS
from services.graph.by_rule.statements.ends import Ends
from services.graph.by_rule.statements.links import End, Link


@dataclass(frozen=True)
class Seats:
    ends: Ends

    def links(self, verb: int, name: str) -> Iterator[Link]:
        """“Headquarters are in Leeds”, “its head office moved to Hull”: whose, the context says."""
        if self._parsed.tokens[verb].lemma not in SEATED:
            return
        for noun in self._parsed.under(verb, "nsubj", "nsubjpass"):
            if (phrase := self._seat(noun)) is not None and (owner := self._owner(noun)) is not None:
                moved = "" if self._parsed.tokens[verb].lemma == "be" else f" {name}"
                for word, place in self._places(verb):
                    yield Link(owner, f"{phrase}{moved} {word}", place, verb)

    def _places(self, verb: int) -> Iterator[tuple[str, End]]:
        for preposition in self._parsed.under(verb, "prep"):
            word = self._parsed.tokens[preposition].text.casefold()
            for noun in self._parsed.under(preposition, "pobj"):
                if word in ("in", "at", "to", "from", "near") and not self.ends.in_date(noun):
                    yield from ((word, end) for end in self.ends.names_at(noun))
                    if self.ends.of(noun) is None:
                        yield from ((near, end) for near, end in self.ends.attached(noun, 1) if near in ("in", "at"))

    def _seat(self, noun: int) -> str | None:
        """Its name, where nothing tells it from other seats."""
        token, parsed = self._parsed.tokens[noun], self._parsed
        before = [n for n in parsed.children[noun] if n < noun and parsed.tokens[n].dep not in ("det", "poss", "punct")]
        kinds = [parsed.tokens[n].text.casefold() for n in before]
        if parsed.under(noun, "prep", "relcl", "acl", "appos", "conj"):
            return None
        if token.text.casefold() in SEATS:
            return "seat" if token.lemma == "seat" and not kinds else "headquarters" if not kinds else None
        is_office = token.lemma == "office" and len(kinds) == 1 and kinds[0] in SEAT_OFFICES
        return f"{kinds[0]} office" if is_office else None

    def _owner(self, noun: int) -> End | None:
        owners = self._parsed.under(noun, "poss")
        if owners:
            is_its = self._parsed.tokens[owners[0]].text.casefold() == "its"
            return End("thing", owners[0]) if is_its else None
        articles = [self._parsed.tokens[n].text.casefold() for n in self._parsed.under(noun, "det")]
        is_many = self._parsed.tokens[noun].tag in ("NNS", "NNP", "NNPS")
        return End("group", noun, None, "headquarters") if articles == ["the"] or (is_many and not articles) else None

    @property
    def _parsed(self) -> Parsed:
        return self.ends.parsed
