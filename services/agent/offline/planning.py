"""Which tools the offline model calls for a question that was read, by rules. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from services.agent.offline.reading.abbreviations import with_other_forms
from services.agent.offline.reading.numbers.aggregates import asks_about_all_rows, listed_things, without_aggregate
from services.agent.offline.reading.numbers.degrees import question_in_measures, read_extreme
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words, with_synonyms
from services.agent.offline.reading.times.time_words import TimeWords
from services.agent.offline.successions import MOST_HOLDERS, holders
from services.agent.offline.tables import documents_with_unfinished_tables
from services.agent.offline.two_steps import DescribedEntity, described_entity, question_with_name
from services.models import Fact, Hit
from services.search.query_classifier import classify
from services.text.sentences import WORD, content_words, one_line, plain_words
from services.text.wording import day, list_words, relation_words

SEARCHES = ("hybrid_search", "auto_search", "retrieve_knowledge_base", "vector_search")
MOST_LISTED = 20
MOST_HISTORIES = 12
LONGEST_QUERY = 1000
MOST_READ_WHOLE = 2
LEADS = content_words("lead")


@dataclass(frozen=True)
class PlannedCall:
    name: str
    args: Mapping[str, str | float]


def plan_calls(question: ParsedQuestion, tools: Collection[str]) -> tuple[PlannedCall, ...]:
    """The calls to make at once; none if the question has nothing to search for."""
    if question.is_small_talk or not question.says_something:
        return ()
    return tuple(
        _read_documents(question, tools) or _document_list(question, tools) or _calls_for_parts(question, tools)
    )


def _calls_for_parts(question: ParsedQuestion, tools: Collection[str]) -> list[PlannedCall]:
    """What the whole question needs, then what each of the questions in it needs beside that."""
    calls = [
        call
        for one in (question, *question.parts)
        for call in (*_passages(one, tools), *_event(one, tools), *_graph_calls(one, tools))
    ]
    return [call for place, call in enumerate(calls) if call not in calls[:place]]


def follow_up_calls(
    question: ParsedQuestion,
    facts: Sequence[Fact],
    tools: Collection[str],
    now: datetime,
    hits: Sequence[Hit] = (),
) -> tuple[PlannedCall, ...]:
    """What the first calls make worth asking: all facts of those whom the question turns out to be about, and all rows
    of a table that has to be compared."""
    if "follow-up calls" in question.without:
        return ()
    calls = [
        call
        for one in (question, *question.parts)
        for call in (*_whole_tables(one, hits, tools), *_more_facts(one, facts, tools, now))
    ]
    return tuple(call for place, call in enumerate(calls) if call not in calls[:place])


def _whole_tables(question: ParsedQuestion, hits: Sequence[Hit], tools: Collection[str]) -> Iterable[PlannedCall]:
    """Which is the largest and how many there are is told by all rows alone."""
    if question.is_foreign or "tables" in question.without or "get_document" not in tools:
        return
    is_asked = read_extreme(question.asked) is not None or asks_about_all_rows(question.asked)
    if (question.is_question and is_asked) or listed_things(question.asked):
        asked = question.words | content_words(question_in_measures(question.asked))
        for document_id in documents_with_unfinished_tables(hits, asked)[:MOST_READ_WHOLE]:
            yield PlannedCall("get_document", {"document_id": str(document_id)})


def _more_facts(
    question: ParsedQuestion, facts: Sequence[Fact], tools: Collection[str], now: datetime
) -> tuple[PlannedCall, ...]:
    if question.compares_length:
        name = next((tool for tool in ("get_entity_timeline", "get_entity_history") if tool in tools), None)
        return tuple(PlannedCall(name, {"entity_name": one}) for one in question.entities if name is not None)
    if one := described_entity(question, facts, now):
        return (*_search(question_with_name(question, one), tools), *_calls_of_described(question, one, tools))
    if question.dated_event is not None or (question.times and not question.entities and _is_open(question, facts)):
        return tuple(
            call
            for holder in question.entities or _holders_by_facts(question, facts)
            for call in _entity_calls(holder, question.time, False, tools)
        )
    name = next((tool for tool in ("get_entity_timeline", "get_entity_history") if tool in tools), None)
    wanted = holders(question, facts) or _holder_now(question, facts)
    return tuple(PlannedCall(name, {"entity_name": holder}) for holder in wanted if name is not None)


def _calls_of_described(
    question: ParsedQuestion, one: DescribedEntity, tools: Collection[str]
) -> Iterable[PlannedCall]:
    """What is asked of the entity that the first step found."""
    yield from _entity_calls(one.name, question.time, False, tools)
    if "search_knowledge_graph" in tools:
        yield PlannedCall(
            "search_knowledge_graph", {"query": question_with_name(question, one), "entity_name": one.name}
        )
    elif "graph_search" in tools:
        yield PlannedCall("graph_search", {"query": question_with_name(question, one)})


def planning_reasons(question: ParsedQuestion) -> tuple[str, ...]:
    """Why these calls were planned, in sentences for the trace."""
    if found := question.dated_event:
        return (f"“{found.event.words}” means {_span_words(found.time)}, by “{one_line(found.sentence.text)}”.",)
    entities = [f"The graph knows {list_words(question.entities)}."] if question.entities else []
    times = [f"“{time.words}” means {_span_words(time)}." for time in question.times]
    change = ["The question asks for changes over time."] if "change" in question.purposes else []
    meaning = ["No name, code or number in it: its meaning decides."] if question.is_about_meaning else []
    phrases = [f"Looked for as a phrase: {list_words(question.phrases)}."] if question.phrases else []
    return (*entities, *times, *change, *meaning, *phrases)


def question_with_full_names(question: str, entities: Sequence[str]) -> str:
    """The question, with the full names of entities that it abbreviates, misspells or only refers to."""
    said = set(plain_words(question))
    missing = [name for name in entities if not said.issuperset(plain_words(name))]
    return " ".join([question.strip()[:900], *missing])


def _read_documents(question: ParsedQuestion, tools: Collection[str]) -> list[PlannedCall]:
    """Those that it names are read; what it asks about them is searched, too."""
    if not question.documents or "get_document" not in tools:
        return []
    reads = [PlannedCall("get_document", {"document_id": str(one.id)}) for one in question.documents]
    return reads if question.reads_document else [*reads, *_search(question.text.strip()[:LONGEST_QUERY], tools)]


def _document_list(question: ParsedQuestion, tools: Collection[str]) -> list[PlannedCall]:
    if "documents" not in question.purposes:
        return []
    if not question.documents_topic and "list_documents" in tools:
        return [PlannedCall("list_documents", {"limit": 100})]
    if question.documents_topic and "hybrid_search" in tools:
        spoken = [word for word in WORD.findall(question.text) if content_words(word) & question.documents_topic]
        return [PlannedCall("hybrid_search", {"query": " ".join(spoken), "limit": MOST_LISTED})]
    return []


def _passages(question: ParsedQuestion, tools: Collection[str]) -> Iterable[PlannedCall]:
    """One search of the passages; an overview and a concept get the tool made for them where there is one."""
    query = question_with_full_names(question.text, question.entities)[:LONGEST_QUERY]
    if "overview" in question.purposes and "perform_comprehensive_search" in tools:
        yield PlannedCall("perform_comprehensive_search", {"query": query})
    if "concept" in question.purposes and "semantic_search" in tools and not question.phrases:
        yield PlannedCall("semantic_search", {"query": query, "limit": 5})
    yield from _search(query, tools)
    if question.is_question and not question.is_foreign:
        yield from _search_by_measure(question, tools)
        yield from _search_without_time(question, tools)
        if other := with_other_forms(question.asked):
            yield from _search(other[:LONGEST_QUERY], tools)
    for name in question.compared or ():
        yield from _search(name[:LONGEST_QUERY], tools)
    if "search by meaning" in question.without:
        return
    if "hybrid_search" in tools and "semantic_search" not in tools and classify(query).search_type == "semantic":
        yield PlannedCall("hybrid_search", {"query": query, "text_weight": 0.0})


def _search_by_measure(question: ParsedQuestion, tools: Collection[str]) -> Iterable[PlannedCall]:
    """A table that tells which is the largest says nothing of large, and nothing of an average: it has a column for
    the size, of which a search for its name alone is sure to find it."""
    if "tables" in question.without:
        return
    asked = [
        question_in_measures(question.asked),
        question_in_measures(question.asked, 1),
        without_aggregate(question.asked),
    ]
    for query in dict.fromkeys(filter(None, asked)):
        yield from _search(query[:LONGEST_QUERY], tools)


def _search_without_time(question: ParsedQuestion, tools: Collection[str]) -> Iterable[PlannedCall]:
    """“2012” stands in no text that tells of the years from 2008 to 2014, nor “chief executive” in one that tells who
    led the company then. Of a known entity the graph tells as much."""
    query = question.asked
    for time in question.times:
        query = query.replace(f" {time.words}", "")
    if query != question.asked and not question.entities and content_words(query):
        led = " led" if LEADS & with_synonyms(content_words(query)) and "person" in question.kinds else ""
        yield from _search(f"{query.strip()[:LONGEST_QUERY]}{led}", tools)


def _event(question: ParsedQuestion, tools: Collection[str]) -> Iterable[PlannedCall]:
    """When it happened is told by passages that speak of it alone."""
    if question.event is not None:
        yield from _search(question.event.happening, tools)


def _search(query: str, tools: Collection[str]) -> Iterable[PlannedCall]:
    """By the best tool for passages that there is."""
    name = next((name for name in SEARCHES if name in tools), None)
    if name is not None:
        yield PlannedCall(name, {"query": query})


def _graph_calls(question: ParsedQuestion, tools: Collection[str]) -> Iterable[PlannedCall]:
    change = bool(question.purposes & {"change", "series"})
    pairs = [(entity, time) for entity in question.entities for time in question.times or (None,)]
    for entity, time in pairs[:MOST_HISTORIES]:
        yield from _entity_calls(entity, time, change, tools)
    if question.entities or question.times or "relationship" in question.purposes or question.may_name:
        yield from _fact_search(question, tools)
    if "get_entity_relationships" in tools and not question.times and not change:
        for entity in question.entities[: 2 if question.compared else 1]:
            yield PlannedCall("get_entity_relationships", {"entity_name": entity, "depth": 1})


def _fact_search(question: ParsedQuestion, tools: Collection[str]) -> Iterable[PlannedCall]:
    query = question.asked.strip()[:LONGEST_QUERY]
    if "search_knowledge_graph" in tools:
        scope = {"entity_name": question.entities[0]} if len(question.entities) == 1 else {}
        yield PlannedCall("search_knowledge_graph", {"query": query, **scope})
    elif "graph_search" in tools:
        yield PlannedCall("graph_search", {"query": query})


def _entity_calls(entity: str, time: TimeWords | None, change: bool, tools: Collection[str]) -> Iterable[PlannedCall]:
    if time is None and not change:
        return
    if "get_entity_history" in tools:
        yield PlannedCall("get_entity_history", {"entity_name": entity, **_history_dates(time)})
    if "get_entity_timeline" in tools and "get_entity_history" not in tools:
        # Alone it must also bring what began before the time asked for and still held then.
        yield PlannedCall("get_entity_timeline", {"entity_name": entity, **_timeline_dates(time, with_start=False)})
    elif "get_entity_timeline" in tools and time is not None and not time.is_day:
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


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def _is_open(question: ParsedQuestion, facts: Sequence[Fact]) -> bool:
    """Facts of the relation asked for were found, but none of the time."""
    meant = _of_asked_relation(question, facts)
    return bool(meant) and not any(
        time.overlaps(fact.valid_at, fact.certain_end) for fact in meant for time in question.times
    )


def _of_asked_relation(question: ParsedQuestion, facts: Sequence[Fact]) -> list[Fact]:
    asked = with_synonyms(question.words)
    return [fact for fact in facts if asked & content_words(relation_words(fact.relation))]


def _holders_by_facts(question: ParsedQuestion, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The entities that have most facts of the relation asked for, first those that the event's passage names."""
    meant = [fact.source for fact in _of_asked_relation(question, facts)]
    passage = question.dated_event.hit.content if question.dated_event else ""
    counts = Counter(meant or [fact.source for fact in facts[:MOST_HOLDERS]])
    return tuple(sorted(counts, key=lambda holder: (holder not in passage, -counts[holder])))[:MOST_HOLDERS]


def _holder_now(question: ParsedQuestion, facts: Sequence[Fact]) -> tuple[str, ...]:
    """Where the question is for now and names nobody, the entity of the nearest fact, if that one is over."""
    if question.entities or not question.is_present:
        return ()
    nearest = sorted(facts, key=lambda fact: -len(covered_words(question.topic, content_words(fact.fact))))[:1]
    return tuple(fact.source for fact in nearest if fact.ended is not None)


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
