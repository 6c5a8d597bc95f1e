"""What a verb joins: its subject with its objects, its complements and what its prepositions bring. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from services.graph.by_rule.sentences.tokens import Parsed
from services.graph.by_rule.sentences.vocabulary import (
    AGREED,
    AGREES,
    BETWEEN_TWO,
    GOES_ITSELF,
    HANDS_OVER,
    HEDGES,
    JOINS,
    NAMES_TO_OFFICE,
    PLACING,
    REACHES,
    RECIPROCAL,
    SAYS,
    SIGNS,
)
from services.graph.by_rule.statements.ends import Ends
from services.graph.by_rule.statements.links import End, Link
from services.graph.by_rule.statements.offices import Offices
from services.graph.by_rule.statements.posts import Posts
from services.graph.by_rule.statements.seats import Seats

_OF_TIME = frozenset(
    (
        "during",
        "despite",
        "without",
        "like",
        "unlike",
        "compared",
        "until",
        "before",
        "after",
        "since",
        "except",
        "than",
        "according",
        "including",
        "along",
        "amid",
    )
)
_SHARES = frozenset(("half", "most", "part", "third", "all"))


@dataclass(frozen=True)
class Verbs:
    ends: Ends
    offices: Offices
    seats: Seats
    posts: Posts

    def links(self, verb: int) -> Iterator[Link]:
        subjects = self.ends.subjects(verb) or self._captioned(verb)
        if self._parsed.tokens[verb].lemma == "be":
            yield from self.offices.named(verb)
        if self._parsed.tokens[verb].lemma == "include":
            yield from self.offices.included(verb)
        yield from self.offices.given_to(verb)
        yield from self._where(verb)
        for subject in subjects:
            for link in self._objects(subject, verb):
                yield self._of_part(link._replace(anchor=self._dated_by(verb)) if link.anchor == verb else link)
        for subject in subjects:
            yield from self.posts.links(subject, self._name(verb), verb)
        yield from self.posts.given(verb)
        yield from self.seats.links(verb, self._name(verb))
        yield from self._handed_over(verb)
        are_two = [end.kind for end in subjects] == ["name", "name"]
        if (are_two and self._is_between(verb)) or (len(subjects) == 2 and self._is_signed(verb)):
            yield Link(subjects[0], f"{self._with_object(self._name(verb), verb)} with", subjects[1], verb)

    def _where(self, verb: int) -> Iterator[Link]:
        """“Lesk, where Oton Brezina lived”: lived at Lesk."""
        token = self._parsed.tokens[verb]
        is_where = any(self._parsed.tokens[n].text == "where" for n in self._parsed.under(verb, "advmod"))
        if token.dep != "relcl" or not is_where or token.lemma == "be":
            return
        for place in self.ends.names_at(token.head):
            for subject in self.ends.subjects(verb):
                if subject.span != place.span:
                    yield Link(subject, f"{self._with_object(self._name(verb), verb)} at", place, verb)

    def _is_between(self, verb: int) -> bool:
        """“Carlsberg and Tuborg merged”, “A and B shared the office”, “A and B founded C together”."""
        lemma = self._parsed.tokens[verb].lemma
        adverbs = {self._parsed.tokens[n].text.casefold() for n in self._parsed.under(verb, "advmod", "prt")}
        is_alone = lemma in RECIPROCAL and not self._parsed.under(verb, "dobj")
        return is_alone or lemma == "share" or not adverbs.isdisjoint(("together", "jointly"))

    def _is_signed(self, verb: int) -> bool:
        """“A and B signed a contract”, “announced their merger”, and no third with them, nor each alone."""
        parsed = self._parsed
        is_each = any(token.text.casefold() in ("each", "both", "separately") for token in parsed.tokens)
        if parsed.tokens[verb].lemma not in SIGNS or is_each:
            return False
        for noun in parsed.under(verb, "dobj"):
            words = [parsed.tokens[n].text.casefold() for n in (*parsed.children[noun], *parsed.children[verb])]
            is_own = not {"a", "an", "their"}.isdisjoint(words)
            if parsed.tokens[noun].lemma in AGREED and parsed.tokens[noun].tag == "NN" and is_own:
                return {"with", "between", "to", "for"}.isdisjoint(words)
        return False

    def _captioned(self, verb: int) -> list[End]:
        """“Made by Edmund Pike in 1642.”: what the heading names, as catalogues write it."""
        token = self._parsed.tokens[verb]
        is_bare = verb == 0 and token.dep == "ROOT" and token.tag == "VBN"
        return [End("caption", verb)] if is_bare and not self._parsed.under(verb, "aux", "auxpass") else []

    def _of_part(self, link: Link) -> Link:
        """“The core stage of Ariane 5 used …”: stage use."""
        word = link.subject.word if link.subject.kind == "name" else ""
        if not word:
            return link
        return link._replace(subject=link.subject._replace(word=""), relation=f"{word} {link.relation}")

    def _objects(self, subject: End, verb: int) -> Iterator[Link]:
        parsed, found = self._parsed, False
        name = self._name(verb)
        for child in parsed.children[verb]:
            dep = parsed.tokens[child].dep
            links: list[Link] = []
            if dep == "dobj":
                links = list(self._object(subject, name, child, verb))
            elif dep == "acomp" and not parsed.tokens[child].is_noun:
                words = f"{name} {parsed.tokens[child].text.casefold()}"
                links = [
                    one for p in parsed.under(child, "prep") for one in self._prepositional(subject, words, p, verb)
                ]
            elif dep in ("attr", "oprd", "acomp"):
                links = list(self._complement(subject, name, child, verb))
            elif dep in ("prep", "agent", "dative"):
                links = [
                    link
                    for preposition in (child, *self._joined_prepositions(child))
                    for link in self._prepositional(subject, self._with_object(name, verb), preposition, verb)
                ]
                links += [one for by in self._late_agents(child, verb) for one in self._agent(subject, by, verb)]
            found = found or bool(links)
            yield from links
        if not found:
            yield from self._left_open(subject, name, verb)

    def _joined_prepositions(self, preposition: int) -> list[int]:
        """“made windows for X and for Y”; with dates of their own each may be done at another time."""
        if len(self.ends.dates) > 1:
            return []
        return [n for n in self._parsed.under(preposition, "conj") if self._parsed.tokens[n].tag == "IN"]

    def _late_agents(self, preposition: int, verb: int) -> list[int]:
        """“was led for decades by X”: the parser hangs “by” on the decades."""
        if not self._is_passive(verb):
            return []
        nouns = [n for n in self._parsed.under(preposition, "pobj") if self.ends.span_at(n) is None]
        preps = [p for noun in nouns for p in self._parsed.under(noun, "prep")]
        return [p for p in preps if self._parsed.tokens[p].text == "by"]

    def _agent(self, subject: End, by: int, verb: int) -> Iterator[Link]:
        for noun in self._parsed.under(by, "pobj"):
            ends = [] if self.ends.in_date(noun) else self.ends.names_at(noun)
            yield from (Link(subject, f"{self._participle(verb)} by", end, verb) for end in ends)

    def _left_open(self, subject: End, name: str, verb: int) -> Iterator[Link]:
        """“resigned in 1984”, “Finland joined in 1995”: of what, the context says."""
        is_reached = name in REACHES or name in JOINS
        if self.offices.takes_office(verb, name):
            yield Link(subject, f"{self._with_object(name, verb)} at", End("office", verb), verb, True, True)
        elif is_reached and subject.kind == "name" and not self._parsed.under(verb, "dobj", "oprd"):
            yield Link(subject, name, End("topic", verb), verb)

    def _with_object(self, name: str, verb: int) -> str:
        """“made its first flight on”: make flight."""
        objects = self._parsed.under(verb, "dobj")
        if len(objects) == 1 and self._parsed.tokens[objects[0]].is_noun and not self.ends.in_date(objects[0]):
            return f"{name} {self._parsed.tokens[objects[0]].lemma}"
        return name

    def _object(self, subject: End, name: str, noun: int, verb: int) -> Iterator[Link]:
        for end in self.ends.at(noun):
            yield Link(subject, name, end, verb)
        if self._parsed.tokens[verb].lemma in SAYS:
            return
        for other in (noun, *self.ends.conjuncts(noun)):
            token = self._parsed.tokens[other]
            is_named = self.ends.named_beside(other) is not None
            if (token.is_noun or token.lemma in _SHARES) and self.ends.of(other) is None and not is_named:
                words = f"{name} {token.lemma}"
                for preposition, end in self.ends.attached(other):
                    yield Link(subject, f"{words} {preposition}", end, verb)
                if token.is_noun and other == noun:
                    owners = self.ends.owners(other, by_pronoun=False)
                    yield from (Link(subject, f"{words} of", end, verb) for end in owners)

    def _complement(self, subject: End, name: str, noun: int, verb: int) -> Iterator[Link]:
        """“became chief executive of”, “was named”."""
        joined = self.offices.joined(noun)
        for other in (noun, *(n for n in self.ends.conjuncts(noun) if n != joined)):
            if self.ends.span_at(other) is not None:
                if name not in ("be", "remain"):
                    yield Link(subject, name, End("name", other, self.ends.span_at(other)), verb)
            elif self._parsed.tokens[other].is_noun:
                yield from self.offices.of(subject, other, verb, is_open=True)

    def _prepositional(self, subject: End, name: str, preposition: int, verb: int) -> Iterator[Link]:
        parsed = self._parsed
        word = parsed.tokens[preposition].text.casefold()
        is_hedged = preposition > 0 and parsed.tokens[preposition - 1].text.casefold() in HEDGES
        if (
            self.ends.is_former(preposition)
            or is_hedged
            or word in _OF_TIME
            or parsed.tokens[verb].lemma in SAYS
            or (name == "be" and (word == "with" or parsed.under(verb, "acomp")))
        ):
            return
        if name == "be" and (nouns := parsed.under(verb, "attr")):
            if not parsed.tokens[nouns[0]].is_noun or word not in ("in", "at", "under", "for"):
                return
            name = self.offices.noun_phrase(nouns[0])
        for noun in parsed.under(preposition, "pobj"):
            if self.ends.in_date(noun) or self.ends.in_date(preposition):
                continue
            if word == "as" and parsed.tokens[noun].is_noun and self.ends.span_at(noun) is None:
                is_named = parsed.tokens[verb].lemma in NAMES_TO_OFFICE
                yield from self.offices.of(subject, noun, verb, is_open=is_named)
                continue
            if word == "by" and parsed.tokens[preposition].dep != "agent" and not self._is_passive(verb):
                continue
            relation = f"{self._participle(verb) if word == 'by' else name} {word}"
            for end in self.ends.at(noun):
                yield Link(subject, relation, end, verb)
                yield from self._farther(subject, relation, end, verb)
            if parsed.tokens[noun].is_noun and self.ends.of(noun) is None and self.ends.named_beside(noun) is None:
                yield from self._through(subject, f"{name} {word}", noun, verb)
        for deeper in parsed.under(preposition, "prep"):
            yield from self._prepositional(subject, f"{name} {word}", deeper, verb)

    def _farther(self, subject: End, relation: str, end: End, verb: int) -> Iterator[Link]:
        """“at Groote Schuur Hospital in Cape Town”: what happened there happened in Cape Town."""
        if end.kind == "name" and relation.split()[-1] in ("in", "at"):
            for word, other in self.ends.attached(end.token, 1):
                if word in ("in", "near") and other.kind == "name":
                    yield Link(subject, f"{' '.join(relation.split()[:-1])} {word}", other, verb)

    def _handed_over(self, verb: int) -> Iterator[Link]:
        """“AB Volvo sold Volvo Cars to Ford”: Volvo Cars was sold to Ford; “it was sold by Distillers as Distaval”."""
        givers = [(n, self._participle(verb)) for n in self._parsed.under(verb, "dobj")]
        by = [n for agent in self._parsed.under(verb, "agent") for n in self._parsed.under(agent, "pobj")]
        givers += [(n, self._parsed.tokens[verb].lemma) for n in by]
        token = self._parsed.tokens[verb]
        if token.tag not in ("VBD", "VBN", "VBZ", "VBP"):
            return
        for noun, name in givers:
            end = self.ends.of(noun)
            if end is None or end.kind not in ("name", "group", "noun") or self.ends.conjuncts(noun):
                continue
            for preposition in self._parsed.under(verb, "prep", "dative"):
                word = self._parsed.tokens[preposition].text.casefold()
                words = HANDS_OVER if end.kind == "name" else frozenset(("to",))
                words &= frozenset(("to", "as")) if token.lemma in GOES_ITSELF else words
                if word in words and preposition > noun:
                    for other in self._parsed.under(preposition, "pobj"):
                        to = [] if self.ends.in_date(other) else self.ends.names_at(other)
                        yield from (Link(end, f"{name} {word}", one, verb) for one in to)

    def _through(self, subject: End, name: str, noun: int, verb: int) -> Iterator[Link]:
        """“was in charge of X”, “with 117 flights from the pad ELA-3”."""
        words = f"{name} {self._parsed.tokens[noun].lemma}"
        for preposition, end in self.ends.attached(noun):
            is_between = preposition == "with" and self._parsed.tokens[noun].lemma in BETWEEN_TWO
            if preposition in PLACING or is_between:
                yield Link(subject, f"{words} {preposition}", end, verb)
        owners = self.ends.owners(noun, by_pronoun=False)
        yield from (Link(subject, f"{words} of", end, verb) for end in owners)

    def _name(self, verb: int) -> str:
        particles = [self._parsed.tokens[n].text.casefold() for n in self._parsed.under(verb, "prt")]
        lemma = self._parsed.tokens[verb].lemma
        above = self._agreed(verb)
        agreed = [] if above is None else [self._parsed.tokens[above].lemma, "to"]
        return " ".join([*agreed, self._participle(verb) if self._is_passive(verb) else lemma, *particles])

    def _agreed(self, verb: int) -> int | None:
        """“agreed to buy”: what was agreed need not have come true."""
        tokens, token = self._parsed.tokens, self._parsed.tokens[verb]
        above = token.head
        if token.dep == "conj" and tokens[above].dep == "xcomp" and tokens[above].tag == "VB":
            above = tokens[above].head
        elif token.dep != "xcomp":
            return None
        return above if tokens[above].lemma in AGREES else None

    def _dated_by(self, verb: int) -> int:
        """The date is that of the agreement."""
        above = self._agreed(verb)
        return verb if above is None else above

    def _participle(self, verb: int) -> str:
        return self._parsed.tokens[verb].text.casefold()

    def _is_passive(self, verb: int) -> bool:
        token = self._parsed.tokens[verb]
        is_reduced = token.dep in ("acl", "advcl") and token.tag == "VBN" and not self._parsed.under(verb, "aux")
        return is_reduced or bool(self._parsed.under(verb, "nsubjpass", "auxpass"))

    @property
    def _parsed(self) -> Parsed:
        return self.ends.parsed
