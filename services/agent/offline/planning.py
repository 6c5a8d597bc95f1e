"""Which tools the offline model calls for a question, by rules that one can read. Pure."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from services.agent.offline.reading.events import Event, Happened, happened, read_event
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.succession import MOST_ROWS, Order, hubs, read_order
from services.agent.offline.reading.synonyms import said_of, widened
from services.agent.offline.reading.tense import is_present
from services.agent.offline.reading.time_words import TimeWords, read_times
from services.models import Fact, Hit
from services.search.query_classifier import classify
from services.text.sentences import WORD, content_words, one_line, plain_words
from services.text.wording import day, listed, relation_words

QUOTED = re.compile(r"[\"“«„]([^\"“”«»„]{2,200})[\"”»“]")
CHANGE = re.compile(
    r"\b(chang\w*|histor\w*|timeline|over time|evol\w*|success\w*|develop\w*|since when|became|become"
    r"|replac\w*|predecessor|previous\w*|former\w*|earlier|later|next|then|used to|happen\w*)\b",
    re.IGNORECASE,
)
RELATION = re.compile(
    r"\b(who|whom|whose|which|connect\w*|relat\w*|between|own\w*|led|lead\w*|head\w*|made|make\w*|built|build\w*"
    r"|command\w*|belong\w*|part of|partner\w*|merge\w*|acquir\w*|bought|sold|join\w*|crew|member\w*|where"
    r"|record\w*)\b",
    re.IGNORECASE,
)
BROAD = re.compile(r"\b(everything|overview|summar\w*|all about|tell me about)\b", re.IGNORECASE)
CONCEPT = re.compile(r"^\s*(what is|what are|how|why|explain|describe)\b", re.IGNORECASE)
LISTING = re.compile(r"\b(which|what|list|show|how many)\b.{0,30}\bdocuments\b", re.IGNORECASE)
OF_DOCUMENTS = content_words(
    "documents files texts mention name talk tell contain say speak cover discuss deal describe hold exist available "
    "list show there collection write"
)
"""Stems that ask for documents and not for what is in them."""
SERIES = re.compile(
    r"^\W*(?:(?:please|can you|could you)\s+)?(?:list|name|enumerate)\b|\bwho\s+(?:were|have\s+been)\s+(?:all\s+)?the\b"
    r"|\ball\s+(?:of\s+)?the\b|\bin\s+(?:chronological\s+)?order\b",
    re.IGNORECASE,
)
ASKING = content_words(
    "list name show give explain describe compare summarize enumerate please first last come go next"
)
"""Stems that tell what to do with a topic and are none of it."""
REFERENCE_BACK = re.compile(r"\b(it|its|they|their|them|he|she|his|her|that|this|there|and)\b", re.IGNORECASE)
SOMEBODY = re.compile(r"\b(?:he|she|him|her|his)\b", re.IGNORECASE)
THEN = re.compile(r"\bat that (?:time|moment)\b|\b(?:in )?that year\b|\bthen(?=\W*$)", re.IGNORECASE)
SEARCHES = ("hybrid_search", "auto_search", "retrieve_knowledge_base", "vector_search")
FEWEST_IN_PHRASE = 2
"""Words in lower case from which an entity's name describes it."""
MOST_LISTED = 20
MOST_ENTITIES = 5
MOST_TIMES = 4
MOST_HISTORIES = 12


@dataclass(frozen=True)
class PlannedCall:
    name: str
    args: Mapping[str, str | float]


