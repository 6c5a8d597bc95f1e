"""The tool that asks documents and graph at once."""

import asyncio
from collections.abc import Awaitable

from pydantic_ai import RunContext

from services.agent.deps import ResearchDeps
from services.agent.tools.documents import passages_outcome, search_from_viewpoint, vector_row
from services.agent.tools.graph import fact_search_outcome
from services.agent.tools.result import ToolOutcome, clamp_count, error_messages, error_value, failure_message, tool
from services.models import Note
from services.text.queries import query_text


@tool("object")
async def perform_comprehensive_search(
    ctx: RunContext[ResearchDeps], query: str, use_vector: bool = True, use_graph: bool = True, limit: int = 10
) -> ToolOutcome:
    """Search the passages and the facts of the knowledge graph at the same time, for broad questions.

    Args:
        query: What to look for (1 to 1000 characters).
        use_vector: Whether to search the passages.
        use_graph: Whether to search the facts.
        limit: How many passages, and how many facts, at most (1 to 50).
    """
    notes: list[Note] = []
    text, count = query_text(query), clamp_count("limit", limit, 1, 50, notes)

    async def vector_side() -> ToolOutcome:
        found = await search_from_viewpoint(
            ctx, lambda viewpoint: ctx.deps.search.vector(text, limit=count, viewpoint=viewpoint), notes
        )
        told = passages_outcome(ctx, found, [vector_row(hit) for hit in found.hits], [])
        notes.extend(told.notes)
        return told

    vector, graph = await asyncio.gather(
        _side(ctx, vector_side() if use_vector else None, "vector_search", notes),
        _side(ctx, fact_search_outcome(ctx, text, count) if use_graph else None, "graph_search", notes),
    )
    sides = [side for side, is_asked in ((vector, use_vector), (graph, use_graph)) if is_asked]
    if sides and all(side.has_failed for side in sides):
        why = "; ".join(message for side in sides for message in error_messages(side.value))
        return ToolOutcome(error_value(f"perform_comprehensive_search failed: {why}", "object"), tuple(notes))
    return ToolOutcome(
        {"vector_results": vector.value, "graph_results": graph.value},
        (*notes, *graph.notes),
        "\n".join(filter(None, (vector.guide, graph.guide))),
        hits=vector.hits,
        facts=graph.facts,
        has_failed=vector.has_failed or graph.has_failed,
    )


async def _side(
    ctx: RunContext[ResearchDeps], work: Awaitable[ToolOutcome] | None, name: str, notes: list[Note]
) -> ToolOutcome:
    """Whatever breaks one side leaves the other's results."""
    if work is None:
        return ToolOutcome([])
    try:
        return await work
    except Exception as error:
        said = f"{name} failed: {failure_message(ctx, name, error)}"
        notes.append(Note(kind="failed", text=said))
        return ToolOutcome(error_value(said, "list"), has_failed=True)
