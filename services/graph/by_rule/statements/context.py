"""Whom “she”, “the company” and an office without an owner mean: what the sentence before or a heading names. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from services.graph.by_rule.names.entities import Naming
from services.graph.by_rule.names.pronouns import OF_TITLES, pronoun_of
from services.graph.by_rule.sentences.dates import DatePhrase
from services.graph.by_rule.sentences.passages import TextSentence
from services.graph.by_rule.sentences.tokens import Parsed, Span
from services.graph.by_rule.sentences.vocabulary import JOINS, REACHES, WHOLES
from services.graph.by_rule.statements.clauses import follows_at, is_main_clause, is_unnamed
from services.graph.by_rule.statements.headings import Headings
from services.graph.by_rule.statements.links import OPEN_OFFICES, End, Link

_FROM = re.compile(r"From:\s")
_QUOTES_MAIL = re.compile(r"\bwrote:\s*$|(?:Original|Forwarded) [Mm]essage")
_QUOTED = re.compile(r"[“”„\"]")
_FIRMS = frozenset(("company", "firm", "corporation"))
"""Where the paragraph has told of one organisation only, it is meant."""
_ANY_FIRM = _FIRMS | {"group", "agency", "organisation", "organization", "business"}
"""What any of them is called: the nearest is meant, while “the society” is sooner what has the word in its name."""
_KIND_TYPES = {"group": "Organisation", "place": "Place"}


@dataclass(frozen=True)
class Read:
    """A sentence with its names (in its order) and its links; `leans_on`: the one before, which says what “then” is."""

    passage: TextSentence
    parsed: Parsed
    spans: Sequence[Span]
    links: Sequence[Link]
    dates: tuple[DatePhrase, ...] = ()
    leans_on: TextSentence | None = None


@dataclass
class Context:
    """Follows the sentences of one document in their order."""

    naming: Naming
    headings: Headings = field(init=False)
    _before: Sequence[str] = ()
    _subject: str | None = None
    _office: str | None = None
    _holder: str | None = None
    _held_here: tuple[str | None, str | None] = (None, None)
    _placed: Sequence[str] = ()
    _people_told: Sequence[str] = ()
    _pronouns: dict[str, str] = field(default_factory=dict)
    _paragraph: int = -1
    _section: tuple[str, ...] = ()
    _told_below: Sequence[str] = ()
    _told_here: Sequence[str] = ()
    """In the paragraph."""
    _titled: Sequence[str] = ()
    _object: str | None = None
    """The only thing that somebody did something to in the sentence before."""
    _writer: str | None = None
    _has_begun: bool = False
    _is_unnamed: bool = False
    """The sentence before is about somebody without a name."""

    def __post_init__(self) -> None:
        self.headings = Headings(self.naming)

    def resolved(self, read: Read) -> Iterator[tuple[Link, str, str]]:
        """Each link with the names of its ends; links whose ends nobody names are left out."""
        if read.passage.paragraph != self._paragraph:
            self._before, self._placed, self._subject, self._office, self._people_told = (), (), None, None, ()
            self._holder, self._is_unnamed, self._told_here, self._object = None, False, (), None
        if read.passage.sections != self._section:
            self._section, self._told_below, self._has_begun = read.passage.sections, (), False
        self._held_here = self._office, self._holder
        self._writer = self._sender(read)
        self._titled = self._people([name for names in self.headings.names(read.passage)[:1] for name in names])
        for link in read.links:
            subject, target = self._name(link.subject, read), self._name(link.object, read)
            if subject and target and subject != target and self._fits(link, read, subject, target):
                yield link, subject, target
                is_held = link.is_main and self._type(subject) == "Person" and self._type(target) != "Person"
                if is_held and link.relation.split()[-1] != "from" and is_main_clause(read.parsed, link.anchor):
                    self._held_here = target, subject
        self._office, self._holder = self._held_here
        self._remember(read)

    def _fits(self, link: Link, read: Read, subject: str, target: str) -> bool:
        """An office that the context fills is a person's, and nobody's person."""
        if link.are_places:
            return self._type(subject) == self._type(target) == "Place"
        if link.object.kind == "topic":
            is_group = self._type(target) == "Organisation"
            return link.relation in (JOINS if is_group else REACHES)
        if link.instead_of is not None and not self._takes_its_place(link, read, subject, target):
            return False
        if link.object.kind not in OPEN_OFFICES:
            return True
        return self._type(subject) == "Person" and self._type(target) not in ("Person", "Event", "Work")

    def _takes_its_place(self, link: Link, read: Read, subject: str, target: str) -> bool:
        """Like takes the place of like, and what stays is of another kind; of names that could both be meant, the kind
        of people and of places alone is sure."""
        before = self._name(link.instead_of, read) if link.instead_of is not None else None
        is_subject = link.subject.token > link.object.token
        new, stays = (subject, target) if is_subject else (target, subject)
        kind = self._type(new)
        is_sure = kind in ("Person", "Place") or "name" not in (link.object.kind if is_subject else link.subject.kind)
        return before is not None and is_sure and kind == self._type(before) != "" and self._type(stays) != kind

    def _remember(self, read: Read) -> None:
        names = [name for span in read.spans if (name := self.naming.of(read.parsed.words(span)))]
        subject = next((end for link in read.links if (end := link.subject).token >= 0 and end.kind != "writer"), None)
        named = self._main_subject(read) or (self._name(subject, read) if subject else None)
        self._subject = named
        persists = self._is_unnamed and named is None
        self._is_unnamed = persists or any(is_unnamed(read.parsed, n) for n in range(len(read.parsed.tokens)))
        self._before = list(dict.fromkeys(names or ([named] if named else [])))
        self._told_below, self._has_begun = [*self._told_below, *names], True
        self._told_here, self._object = [*self._told_here, *names], self._only_object(read)
        self._people_told = [*self._people_told, *self._people(names)]
        self._learn_pronouns(read)
        if self._subject in self._people(names) and self._tells_of_another(read, self._subject):
            self._subject, self._before = None, [name for name in self._before if name not in self._people(names)]
        at = [span for span in read.spans if follows_at(read.parsed, span)]
        placed = [self.naming.of(read.parsed.words(span)) for span in at]
        self._placed = list(dict.fromkeys(name for name in placed if name))
        self._paragraph = read.passage.paragraph

    def _learn_pronouns(self, read: Read) -> None:
        """“Miss Roe” is she, “Mr Roe” is he."""
        for span in read.spans:
            title = read.parsed.tokens[span.first - 1].text.casefold().rstrip(".") if span.first else ""
            name = self.naming.of(read.parsed.words(span)) if title in OF_TITLES else None
            if name is not None:
                self._pronouns.setdefault(name, OF_TITLES[title])

    def _tells_of_another(self, read: Read, subject: str) -> bool:
        """“Barr said of him …”: who “he” is then, nobody can tell."""
        pronouns = {"him": "he", "her": "she"}
        objects = (token for token in read.parsed.tokens if token.dep in ("dobj", "pobj", "dative"))
        said = {pronouns[token.text.casefold()] for token in objects if token.text.casefold() in pronouns}
        return bool(said & {"he", "she"} if not self._pronoun_of(subject) else said & {self._pronoun_of(subject)})

    def _only_object(self, read: Read) -> str | None:
        """“In 1921 Ada Roe founded the Shore Workshop.”: “it” is no person, and nothing else is there."""
        tokens = read.parsed.tokens
        objects = [n for n, token in enumerate(tokens) if token.dep == "dobj" and tokens[token.head].dep == "ROOT"]
        spans = [span for span in read.spans if any(span.first <= n <= span.last for n in objects)]
        if len(objects) != 1 or len(spans) != 1 or any(token.is_noun for token in tokens):
            return None
        named = self.naming.of(read.parsed.words(spans[0]))
        return named if named is not None and self._type(named) not in ("Person", "Place") else None

    def _main_subject(self, read: Read) -> str | None:
        tokens = read.parsed.tokens
        for number, token in enumerate(tokens):
            if token.dep in ("nsubj", "nsubjpass") and tokens[tokens[number].head].dep == "ROOT":
                span = next((span for span in read.spans if span.first <= number <= span.last), None)
                if span is not None:
                    return self.naming.of(read.parsed.words(span))
                if token.text.casefold() == "it" and not self._has_begun:
                    return self._thing(End("thing", number), read)
                if token.text.casefold() in ("he", "she", "it"):
                    return self._subject
        return None

    def _name(self, end: End, read: Read) -> str | None:
        match end.kind:
            case "name":
                return self.naming.of(read.parsed.words(end.span)) if end.span is not None else None
            case "person":
                return self._person(end, read)
            case "thing":
                return self._thing(end, read)
            case "writer":
                return None if _QUOTED.search(read.passage.text) else self._writer
            case "topic":
                return self.headings.topic(read.passage)
            case "heading":
                return self.headings.headed(read.passage)
            case "caption":
                nearest = self.headings.names(read.passage)[-1:]
                return nearest[0][0] if nearest and len(nearest[0]) == 1 else None
            case "office":
                return self._owner_left_open(read)
            case "post":
                return self._held_here[0] or self.headings.owner_of_offices(read.passage)
            case "place taken":
                whose = self._person_before(self._subjects_before(end, read)[-1:], _pronoun(end, read))
                return self._office if self._holder and whose == self._holder else None
            case _:
                return self._described(end, read)

    def _sender(self, read: Read) -> str | None:
        """Whom the nearest head of a mail names behind “From:”; nobody below a line that quotes another mail."""
        if _FROM.match(read.passage.text):
            people = self._people([name for span in read.spans if (name := self.naming.of(read.parsed.words(span)))])
            return people[0] if len(people) == 1 else None
        return None if _QUOTES_MAIL.search(read.passage.text) else self._writer

    def _owner_left_open(self, read: Read) -> str | None:
        """Of an office that the sentence does not say whose it is; a report or a book has none."""
        named = self._office or self._organisation_before(read) or self.headings.owner_of_offices(read.passage)
        topic = self.headings.topic(read.passage)
        is_work = topic is not None and self._type(topic) == "Work"
        return named or (None if is_work else topic) or self.headings.only_organisation(read.passage)

    def _organisation_before(self, read: Read) -> str | None:
        """Where the sentence before says that it happened: “At Boeing …”."""
        groups = [name for name in self._placed if self._type(name) == "Organisation"]
        topic = self.headings.topic(read.passage)
        return groups[0] if len(groups) == 1 else topic if topic in groups else None

    def _person(self, end: End, read: Read) -> str | None:
        """Who is “she” once is not “he” in another paragraph."""
        if self._stands_for_unnamed(end, read):
            return None
        pronoun = _pronoun(end, read)
        known = self._person_by_place(end, read, pronoun) or self._person_above(end, read, pronoun)
        if known is not None:
            self._pronouns.setdefault(known, pronoun)
        return known

    def _stands_for_unnamed(self, end: End, read: Read) -> bool:
        """“A man left in March, but it is not known when he …”."""
        is_here = any(is_unnamed(read.parsed, number) for number in range(end.token))
        return is_here or (self._is_unnamed and not self._people(self._subjects_before(end, read)))

    def _person_by_place(self, end: End, read: Read, pronoun: str) -> str | None:
        if read.parsed.tokens[end.token].dep in ("dobj", "pobj", "dative"):
            others = self._called_so(self._names_before(end, read), pronoun)
            own = self._subjects_before(end, read)[-1:]
            other = next((name for name in reversed(others) if name not in own), None)
            return other or self._person_before(own, pronoun)
        here = self._called_so(self._subjects_before(end, read), pronoun)
        if here and not self._opens_main_clause(end, read):
            return here[-1] if len(here) == 1 else None
        return self._person_before((), pronoun)

    def _person_before(self, but: Sequence[str], pronoun: str) -> str | None:
        """The subject of the sentence before, else the only person in it."""
        if self._subject and self._subject not in but and self._called_so([self._subject], pronoun):
            return self._subject
        before = [name for name in self._called_so(self._before, pronoun) if name not in but]
        is_unlikely = not but and bool(before) and self._is_of_another(before[0], pronoun)
        return before[0] if len(before) == 1 and not is_unlikely else None

    def _is_of_another(self, name: str, pronoun: str) -> bool:
        """Who is not known to be “she” is none where the title names one who is."""
        of_title = [one for one in self._titled if self._pronoun_of(one) == pronoun]
        return not self._pronoun_of(name) and bool(of_title)

    def _called_so(self, names: Sequence[str], pronoun: str) -> list[str]:
        """The people who can be “she”, or “he”: by their first name, or by what was said before."""
        return [name for name in self._people(names) if self._pronoun_of(name) in ("", pronoun)]

    def _pronoun_of(self, name: str) -> str:
        return self._pronouns.get(name, "") or pronoun_of(name)

    def _person_above(self, end: End, read: Read, pronoun: str) -> str | None:
        """The only person whom title and headings name, where the paragraph has told of nobody else: each paragraph of
        a life begins anew."""
        above = {name for names in self.headings.names(read.passage) for name in self._people(names)}
        told = {*self._called_so([*self._people_told, *self._names_before(end, read)], pronoun)}
        is_alone = len(above) == 1 and told <= above
        return next(iter(self._called_so([*above], pronoun)), None) if is_alone else None

    def _people(self, names: Sequence[str]) -> list[str]:
        return [name for name in dict.fromkeys(names) if self._type(name) == "Person"]

    def _thing(self, end: End, read: Read) -> str | None:
        """The subject of a clause before it, where the sentence has one, else that of the sentence before; in a
        section's first sentence what its heading is the name of."""
        if not self._opens_main_clause(end, read):
            here = [name for name in self._subjects_before(end, read) if self._type(name) not in ("Person", "Place")]
            if here:
                return here[0] if len(set(here)) == 1 else None
        things = [name for name in self._before if self._type(name) != "Person"]
        if self._subject and self._type(self._subject) not in ("Person", "Place") and things in ([], [self._subject]):
            return self._subject
        if self._object is not None and self._subject and self._type(self._subject) == "Person":
            return self._object if things == [self._object] else None
        if end.word and len(things) == 1 and self._type(things[0]) == "Organisation":
            return things[0]  # “… the Museum of Salt. Its director, …”
        is_first = not self._has_begun and not [n for n in self._names_before(end, read) if self._type(n) != "Person"]
        return self._filling(read, ("Person",)) if is_first else None

    def _filling(self, read: Read, unfit: Sequence[str]) -> str | None:
        named = self.headings.filling(read.passage)
        return named if named is not None and self._type(named) not in unfit else None

    def _made(self, end: End, read: Read) -> str | None:
        """“The ship” is what the heading is the name of, where the text below it has named nothing else that it could
        be."""
        named = self._filling(read, ("Person", "Place", "Organisation", "Event", "Law"))
        others = [*self._told_below, *self._names_before(end, read)]
        rivals = [
            name for name in others if name != named and self._type(name) not in ("Person", "Place", "Organisation")
        ]
        return named if end.word in WHOLES and not rivals else None

    def _described(self, end: End, read: Read) -> str | None:
        """“The company”: the one that the nearest scope names; an object is not its own subject."""
        wanted = _KIND_TYPES.get(end.kind)
        office = [self._office] if self._office else []
        subject = [self._subject] if self._subject else []
        here = self._subjects_before(end, read)
        own = self._own_subjects(end, read)
        scopes = (here, subject, office, *reversed(self.headings.names(read.passage)))
        if end.word not in _ANY_FIRM:
            scopes = (*([name for name in scope if _is_called(name, end.word)] for scope in scopes), *scopes)
        for scope in scopes:
            named = [name for name in dict.fromkeys(scope) if _is_called(name, end.word)]
            alike = [name for name in dict.fromkeys(scope) if wanted and self._type(name) == wanted]
            if named or alike:
                found = named or alike
                return found[0] if len(found) == 1 and found[0] not in own else None
        told = [*self._told_below, *self._names_before(end, read)]
        called = list(
            dict.fromkeys(name for name in told if _is_called(name, end.word) and self._type(name) != "Person")
        )
        if called:
            return called[0] if len(called) == 1 and called[0] not in own else None
        if end.word in _FIRMS:
            groups = [name for name in dict.fromkeys(self._told_here) if self._type(name) == "Organisation"]
            return groups[0] if len(groups) == 1 and groups[0] not in own else None
        return self._made(end, read) if end.kind == "noun" else None

    def _own_subjects(self, end: End, read: Read) -> list[str]:
        """Of the verb whose object the word is."""
        tokens = read.parsed.tokens
        if tokens[end.token].dep != "dobj":
            return []
        subjects = read.parsed.under(tokens[end.token].head, "nsubj")
        spans = [span for span in read.spans if read.parsed.head_of(span) in subjects]
        if any(tokens[number].text.casefold() == "it" for number in subjects):
            return self._subjects_before(end, read)
        return [name for span in spans if (name := self.naming.of(read.parsed.words(span)))]

    def _names_before(self, end: End, read: Read) -> list[str]:
        spans = [span for span in read.spans if span.last < end.token]
        return [name for span in spans if (name := self.naming.of(read.parsed.words(span)))]

    def _subjects_before(self, end: End, read: Read) -> list[str]:
        """Of the sentence's clauses in front of the word."""
        spans = [
            span
            for span in read.spans
            if span.last < end.token and read.parsed.tokens[read.parsed.head_of(span)].dep in ("nsubj", "nsubjpass")
        ]
        return [name for span in spans if (name := self.naming.of(read.parsed.words(span)))]

    def _opens_main_clause(self, end: End, read: Read) -> bool:
        token = read.parsed.tokens[end.token]
        return token.dep in ("nsubj", "nsubjpass") and read.parsed.tokens[token.head].dep == "ROOT"

    def _type(self, name: str) -> str:
        return self.naming.types.get(name, "")


def _pronoun(end: End, read: Read) -> str:
    return "she" if read.parsed.tokens[end.token].text.casefold() in ("she", "her", "hers") else "he"


def _is_called(name: str, word: str) -> bool:
    """“the society” is Field Society, and “the field” is not; “the bank” is Bank of Jena."""
    parts = [part for part in name.casefold().split() if not part[0].isdigit()]
    before_of = [part for part in parts if part in ("of", "for")][:1]
    return bool(parts) and word in (parts[-1], parts[parts.index(before_of[0]) - 1] if before_of else parts[-1])
