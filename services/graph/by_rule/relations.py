"""What a sentence states between two things, by its grammar: who does what to whom, and who is what of whom. Pure.

An end is a name, or a word that stands for one that the context names: “she”, “the company”, an office left open.
What a sentence denies, plans, supposes or asks states nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from services.graph.by_rule.dates import DatePhrase
from services.graph.by_rule.tokens import Parsed, Span, word_set

_DOUBT = word_set("""
expect plan hope want wish intend believe think claim deny doubt suppose propose suggest rumour rumor try attempt
aim consider refuse fail threaten promise allege assume predict forecast urge advise recommend prefer seem appear
ask
""")
_MODIFIERS = word_set("""
chief vice deputy acting interim general prime executive managing senior operating financial technical scientific
medical former joint founding assistant associate honorary permanent
""")
_OFFICES = word_set("""
head chief chairman chairwoman chair president director administrator commander governor chancellor minister
secretary officer executive manager founder cofounder co-founder owner leader boss chieftain mayor king queen
emperor ambassador editor dean rector principal captain treasurer deputy successor predecessor subsidiary
shareholder partner member commissioner superintendent general premier ceo cfo cto
""")
OFFICES_OF_PEOPLE = _OFFICES - word_set("subsidiary shareholder partner member owner leader successor predecessor")
_TAKES_OFFICE = word_set("serve act follow succeed resign retire take_over step_down stand_in preside")
_NAMES_TO_OFFICE = word_set("""
serve act work take_over take begin start continue return appoint elect name choose confirm nominate swear install
hire succeed replace follow
""")
_OFFICE = word_set("office post position job chair title role presidency chairmanship leadership oath seat")
_GROUPS = word_set("""
agency company corporation firm group organisation organization venture consortium manufacturer maker bank board
association institute institution university hospital museum society party union foundation council committee
commission charity club team school college laboratory ministry department court business carrier airline publisher
""")
_PLACES = word_set("city town country state island region village province capital port harbour harbor")
_KINDS_OF_THING = word_set("""
rocket engine launcher spacecraft capsule module station satellite probe missile booster aircraft plane ship vessel
vehicle car model locomotive system programme program project brand line series drug tablet vaccine therapy treatment
trial study guideline test plant factory works mission laboratory telescope lander rover orbiter shuttle crew family
phone computer software camera newspaper magazine novel film album prize award theorem method process
""")
"""“Saturn V rockets used pad 39A” speaks of Saturn V; “Boeing officials” are not Boeing."""
_OF = ("of", "at", "for", "in", "to")
MOST_A_VERB = 12

EndKind = Literal["name", "person", "thing", "group", "place", "noun", "office"]


class End(NamedTuple):
    """`span` of a name; other kinds say what the context must name: `word` is the noun that was used."""

    kind: EndKind
    token: int
    span: Span | None = None
    word: str = ""


class Link(NamedTuple):
    """`anchor` is the word that the link's dates hang on."""

    subject: End
    relation: str
    object: End
    anchor: int
    is_office: bool = False
    is_main: bool = False
    """An office that the sentence's verb gives, not one said in passing."""


