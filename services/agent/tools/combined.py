"""The tool that asks documents and graph at once."""

import asyncio
from collections.abc import Awaitable

from pydantic_ai import RunContext

from services.agent.deps import ResearchDeps
from services.agent.tools.documents import found_by, passages, vector_row
from services.agent.tools.graph import found_facts
from services.agent.tools.result import ToolOutcome, clamped_count, error_value, tool
from services.errors import DossierError
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
    text, count = query_text(query), clamped_count("limit", limit, 1, 50, notes)

    async def vector_side() -> ToolOutcome:
        found = await found_by(
            ctx, lambda viewpoint: ctx.deps.search.vector(text, limit=count, viewpoint=viewpoint), notes
        )
        return passages(ctx, found, [vector_row(hit) for hit in found.hits], [])

    vector, graph = await asyncio.gather(
        _side(vector_side() if use_vector else None, "vector_search", notes),
        _side(found_facts(ctx, text, count) if use_graph else None, "graph_search", notes),
    )
    return ToolOutcome(
        {"vector_results": vector.value, "graph_results": graph.value},
        (*notes, *graph.notes),
        "\n".join(filter(None, (vector.guide, graph.guide))),
        hits=vector.hits,
        facts=graph.facts,
    )


async def _side(work: Awaitable[ToolOutcome] | None, name: str, notes: list[Note]) -> ToolOutcome:
    if work is None:
        return ToolOutcome([])
    try:
        return await work
    except DossierError as error:
        notes.append(Note(kind="failed", text=f"{name} failed: {error}"))
        return ToolOutcome(error_value(f"{name} failed: {error}", "list"))
