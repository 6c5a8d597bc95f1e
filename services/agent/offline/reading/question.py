"""A question as it was read, once: what it names, of which time, for what. All that follows goes by this. Pure."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pydantic import BaseModel, ConfigDict

from services.agent.offline.reading.answer_kinds import AnswerKind, answer_kinds
from services.agent.offline.reading.comparison import compared_things
from services.agent.offline.reading.descriptions import Description, read_description
from services.agent.offline.reading.documents import DocumentIndex
from services.agent.offline.reading.names import OF_OFFICE, NameIndex, capitalised_words, initials
from services.agent.offline.reading.parts import compared_parts, place_beside_answer, question_parts
from services.agent.offline.reading.purposes import Purpose, is_foreign, is_question, purposes
from services.agent.offline.reading.references import (
    points_back,
    points_to_person,
    without_time,
    words_for_earlier_time,
)
from services.agent.offline.reading.small_talk import is_small_talk
from services.agent.offline.reading.succession import SuccessionQuestion, asks_length, compares_length, read_succession
from services.agent.offline.reading.synonyms import with_synonyms
from services.agent.offline.reading.times.events import DatedEvent, Event, date_event, read_event
from services.agent.offline.reading.times.tense import is_present
from services.agent.offline.reading.times.time_words import TimeWords, read_times
from services.agent.offline.rules import Rule
from services.models import DocumentName, Fact, Hit
from services.search.query_classifier import classify
from services.text.quotes import quotations
from services.text.sentences import content_words, plain_words

HAPPENED = content_words("happen happened occur occurred")
ASKING = HAPPENED | content_words(
    "list name show give explain describe compare summarize summarise enumerate please first last come go next"
)
"""Stems that tell what to do with a topic and are none of it."""
OF_DOCUMENTS = content_words(
    "documents files papers articles sources notes reports leaflets texts mention name talk tell contain say speak "
    "cover discuss deal describe hold exist available list show there collection write"
)
"""Stems that ask for documents and not for what is in them."""
OF_CHANGES = content_words(
    "change changed changes alter altered develop developed new different happen happened else anything something much"
)
"""Stems that ask for changes of any kind."""
GOING_ON = content_words("since today now currently nowadays still ago exactly then else")
OF_BEGINNINGS = content_words(
    "about summary summarize summarise abstract beginning start overview content read open what say"
)
"""Stems that ask for a document as a whole."""
FEWEST_IN_PHRASE = 2
"""Words in lower case from which an entity's name describes it."""
NO_DOCUMENTS = DocumentIndex()
MOST_ENTITIES = 5
MOST_TIMES = 4
A_DAY = timedelta(days=1)


@dataclass(frozen=True)
class PreviousTurn:
    """`question` is the last that named something; `facts` and `quotations` are those of the last answer."""

    question: str = ""
    facts: tuple[Fact, ...] = ()
    quotations: tuple[str, ...] = ()


