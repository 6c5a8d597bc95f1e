"""Nothing of the future: questions and dates over the sample, through every tool, REST, MCP, exports and whole answers.

From a date no fact that began later is told and no end that came later; of what was written by then, no later document
is cited; of what was known by then, nothing that came in later. `--many` asks ten times as much.
"""

import asyncio
import csv
import io
import json
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import httpx
import pytest
import sqlalchemy as sa
from fastmcp import Client

from services.agent.invocation import invoke
from services.agent.offline.answer.hindsight import HINDSIGHT
from services.agent.profiles import FUNCTIONS
from services.api.mcp import build_mcp
from services.api.routes import build_api
from services.chat.first_known import turning_points
from services.chat.suggestions import follow_ups
from services.documents.pages import Pages
from services.export import Export
from services.graph.reading.export import to_csv, to_gexf, to_graphml
from services.models import Fact, Question, ToolCall, ToolResult, Viewpoint
from services.models.edtf import read_date
from services.sample.starters import opening_questions
from services.search.judgements import JudgementStore
from services.stores.tables import document
from services.text.later_dates import names_later_date
from tests.chat.test_runs import finished

NAMES = ("NASA", "Mir", "Rocketdyne", "Skylab", "Endurance")
DOCUMENTS_QUESTION = "Which documents are there?"
ENTITIES = NAMES[:4]
"""Those that the graph knows."""
QUERIES = (
    "Who leads NASA?",
    "Who owned Rocketdyne?",
    "modules of Mir",
    "first crew of Skylab",
    "What has changed?",
    "Who leads NASA today?",
    "What happened last year at NASA?",
    "How has NASA changed over time?",
    "Who led NASA in 1974, and who after that?",
    "Who was the longest-serving administrator of NASA?",
    "What is Mir?",
    DOCUMENTS_QUESTION,
    "Compare the heads of NASA in 1965 and in 2010.",
    "Who owns Rocketdyne now?",
    "What changed at Rocketdyne since 1950?",
    "When did Endurance fly last?",
    "How are NASA and Skylab connected?",
    "Who lived aboard Mir in 1995?",
)
LATER = ("2020-01-01", "2030-12-31T12:00:00Z")
"""What a call asks for although it lies after the date."""
TOOL_DATES, DOOR_DATES, ANSWER_DATES, EXPORT_DATES, AT_ONCE = 36, 20, 8, 8, 3
INSTEAD = "These passages of the documents were found instead:"
WRITTEN_TEXTS = ("fact", "text", "invalid_text", "valid_text")
"""What a result says of the world in words; a passage of a document says what its document says."""


@pytest.fixture
def times(request) -> int:
    return 10 if request.config.getoption("--many", default=False) else 1


def calls(dice: random.Random, documents: list[str]) -> list[tuple[str, dict[str, object]]]:
    """One of each tool, and those that take dates with later ones."""
    query, name, late = dice.choice(QUERIES), dice.choice(NAMES), dice.choice(LATER)
    asked = {
        "get_document": {"document_id": dice.choice(documents)},
        "list_documents": {},
        "get_entity_relationships": {"entity_name": name, "depth": 2},
        "get_entity_timeline": {"entity_name": name},
        "get_entity_history": {"entity_name": name},
    }
    every = [(tool, asked.get(tool, {"query": query})) for tool in FUNCTIONS]
    return [
        *every,
        ("search_knowledge_graph", {"query": query, "entity_name": name}),
        ("search_knowledge_graph", {"query": query, "entity_name": name + "x"}),
        ("get_entity_timeline", {"entity_name": name, "end_date": late}),
        ("get_entity_timeline", {"entity_name": name, "start_date": "1950-01-01", "end_date": late}),
        ("get_entity_history", {"entity_name": name, "reference_time": late}),
        ("get_entity_history", {"entity_name": name, "since": "1950-01-01"}),
    ]


def viewpoints(dice: random.Random, count: int) -> list[Viewpoint]:
    """From all sources, and every other one of what was written by then."""
    days = [datetime(1958, 10, 1, tzinfo=UTC) + timedelta(days=dice.randrange(24_000)) for _ in range(count)]
    return [Viewpoint(as_of=day, published_by=day if turn % 2 else None) for turn, day in enumerate(days)]


def leaks(result: ToolResult, viewpoint: Viewpoint) -> Counter[str]:
    as_of, written = viewpoint.as_of, viewpoint.published_by
    assert as_of is not None
    found = Counter[str]()
    for fact in result.facts:
        found += of_fact(fact, as_of)
    for citation in result.citations:
        late = citation.document_date is not None and citation.document_date > as_of
        found["hindsight unmarked"] += late and not citation.later
        found["written later"] += written is not None and (
            citation.document_date is None or citation.document_date > written
        )
    if isinstance(result.result, str):
        found["words say later"] += names_later_date(without_documents(result), as_of)
    return found + of_json(result.result, as_of)