@dataclass(frozen=True)
class Plan:
    """`reasons` say in words what the rules saw; the trace shows them.

    `event` is what gives the time that is asked about, `happened` when that was, once passages tell it.
    """

    question: str
    calls: tuple[PlannedCall, ...]
    entities: tuple[str, ...]
    times: tuple[TimeWords, ...]
    asks_for_change: bool
    is_present: bool
    reasons: tuple[str, ...]
    order: Order | None = None
    event: Event | None = None
    happened: Happened | None = None

    @property
    def asked(self) -> str:
        """The question without what only gives its time."""
        return self.event.rest if self.event else self.question

    @property
    def documents_topic(self) -> frozenset[str]:
        """What the documents that are asked for have to speak of; none: documents are not asked for, or all are."""
        return content_words(self.question) - OF_DOCUMENTS if LISTING.search(self.question) else frozenset()

    @property
    def topic(self) -> frozenset[str]:
        """The stems of what is asked about the names, at the times; none where a name itself is, such as a record's."""
        if any(sum(word.islower() for word in name.split()) >= FEWEST_IN_PHRASE for name in self.entities):
            return frozenset()
        beside = " ".join((*self.entities, *(time.words for time in self.times)))
        return content_words(self.question) - content_words(beside) - ASKING

    @property
    def asks_for_series(self) -> bool:
        return bool(SERIES.search(self.question))

    @property
    def is_broad(self) -> bool:
        return bool(BROAD.search(self.question))

    @property
    def time(self) -> TimeWords | None:
        return self.times[0] if self.times else None


@dataclass(frozen=True)
class Talk:
    """What was said before: the last question that named something, and the answer to the last question."""

    question: str = ""
    answer: str = ""


def plan(question: str, names: NameIndex, tools: Collection[str], now: datetime, before: Talk = Talk()) -> Plan:
    """“and before that?” still speaks of the entities that were asked about, and of the one that was told."""
    event = None if read_times(question, now) else read_event(question)
    asked = event.rest if event else question
    own, is_bare = names.found_in(asked), not content_words(question) - ASKING
    goes_on = not own and (is_bare or REFERENCE_BACK.search(question))
    entities = (names.found_in(before.question) if goes_on else own)[:MOST_ENTITIES]
    times = read_times(_without(entities, question), now)[:MOST_TIMES] or _then(question, before, now)
    whole = f"{question} {before.question}".strip() if is_bare and not own else question
    change = bool(CHANGE.search(THEN.sub("", asked)))
    order = read_order(asked, entities, times, _told_names(before.answer, names), whole)
    if goes_on and order is None:
        entities = _somebody(question, before, entities, names)
    reasons = _reasons(question, entities, times, change)
    planned = Plan(whole, (), entities, times, change, is_present(question), reasons, order, event)
    if not (content_words(whole) or entities):
        return planned
    calls = list(_listing(planned, tools)) or [
        *_document_calls(whole, entities, tools),
        *(_event_calls(event, tools) if event else ()),
        *_graph_calls(event.rest if event else whole, entities, times, change or planned.asks_for_series, tools),
    ]
    return replace(planned, calls=tuple(calls))


def _without(entities: Sequence[str], question: str) -> str:
    """“Long March 5” is a rocket and no day in March."""
    for name in entities:
        question = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "it", question, flags=re.IGNORECASE)
    return question


def _somebody(question: str, before: Talk, asked: tuple[str, ...], names: NameIndex) -> tuple[str, ...]:
    """“When did he start?” speaks of the one that was told, “and its budget?” of what was asked about."""
    told = _told_names(before.answer, names) if SOMEBODY.search(question) else ()
    return tuple(name for name in told if name not in asked)[:1] or asked


def _then(question: str, before: Talk, now: datetime) -> tuple[TimeWords, ...]:
    """“Who was in office then?”: at the first date that the answer before told."""
    found = THEN.search(question)
    times = read_times(next(iter(QUOTED.findall(before.answer)), before.answer), now)[:1] if found else ()
    return tuple(replace(time, words=found[0], kind="during") for time in times if found and time.start and time.end)


def _told_names(answer: str, names: NameIndex) -> tuple[str, ...]:
    """Of the first fact that was told."""
    first = next((line for line in answer.splitlines() if line.startswith("- ")), "")
    return names.found_in(first)


def settled(planned: Plan, hits: Sequence[Hit], now: datetime) -> Plan:
    """With the time of the event that gives it, where one of the passages tells when that was."""
    found = happened(planned.event, hits, now) if planned.event else None
    if planned.event is None or found is None:
        return planned
    reason = f"“{planned.event.words}” means {_span_words(found.time)}, by “{one_line(found.sentence.text)}”."
    return replace(planned, times=(found.time,), happened=found, is_present=False, reasons=(reason,))


