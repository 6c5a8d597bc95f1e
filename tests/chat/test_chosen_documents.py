"""Of chosen documents: no tool, route or answer tells a passage or a fact that none of them states; nor of one that is
switched off."""

import random
from contextlib import asynccontextmanager
from uuid import UUID

import pytest

from services.agent.invocation import invoke
from services.api.mcp import build_mcp
from services.chat.transcript import as_markdown
from services.documents.ingest.editing import Editing
from services.models import NO_FILTERS, Answer, Question, SearchFilters, ToolResult, Viewpoint
from tests.chat.test_leaks import ENTITIES, QUERIES, Here, calls, here, mcp_calls
from tests.chat.test_runs import finished

__all__ = ["here"]
HEADS = "nasa-administrators-since-1992.md"
MIR = "mir-long-stays.md"
EARLIER = "nasa-administrators-1958-1992.md"


@pytest.fixture
async def ids(workbench) -> dict[str, UUID]:
    return {one.source: one.id for one in (await workbench.library.list(limit=100)).documents}


def only(*documents: UUID, **clocks) -> Viewpoint:
    return Viewpoint(chosen=SearchFilters(document_ids=documents), **clocks)


def cited(value: object) -> set[str]:
    """Every document that a result names by its id, however deep."""
    if isinstance(value, list):
        return {one for item in value for one in cited(item)}
    if not isinstance(value, dict):
        return set()
    own = {str(value[name]) for name in ("document_id",) if name in value}
    own |= {str(value["id"])} if "id" in value and ("chunk_count" in value or "content" in value) else set()
    return own | {one for item in value.values() for one in cited(item)}


async def stated_by(workbench, *documents: UUID) -> set[UUID]:
    return {fact.uuid for one in documents for fact in await workbench.graph.facts_of_document(one)}


async def test_no_tool_tells_what_the_chosen_documents_do_not_state(workbench, ids):
    dice, told = random.Random(4), 0
    for chosen in ((HEADS,), (MIR,), (EARLIER, MIR)):
        documents = {ids[source] for source in chosen}
        stated = await stated_by(workbench, *documents)
        for viewpoint in (only(*documents), only(*documents).with_ended()):
            for _ in range(4):
                for name, args in calls(dice, [str(one) for one in ids.values()]):
                    result = await invoke(workbench.deps(viewpoint=viewpoint), name, args)
                    assert {fact.uuid for fact in result.facts} <= stated, (chosen, name, args)
                    assert {citation.document_id for citation in result.citations} <= documents, (chosen, name, args)
                    assert cited(result.result) <= {str(one) for one in documents}, (chosen, name, args)
                    told += len(result.facts) + len(result.citations)
    assert told > 300


async def test_the_metadata_the_source_and_the_date_choose_facts_too(workbench, ids):
    stated = await stated_by(workbench, ids[HEADS])
    viewpoint = Viewpoint(chosen=SearchFilters(sources=(HEADS,)))
    found = await workbench.graph.timeline("NASA", viewpoint=viewpoint)
    assert found.facts
    assert {fact.uuid for fact in found.facts} <= stated
    (document,) = (await workbench.library.list(viewpoint=viewpoint)).documents
    dated = Viewpoint(chosen=SearchFilters(since=document.reference_time, until=document.reference_time))
    assert {fact.uuid for fact in found.facts} <= {
        fact.uuid for fact in (await workbench.graph.timeline("NASA", viewpoint=dated)).facts
    }
    nothing = Viewpoint(chosen=SearchFilters(metadata={"kind": "no such"}))
    assert not (await workbench.graph.timeline("NASA", viewpoint=nothing)).facts


async def test_no_tool_of_other_agents_tells_more_than_the_chosen_documents(workbench, here: Here, ids):
    from fastmcp import Client

    dice, count = random.Random(5), 0
    stated = {str(one) for one in await stated_by(workbench, ids[HEADS])}
    async with Client(build_mcp(lambda: here)) as client:
        for _ in range(3):
            for tool, arguments in [*mcp_calls(dice), ("list_documents", {}), ("graph_search", {"query": "NASA"})]:
                chosen = {"documents": [HEADS]}
                told = (await client.call_tool(tool, {**arguments, "chosen": chosen})).structured_content
                assert cited(told) <= {str(ids[HEADS])}, (tool, arguments)
                facts = [one for one in told.get("facts", told.get("edges", ())) if "valid_at" in one]
                assert {one["uuid"] for one in facts} <= stated, (tool, arguments)
                count += len(facts) + len(cited(told))
        refused = await client.call_tool(
            "search", {"query": "Mir", "chosen": {"documents": ["nasa-admin"]}}, raise_on_error=False
        )
        other = await client.call_tool(
            "get_document", {"document_id": str(ids[MIR]), "chosen": chosen}, raise_on_error=False
        )
    assert count > 20
    assert refused.is_error
    assert "can be any of 2 documents" in refused.content[0].text
    assert other.is_error