def without_documents(result: ToolResult) -> str:
    """What a tool tells in words of the world; passages and titles of documents say what their documents say."""
    text = str(result.result).partition(INSTEAD)[0]
    for title in {citation.document_title for citation in result.citations}:
        text = text.replace(title, "…")
    return text


def of_fact(fact: Fact, as_of: datetime) -> Counter[str]:
    later = Counter[str]()
    later["began later"] += fact.valid_at is not None and fact.valid_at > as_of
    later["ended later"] += fact.invalid_at is not None and fact.invalid_at > as_of
    later["says later"] += names_later_date(fact.fact, as_of)
    return +later


def of_json(value: object, as_of: datetime) -> Counter[str]:
    """Of each fact, entity and text of a result, however deep."""
    later = Counter[str]()
    for item in dictionaries(value):
        later["later date"] += sum(moment > as_of for moment in dates_in(item))
        later["summary of today"] += bool(item.get("summary"))
        if "valid_at" in item or "reference_time" in item:
            later["says later"] += any(names_later_date(str(item.get(name) or ""), as_of) for name in WRITTEN_TEXTS)
    return +later


def dictionaries(value: object) -> Iterator[dict[str, object]]:
    if isinstance(value, list):
        for item in value:
            yield from dictionaries(item)
    if isinstance(value, dict):
        yield value
        yield from dictionaries(list(value.values()))


def dates_in(item: dict[str, object]) -> Iterator[datetime]:
    """Its beginning and its end, and what their words name."""
    yield from (datetime.fromisoformat(str(item[name])) for name in ("valid_at", "invalid_at") if item.get(name))
    yield from (
        read_date(item[name]).earliest or read_date(item[name]).latest
        for name in ("valid_text", "invalid_text")
        if item.get(name) and str(item[name])[:4].isdigit()
    )