def follow_up(planned: Plan, facts: Sequence[Fact], tools: Collection[str]) -> tuple[PlannedCall, ...]:
    """What the first calls' facts make worth asking: the whole row that they belong to.

    Where the question is for a place in it; and where it is for now, names nobody, and the nearest fact is over.
    """
    if planned.happened is not None or (planned.times and not planned.entities and _is_open(planned, facts)):
        return tuple(
            call
            for hub in planned.entities or _holders(planned, facts)
            for call in _entity_calls(hub, planned.time, False, tools)
        )
    name = next((tool for tool in ("get_entity_timeline", "get_entity_history") if tool in tools), None)
    wanted = hubs(planned.order, planned.asked, planned.entities, facts) if planned.order is not None else ()
    if not wanted and planned.is_present and not planned.entities:
        nearest = sorted(facts, key=lambda fact: -len(said_of(planned.topic, content_words(fact.fact))))[:1]
        wanted = tuple(fact.source for fact in nearest if fact.invalid_at is not None)
    return tuple(PlannedCall(name, {"entity_name": hub}) for hub in wanted if name is not None)


def _is_open(planned: Plan, facts: Sequence[Fact]) -> bool:
    """Facts of the relation asked for were found, but none of the time."""
    meant = _meant(planned, facts)
    times = [(time.start, time.end) for time in planned.times]
    return bool(meant) and not any(
        (end is None or fact.valid_at is None or fact.valid_at < end)
        and (start is None or fact.invalid_at is None or fact.invalid_at > start)
        for fact in meant
        for start, end in times
    )


def _meant(planned: Plan, facts: Sequence[Fact]) -> list[Fact]:
    asked = widened(content_words(planned.asked))
    return [fact for fact in facts if asked & content_words(relation_words(fact.relation))]


