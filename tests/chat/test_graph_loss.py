"""The graph's server is killed in the middle of a tool call."""

import asyncio
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
    run = await runs.start(Question(prompt=QUESTION))
    async for _ in run.follow():
        if any(isinstance(event, ToolCall) and event.name in GRAPH_TOOLS for event in run.events):
            break
    await asyncio.sleep(0.2)
    os.kill(server, signal.SIGKILL)
    async for _ in run.follow():
        pass
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
    await started_graph_store.ready(timeout=240)
    assert await workbench.graph.timeline("NASA") == before