async def test_an_answer_rests_on_the_chosen_documents_alone_and_the_turn_keeps_them(workbench, ids):
    runs, viewpoint = workbench.runs(), only(ids[HEADS])
    for question in QUERIES[:6]:
        run = await runs.start(Question(prompt=question, viewpoint=viewpoint))
        events = await finished(run)
        assert isinstance(events[-1], Answer)
        places = [one for event in events if isinstance(event, ToolResult | Answer) for one in event.citations]
        assert {one.document_id for one in places} <= {ids[HEADS]}, question
    turn = await workbench.conversations.turn(run.id)
    assert turn.viewpoint == viewpoint
    assert turn.question.viewpoint.chosen.document_ids == (ids[HEADS],)
    written = as_markdown(await workbench.conversations.get(run.conversation_id))
    assert "1 chosen document" in written


async def test_a_title_that_is_not_among_the_chosen_documents_is_not_opened(workbench, ids):
    asked = Question(prompt=f"What does {MIR} say?", viewpoint=only(ids[HEADS]))
    events = await finished(await workbench.runs().start(asked))
    assert not [event for event in events if event.type == "tool_call" and event.name == "get_document"]
    assert not [one for one in events[-1].citations if one.document_id != ids[HEADS]]
    assert "chosen document" in events[-1].text, events[-1].text


async def test_where_the_chosen_documents_say_nothing_the_answer_says_so(workbench, ids):
    events = await finished(
        await workbench.runs().start(Question(prompt="Who lived aboard Mir?", viewpoint=only(ids[HEADS])))
    )
    answer = events[-1]
    assert not [one for one in answer.citations if one.document_id != ids[HEADS]]
    assert "chosen document" in answer.text, answer.text


@asynccontextmanager
async def switched_off(workbench, *documents: UUID):
    editing = Editing(workbench.ingestion)
    await editing.switch(documents, enabled=False)
    try:
        yield
    finally:
        await editing.switch(documents, enabled=True)


async def test_what_is_switched_off_is_neither_searched_nor_believed_but_can_be_read(workbench, ids):
    off = ids[EARLIER]
    alone = await stated_by(workbench, off) - await stated_by(workbench, *(one for one in ids.values() if one != off))
    assert alone
    before = await workbench.graph.neighborhood("NASA", depth=2, viewpoint=Viewpoint.ever())
    async with switched_off(workbench, off):
        dice = random.Random(6)
        for _ in range(3):
            for name, args in calls(dice, [str(off)]):
                result = await invoke(workbench.deps(viewpoint=Viewpoint.ever()), name, args)
                assert not {fact.uuid for fact in result.facts} & alone, (name, args)
                assert off not in {citation.document_id for citation in result.citations}, (name, args)
                assert str(off) not in cited(result.result), (name, args)
        for name in ENTITIES:
            around = await workbench.graph.neighborhood(name, depth=2, viewpoint=Viewpoint.ever())
            assert not {fact.uuid for fact in around.edges} & alone
        assert not await workbench.graph.facts_of_document(off)
        listed = {one.id: one.enabled for one in (await workbench.library.list(limit=100)).documents}
        assert listed[off] is False
        assert (await workbench.library.get(off)).content
        answer = (await finished(await workbench.runs().start(Question(prompt="Who led NASA in 1965?"))))[-1]
        assert off not in {one.document_id for one in answer.citations}
    after = await workbench.graph.neighborhood("NASA", depth=2, viewpoint=Viewpoint.ever())
    assert after == before


async def test_the_choice_goes_with_the_viewpoint():
    chosen = only(UUID(int=1))
    assert chosen.chooses_documents
    assert chosen.of_all_documents().chosen == NO_FILTERS
    assert "chosen" not in Viewpoint.now().model_dump()