def _holders(planned: Plan, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The entities that have most facts of the relation asked for, first those that the event's passage names."""
    meant = [fact.source for fact in _meant(planned, facts)]
    passage = planned.happened.hit.content if planned.happened else ""
    hubs = Counter(meant or [fact.source for fact in facts[:MOST_ROWS]])
    return tuple(sorted(hubs, key=lambda hub: (hub not in passage, -hubs[hub])))[:MOST_ROWS]


def _search(query: str, tools: Collection[str]) -> Iterable[PlannedCall]:
    """By the best tool for passages that there is."""
    name = next((name for name in SEARCHES if name in tools), None)
    if name is not None:
        yield PlannedCall(name, {"query": query})


def _event_calls(event: Event, tools: Collection[str]) -> Iterable[PlannedCall]:
    """When it happened is told by passages that speak of it alone."""
    yield from _search(event.told, tools)


def _listing(planned: Plan, tools: Collection[str]) -> Iterable[PlannedCall]:
    if not LISTING.search(planned.question):
        return
    if not planned.documents_topic and "list_documents" in tools:
        yield PlannedCall("list_documents", {})
    elif planned.documents_topic and "hybrid_search" in tools:
        spoken = [word for word in WORD.findall(planned.question) if content_words(word) & planned.documents_topic]
        yield PlannedCall("hybrid_search", {"query": " ".join(spoken), "limit": MOST_LISTED})


def _document_calls(question: str, entities: Sequence[str], tools: Collection[str]) -> Iterable[PlannedCall]:
    """One search of the passages; an overview and a concept get the tool made for them where there is one."""
    query = spelt_out(question, entities)[:1000]
    if BROAD.search(question) and "perform_comprehensive_search" in tools:
        yield PlannedCall("perform_comprehensive_search", {"query": query})
    if CONCEPT.search(question) and "semantic_search" in tools and not QUOTED.search(question):
        yield PlannedCall("semantic_search", {"query": query, "limit": 5})
    yield from _search(query, tools)
    if "hybrid_search" in tools and "semantic_search" not in tools and is_about_meaning(query):
        yield PlannedCall("hybrid_search", {"query": query, "text_weight": 0.0})


def spelt_out(question: str, entities: Sequence[str]) -> str:
    """With the names that it abbreviates, misspells or only points at, as the documents write them."""
    said = set(plain_words(question))
    missing = [name for name in entities if not said.issuperset(plain_words(name))]
    return " ".join([question.strip()[:900], *missing])


def is_about_meaning(question: str) -> bool:
    """Nothing in it must stand in a text as typed: the words of the answer may be quite other ones."""
    return classify(question).search_type == "semantic"


def _graph_calls(
    question: str, entities: tuple[str, ...], times: tuple[TimeWords, ...], change: bool, tools: Collection[str]
) -> Iterable[PlannedCall]:
    pairs = [(entity, time) for entity in entities for time in times or (None,)]
    for entity, time in pairs[:MOST_HISTORIES]:
        yield from _entity_calls(entity, time, change, tools)
    asks_relation = bool(entities) or bool(RELATION.search(question)) or bool(times)
    if not asks_relation:
        return
    query = question.strip()[:1000]
    if "search_knowledge_graph" in tools:
        scope: dict[str, str | float] = {"entity_name": entities[0]} if len(entities) == 1 else {}
        yield PlannedCall("search_knowledge_graph", {"query": query, **scope})
    elif "graph_search" in tools:
        yield PlannedCall("graph_search", {"query": query})
    if "get_entity_relationships" in tools and entities and not times and not change:
        yield PlannedCall("get_entity_relationships", {"entity_name": entities[0], "depth": 1})


def _entity_calls(entity: str, time: TimeWords | None, change: bool, tools: Collection[str]) -> Iterable[PlannedCall]:
    if time is None and not change:
        return
    if "get_entity_history" in tools:
        yield PlannedCall("get_entity_history", {"entity_name": entity, **_history_dates(time)})
    if "get_entity_timeline" in tools and "get_entity_history" not in tools:
        # Alone it must also bring what began before the time asked for and still held then.
        yield PlannedCall("get_entity_timeline", {"entity_name": entity, **_timeline_dates(time, with_start=False)})
    elif "get_entity_timeline" in tools and _is_span(time):
        yield PlannedCall("get_entity_timeline", {"entity_name": entity, **_timeline_dates(time, with_start=True)})


def _history_dates(time: TimeWords | None) -> dict[str, str]:
    if time is None:
        return {}
    if time.kind == "since" and time.start:
        return {"since": _iso(time.start)}
    moment = time.start or time.end
    return {"reference_time": _iso(moment)} if moment else {}


def _timeline_dates(time: TimeWords | None, *, with_start: bool) -> dict[str, str]:
    dates = {"start_date": time.start if with_start else None, "end_date": time.end} if time else {}
    return {name: _iso(moment) for name, moment in dates.items() if moment}


def _is_span(time: TimeWords | None) -> bool:
    return time is not None and not time.is_day


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def _reasons(question: str, entities: tuple[str, ...], times: tuple[TimeWords, ...], change: bool) -> tuple[str, ...]:
    reasons = []
    if entities:
        reasons.append(f"The graph knows {listed(entities)}.")
    reasons += [f"“{time.words}” means {_span_words(time)}." for time in times]
    if change:
        reasons.append("The question asks for changes over time.")
    if is_about_meaning(question):
        reasons.append("No name, code or number in it: its meaning decides.")
    if phrases := QUOTED.findall(question):
        reasons.append(f"Looked for as a phrase: {listed(phrases)}.")
    return tuple(reasons)


def _span_words(time: TimeWords) -> str:
    match time.start, time.end:
        case None, end if end:
            return f"before {day(end)}"
        case start, None if start:
            return f"from {day(start)} on"
        case start, end if start and end and not time.is_day:
            return f"from {day(start)} until {day(end)}"
        case start, _:
            return day(start) if start else "at any time"
