"""What names say that stand beside each other, without a verb between them. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from services.graph.by_rule.sentences.tokens import Parsed, Span, Token
from services.graph.by_rule.sentences.vocabulary import GOES_ITSELF, HAPPENINGS, MODIFIERS, PLACING, STANDS
from services.graph.by_rule.statements.ends import Ends
from services.graph.by_rule.statements.links import End, Link


@dataclass(frozen=True)
class Beside:
    ends: Ends

    def links(self) -> Iterator[Link]:
        """“NASA administrator James Webb”, “Boeing's Starliner”, “K. Sears of Boeing”, “London, Ontario”."""
        for first, second in zip(self.ends.spans, self.ends.spans[1:], strict=False):
            between = self._parsed.tokens[first.last + 1 : second.first]
            yield from self._between(first, second, between)

    def _between(self, first: Span, second: Span, between: Sequence[Token]) -> Iterator[Link]:
        words = [token for token in between if token.tag != "POS"]
        owner, owned = self._end(first), self._end(second)
        if self._is_description(words):
            relation = " ".join([*(w.text.casefold() for w in words[:-1]), words[-1].lemma, "of"])
            yield Link(owned, relation, owner, owned.token, True)
        elif self._is_fragment:
            return
        elif between and not words:
            yield Link(owned, "of", owner, owned.token)
        elif self._is_placed(first, second, [token.text.casefold() for token in between]):
            word = next(token.text.casefold() for token in between if token.text.casefold() in PLACING)
            yield Link(owner, word, owned, owner.token)
        elif self._is_standing(between):
            yield Link(owner, f"{between[0].lemma} {between[1].text}", owned, owner.token)
        elif [token.text for token in between] == [","] and self._is_region(first, second):
            yield Link(owner, "in", owned, owner.token, are_places=True)

    def _is_description(self, words: Sequence[Token]) -> bool:
        """“NASA administrator James Webb”, “Barnard's second patient”."""
        plain = [word.is_noun or word.text.casefold() in MODIFIERS for word in words]
        return 0 < len(words) < 4 and all(plain) and words[-1].tag == "NN"

    def _is_placed(self, first: Span, second: Span, between: Sequence[str]) -> bool:
        """“Howard Florey in Oxford”, “Martin Sion, from Safran,”: where the grammar hangs it on the name."""
        words = [word for word in between if word != "the"]
        is_inserted = words[:1] == [","] and self._text(second.last + 1) == ","
        if words[int(is_inserted) :] == [] or len(words) != 1 + is_inserted or words[-1] not in PLACING:
            return False
        preposition = first.last + 1 + is_inserted
        head = self._parsed.tokens[preposition].head
        anchor = self._verb_above(self._end(second).token)
        governor = self._parsed.tokens[self._parsed.tokens[self._end(first).token].head]
        if governor.text.casefold() in ("against", "with", "for") and words[-1] in ("in", "at"):
            return False  # “a match against New South Wales in Sydney”
        if (
            governor.text == "of"
            and words[-1] in ("in", "on")
            and self._parsed.tokens[governor.head].lemma in HAPPENINGS
        ):
            return False  # “the attack of the Reich in Russia”
        if words[-1] == "from" and governor.lemma in GOES_ITSELF:
            return False  # “who joined Rovers from United”
        if words == ["of"]:
            return self._parsed.tokens[second.first].head != anchor
        return first.first <= head <= first.last

    def _is_standing(self, between: Sequence[Token]) -> bool:
        """“the Tammer rapids in Tampere”."""
        words = [token for token in between if token.text != "the"]
        is_noun = len(words) == 2 and words[0].is_noun and words[0].lemma in STANDS
        return is_noun and between[0] == words[0] and words[1].text in ("in", "at", "near", "on")

    def _is_region(self, first: Span, second: Span) -> bool:
        """“London, Ontario”, and no list: “London, Paris and Rome”."""
        token = self._parsed.tokens[self._end(second).token]
        return (
            token.dep in ("appos", "npadvmod", "nmod")
            and first.first <= token.head <= first.last
            and not self._parsed.under(self._end(second).token, "conj", "cc")
            and not self._goes_on(second)
        )

    def _goes_on(self, span: Span) -> bool:
        """“in Ireland, Scotland, the Isle of Man and …”: a list, and no region."""
        following = span.last + 3 if self._text(span.last + 2) == "the" else span.last + 2
        return self._text(span.last + 1) == "," and any(other.first == following for other in self.ends.spans)

    @cached_property
    def _is_fragment(self) -> bool:
        """Neither a verb nor a full stop: of a title or a caption prepositions join no two things."""
        has_verb = any(token.is_verb for token in self._parsed.tokens)
        return not has_verb and not self._parsed.text.rstrip("\"”’') ").endswith(".")

    def _end(self, span: Span) -> End:
        return End("name", self._parsed.head_of(span), span)

    def _verb_above(self, number: int) -> int | None:
        return next((n for n in self._parsed.above(number) if self._parsed.tokens[n].is_verb), None)

    def _text(self, number: int) -> str:
        return self._parsed.tokens[number].text if number < len(self._parsed.tokens) else ""

    @property
    def _parsed(self) -> Parsed:
        return self.ends.parsed