async def gathered(asked: Iterable, ask) -> None:
    """All of them, a few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(given):
        async with gate:
            await ask(*given)

    await asyncio.gather(*(one(given) for given in asked))


async def test_no_tool_tells_the_future_whatever_it_is_asked_for(workbench, times):
    dice, found = random.Random(12), Counter[str]()
    documents = [str(one.id) for one in (await workbench.library.list(limit=100)).documents]
    seen = viewpoints(dice, TOOL_DATES * times)
    asked = [(viewpoint, name, args) for viewpoint in seen for name, args in calls(dice, documents)]
    assert len(asked) >= 650 * times

    async def ask(viewpoint: Viewpoint, name: str, args: dict[str, object]) -> None:
        result = await invoke(workbench.deps(viewpoint=viewpoint), name, args)
        leaked = leaks(result, viewpoint)
        assert not leaked, (viewpoint, name, args, leaked)
        found.update({"facts": len(result.facts), "citations": len(result.citations)})

    await gathered(asked, ask)
    assert found["facts"] > 500 * times
    assert found["citations"] > 500 * times


@dataclass(frozen=True)
class Here:
    """The backend, on this very loop."""

    services: object

    async def call(self, work):
        return await work

    async def iterate(self, items) -> AsyncIterator:
        async for item in items:
            yield item


@pytest.fixture
def here(workbench) -> Here:
    return Here(SimpleNamespace(**vars(workbench), runs=workbench.runs()))


def clocks(viewpoint: Viewpoint) -> dict[str, str]:
    written = {"as_of": viewpoint.as_of, "published_by": viewpoint.published_by}
    return {name: moment.isoformat() for name, moment in written.items() if moment is not None}


def requests(dice: random.Random) -> list[tuple[str, dict[str, object]]]:
    """Every route that tells something of the world; where it takes dates, with later ones."""
    name, late, query = dice.choice(ENTITIES), dice.choice(LATER), dice.choice(QUERIES)
    return [
        (f"/graph/neighborhood/{name}", {}),
        (f"/graph/timeline/{name}", {"end_date": late}),
        (f"/graph/diff/{name}", {"from": "1950-01-01", "to": late}),
        ("/graph/facts", {"query": query, "limit": 20}),
        ("/graph/entities", {"limit": 200}),
        ("/search", {"query": query}),
        ("/documents", {}),
    ]


async def test_no_route_tells_the_future(workbench, here, times):
    dice, api = random.Random(31), build_api(lambda: here, workbench.settings)
    asked = [(view, *one) for view in viewpoints(dice, DOOR_DATES * times) for one in requests(dice)]
    assert len(asked) >= 140 * times
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=api), base_url="http://127.0.0.1") as client:

        async def ask(viewpoint, path, params):
            response = await client.get(path, params={**params, **clocks(viewpoint)})
            assert response.status_code == 200, response.text
            leaked = of_json(response.json(), viewpoint.as_of) + of_documents(response.json(), viewpoint)
            assert not leaked, (viewpoint, path, params, leaked)

        await gathered(asked, ask)


def of_documents(value: object, viewpoint: Viewpoint) -> Counter[str]:
    """Citations of later documents: none of what was written by then, else each is marked."""
    later = Counter[str]()
    for item in dictionaries(value):
        if "document_date" in item:
            date = item["document_date"] and datetime.fromisoformat(str(item["document_date"]))
            later["hindsight unmarked"] += item["later"] is not bool(date and date > viewpoint.as_of)
            later["written later"] += viewpoint.published_by is not None and not (
                date and date <= viewpoint.published_by
            )
    return +later


def mcp_calls(dice: random.Random) -> list[tuple[str, dict[str, object]]]:
    name, late, query = dice.choice(ENTITIES), dice.choice(LATER), dice.choice(QUERIES)
    return [
        ("search", {"query": query}),
        ("search_facts", {"query": query}),
        ("find_entities", {"text": name[:3]}),
        ("get_neighborhood", {"entity": name, "depth": 2}),
        ("get_timeline", {"entity": name, "end_date": late}),
        ("get_diff", {"entity": name, "from_date": "1950-01-01", "to_date": late}),
        ("get_history", {"entity": name, "reference_time": late}),
    ]


async def test_no_tool_of_other_agents_tells_the_future(here, times):
    dice = random.Random(32)
    asked = [(view, *one) for view in viewpoints(dice, DOOR_DATES // 2 * times) for one in mcp_calls(dice)]
    assert len(asked) >= 70 * times
    async with Client(build_mcp(lambda: here)) as client:

        async def ask(viewpoint, tool, arguments):
            told = (await client.call_tool(tool, {**arguments, **clocks(viewpoint)})).structured_content
            leaked = of_json(told, viewpoint.as_of) + of_documents(told, viewpoint)
            assert not leaked, (viewpoint, tool, arguments, leaked)

        await gathered(asked, ask)


async def test_no_answer_tells_the_future_as_if_it_were_then(workbench, times):
    """Nor do the trace, the strip or what is offered to go on with."""
    dice, runs = random.Random(5), workbench.runs()
    begun = await beginnings(workbench)
    seen = viewpoints(dice, ANSWER_DATES * times)
    asked = [(view, question) for view in seen for question in QUERIES]
    assert len(asked) >= 140 * times

    async def ask(viewpoint: Viewpoint, question: str) -> None:
        events = await finished(await runs.start(Question(prompt=question, viewpoint=viewpoint)))
        answer, as_of = events[-1], viewpoint.as_of
        before, _, _ = answer.text.partition(HINDSIGHT)
        assert not names_later_date(without_times_of(question, before), as_of), (viewpoint, question, before)
        assert "later" not in {check.verdict for check in answer.checks}
        for event in events:
            if isinstance(event, ToolResult):
                assert not leaks(event, viewpoint), (viewpoint, question, event.name)
            if isinstance(event, ToolCall):
                assert not names_later_date(without_times_of(question, json.dumps(event.args)), as_of), (
                    viewpoint,
                    event,
                )
        if question == DOCUMENTS_QUESTION and viewpoint.published_by is None and as_of.year < 1990:
            assert "written after" in before, before
        if viewpoint.published_by is not None:
            assert answer.sources.later == 0
            assert HINDSIGHT not in answer.text
        assert not [stop for stop in turning_points(events) if names_later_date(stop.words, as_of)]
        offered = follow_ups(question, events, viewpoint)
        assert not [one for one in offered if names_later_date(one, as_of)]
        assert not [name for one in offered for name in begun if name in one and begun[name] > as_of]

    await gathered(asked, ask)


async def beginnings(workbench) -> dict[str, datetime]:
    """When the first fact of each entity of which all facts have dates began."""
    first: dict[str, datetime] = {}
    for name in await workbench.graph.names():
        facts = (await workbench.graph.timeline(name)).facts
        if facts and all(fact.valid_at is not None for fact in facts):
            first[name] = min(fact.valid_at for fact in facts)
    return first


def without_times_of(question: str, text: str) -> str:
    """What the question itself asks for may be repeated: “No source can tell what is still to come (in 2010)”; and a
    document's title is its own."""
    for year in re.findall(r"\d{4}", question):
        text = text.replace(year, "…")
    return re.sub(r"\[[^]]*\]\(/documents[^)]*\)", "", text)


