"""Nothing of the future: questions and dates over the sample, through every tool and through whole answers.

From a date no fact that began later is told and no end that came later; of what was written by then, no later document
is cited. `--many` asks ten times as much.
"""

import asyncio
import csv
import io
import random
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from services.agent.invocation import invoke
from services.agent.offline.answer.hindsight import HINDSIGHT
from services.agent.profiles import FUNCTIONS
from services.chat.suggestions import follow_ups
from services.graph.reading.export import to_csv
from services.models import Question, ToolResult, Viewpoint
from services.sample.starters import openers
from services.text.later import names_later
from tests.chat.test_runs import finished

NAMES = ("NASA", "Mir", "Rocketdyne", "Skylab", "Endurance")
QUERIES = ("Who leads NASA?", "Who owned Rocketdyne?", "modules of Mir", "first crew of Skylab", "What has changed?")
LATER = ("2020-01-01", "2030-12-31T12:00:00Z")
"""What a call asks for although it lies after the date."""
DATES, CALLS, AT_ONCE = 60, 18, 6


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
        found["began later"] += fact.valid_at is not None and fact.valid_at > as_of
        found["ended later"] += fact.invalid_at is not None and fact.invalid_at > as_of
        found["says later"] += names_later(fact.fact, as_of)
    for citation in result.citations:
        late = citation.document_date is not None and citation.document_date > as_of
        found["hindsight unmarked"] += late and not citation.later
        found["written later"] += written is not None and (
            citation.document_date is None or citation.document_date > written
        )
    found["later date in a result"] += sum(moment > as_of for moment in dates_in(result.result))
    return +found


def dates_in(value: object) -> list[datetime]:
    """Every `valid_at` and `invalid_at` of a result."""
    if isinstance(value, list):
        return [moment for item in value for moment in dates_in(item)]
    if not isinstance(value, dict):
        return []
    own = [datetime.fromisoformat(value[name]) for name in ("valid_at", "invalid_at") if value.get(name)]
    return [*own, *(moment for item in value.values() for moment in dates_in(item))]


async def test_no_tool_tells_the_future_whatever_it_is_asked_for(workbench, request):
    dice = random.Random(12)
    count = DATES * (10 if request.config.getoption("--many", default=False) else 1)
    documents = [str(one.id) for one in (await workbench.library.list(limit=100)).documents]
    asked = [(viewpoint, name, args) for viewpoint in viewpoints(dice, count) for name, args in calls(dice, documents)]
    assert len(asked) >= 1000
    gate, found = asyncio.Semaphore(AT_ONCE), Counter[str]()

    async def ask(viewpoint: Viewpoint, name: str, args: dict[str, object]) -> None:
        async with gate:
            result = await invoke(workbench.deps(viewpoint=viewpoint), name, args)
        leaked = leaks(result, viewpoint)
        assert not leaked, (viewpoint, name, args, leaked)
        found.update({"facts": len(result.facts), "citations": len(result.citations)})

    await asyncio.gather(*(ask(*one) for one in asked))
    assert found["facts"] > 1000
    assert found["citations"] > 1000


QUESTIONS = ("Who leads NASA?", "Who owned Rocketdyne?", "How has NASA changed over time?", "What is Mir?")


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(("year", "is_written_then"), [(1974, False), (1993, True), (2008, False)])
async def test_no_answer_tells_the_future_as_if_it_were_then(workbench, question, year, is_written_then):
    as_of = datetime(year, 6, 1, 23, 59, 59, tzinfo=UTC)
    viewpoint = Viewpoint(as_of=as_of, published_by=as_of if is_written_then else None)
    run = await workbench.runs().start(Question(prompt=question, viewpoint=viewpoint))
    events = await finished(run)
    answer = events[-1]
    before, _, _ = answer.text.partition(HINDSIGHT)
    assert not names_later(before, as_of), before
    assert "later" not in {check.verdict for check in answer.checks}
    for result in (event for event in events if isinstance(event, ToolResult)):
        assert not leaks(result, viewpoint)
    if is_written_then:
        assert answer.sources.later == 0
        assert HINDSIGHT not in answer.text
    assert not [one for one in follow_ups(question, events) if names_later(one, as_of)]


async def test_exports_starters_and_suggestions_end_at_the_date(workbench):
    for viewpoint in viewpoints(random.Random(7), 12):
        as_of = viewpoint.as_of
        around = await workbench.graph.neighborhood("NASA", depth=2, viewpoint=viewpoint.with_ended())
        for row in csv.DictReader(io.StringIO(to_csv(around.edges))):
            moments = [datetime.fromisoformat(row[name]) for name in ("valid_at", "invalid_at") if row[name]]
            assert all(moment <= as_of for moment in moments)
            assert not names_later(row["fact"], as_of)
        assert not [node for node in around.nodes if node.summary]
        assert not [
            one for one in await openers(workbench.library, workbench.graph, viewpoint) if names_later(one, as_of)
        ]
        for entity in await workbench.graph.suggest("", 50, viewpoint=viewpoint):
            whole = (await workbench.graph.timeline(entity.name)).facts
            begun = [fact for fact in whole if fact.valid_at is None or fact.valid_at <= as_of]
            assert begun or not whole