class ParsedQuestion(BaseModel):
    """`text` is the question, with the one it goes on from where it says nothing itself; `asked` leaves out what only
    gives its time.

    `unknown_names` look like names and are no entities, `numbered_names` have a number; `close_names` are entities that
    are written nearly so.
    `documents` are those that it names. A foreign one is in another language than English, in which the rules read.
    `may_name`: which names the graph knows could not be read, and it may hold one.
    `name_words` are the words that stand for the entities. `topic` holds the stems of what is asked about the entities,
    `documents_topic` those of what documents shall speak of. `event` is what gives the time; `dated_event` says when
    that was, once passages tell it. `without` are the rules that a measurement leaves out. `parts` are the questions of
    which it consists, where that is more than one.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    asked: str
    entities: tuple[str, ...] = ()
    unknown_names: tuple[str, ...] = ()
    numbered_names: tuple[str, ...] = ()
    close_names: tuple[str, ...] = ()
    documents: tuple[DocumentName, ...] = ()
    times: tuple[TimeWords, ...] = ()
    kinds: frozenset[AnswerKind] = frozenset()
    purposes: frozenset[Purpose] = frozenset()
    phrases: tuple[str, ...] = ()
    name_words: frozenset[str] = frozenset()
    topic: frozenset[str] = frozenset()
    documents_topic: frozenset[str] = frozenset()
    is_question: bool = False
    is_foreign: bool = False
    is_small_talk: bool = False
    is_present: bool = False
    is_about_meaning: bool = False
    may_name: bool = False
    succession: SuccessionQuestion | None = None
    description: Description | None = None
    compares_length: bool = False
    compared: tuple[str, str] | None = None
    event: Event | None = None
    dated_event: DatedEvent | None = None
    without: frozenset[Rule] = frozenset()
    parts: tuple["ParsedQuestion", ...] = ()

    @property
    def time(self) -> TimeWords | None:
        return self.times[0] if self.times else None

    @property
    def words(self) -> frozenset[str]:
        """The stems of what is asked."""
        return content_words(self.asked)

    @property
    def name_stems(self) -> frozenset[str]:
        return content_words(" ".join(self.name_words))

    @property
    def asks_relationship(self) -> bool:
        """Whether the knowledge graph is asked how things are connected: “Who owns SpaceX?”, but not “Who was he?”"""
        return "relationship" in self.purposes and bool(self.entities) and bool(self.topic)

    @property
    def asks_only_changes(self) -> bool:
        """Whether it asks for any changes of an entity that the graph knows: “What has changed at NASA since 2000?”"""
        return "change" in self.purposes and bool(self.entities) and not self.topic - OF_CHANGES

    @property
    def asks_what_happened(self) -> bool:
        """Whether it asks what happened in a time of some length: “What happened at Saab between 2009 and 2012?”"""
        return any(not time.is_day and time.start and time.end for time in self.times) and bool(
            HAPPENED & content_words(self.text)
        )

    @property
    def reads_document(self) -> bool:
        """Whether a document itself is asked for, and nothing that it may say."""
        named = content_words(" ".join(f"{one.title} {one.source}" for one in self.documents))
        parts = frozenset(part for word in self.words for part in word.replace(".", " ").replace("-", " ").split())
        files = frozenset(part for word in named for part in word.replace(".", " ").replace("-", " ").split())
        return bool(self.documents) and not parts - named - files - OF_DOCUMENTS - OF_BEGINNINGS

    @property
    def says_something(self) -> bool:
        return bool(content_words(self.text) or self.entities)

    def without_entities(self, gone: Collection[str]) -> "ParsedQuestion":
        """The question as if the graph did not know these entities: their names are asked for as words."""
        if not gone:
            return self
        is_named = not set(self.entities) & set(gone)
        kept = tuple(name for name in self.entities if name not in gone)
        return self.model_copy(
            update={
                "entities": kept,
                "close_names": tuple(name for name in self.close_names if name not in gone),
                "name_words": self.name_words if is_named else frozenset(),
                "topic": self.topic if is_named else self.topic | (content_words(self.text) & self.name_stems),
                "description": self.description if is_named else None,
                "compares_length": self.compares_length and len(kept) > 1,
                "parts": tuple(part.without_entities(gone) for part in self.parts),
            }
        )

    def dated_by(self, hits: Sequence[Hit], now: datetime) -> "ParsedQuestion":
        """The question with the time of its event, if one of the passages tells when that was."""
        parts = tuple(part.dated_by(hits, now) for part in self.parts)
        if parts != self.parts:
            return self.model_copy(update={"parts": parts}).dated_by(hits, now)
        found = date_event(self.event, hits, now) if self.event else None
        if found is None:
            return self
        return self.model_copy(update={"times": (found.time,), "dated_event": found, "is_present": False})


def read_question(
    question: str,
    names: NameIndex,
    now: datetime,
    before: PreviousTurn = PreviousTurn(),
    documents: DocumentIndex = NO_DOCUMENTS,
    without: frozenset[Rule] = frozenset(),
) -> ParsedQuestion:
    """“and before that?” still speaks of the entities that were asked about, and of the one that was told."""
    if is_small_talk(question):
        return ParsedQuestion(text=question, asked=question, is_small_talk=True)
    read = _in_conversation(question, names, now, before, without)
    named = documents.documents_named_in(question, names.names_in(_timeless_part(question, read.event), without))
    whole = _parsed(question, read, named, names, without)
    parts = _parts_of(whole, names, now, before, documents)
    return whole.model_copy(update={"parts": parts}) if parts else whole


def _parts_of(
    whole: ParsedQuestion, names: NameIndex, now: datetime, before: PreviousTurn, documents: DocumentIndex
) -> tuple[ParsedQuestion, ...]:
    """None of a question for documents, for what happened in a time, or whose second half says nothing by itself. A
    part without a time has that of the first."""
    if (
        "parts" in whole.without
        or whole.is_foreign
        or not (whole.is_question or whole.compared)
        or whole.documents
        or whole.event
    ):
        return ()
    spoken = question_parts(whole.text) or compared_parts(whole.compared or ())
    first = read_times(spoken[0], now) if spoken else ()
    timed = [
        one
        if not first or read_times(one, now) or place_beside_answer(one, spoken[0])
        else f"{one.rstrip('?')} {first[0].words}?"
        for one in spoken
    ]
    parts = [read_question(one, names, now, before, documents, whole.without | {"parts"}) for one in timed]
    for number, one in enumerate(spoken[1:], 1):
        if (place := place_beside_answer(one, spoken[0])) is not None:
            parts[number] = _beside_answer(parts[0], parts[number], SuccessionQuestion(place, ()))
    return tuple(parts) if all(part.topic or part.entities or part.unknown_names for part in parts) else ()


def _beside_answer(first: ParsedQuestion, part: ParsedQuestion, asked: SuccessionQuestion) -> ParsedQuestion:
    """The question for whoever came beside the one that the first asks for, whom only the answer to that names."""
    told = {"entities": first.entities, "name_words": first.name_words, "topic": first.topic, "kinds": first.kinds}
    return part.model_copy(update={**told, "succession": asked})


@dataclass(frozen=True)
class QuestionContext:
    """What a question names, with what it goes on from; the fields are those of `ParsedQuestion`."""

    text: str
    asked: str
    entities: tuple[str, ...]
    times: tuple[TimeWords, ...]
    succession: SuccessionQuestion | None
    event: Event | None


def _in_conversation(
    question: str, names: NameIndex, now: datetime, before: PreviousTurn, without: frozenset[Rule]
) -> QuestionContext:
    event = None if read_times(question, now) or "events" in without else read_event(question)
    own = names.names_in(_timeless_part(question, event), without)
    is_bare = not _says_itself(question, now)
    goes_on = not own and (is_bare or points_back(question))
    entities = (names.names_in(before.question) if goes_on else own)[:MOST_ENTITIES]
    times = read_times(_without(entities, question), now)[:MOST_TIMES] or _time_told(question, before, now)
    text = f"{question} {_timeless(before.question, question, now)}".strip() if is_bare and not own else question
    if goes_on and not entities and not is_bare:
        text = " ".join([question, *capitalised_words(before.question)])
    told = names.people_among(_names_told(before)) or _names_told(before)
    succession = None
    if "successions" not in without:
        succession = read_succession(_timeless_part(question, event), entities, times, told, text)
    if goes_on and succession is None:
        entities = _person_told(question, told, entities, names)
    return QuestionContext(text, event.question_without_it if event else text, entities, times, succession, event)


def _timeless_part(question: str, event: Event | None) -> str:
    """Without the event that gives its time."""
    return event.question_without_it if event else question


def _parsed(
    question: str,
    read: QuestionContext,
    named: tuple[DocumentName, ...],
    names: NameIndex,
    without: frozenset[Rule],
) -> ParsedQuestion:
    text, asked, entities, times = read.text, read.asked, read.entities, read.times
    name_words = names.words_of_names(text, without)
    unknown = tuple(_unknown_names(text, (*entities, *(one.title for one in named)), times, name_words))
    return ParsedQuestion(
        text=text,
        asked=asked,
        entities=entities,
        unknown_names=unknown,
        numbered_names=tuple(_numbered_names(text, entities)),
        close_names=tuple(dict.fromkeys(name for one in unknown for name in names.similar_names(one))),
        documents=named,
        times=times,
        kinds=_kinds(asked, without),
        purposes=purposes(without_time(asked)) - ({"series"} & without),
        phrases=tuple(phrase for phrase in quotations(text) if 2 <= len(phrase) <= 200),
        name_words=name_words,
        topic=_topic(text, entities, times, name_words),
        documents_topic=content_words(text) - OF_DOCUMENTS if "documents" in purposes(text) else frozenset(),
        is_question=is_question(question),
        is_foreign=is_foreign(question),
        is_present=is_present(question) and "present tense" not in without,
        is_about_meaning=classify(text).search_type == "semantic",
        may_name=not names.is_read and bool(unknown or not is_question(question)),
        succession=read.succession,
        description=read_description(text, entities, ASKING) if is_question(question) else None,
        compares_length=len(entities) > 1 and compares_length(question),
        compared=compared_things(question),
        event=read.event,
        without=without,
    )


def _kinds(asked: str, without: frozenset[Rule]) -> frozenset[AnswerKind]:
    return answer_kinds(asked) if "kinds of answers" not in without else frozenset()


def _says_itself(question: str, now: datetime) -> frozenset[str]:
    """The stems that are more than a time, or a word that goes on: none in “and in 2010?” and “since when?”"""
    times = content_words(" ".join(time.words for time in read_times(question, now)))
    return content_words(question) - ASKING - GOING_ON - times


def _without(entities: Sequence[str], question: str) -> str:
    """“Long March 5” is a rocket and no day in March."""
    for name in entities:
        question = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "it", question, flags=re.IGNORECASE)
    return question


def _timeless(earlier: str, question: str, now: datetime) -> str:
    """The earlier question, without its times where the one that goes on from it has its own."""
    if not (read_times(question, now) or is_present(question)):
        return earlier
    for time in read_times(earlier, now):
        earlier = earlier.replace(time.words, "")
    return " ".join(earlier.split())


def _names_told(before: PreviousTurn) -> tuple[str, ...]:
    """Of the first fact that the answer before told."""
    return tuple(name for fact in before.facts[:1] for name in (fact.source, fact.target))


def _person_told(question: str, told: Sequence[str], asked: tuple[str, ...], names: NameIndex) -> tuple[str, ...]:
    """“When did he start?” speaks of the one that was told, or else of the person that was asked about; “and its
    budget?” of what was asked about."""
    if not points_to_person(question):
        return asked
    return tuple(name for name in told if name not in asked)[:1] or names.people_among(asked)[:1] or asked


def _time_told(question: str, before: PreviousTurn, now: datetime) -> tuple[TimeWords, ...]:
    """“Who was in office then?”: at the first date that the answer before told."""
    words = words_for_earlier_time(question)
    found = next(iter(_times_told(before, now)), None) if words else None
    return (replace(found, words=words, kind="during"),) if found else ()


def _times_told(before: PreviousTurn, now: datetime) -> Iterable[TimeWords]:
    """Of its first quotation, of the question before it, and the beginnings of its facts."""
    for text in (*before.quotations[:1], before.question):
        yield from (time for time in read_times(text, now) if time.start and time.end)
    for fact in before.facts:
        if fact.valid_at is not None:
            yield TimeWords("", "during", fact.valid_at, fact.valid_at + A_DAY)


def _topic(text: str, entities: Sequence[str], times: Sequence[TimeWords], name_words: Iterable[str]) -> frozenset[str]:
    """None where a name itself says it, such as a record's."""
    if any(sum(word.islower() for word in name.split()) >= FEWEST_IN_PHRASE for name in entities):
        return frozenset()
    beside = " ".join((*entities, *name_words, *(time.words for time in times), *(("long",) * asks_length(text))))
    return content_words(OF_OFFICE.sub(" ", text)) - content_words(beside) - ASKING


def _unknown_names(
    text: str, entities: Sequence[str], times: Sequence[TimeWords], name_words: Iterable[str]
) -> Iterable[str]:
    """But for words of relations, such as CEO."""
    known = {*plain_words(" ".join((*entities, *name_words, *(time.words for time in times))))}
    for name in capitalised_words(text):
        is_office = with_synonyms(content_words(name)) != content_words(name)
        if not (is_office or known.issuperset(plain_words(name)) or _stands_for(name, entities)):
            yield name


def _numbered_names(text: str, entities: Sequence[str]) -> Iterable[str]:
    """“Windows 95”: the number is a part of the name, unless it is a year."""
    for name in capitalised_words(text):
        found = re.search(rf"\b{re.escape(name)} (?!(?:1[5-9]|20)\d\d\b)\d+(?:\.\d+)*\b", text)
        if found and found[0] not in entities:
            yield found[0]


def _stands_for(word: str, entities: Sequence[str]) -> bool:
    """“ISS”, and the words of a name that is spelt out for an abbreviation."""
    return any(word == initials(name) or (name.isupper() and word[0] in name) for name in entities)