@dataclass(frozen=True)
class SentenceLinks:
    parsed: Parsed
    spans: Sequence[Span]
    dates: Sequence[DatePhrase]

    def links(self) -> list[Link]:
        """In the order of the sentence, each once."""
        found = [link for number in range(len(self.parsed.tokens)) for link in self._at(number)]
        elided = list(self._elided(found))
        without = {link.subject.span for link in elided}
        found = [link for link in found if link.subject.span is None or link.subject.span not in without]
        return list(dict.fromkeys([*found, *self._neighbours(), *elided]))

    def _at(self, number: int) -> Iterator[Link]:
        token = self.parsed.tokens[number]
        if token.is_verb and self._is_stated(number):
            yield from list(self._of_verb(number))[:MOST_A_VERB]
        if (
            token.dep == "appos"
            and token.is_noun
            and token.head < number
            and not self.parsed.under(number, "conj", "cc")
        ):
            for subject in self._names_at(token.head):
                yield from self._offices(subject, number, number)

    # what a verb joins

    def _of_verb(self, verb: int) -> Iterator[Link]:
        subjects = self._subjects(verb)
        if self.parsed.tokens[verb].lemma == "be":
            yield from self._named_office(verb)
        for subject in subjects:
            yield from self._objects(subject, verb)

    def _objects(self, subject: End, verb: int) -> Iterator[Link]:
        parsed, found = self.parsed, False
        name = self._verb_name(verb)
        for child in parsed.children[verb]:
            dep = parsed.tokens[child].dep
            links: list[Link] = []
            if dep == "dobj":
                links = list(self._object(subject, name, child, verb))
            elif dep == "acomp":
                words = f"{name} {parsed.tokens[child].text.casefold()}"
                links = [
                    one for p in parsed.under(child, "prep") for one in self._prepositional(subject, words, p, verb)
                ]
            elif dep in ("attr", "oprd"):
                links = list(self._complement(subject, name, child, verb))
            elif dep in ("prep", "agent", "dative"):
                links = list(self._prepositional(subject, self._with_object(name, verb), child, verb))
            found = found or bool(links)
            yield from links
        if not found and self._takes_office(verb, name):
            yield Link(subject, f"{self._with_object(name, verb)} at", End("office", verb), verb, True, True)

    def _with_object(self, name: str, verb: int) -> str:
        """“made its first flight on”: make flight."""
        objects = self.parsed.under(verb, "dobj")
        if len(objects) == 1 and self.parsed.tokens[objects[0]].is_noun and not self._in_date(objects[0]):
            return f"{name} {self.parsed.tokens[objects[0]].lemma}"
        return name

    def _object(self, subject: End, name: str, noun: int, verb: int) -> Iterator[Link]:
        for end in self._ends(noun):
            yield Link(subject, name, end, verb)
        is_share = self.parsed.tokens[noun].lemma in ("half", "most", "part", "third", "all")
        if (self.parsed.tokens[noun].is_noun or is_share) and self._end(noun) is None:
            words = f"{name} {self.parsed.tokens[noun].lemma}"
            for preposition, end in self._attached(noun):
                yield Link(subject, f"{words} {preposition}", end, verb)

    def _complement(self, subject: End, name: str, noun: int, verb: int) -> Iterator[Link]:
        """“became chief executive of”, “was named”."""
        joined = self._joined_office(noun)
        for other in (noun, *(n for n in self._conjuncts(noun) if n != joined)):
            if self._span_at(other) is not None:
                if name not in ("be", "become", "remain"):
                    yield Link(subject, name, End("name", other, self._span_at(other)), verb)
            elif self.parsed.tokens[other].is_noun:
                yield from self._offices(subject, other, verb, is_open=True)

    def _prepositional(self, subject: End, name: str, preposition: int, verb: int) -> Iterator[Link]:
        parsed = self.parsed
        word = parsed.tokens[preposition].text.casefold()
        if name == "be" and (word == "with" or parsed.under(verb, "attr", "acomp")):
            return
        if word in (
            "during",
            "despite",
            "without",
            "like",
            "unlike",
            "until",
            "before",
            "after",
            "since",
            "except",
            "than",
        ):
            return
        for noun in parsed.under(preposition, "pobj"):
            if self._in_date(noun):
                continue
            if word == "as" and parsed.tokens[noun].is_noun:
                yield from self._offices(
                    subject, noun, verb, is_open=self.parsed.tokens[verb].lemma in _NAMES_TO_OFFICE
                )
                continue
            for end in self._ends(noun):
                yield Link(subject, f"{self._participle(verb) if word == 'by' else name} {word}", end, verb)
                yield from self._handed_over(verb, word, end)
            if parsed.tokens[noun].is_noun and self._end(noun) is None:
                yield from self._through(subject, f"{name} {word}", noun, verb)
        for deeper in parsed.under(preposition, "prep"):
            yield from self._prepositional(subject, f"{name} {word}", deeper, verb)

    def _handed_over(self, verb: int, preposition: str, to: End) -> Iterator[Link]:
        """“AB Volvo sold Volvo Cars to Ford”: Volvo Cars was sold to Ford."""
        others = [n for n in self.parsed.under(verb, "prep") if self.parsed.tokens[n].text.casefold() == "to"]
        if preposition == "to" and len(others) == 1 and self.parsed.tokens[verb].tag in ("VBD", "VBN"):
            for noun in self.parsed.under(verb, "dobj"):
                end = self._end(noun)
                if end is not None and end.kind == "name" and not self._conjuncts(noun):
                    yield Link(end, f"{self._participle(verb)} to", to, verb)

    def _through(self, subject: End, name: str, noun: int, verb: int) -> Iterator[Link]:
        """“was in charge of X”."""
        words = f"{name} {self.parsed.tokens[noun].lemma} of"
        owners = [end for end in self._owners(noun, by_pronoun=False) if self.parsed.tokens[end.token].dep == "poss"]
        for end in [*(end for preposition, end in self._attached(noun) if preposition == "of"), *owners]:
            yield Link(subject, words, end, verb)

    # offices

    def _offices(self, subject: End, noun: int, anchor: int, is_open: bool = False) -> Iterator[Link]:
        """“chief executive of X”, “X's chief executive”, “the X administrator”; `is_open`: X may be left out."""
        phrase = self._noun_phrase(noun)
        links = [
            Link(subject, f"{phrase} {word if word != 'at' else 'of'}", end, anchor, True)
            for word, end in self._attached(noun)
            if word == "of" or is_open or self._is_office(noun)
        ]
        links += [Link(subject, f"{phrase} of", end, anchor, True) for end in self._owners(noun, is_open)]
        if not links and is_open and self.parsed.tokens[noun].lemma in OFFICES_OF_PEOPLE:
            places = self._placed(anchor) or [End("office", noun)]
            links = [Link(subject, f"{phrase} of", end, anchor, True) for end in places]
        yield from (link._replace(is_main=is_open) for link in links)

    def _named_office(self, verb: int) -> Iterator[Link]:
        """“The first commander of X was Y.”"""
        for noun in self.parsed.under(verb, "nsubj"):
            if self.parsed.tokens[noun].is_noun and self._is_office(noun):
                names = [
                    end for child in self.parsed.under(verb, "attr") for end in self._ends(child) if end.kind == "name"
                ]
                for name in names:
                    yield from self._offices(name, noun, verb, is_open=True)

    def _placed(self, verb: int) -> list[End]:
        """“At Boeing, … was chief executive”."""
        prepositions = [p for p in self.parsed.under(verb, "prep") if self.parsed.tokens[p].text.casefold() == "at"]
        return [end for p in prepositions for noun in self.parsed.under(p, "pobj") for end in self._ends(noun)]

    def _takes_office(self, verb: int, name: str) -> bool:
        if name in ("follow", "succeed"):  # a person for a time, and not one thing after another
            return any(not date.is_event and not date.is_loose for date in self.dates)
        if name.replace(" ", "_") in _TAKES_OFFICE or name == "swear in":
            return True
        objects = self.parsed.under(verb, "dobj")
        held = any(self.parsed.tokens[noun].lemma in _OFFICE for noun in objects)
        return held and name in ("hold", "take", "leave", "fill", "assume", "occupy")

    def _is_office(self, noun: int) -> bool:
        return self.parsed.tokens[noun].lemma in _OFFICES

    def _noun_phrase(self, noun: int) -> str:
        tokens = self.parsed.tokens
        first = noun
        while first > 0 and self._is_modifier(first - 1, noun):
            first -= 1
        words = [tokens[n].text.casefold() for n in range(first, noun)] + [tokens[noun].lemma]
        if noun + 1 < len(tokens) and tokens[noun + 1].text.casefold() == "general":
            words.append("general")
        if (other := self._joined_office(noun)) is not None:
            return " ".join([*words, "and", *self._noun_phrase(other).split()])
        return " ".join(words)

    def _joined_office(self, noun: int) -> int | None:
        """“president and chief executive”: the second."""
        following = self.parsed.tokens[noun + 1].text if noun + 1 < len(self.parsed.tokens) else ""
        others = [n for n in self._conjuncts(noun) if self._is_office(n)]
        return others[0] if others and following == "and" and self._is_office(noun) else None

    def _is_modifier(self, number: int, noun: int) -> bool:
        token = self.parsed.tokens[number]
        is_compound = token.is_noun and token.dep == "compound"
        return token.text.casefold() in _MODIFIERS or (
            is_compound and token.head <= noun and self._span_at(number) is None
        )

    # names beside names

    def _neighbours(self) -> Iterator[Link]:
        """“NASA administrator James Webb”, “Boeing's capsule Starliner”, “Boeing's Starliner”, “K. Sears of Boeing”."""
        for first, second in zip(self.spans, self.spans[1:], strict=False):
            between = self.parsed.tokens[first.last + 1 : second.first]
            words = [token for token in between if token.tag != "POS"]
            owner, owned = (
                End("name", self.parsed.head_of(first), first),
                End("name", self.parsed.head_of(second), second),
            )
            anchor = self._verb_above(owned.token) or owned.token
            if (
                words
                and all(token.is_noun or token.text.casefold() in _MODIFIERS for token in words)
                and len(words) < 4
                and words[-1].tag == "NN"
            ):
                yield Link(
                    owned,
                    f"{' '.join([*(w.text.casefold() for w in words[:-1]), words[-1].lemma])} of",
                    owner,
                    owned.token,
                    True,
                )
            elif between and not words:
                yield Link(owned, "of", owner, owned.token)
            elif [token.text for token in between] == ["of"] and self.parsed.tokens[second.first].head != anchor:
                yield Link(owner, "of", owned, owner.token)

    def _elided(self, links: Sequence[Link]) -> Iterator[Link]:
        """“A was chief executive of X from … to …, B from … to …”: the office of the one is that of the other."""
        offices = [link for link in links if link.is_main and link.subject.kind == "name"]
        for span in self.spans:
            end = self.parsed.tokens[span.last].end
            follows = next(
                (date for date in self.dates if 0 <= date.start - end <= 1 and date.first and date.last), None
            )
            before = [link for link in offices if link.subject.token < span.first and link.anchor < span.first]
            if follows and before and self._goes_on(before[-1], span):
                number = self.parsed.at(follows.start) or span.last
                yield before[-1]._replace(subject=End("name", self.parsed.head_of(span), span), anchor=number)

    def _goes_on(self, link: Link, span: Span) -> bool:
        """No other verb stands between the office and the name."""
        between = self.parsed.tokens[link.anchor + 1 : span.first]
        return between[-1].text in (",", "and", ";") and not any(
            token.is_verb and token.dep != "acl" for token in between
        )

    # the ends

    def _subjects(self, verb: int) -> list[End]:
        parsed = self.parsed
        own = parsed.under(verb, "nsubj", "nsubjpass")
        token = parsed.tokens[verb]
        if token.dep == "relcl" and (not own or all(parsed.tokens[n].tag in ("WDT", "WP") for n in own)):
            return [] if self._is_ambiguous(token.head) else self._described(token.head)
        if own:
            return [end for noun in own for end in self._ends(noun)]
        if token.dep == "acl" and token.tag in ("VBN", "VBG"):
            return self._described(token.head)
        is_shared = token.dep == "conj" or (token.dep in ("advcl", "xcomp") and token.tag == "VBG")
        if is_shared and parsed.tokens[token.head].is_verb:
            return self._subjects(token.head)
        return []

    def _described(self, noun: int) -> list[End]:
        """What a clause after a noun speaks of: “Spyker Cars, a Dutch maker led by …” of Spyker Cars."""
        token = self.parsed.tokens[noun]
        is_beside = token.dep == "appos" and token.is_noun and self._span_at(noun) is None and token.head < noun
        return self._names_at(token.head) if is_beside else self._ends(noun, conjuncts=False)

    def _is_ambiguous(self, noun: int) -> bool:
        """“the mission to Mercury, which left”: either may have left."""
        tokens = self.parsed.tokens
        return tokens[noun].dep == "pobj" and tokens[tokens[tokens[noun].head].head].is_noun

    def _ends(self, noun: int, conjuncts: bool = True) -> list[End]:
        """What the noun names or stands for, and what is joined to it by “and”."""
        first = self._end(noun) or self._apposed(noun)
        if first is None:  # “built the orbiter, ESA the passenger” joins what is not alike
            return []
        others = (self._end(number) or self._apposed(number) for number in (self._conjuncts(noun) if conjuncts else []))
        return [first, *(end for end in others if end is not None)]

    def _names_at(self, noun: int) -> list[End]:
        return [end for end in self._ends(noun, conjuncts=False) if end.kind == "name"]

    def _end(self, number: int) -> End | None:
        token, span = self.parsed.tokens[number], self._span_at(number)
        if span is not None:
            return End("name", number, span)
        word = token.text.casefold()
        if word in ("he", "she", "him"):
            return End("person", number)
        if word == "it":
            return End("thing", number)
        if token.is_noun and token.lemma in _KINDS_OF_THING and (named := self._named_kind(number)) is not None:
            return End("name", self.parsed.head_of(named), named)
        if (
            token.tag == "NN"
            and token.lemma not in _OFFICE
            and token.lemma not in _OFFICES
            and self._is_definite(number)
        ):
            kind: EndKind = "group" if token.lemma in _GROUPS else "place" if token.lemma in _PLACES else "noun"
            return End(kind, number, None, token.lemma) if not self._is_specified(number) else None
        return None

    def _named_kind(self, noun: int) -> Span | None:
        """The name right before the noun."""
        before = noun - 1
        return next(
            (span for span in self.spans if span.last == before and self.parsed.tokens[before].tag != "POS"), None
        )

    def _is_definite(self, noun: int) -> bool:
        return any(self.parsed.tokens[n].text.casefold() in ("the", "this") for n in self.parsed.under(noun, "det"))

    def _is_specified(self, noun: int) -> bool:
        """“the company of his brother” and “the new company” are other companies."""
        return bool(
            self.parsed.under(noun, "prep", "amod", "compound", "poss", "relcl", "acl", "appos", "nummod", "nmod")
        )

    def _apposed(self, noun: int) -> End | None:
        """“an interim chief, James Bell”; “the drone ship Endurance”."""
        if not self.parsed.tokens[noun].is_noun:
            return None
        named = [n for n in self.parsed.under(noun, "appos") if self._span_at(n) is not None]
        return End("name", named[0], self._span_at(named[0])) if named else None

    def _attached(self, noun: int) -> Iterator[tuple[str, End]]:
        for preposition in self.parsed.under(noun, "prep"):
            word = self.parsed.tokens[preposition].text.casefold()
            if word in _OF:
                for other in self.parsed.under(preposition, "pobj"):
                    yield from (
                        (word, end)
                        for end in self._ends(other)
                        if end.kind in ("name", "group", "noun") and not self._in_date(other)
                    )

    def _owners(self, noun: int, by_pronoun: bool) -> Iterator[End]:
        for other in self.parsed.under(noun, "poss", "compound", "nmod"):
            span = self._span_at(other)
            if span is not None:
                yield End("name", other, span)
            elif by_pronoun and self.parsed.tokens[other].text.casefold() == "its":
                yield End("thing", other)
            elif by_pronoun and self.parsed.tokens[other].text.casefold() in ("his", "her"):
                yield End("person", other)

    def _conjuncts(self, noun: int) -> list[int]:
        found = []
        for other in self.parsed.under(noun, "conj"):
            found += [other, *self._conjuncts(other)]
        return found

    def _span_at(self, number: int) -> Span | None:
        return next((span for span in self.spans if span.first <= number <= span.last), None)

    # the verb

    def _verb_name(self, verb: int) -> str:
        particles = [self.parsed.tokens[n].text.casefold() for n in self.parsed.under(verb, "prt")]
        lemma = self.parsed.tokens[verb].lemma
        is_passive = self._is_passive(verb)
        return " ".join([self._participle(verb) if is_passive else lemma, *particles])

    def _participle(self, verb: int) -> str:
        return self.parsed.tokens[verb].text.casefold()

    def _is_passive(self, verb: int) -> bool:
        token = self.parsed.tokens[verb]
        is_reduced = token.dep == "acl" and token.tag == "VBN"
        return is_reduced or bool(self.parsed.under(verb, "nsubjpass", "auxpass"))

    def _is_stated(self, verb: int) -> bool:
        """Neither denied nor only thought, planned or asked."""
        if self.parsed.text.rstrip('"”’)').endswith("?"):
            return False
        chain = [verb, *(n for n in self.parsed.above(verb) if self.parsed.tokens[n].is_verb)]
        return not any(
            self._is_doubtful(number, governed) for number, governed in zip(chain, [None, *chain], strict=False)
        )

    def _is_doubtful(self, verb: int, governed: int | None) -> bool:
        """`governed`: the verb below it on the way here; a relative clause or a list's other half doubts for itself."""
        parsed, token = self.parsed, self.parsed.tokens[verb]
        if governed is not None and parsed.tokens[governed].dep not in ("ccomp", "xcomp", "advcl", "conj"):
            return False
        if (
            governed is not None
            and parsed.tokens[governed].dep in ("conj", "advcl")
            and not self._begins_alike(governed)
        ):
            return False
        if governed is not None and token.lemma in _DOUBT:
            return True
        words = {parsed.tokens[n].text.casefold() for n in parsed.under(verb, "aux", "neg", "mark", "advmod")}
        denied = bool(parsed.under(verb, "neg")) or bool(
            words & {"never", "almost", "nearly", "if", "whether", "unless", "reportedly", "allegedly"}
        )
        unreal = any(parsed.tokens[n].tag in ("MD", "TO") for n in parsed.under(verb, "aux"))
        no_subject = any(
            parsed.tokens[n].text.casefold() in ("no", "none", "neither", "nobody")
            for s in parsed.under(verb, "nsubj", "nsubjpass")
            for n in (s, *parsed.under(s, "det", "neg"))
        )
        return denied or unreal or no_subject

    def _begins_alike(self, governed: int) -> bool:
        """“would buy and sell”: a verb without an auxiliary or a subject of its own shares those of the first."""
        return not self.parsed.under(governed, "aux", "nsubj", "nsubjpass") and self.parsed.tokens[governed].tag == "VB"

    def _verb_above(self, number: int) -> int | None:
        return next((n for n in self.parsed.above(number) if self.parsed.tokens[n].is_verb), None)

    def _in_date(self, number: int) -> bool:
        start = self.parsed.tokens[number].start
        return any(date.start <= start < date.end for date in self.dates)


