"""What the words of a sentence name or stand for, and who does what a verb says. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from services.graph.by_rule.sentences.dates import DatePhrase
from services.graph.by_rule.sentences.tokens import Parsed, Span
from services.graph.by_rule.sentences.vocabulary import (
    ATTACHED,
    GROUPS,
    KIN,
    KINDS_OF_THING,
    OFFICE,
    OFFICES,
    PLACES,
)
from services.graph.by_rule.statements.links import End, EndKind

FORMERLY = frozenset(("previously", "formerly", "earlier", "before", "once"))
_NO_PARTS = frozenset(("on", "against", "near", "for", "to", "from"))
"""“on the border of France” is not of France."""
DEEPEST = 3
"""Nouns on the way from a verb to a name: “opened a mill at the rapids in Tampere”."""


@dataclass(frozen=True)
class Ends:
    parsed: Parsed
    spans: Sequence[Span]
    dates: Sequence[DatePhrase]

    def at(self, noun: int, conjuncts: bool = True) -> list[End]:
        """What the noun names or stands for, and what is joined to it by “and”."""
        if self._is_relative(noun):  # “Attic, which Jonas Borgström wrote”
            return self.names_at(self.parsed.tokens[self.parsed.tokens[noun].head].head)
        first = self.of(noun) or self._apposed(noun)
        if first is None:  # “built the orbiter, ESA the passenger” joins what is not alike
            return []
        others = (self.of(number) or self._apposed(number) for number in (self.conjuncts(noun) if conjuncts else []))
        return [first, *(end for end in others if end is not None)]

    def _is_relative(self, noun: int) -> bool:
        token = self.parsed.tokens[noun]
        clause = self.parsed.tokens[token.head]
        is_object = token.dep == "dobj" and token.tag in ("WDT", "WP") and clause.dep == "relcl"
        return is_object and not self._hangs_on_noun(clause.head)

    def _hangs_on_noun(self, noun: int) -> bool:
        """“the plant at In Amenas, which Statoil ran” may be the plant."""
        tokens = self.parsed.tokens
        preposition = tokens[tokens[noun].head]
        is_placed = preposition.text.casefold() in ("in", "at")
        return tokens[noun].dep == "pobj" and (is_placed or not tokens[preposition.head].is_verb)

    def names_at(self, noun: int) -> list[End]:
        return [end for end in self.at(noun, conjuncts=False) if end.kind == "name"]

    def of(self, number: int) -> End | None:
        token, span = self.parsed.tokens[number], self.span_at(number)
        if span is not None:
            return End("name", number, span)
        word = token.text.casefold()
        if word in ("he", "she", "him"):
            return End("person", number)
        if word in ("i", "me"):
            return End("writer", number)
        if word == "it":
            return End("thing", number)
        is_kind = token.is_noun and token.lemma in KINDS_OF_THING and self.named_beside(number) is None
        if is_kind and (named := self._named_kind(number)) is not None:
            return End("name", self.parsed.head_of(named), named)
        if token.tag == "NN" and token.lemma not in OFFICE and token.lemma not in OFFICES and self._is_definite(number):
            kind: EndKind = "group" if token.lemma in GROUPS else "place" if token.lemma in PLACES else "noun"
            return End(kind, number, None, token.lemma) if not self._is_specified(number) else None
        return None

    def span_at(self, number: int) -> Span | None:
        return self._span_of.get(number)

    def conjuncts(self, noun: int) -> list[int]:
        found = []
        for other in self.parsed.under(noun, "conj"):
            found += [other, *self.conjuncts(other)]
        return [*found, *self._listed_after(noun), *self._joined_before(noun)]

    def _listed_after(self, noun: int) -> list[int]:
        """“Alan Bean, Owen Garriott and Jack Lousma”: the parser often takes the second name for what the first is."""
        span, tokens = self.span_at(noun), self.parsed.tokens
        for other in self.parsed.under(noun, "appos") if span is not None else []:
            following = self.span_at(other)
            if span and following and following.first == span.last + 2 and tokens[span.last + 1].text == ",":
                after = [n for n in self.conjuncts(other) if self.span_at(n) is not None]
                return [other, *after] if after else []
        return []

    def _joined_before(self, noun: int) -> list[int]:
        """“Ericsson and Stockholms Telefon merged”: the parser often hangs the first name on the second."""
        span = self.span_at(noun)
        if span is None or span.first < 2 or self.parsed.tokens[span.first - 1].text != "and":
            return []
        before = self.span_at(span.first - 2)
        if before is None or before == span:
            return []
        head = self.parsed.head_of(before)
        return [head] if span.first <= self.parsed.tokens[head].head <= span.last else []

    def attached(self, noun: int, depth: int = DEEPEST) -> Iterator[tuple[str, End]]:
        """Names that hang on a noun by a preposition, also through other nouns: “a mill at the rapids in Tampere”."""
        for preposition in self.parsed.under(noun, "prep"):
            word = self.parsed.tokens[preposition].text.casefold()
            if word not in ATTACHED or self._is_of_other(noun, preposition) or self.is_former(preposition):
                continue
            for other in self.parsed.under(preposition, "pobj"):
                if self.in_date(other):
                    continue
                ends = [end for end in self.at(other) if end.kind in ("name", "group", "noun")]
                yield from ((word, end) for end in ends)
                is_role = word == "as" and self.parsed.tokens[other].lemma in OFFICES
                if not ends and depth > 1 and self.parsed.tokens[other].is_noun and not is_role:
                    noun_of = f"{word} {self.parsed.tokens[other].lemma} of"
                    for inner, end in self.attached(other, depth - 1):
                        yield (noun_of if inner == "of" and word in _NO_PARTS else inner), end

    def _is_of_other(self, noun: int, preposition: int) -> bool:
        """“owner of the winery and grandson of X”: the parser often hangs the second “of” on the winery."""
        of_people, last = OFFICES | KIN, preposition - 1
        is_joined = last in self.parsed.under(noun, "conj") and self.parsed.tokens[last].lemma in of_people
        return is_joined and self.parsed.tokens[noun].lemma not in of_people

    def is_former(self, preposition: int) -> bool:
        """“manager since 2024; previously with X”: then the office was another."""
        words = [token.text.casefold() for token in self.parsed.tokens[max(0, preposition - 2) : preposition]]
        return len(words) == 2 and words[0] in (";", ",", "(") and words[1] in FORMERLY

    def owners(self, noun: int, by_pronoun: bool) -> Iterator[End]:
        for other in self.parsed.under(noun, "poss", "compound", "nmod"):
            span = self.span_at(other)
            if span is not None:
                yield End("name", other, span)
            elif by_pronoun and self.parsed.tokens[other].text.casefold() == "its":
                yield End("thing", other)
            elif by_pronoun and self.parsed.tokens[other].text.casefold() in ("his", "her"):
                yield End("person", other)
            elif by_pronoun and self.parsed.tokens[other].text.casefold() == "my":
                yield End("writer", other)

    def in_date(self, number: int) -> bool:
        start = self.parsed.tokens[number].start
        return any(date.start <= start < date.end for date in self.dates)

    # who does it

    def subjects(self, verb: int) -> list[End]:
        parsed = self.parsed
        own = parsed.under(verb, "nsubj", "nsubjpass")
        token = parsed.tokens[verb]
        if token.dep == "relcl" and (not own or all(parsed.tokens[n].tag in ("WDT", "WP") for n in own)):
            return [] if self._is_ambiguous(token.head) else self._described(token.head)
        if parsed.under(verb, "csubj", "csubjpass", "expl"):  # “what did not burn fell”
            return []
        if own:
            own = [noun for noun in own if not self._is_dateline(noun)]
            return [end for noun in own for end in (self.at(noun) or self._wholes(noun))]
        if token.dep == "acl" and token.tag in ("VBN", "VBG"):
            is_inserted = verb > 0 and parsed.tokens[verb - 1].text == ","
            return [] if is_inserted and self._is_ambiguous(token.head) else self._described(token.head)
        is_shared = token.dep == "conj" or (token.dep in ("advcl", "xcomp") and token.tag in ("VBG", "VBN", "VB"))
        if is_shared and parsed.tokens[token.head].is_verb:
            return self.subjects(token.head)
        return self._misread_subject(verb)

    def _is_dateline(self, noun: int) -> bool:
        """“NEW YORK — Verizon is building …”: where it was written."""
        span = self.span_at(noun)
        if span is None or span.first > 0 or span.last + 1 >= len(self.parsed.tokens):
            return False
        return self.parsed.words(span).isupper() and self.parsed.tokens[span.last + 1].text in ("--", "—", "–")

    def _misread_subject(self, verb: int) -> list[End]:
        """A code that opens the sentence is often taken for an adverb: “L3Harris completed the takeover”; names between
        a date and the verb for a part of the date: “On 1 October 2003 ISAS and NASDA were merged”."""
        first = min([verb, *self.parsed.under(verb, "aux", "auxpass")])
        names = self._names_until(first)
        if not names or (names[0].first == 0 and self.parsed.tokens[verb].tag not in ("VBD", "VBZ")):
            return []
        before = self.parsed.tokens[: names[0].first]
        is_behind_date = bool(before) and before[-1].end in {date.end for date in self.dates}
        return [End("name", self.parsed.head_of(span), span) for span in names] if is_behind_date or not before else []

    def _names_until(self, number: int) -> list[Span]:
        """The names right before the word, with commas or “and” between them."""
        names: list[Span] = []
        while number > 0 and (span := self.span_at(number - 1)) is not None:
            names.insert(0, span)
            number = span.first
            while number > 1 and self.parsed.tokens[number - 1].text in (",", "and"):
                number -= 1
        return names

    def _wholes(self, noun: int) -> list[End]:
        """“The core stage of Ariane 5 used …”: Ariane 5, by its stage."""
        if not self.parsed.tokens[noun].is_noun:
            return []
        word = self.parsed.tokens[noun].lemma
        named = [end for preposition, end in self.attached(noun, 1) if preposition == "of" and end.kind == "name"]
        is_one = self.parsed.tokens[noun].tag == "NN" and not self.parsed.under(noun, "nummod", "prep", "relcl")
        owners = [end for end in self.owners(noun, by_pronoun=False) if self.parsed.tokens[end.token].dep == "poss"]
        owners = owners if is_one and word not in GROUPS else []
        return [end._replace(word=word) for end in [*named, *owners][:1] if not end.word]

    def _described(self, noun: int) -> list[End]:
        """What a clause after a noun speaks of: “Spyker Cars, a Dutch maker led by …” of Spyker Cars, “the RD-180 is an
        engine built by …” of the RD-180."""
        token, tokens = self.parsed.tokens[noun], self.parsed.tokens
        if (token.is_noun or token.is_name) and self.span_at(noun) is None:
            if token.dep == "appos" and token.head < noun:
                return self.names_at(token.head)
            if token.dep == "attr" and tokens[token.head].lemma == "be":
                return [end for end in self.subjects(token.head) if end.kind == "name" and not end.word]
            if token.dep == "pobj" and tokens[token.head].text == "as" and tokens[tokens[token.head].head].tag == "VBN":
                return [end for end in self.subjects(tokens[token.head].head) if end.kind == "name" and not end.word]
        return self.at(noun, conjuncts=False)

    def _is_ambiguous(self, noun: int) -> bool:
        """“the mission to Mercury, which left”: either may have left."""
        tokens = self.parsed.tokens
        above = tokens[tokens[tokens[noun].head].head]
        return tokens[noun].dep == "pobj" and (above.is_noun or above.is_name)

    # words that stand for a name

    def _named_kind(self, noun: int) -> Span | None:
        """The name right before the noun."""
        before = noun - 1
        span = self.span_at(before) if before >= 0 else None
        return span if span is not None and self.parsed.tokens[before].tag != "POS" else None

    def _is_definite(self, noun: int) -> bool:
        return any(self.parsed.tokens[n].text.casefold() in ("the", "this") for n in self.parsed.under(noun, "det"))

    def _is_specified(self, noun: int) -> bool:
        """“the company of his brother” and “the new company” are other companies; “the company, which …” is not."""
        clauses = self.parsed.under(noun, "relcl", "acl")
        is_inserted = noun + 1 < len(self.parsed.tokens) and self.parsed.tokens[noun + 1].text == ","
        return (bool(clauses) and not is_inserted) or bool(
            self.parsed.under(noun, "prep", "amod", "compound", "poss", "appos", "nummod", "nmod")
        )

    def _apposed(self, noun: int) -> End | None:
        """“an interim chief, James Bell”; “the drone ship Endurance”; “a machine called Alpha Demo Tool”."""
        if not self.parsed.tokens[noun].is_noun or self.parsed.under(noun, "nummod"):
            return None
        if (called := self._called(noun)) is not None:
            return called
        if (named := self.named_beside(noun)) is not None:
            return End("name", named, self.span_at(named))
        following = self.span_at(noun + 1) if noun + 1 < len(self.parsed.tokens) else None
        is_beside = following is not None and self.parsed.tokens[noun].tag == "NN" and following.first == noun + 1
        return End("name", self.parsed.head_of(following), following) if is_beside and following is not None else None

    def named_beside(self, noun: int) -> int | None:
        """“the Amsterdam brewery De Hooiberg”: the brewery is not called Amsterdam."""
        return next((n for n in self.parsed.under(noun, "appos") if self.span_at(n) is not None), None)

    def _called(self, noun: int) -> End | None:
        if self.parsed.tokens[noun].tag != "NN":
            return None
        for verb in self.parsed.under(noun, "acl"):
            if self.parsed.tokens[verb].lemma in ("call", "name", "dub", "christen"):
                for name in self.parsed.under(verb, "oprd", "dobj"):
                    if (span := self.span_at(name)) is not None:
                        return End("name", name, span)
        return None

    @cached_property
    def _span_of(self) -> Mapping[int, Span]:
        return {number: span for span in self.spans for number in range(span.first, span.last + 1)}
