"""The graph's server is killed in the middle of a tool call."""

import asyncio
import contextlib
import os
import signal

from services.models import Answer, Question, ToolCall, ToolResult

QUESTION = "Who was in charge of NASA on 1 March 2005?"
GRAPH_TOOLS = ("get_entity_history", "search_knowledge_graph")


async def test_a_killed_graph_is_an_error_in_the_trace_and_the_answer_goes_on_with_documents(
    workbench, started_graph_store
):
    runs = workbench.runs()
    before = await workbench.graph.timeline("NASA")
    async for _ in (await runs.start(Question(prompt=QUESTION))).follow():
        pass  # the names of the graph are known now, as they are in a workbench at work
    server = int(started_graph_store._server._attachment.runtime["process_id"])
    os.kill(server, signal.SIGSTOP)  # it takes the question and does not answer
    try:
        run = await runs.start(Question(prompt=QUESTION))
        await asyncio.gather(read_to_the_end(run), kill_during_a_graph_tool(run, server))
    finally:  # the tests after this one need the graph
        with contextlib.suppress(ProcessLookupError):
            os.kill(server, signal.SIGKILL)
        await opened_again(started_graph_store, server)
    assert run.status == "done"
    results = {event.name: event for event in run.events if isinstance(event, ToolResult)}
    assert all(
        any("graph" in note.text for note in results[name].notes) or results[name].is_error for name in GRAPH_TOOLS
    )
    assert not results["hybrid_search"].is_error
    answer = run.events[-1]
    assert isinstance(answer, Answer)
    assert "graph" in answer.text.splitlines()[0]
    assert "Frederick Gregory" in answer.text
    assert answer.citations
    assert await workbench.graph.timeline("NASA") == before


async def read_to_the_end(run):
    """Without a pause: a run that nobody reads is stopped."""
    async for _ in run.follow():
        pass


async def kill_during_a_graph_tool(run, server):
    while not any(isinstance(event, ToolCall) and event.name in GRAPH_TOOLS for event in run.events):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    os.kill(server, signal.SIGKILL)


async def opened_again(store, server):
    """By another process: the loss is noticed some time after the kill."""
    while server == int(store._server._attachment.runtime["process_id"]):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    await store.ready(timeout=240)