def date_of(link: Link, links: Sequence[Link], parsed: Parsed, dates: Sequence[DatePhrase]) -> DatePhrase | None:
    """The date that hangs on the link's own verb; the sentence's only one where its only verb is the link's."""
    told = [date for date in dates if not date.is_loose]
    if not parsed.tokens[link.anchor].is_verb:
        at = parsed.tokens[link.anchor].start
        beside = (date for date in told if date.start <= at < date.end or _hangs_on(date, link.anchor, parsed))
        return next(beside, None)
    governed = [(date, _governor(date, parsed)) for date in told]
    own = [date for date, verb in governed if verb == link.anchor]
    after = [date for date in own if date.start >= parsed.tokens[link.anchor].start]
    chosen = [date for date in own if not date.is_event] or after or own
    if chosen:
        return chosen[0]
    verbs = {verb for _, verb in governed} | {other.anchor for other in links if parsed.tokens[other.anchor].is_verb}
    return told[0] if len(dates) == 1 and told and len(verbs) <= 1 else None


def _hangs_on(date: DatePhrase, noun: int, parsed: Parsed) -> bool:
    first = next((n for n, token in enumerate(parsed.tokens) if token.start >= date.start), None)
    if first is None:
        return False
    for above in parsed.above(first):
        if above == noun:
            return True
        if parsed.tokens[above].is_verb:
            return False
    return False


def _governor(date: DatePhrase, parsed: Parsed) -> int | None:
    first = next((n for n, token in enumerate(parsed.tokens) if token.start >= date.start), None)
    if first is None:
        return None
    inside = (n for n in parsed.above(first) if not date.start <= parsed.tokens[n].start < date.end)
    return next((n for n in inside if parsed.tokens[n].is_verb), None)
