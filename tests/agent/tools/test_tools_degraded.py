"""Tools without what they ask: a graph that is down or empty, an entity that nobody knows, a connection lost."""

import json
from dataclasses import replace

import pytest
import sqlalchemy as sa

from services.agent.invocation import invoke
from services.errors import GraphUnavailable
from tests.agent.tools.test_tools import errors_of


class DownGraph:
    """Any question to it finds the graph down."""

    def __getattr__(self, name):
        async def down(*_, **__):
            raise GraphUnavailable("The graph is down.")

        return down


@pytest.mark.parametrize("name", ["get_entity_relationships", "get_entity_timeline"])
async def test_an_unknown_entity_is_said_so_with_the_closest_names(deps, name):
    found = await invoke(deps, name, {"entity_name": "Skylabb"})
    assert found.is_error
    assert "Skylab" in errors_of(found.result).replace("Skylabb", "")


async def test_an_unknown_name_without_end_is_said_in_short(deps):
    found = await invoke(deps, "get_entity_timeline", {"entity_name": "Skylabb " * 120})
    assert "Skylabb Skylabb" in errors_of(found.result)
    assert len(errors_of(found.result)) < 300


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("get_entity_history", {"entity_name": "Skylabb"}),
        ("search_knowledge_graph", {"query": "crew", "entity_name": "Skylabb"}),
    ],
)
async def test_the_text_tools_search_the_documents_for_an_unknown_entity(deps, name, args):
    found = await invoke(deps, name, args)
    assert "No entity is called “Skylabb”." in found.result
    assert "These passages of the documents were found instead:" in found.result
    assert found.citations


@pytest.mark.parametrize("name", ["graph_search", "get_entity_relationships", "get_entity_timeline"])
async def test_a_graph_that_is_down_is_an_error_result(deps, name):
    args = {"query": "NASA"} if name == "graph_search" else {"entity_name": "NASA"}
    found = await invoke(replace(deps, services=replace(deps.services, graph=DownGraph())), name, args)
    assert errors_of(found.result) == f"{name} failed: The graph is down."


@pytest.mark.parametrize("name", ["search_knowledge_graph", "get_entity_history"])
async def test_with_the_graph_down_the_text_tools_search_the_documents(deps, name):
    args = {"query": "NASA"} if name == "search_knowledge_graph" else {"entity_name": "NASA"}
    found = await invoke(replace(deps, services=replace(deps.services, graph=DownGraph())), name, args)
    assert found.result.startswith("The graph is down.\nThese passages of the documents were found instead:\n[1] ")


async def test_a_call_whose_session_is_cut_in_the_middle_asks_again_and_answers(workbench, deps):
    async with workbench.database.transaction() as blocking:
        await blocking.execute(sa.text("LOCK TABLE chunk IN ACCESS EXCLUSIVE MODE"))
        own = (await blocking.execute(sa.text("SELECT pg_backend_pid()"))).scalar_one()
        call = workbench.loop.create_task(invoke(deps, "hybrid_search", {"query": "Mir"}))
        await kill_others_when_they_wait(workbench, own)
    answered = await call
    assert not answered.is_error
    assert answered.result


async def kill_others_when_they_wait(workbench, own):
    waiting = sa.text("""
        SELECT pg_terminate_backend(pid)
        FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database() AND pid <> :own
    """)
    killed = 0
    while not killed:
        async with workbench.database.connection() as connection:
            killed = len((await connection.execute(waiting, {"own": own})).all())


@pytest.mark.parametrize("name", ["graph_search", "search_knowledge_graph"])
async def test_an_empty_graph_says_that_documents_must_be_ingested(workbench, deps, name, monkeypatch):
    class EmptyGraph:
        async def search_facts(self, *_, **__):
            return ()

        async def entities(self, **_):
            return (await workbench.graph.entities(limit=1)).model_copy(update={"entities": ()})

    found = await invoke(replace(deps, services=replace(deps.services, graph=EmptyGraph())), name, {"query": "NASA"})
    assert "The knowledge graph is empty: documents must be ingested first" in json.dumps(
        [found.result, [note.text for note in found.notes]]
    )


async def test_one_side_failing_leaves_the_other_intact(deps):
    found = await invoke(
        replace(deps, services=replace(deps.services, graph=DownGraph())),
        "perform_comprehensive_search",
        {"query": "Who led NASA?"},
    )
    assert found.result["graph_results"] == [{"error": "graph_search failed: The graph is down."}]
    assert len(found.result["vector_results"]) == 10
    assert found.is_error


class BrokenGraph:
    """Any question to it breaks in a way that nobody foresaw."""

    def __getattr__(self, name):
        async def broken(*_, **__):
            raise KeyError("row")

        return broken


async def test_whatever_breaks_one_side_leaves_the_others_results(deps, caplog):
    broken = replace(deps, services=replace(deps.services, graph=BrokenGraph()))
    found = await invoke(broken, "perform_comprehensive_search", {"query": "Who led NASA?"})
    (error,) = found.result["graph_results"]
    assert error["error"].startswith("graph_search failed: something unexpected went wrong")
    assert len(found.result["vector_results"]) == 10
    assert "graph_search failed in run " in caplog.text


async def test_both_sides_failing_is_an_error(deps):
    down = replace(deps, services=replace(deps.services, graph=DownGraph(), search=DownGraph()))
    found = await invoke(down, "perform_comprehensive_search", {"query": "Who led NASA?"})
    assert found.is_error
    assert errors_of(found.result).startswith("perform_comprehensive_search failed: vector_search failed: ")
    assert "graph_search failed: The graph is down." in errors_of(found.result)


@pytest.mark.parametrize("name", ["search_knowledge_graph", "get_entity_history", "graph_search"])
async def test_a_call_that_found_the_graph_down_counts_as_failed_and_is_logged_with_its_run(deps, name, caplog):
    args = {"entity_name": "NASA"} if name == "get_entity_history" else {"query": "NASA"}
    found = await invoke(replace(deps, services=replace(deps.services, graph=DownGraph())), name, args)
    assert found.is_error
    assert f"{name} failed in run " in caplog.text
