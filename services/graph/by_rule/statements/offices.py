"""Who is what of whom: offices and other nouns that say how two things belong together. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from services.graph.by_rule.sentences.tokens import Parsed
from services.graph.by_rule.sentences.vocabulary import (
    APPOINTMENTS,
    BETWEEN_TWO,
    CALLS_OFF,
    DEEDS,
    DOUBT,
    DOUBTED,
    GIVES_AN_OFFICE,
    GROUPS,
    KIN,
    KINDS_OF_THING,
    MODIFIERS,
    OFFICE,
    OFFICES,
    OFFICES_OF_PEOPLE,
    PLACES,
    TAKES_OFFICE,
)
from services.graph.by_rule.statements.assertions import is_asserted
from services.graph.by_rule.statements.ends import Ends
from services.graph.by_rule.statements.links import End, Link


@dataclass(frozen=True)
class Offices:
    ends: Ends

    def of(
        self, subject: End, noun: int, anchor: int, is_open: bool = False, is_beside: bool = False
    ) -> Iterator[Link]:
        """“chief executive of X”, “X's chief executive”, “the X administrator”.

        `is_open`: X may be left out; `is_beside`: the noun stands beside a name, as in “a chemist at Bayer”.
        """
        if self._is_in_law(noun):
            return
        phrase = self.noun_phrase(noun)
        is_any = not any(self._parsed.tokens[n].text.casefold() == "the" for n in self._parsed.under(noun, "det"))
        joined = is_open or is_beside or self.is_office(noun)
        takes_any = is_open or is_any
        plain = ("of", "in", "near") if self._stands_somewhere(noun) else ("of",)
        links = [
            Link(subject, f"{phrase} {'of' if word == 'at' and self.is_office(noun) else word}", end, anchor, True)
            for word, end in self.ends.attached(noun)
            if (word == "of" or joined)
            and word != "as"
            and (is_beside or word != "by")
            and (takes_any or word in plain)
        ]
        owners = self.ends.owners(noun, is_open or (is_beside and self._is_closed(noun)))
        if self._parsed.tokens[noun].lemma in OFFICES_OF_PEOPLE:
            owners = (end._replace(word="office") if end.kind == "thing" else end for end in owners)
        own = (end for end in owners if end.span is None or end.span != subject.span)
        links += [Link(subject, f"{phrase} of", end, anchor, True) for end in own]
        if not links and is_open and self._parsed.tokens[noun].lemma in OFFICES_OF_PEOPLE:
            places = self._placed(anchor) or [End("office", noun)]
            links = [Link(subject, f"{phrase} of", end, anchor, True) for end in places]
        yield from (link._replace(is_main=is_open) for link in links)

    def _is_in_law(self, noun: int) -> bool:
        """“brother-in-law”: no brother."""
        tokens = self._parsed.tokens
        return (
            noun + 1 < len(tokens) and tokens[noun + 1].text[:1] == "-" and tokens[noun + 1].start == tokens[noun].end
        )

    def named(self, verb: int) -> Iterator[Link]:
        """“The first commander of X was Y.”"""
        for noun in self._parsed.under(verb, "nsubj"):
            if self._parsed.tokens[noun].is_noun and (self.is_office(noun) or self._parsed.under(noun, "poss")):
                names = [
                    end
                    for child in self._parsed.under(verb, "attr")
                    for end in self.ends.at(child)
                    if end.kind == "name"
                ]
                for name in names:
                    yield from self.of(name, noun, verb, is_open=True)

    def included(self, verb: int) -> Iterator[Link]:
        """“Her pupils included X and Y.”: each was one."""
        for noun in self._parsed.under(verb, "nsubj"):
            token = self._parsed.tokens[noun]
            if token.tag == "NNS" and token.lemma in OFFICES | KIN and self._parsed.under(noun, "poss", "prep"):
                for child in self._parsed.under(verb, "dobj"):
                    for name in self.ends.at(child):
                        if name.kind == "name":
                            yield from (
                                link._replace(is_main=False) for link in self.of(name, noun, verb, is_open=True)
                            )

    def given_to(self, verb: int) -> Iterator[Link]:
        """“The meeting elected Nuala Keane treasurer.”, where the parser often hangs the name on the office, or
        “appointed X as treasurer of Y”."""
        if self._parsed.tokens[verb].lemma not in GIVES_AN_OFFICE:
            return
        for noun in self._parsed.under(verb, "dobj", "oprd"):
            if not self._parsed.tokens[noun].is_noun or self._parsed.tokens[noun].lemma not in OFFICES_OF_PEOPLE:
                continue
            first = noun
            while first > 0 and self._is_modifier(first - 1, noun):
                first -= 1
            span = self.ends.span_at(first - 1) if first else None
            if span is not None and span.last == first - 1 and span.first > verb:
                yield from self.of(End("name", self._parsed.head_of(span), span), noun, verb, is_open=True)
        names = [end for noun in self._parsed.under(verb, "dobj") for end in self.ends.names_at(noun)]
        for preposition in self._parsed.under(verb, "prep") if len(names) == 1 else []:
            if self._parsed.tokens[preposition].text == "as":
                for noun in self._parsed.under(preposition, "pobj"):
                    if self._parsed.tokens[noun].lemma in OFFICES_OF_PEOPLE:
                        yield from self.of(names[0], noun, verb, is_beside=True)

    def appointed(self, noun: int) -> Iterator[Link]:
        """“the appointment of X as chief executive of Y”."""
        if self._parsed.tokens[noun].lemma not in APPOINTMENTS or not self._is_done(noun):
            return
        by = {self._parsed.tokens[p].text.casefold(): p for p in self._parsed.under(noun, "prep")}
        if "of" not in by or "as" not in by:
            return
        for name in self._named_after(by["of"]):
            for office in self._parsed.under(by["as"], "pobj"):
                if self._parsed.tokens[office].lemma in OFFICES_OF_PEOPLE:
                    links = self.of(name, office, noun, is_beside=True)
                    yield from (link for link in links if link.object.span != name.span)

    def done(self, noun: int) -> Iterator[Link]:
        """“the purchase of X by Y”, “Y's purchase of X”: that it was done."""
        if self._parsed.tokens[noun].lemma not in DEEDS or not self._is_done(noun):
            return
        by = {self._parsed.tokens[p].text.casefold(): p for p in self._parsed.under(noun, "prep")}
        doers = self._named_after(by["by"]) if "by" in by else []
        doers += [
            end for end in self.ends.owners(noun, by_pronoun=False) if self._parsed.tokens[end.token].dep == "poss"
        ]
        for doer in doers[:1]:
            for end in self._named_after(by["of"]) if "of" in by else []:
                yield Link(doer, f"{self.noun_phrase(noun)} of", end, noun)

    def _is_done(self, noun: int) -> bool:
        """Not what a verb calls off, plans or denies."""
        verb = next((n for n in self._parsed.above(noun) if self._parsed.tokens[n].is_verb), None)
        before = [self._parsed.tokens[n].text.casefold() for n in self._parsed.children[noun] if n < noun]
        if not DOUBTED.isdisjoint(before) or verb is None:
            return DOUBTED.isdisjoint(before)
        token = self._parsed.tokens[verb]
        return token.lemma not in CALLS_OFF | DOUBT and is_asserted(self._parsed, verb)

    def beside(self, noun: int) -> Iterator[Link]:
        """“Peter Lang, chairman of X”, “its editor, Peter Lang”, “his student Peter Lang”."""
        token = self._parsed.tokens[noun]
        if self._is_belonging(noun):
            return
        if token.dep == "appos" and token.head < noun and not self._parsed.under(noun, "conj", "cc"):
            for subject in self.ends.names_at(token.head):
                yield from self.of(subject, noun, noun, is_beside=token.tag == "NN")
        for other in self._parsed.under(noun, "appos"):
            if self._follows(noun, other) and self._parsed.under(noun, "poss", "prep", "compound"):
                for subject in self.ends.names_at(other):
                    yield from self.of(subject, noun, noun, is_beside=True)
        if token.dep in ("compound", "nmod"):
            yield from self._before_name(noun)

    def _is_belonging(self, noun: int) -> bool:
        """“its stock went to X, its building to Y”: what somebody has, and not what X is."""
        owners = {self._parsed.tokens[n].text.casefold() for n in self._parsed.under(noun, "poss")}
        return bool(owners & {"its", "their"}) and self._parsed.tokens[noun].lemma not in OFFICES

    def between(self, noun: int) -> Iterator[Link]:
        """“the merger of A with B”, “an agreement between A and B”."""
        if self._parsed.tokens[noun].lemma not in BETWEEN_TWO or not self._is_done(noun):
            return
        by = {self._parsed.tokens[p].text.casefold(): p for p in self._parsed.under(noun, "prep")}
        of = next((by[word] for word in ("between", "of") if word in by), None)
        ends = [end for p in [of] if p is not None for end in self._named_after(p)]
        if len(ends) == 1 and "with" in by:
            ends += self._named_after(by["with"])
        if len(ends) == 2:
            yield Link(ends[0], f"{self.noun_phrase(noun)} with", ends[1], noun, True)

    def _named_after(self, preposition: int) -> list[End]:
        nouns = self._parsed.under(preposition, "pobj")
        return [end for noun in nouns for end in self.ends.at(noun) if end.kind == "name"]

    def _follows(self, noun: int, name: int) -> bool:
        """“its editor, Peter Lang”: nothing but a comma, or what hangs on the noun, stands between them."""
        span, tokens = self.ends.span_at(name), self._parsed.tokens
        if span is None or not tokens[name].is_name:
            return False
        between = [n for n in range(noun + 1, span.first) if tokens[n].text != ","]
        return all(noun in self._parsed.above(n) for n in between) and len(between) < 8

    def _is_closed(self, noun: int) -> bool:
        """“…, his friend, …”: a pronoun's noun that ends what is inserted."""
        following = self._parsed.tokens[noun + 1 : noun + 2]
        return all(token.tag in (",", ".", ":", "WP", "NNP") for token in following)

    def _before_name(self, noun: int) -> Iterator[Link]:
        """“his student Peter Lang”: by the grammar, “his” hangs on Lang."""
        span = self.ends.span_at(noun + 1) if noun + 1 < len(self._parsed.tokens) else None
        if span is None or span.first != noun + 1:
            return
        name = self._parsed.head_of(span)
        for owner in self.ends.owners(name, by_pronoun=True):
            if owner.kind != "name" and owner.token < noun:
                yield Link(End("name", name, span), f"{self.noun_phrase(noun)} of", owner, noun, True)

    def _stands_somewhere(self, noun: int) -> bool:
        """“Bell Labs, the laboratory in Murray Hill”."""
        return self._parsed.tokens[noun].lemma in OFFICES | GROUPS | PLACES | KINDS_OF_THING

    def takes_office(self, verb: int, name: str) -> bool:
        if name in ("follow", "succeed"):  # a person for a time, and not one thing after another
            return any(not date.is_event and not date.is_loose for date in self.ends.dates)
        if name == "preside" and any(self._parsed.tokens[p].text == "over" for p in self._parsed.under(verb, "prep")):
            return False
        if name.replace(" ", "_") in TAKES_OFFICE or name in ("swear in", "sworn in"):
            return True
        if name == "die":
            return self._is_in_office(verb)
        objects = self._parsed.under(verb, "dobj")
        held = any(self._parsed.tokens[noun].lemma in OFFICE for noun in objects)
        return held and name in ("hold", "take", "leave", "fill", "assume", "occupy", "have")

    def _is_in_office(self, verb: int) -> bool:
        """“died in office”."""
        inside = [p for p in self._parsed.under(verb, "prep") if self._parsed.tokens[p].text.casefold() == "in"]
        return any(self._parsed.tokens[noun].lemma in OFFICE for p in inside for noun in self._parsed.under(p, "pobj"))

    def is_office(self, noun: int) -> bool:
        return self._parsed.tokens[noun].lemma in OFFICES

    def noun_phrase(self, noun: int) -> str:
        tokens = self._parsed.tokens
        first = noun
        while first > 0 and self._is_modifier(first - 1, noun):
            first -= 1
        if first > 1 and tokens[first - 1].text == "-" and tokens[first - 2].end + 1 == tokens[first].start:
            first -= 2  # “north-east of”
        before = self._parsed.text[tokens[first].start : tokens[noun].start].casefold()
        words = f"{before}{tokens[noun].lemma}".split()
        if noun + 1 < len(tokens) and tokens[noun + 1].text.casefold() == "general":
            words.append("general")
        if (other := self.joined(noun)) is not None:
            return " ".join([*words, "and", *self.noun_phrase(other).split()])
        return " ".join(words)

    def joined(self, noun: int) -> int | None:
        """“president and chief executive”: the second."""
        following = self._parsed.tokens[noun + 1].text if noun + 1 < len(self._parsed.tokens) else ""
        others = [n for n in self.ends.conjuncts(noun) if self.is_office(n)]
        return others[0] if others and following == "and" and self.is_office(noun) else None

    def _placed(self, verb: int) -> list[End]:
        """“At Boeing, … was chief executive”."""
        prepositions = [p for p in self._parsed.under(verb, "prep") if self._parsed.tokens[p].text.casefold() == "at"]
        return [end for p in prepositions for noun in self._parsed.under(p, "pobj") for end in self.ends.at(noun)]

    def _is_modifier(self, number: int, noun: int) -> bool:
        token = self._parsed.tokens[number]
        is_compound = token.is_noun and token.dep == "compound"
        return token.text.casefold() in MODIFIERS or (
            is_compound and token.head <= noun and self.ends.span_at(number) is None
        )

    @property
    def _parsed(self) -> Parsed:
        return self.ends.parsed
