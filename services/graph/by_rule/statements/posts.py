"""Offices that words of other uses tell, and how one hands them on: “was in charge”, “succeeded her”. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from services.graph.by_rule.sentences.tokens import Parsed
from services.graph.by_rule.sentences.vocabulary import (
    ACTS_IN_OFFICE,
    ATTACHED,
    GIVES_OFFICE,
    OFFICE,
    POSTS,
    SUCCEEDS,
    TAKES_POST,
)
from services.graph.by_rule.statements.ends import Ends
from services.graph.by_rule.statements.links import End, Link


@dataclass(frozen=True)
class Posts:
    ends: Ends

    def links(self, subject: End, name: str, verb: int) -> Iterator[Link]:
        """Each at what the context says: “was in charge from 1950”, “filled in until May”, “took her place”."""
        if (name in ACTS_IN_OFFICE or self._fills_in(verb)) and not self._says_where(verb):
            words = f"{name} in at" if name == "fill" else f"{name} at"
            yield Link(subject, words, End("post", verb), verb, True, True)
        if name in ("be", "remain", "stay"):
            yield from self._stood_in(subject, name, verb)
        for noun in self._parsed.under(verb, "dobj"):
            if name in TAKES_POST and self._is_post(noun):
                words = f"{name} {self._parsed.tokens[noun].lemma.removesuffix('s')} at"
                yield Link(subject, words, End("post", noun), verb, True, True)
            yield from self._places_taken(subject, name, noun, verb)

    def given(self, verb: int) -> Iterator[Link]:
        """“gave the command to X”: X has it."""
        if self._parsed.tokens[verb].lemma not in GIVES_OFFICE or self._parsed.under(verb, "auxpass"):
            return
        nouns = [
            n for n in self._parsed.under(verb, "dobj") if self._parsed.tokens[n].lemma in OFFICE and self._is_post(n)
        ]
        for noun in nouns:
            for preposition in self._parsed.under(verb, "prep", "dative"):
                if self._parsed.tokens[preposition].text == "to":
                    words = f"given {self._parsed.tokens[noun].lemma} at"
                    ends = [end for n in self._parsed.under(preposition, "pobj") for end in self.ends.names_at(n)]
                    yield from (Link(end, words, End("post", noun), verb, True, True) for end in ends)

    def _stood_in(self, subject: End, name: str, verb: int) -> Iterator[Link]:
        """“was in charge”, “was at the helm”, “was the second woman in the post”."""
        parsed = self._parsed
        nouns = [n for n in parsed.under(verb, "attr") if self.ends.span_at(n) is None]
        for preposition in (p for word in (verb, *nouns) for p in parsed.under(word, "prep")):
            for noun in parsed.under(preposition, "pobj"):
                if parsed.tokens[preposition].text in ("in", "at") and self._is_post(noun):
                    words = f"{name} {parsed.tokens[preposition].text} {parsed.tokens[noun].lemma} at"
                    yield Link(subject, words, End("post", noun), verb, True, True)

    def _places_taken(self, subject: End, name: str, noun: int, verb: int) -> Iterator[Link]:
        """“succeeded her”, “took his place”."""
        tokens = self._parsed.tokens
        owners = [n for n in self._parsed.under(noun, "poss") if tokens[n].tag == "PRP$"]
        if name in SUCCEEDS and tokens[noun].text.casefold() in ("him", "her") and not self._says_where(verb):
            yield Link(subject, f"{name} at", End("place taken", noun), verb, True, True)
        elif name == "take" and tokens[noun].lemma == "place" and owners:
            yield Link(subject, "take place at", End("place taken", owners[0]), verb, True, True)

    def _fills_in(self, verb: int) -> bool:
        """“filled in from 1926”: the “in” leads to nothing."""
        tokens, after = self._parsed.tokens, verb + 1
        is_in = tokens[verb].lemma == "fill" and after < len(tokens) and tokens[after].text == "in"
        return is_in and not self._parsed.under(after, "pobj")

    def _is_post(self, noun: int) -> bool:
        """“in charge”, not “in charge of the kitchen” nor “at the top of the mountain”."""
        after = [n for n in self._parsed.under(noun, "prep") if self._parsed.tokens[n].text.casefold() in ATTACHED]
        named = [p for p in after if not all(self.ends.in_date(n) for n in self._parsed.under(p, "pobj"))]
        return self._parsed.tokens[noun].lemma in POSTS and not named and not self._parsed.under(noun, "amod", "poss")

    def _says_where(self, verb: int) -> bool:
        """“acted in twelve films”, “followed her to Paris”."""
        words = ATTACHED - {"from"}
        places = [p for p in self._parsed.under(verb, "prep") if self._parsed.tokens[p].text.casefold() in words]
        return any(not self.ends.in_date(noun) for p in places for noun in self._parsed.under(p, "pobj"))

    @property
    def _parsed(self) -> Parsed:
        return self.ends.parsed