async def test_what_is_offered_after_an_answer_of_today_tells_nothing_of_later(workbench):
    """The date is set after the answer: what goes on from it is asked from there."""
    begun = await beginnings(workbench)
    for question in QUERIES[:6]:
        events = await finished(await workbench.runs().start(Question(prompt=question)))
        for viewpoint in viewpoints(random.Random(8), 20):
            offered = follow_ups(question, events, viewpoint)
            assert not [one for one in offered if names_later_date(one, viewpoint.as_of)]
            assert not [name for one in offered for name in begun if name in one and begun[name] > viewpoint.as_of]


async def test_starters_pickers_and_counts_know_nobody_of_later(workbench):
    begun, graph = await beginnings(workbench), workbench.graph
    for viewpoint in viewpoints(random.Random(7), 12):
        as_of = viewpoint.as_of
        later = {name for name in begun if begun[name] > as_of}
        starters = await opening_questions(workbench.library, graph, viewpoint)
        assert not [one for one in starters if names_later_date(one, as_of) or any(name in one for name in later)]
        suggested = await graph.suggest("", 500, viewpoint=viewpoint)
        offered = {entity.name for entity in suggested}
        paged = {entity.name for entity in (await graph.entities(limit=500, viewpoint=viewpoint)).entities}
        assert offered == paged
        assert not offered & later
        types = {one.name for one in await graph.types(viewpoint=viewpoint)}
        assert types == {entity.type for entity in suggested}
        for name in sorted(later)[:3]:
            near = await graph.suggest(name[:-1], 20, viewpoint=viewpoint)
            assert name not in {entity.name for entity in near}
        for name in sorted(offered)[:5]:
            assert (await graph.timeline(name, viewpoint=viewpoint)).facts or name not in begun


async def test_exports_end_at_the_date(workbench, tmp_path, times):
    written = 0
    for turn, viewpoint in enumerate(viewpoints(random.Random(9), EXPORT_DATES * times)):
        as_of = viewpoint.as_of
        around = await workbench.graph.neighborhood("NASA", depth=2, viewpoint=viewpoint.with_ended())
        for row in csv.DictReader(io.StringIO(to_csv(around.edges))):
            moments = [datetime.fromisoformat(row[name]) for name in ("valid_at", "invalid_at") if row[name]]
            assert all(moment <= as_of for moment in moments)
            assert not names_later_date(row["fact"], as_of)
        assert not [node for node in around.nodes if node.summary]
        for drawn in (to_gexf(around), to_graphml(around)):
            told = [item.attrib for item in ET.fromstring(drawn).iter() if "lastmodifieddate" not in item.attrib]
            values = [value for attributes in told for value in attributes.values()]
            days = [value[:10] for value in values if value[:4].isdigit() and value[4:5] == "-"]
            assert not [day for day in days if day > f"{as_of:%Y-%m-%d}"]
        await export_of(workbench).write(tmp_path / str(turn), viewpoint)
        exported = tmp_path / str(turn) / "facts.jsonl"  # not written where there are none
        lines = exported.read_text("utf-8").splitlines() if exported.exists() else []
        leaked = Counter[str]()
        for fact in map(json.loads, lines):
            dates = [read_date(fact[name]).earliest for name in ("valid_at", "invalid_at") if fact[name]]
            leaked["later"] += any(date > as_of for date in dates if date) or names_later_date(fact["fact"], as_of)
        written += len(lines)
        assert not +leaked, viewpoint
    assert written > 20


def export_of(workbench) -> Export:
    return Export(
        workbench.library,
        workbench.ingestion.graph,
        workbench.graph,
        JudgementStore(workbench.database),
        workbench.ingestion.originals,
        Pages(workbench.database, workbench.ingestion.originals, workbench.ingestion.reading),
    )


async def test_what_came_in_later_is_neither_told_nor_offered(workbench):
    """Known on the day before the first document came in: nothing at all."""
    async with workbench.database.connection() as connection:
        earliest = (await connection.execute(sa.select(sa.func.min(document.c.created_at)))).scalar_one()
    before = Viewpoint(known_on=earliest - timedelta(days=1))
    graph, library = workbench.graph, workbench.library
    assert not await graph.suggest("", 50, viewpoint=before)
    assert not (await graph.entities(viewpoint=before)).entities
    assert not await graph.types(viewpoint=before)
    assert not (await graph.timeline("NASA", viewpoint=before)).facts
    (some, *_) = (await library.list(limit=1)).documents
    assert not await graph.facts_of_document(some.id, viewpoint=before)
    for name, args in calls(random.Random(3), [str(some.id)]):
        result = await invoke(workbench.deps(viewpoint=before), name, args)
        assert not result.facts, name
        assert not result.citations, name
