"""The tools that search and read documents. Each docstring is what a language model reads about its tool."""

from collections.abc import Awaitable, Callable, Sequence

from pydantic import JsonValue
from pydantic_ai import RunContext

from services.agent.deps import ResearchDeps
from services.agent.tools import setting_notes
from services.agent.tools.result import Outcome, as_json, checked_query, clamped, clamped_count, tool
from services.errors import DocumentNotFound
from services.models import Document, DocumentSummary, Hit, SearchPreferences, SearchResult, Viewpoint
from services.text.wording import count_of, day

NO_DOCUMENTS = (
    "No documents are here yet: they must be ingested first, on the page Add documents or with "
    "“python -m services ingest PATH”."
)

Search = Callable[[Viewpoint], Awaitable[SearchResult]]


@tool("list")
async def vector_search(ctx: RunContext[ResearchDeps], query: str, limit: int = 10) -> Outcome:
    """Find passages that mean the same as the query, by embedding alone, even when they share no word with it.

    Args:
        query: What to look for, in words (1 to 1000 characters).
        limit: How many passages at most (1 to 50).
    """
    notes: list[str] = []
    text, count = checked_query(query), clamped_count("limit", limit, 1, 50, notes)
    found = await found_by(ctx, lambda viewpoint: ctx.deps.search.vector(text, limit=count, viewpoint=viewpoint), notes)
    return passages(ctx, found, [vector_row(hit) for hit in found.hits], notes)


@tool("list")
async def hybrid_search(
    ctx: RunContext[ResearchDeps], query: str, limit: int = 10, text_weight: float | None = None
) -> Outcome:
    """Find passages by meaning and by words together: the best first choice for names, codes, dates and questions.

    Args:
        query: What to look for; words in double quotes are looked for as a phrase (1 to 1000 characters).
        limit: How many passages at most (1 to 50).
        text_weight: The share of the words in the ranking, 0 (meaning only) to 1 (words only); leave it out to use
            the setting that was tuned for this collection.
    """
    notes: list[str] = []
    text, count = checked_query(query), clamped_count("limit", limit, 1, 50, notes)
    saved = await ctx.deps.preferences_now()
    weight = saved.text_weight if text_weight is None else clamped("text_weight", text_weight, 0, 1, notes)
    origin = ctx.deps.weight_origin if text_weight is None else "given in the call"
    found = await found_by(
        ctx,
        lambda viewpoint: ctx.deps.search.hybrid(
            text, limit=count, text_weight=weight, method=saved.fusion, viewpoint=viewpoint
        ),
        notes,
    )
    notes.append(setting_notes.mixed(found, origin))
    return passages(ctx, found, [hybrid_row(hit) for hit in found.hits], notes)


@tool("list")
async def semantic_search(ctx: RunContext[ResearchDeps], query: str, limit: int = 10) -> Outcome:
    """Find passages about an idea or a concept, and only those that are clearly close to it in meaning.

    Args:
        query: The idea, in a phrase or a question (1 to 1000 characters).
        limit: How many passages at most (1 to 50).
    """
    notes: list[str] = []
    text, count = checked_query(query), clamped_count("limit", limit, 1, 50, notes)
    saved = await ctx.deps.preferences_now()
    found = await found_by(
        ctx,
        lambda viewpoint: ctx.deps.search.semantic(text, limit=count, viewpoint=viewpoint, preferences=saved),
        notes,
    )
    notes.append(setting_of(ctx.deps, found, saved))
    return passages(ctx, found, [vector_row(hit) for hit in found.hits], notes)


@tool("object")
async def auto_search(ctx: RunContext[ResearchDeps], query: str, limit: int = 10) -> Outcome:
    """Let the query decide: names, codes and quotes are searched by words too, questions about ideas by meaning.

    Args:
        query: What to look for (1 to 1000 characters).
        limit: How many passages at most (1 to 50).
    """
    notes: list[str] = []
    text, count = checked_query(query), clamped_count("limit", limit, 1, 50, notes)
    saved = await ctx.deps.preferences_now()
    found = await found_by(
        ctx,
        lambda viewpoint: ctx.deps.search.auto(text, limit=count, viewpoint=viewpoint, preferences=saved),
        notes,
    )
    notes += [found.reasoning, setting_of(ctx.deps, found, saved)]
    rows: list[JsonValue] = [hybrid_row(hit) for hit in found.hits]
    value: JsonValue = {"results": rows, "search_type": found.search_type, "reasoning": found.reasoning}
    return passages(ctx, found, value, notes)


@tool("object")
async def get_document(ctx: RunContext[ResearchDeps], document_id: str) -> Outcome:
    """Read one whole document, when the passages found are not enough.

    Args:
        document_id: The id that a search or list_documents gave.
    """
    try:
        document = await ctx.deps.library.get(document_id, viewpoint=ctx.deps.viewpoint)
    except DocumentNotFound:
        return Outcome({"error": f"Document not found: {document_id}"})
    return Outcome(document_row(document), tuple(_hindsight([document], ctx.deps)))


@tool("list")
async def list_documents(ctx: RunContext[ResearchDeps], limit: int = 20, offset: int = 0) -> Outcome:
    """List the documents of this collection: what is there to be searched.

    Args:
        limit: How many documents at most (1 to 100).
        offset: How many to skip, for the next page (0 or more).
    """
    notes: list[str] = []
    count = clamped_count("limit", limit, 1, 100, notes)
    skipped = clamped_count("offset", offset, 0, 1_000_000_000, notes)
    page = await ctx.deps.library.list(count, skipped, viewpoint=ctx.deps.viewpoint)
    notes += [f"{len(page.documents)} of {page.total} documents", *_hindsight(page.documents, ctx.deps)]
    return Outcome([summary_row(summary) for summary in page.documents], tuple(notes))


@tool("list")
async def retrieve_knowledge_base(ctx: RunContext[ResearchDeps], query: str) -> Outcome:
    """Retrieve the passages of the knowledge base that answer a question.

    Args:
        query: The question or the key words (1 to 1000 characters).
    """
    notes: list[str] = []
    text = checked_query(query)
    preferences = await ctx.deps.preferences_now()
    found = await found_by(
        ctx,
        lambda viewpoint: ctx.deps.search.hybrid(
            text,
            limit=preferences.limit,
            text_weight=preferences.text_weight,
            method=preferences.fusion,
            viewpoint=viewpoint,
        ),
        notes,
    )
    notes.append(setting_of(ctx.deps, found, preferences))
    return passages(ctx, found, [knowledge_row(hit) for hit in found.hits], notes)


def _hindsight(documents: Sequence[Document | DocumentSummary], deps: ResearchDeps) -> list[str]:
    """How many of them were written after the date looked from."""
    horizon = deps.viewpoint.horizon
    later = [one for one in documents if horizon and one.reference_time and one.reference_time > horizon]
    if horizon is None or not later:
        return []
    written = "was" if len(later) == 1 else "were"
    return [f"{len(later)} of {count_of(len(documents), 'document')} {written} written after {day(horizon)}"]


def setting_of(deps: ResearchDeps, found: SearchResult, saved: SearchPreferences) -> str:
    """With which setting it was ranked, when the call gave none."""
    if found.search_type == "semantic":
        origin = "the embedding model's own" if saved.similarity_threshold is None else "the saved setting"
        return setting_notes.cut(deps.search.threshold(saved), origin)
    return setting_notes.mixed(found, deps.weight_origin)


async def found_by(ctx: RunContext[ResearchDeps], search: Search, notes: list[str]) -> SearchResult:
    """What `search` finds from the run's viewpoint; where that chooses documents, a note says so, and how many undated
    ones it leaves out."""
    await ctx.deps.preferences_now()
    viewpoint = ctx.deps.viewpoint
    found = await search(viewpoint)
    if viewpoint.collection is not None:
        notes.append(setting_notes.within(viewpoint.collection))
    if viewpoint.published_by is not None:
        undated = await ctx.deps.library.undated(viewpoint)
        notes.append(setting_notes.published(viewpoint.published_by, bool(found.hits), undated))
    if not found.hits and (await ctx.deps.library.list(limit=1)).total == 0:
        return found.model_copy(update={"notice": NO_DOCUMENTS})
    return found


def passages(ctx: RunContext[ResearchDeps], found: SearchResult, value: JsonValue, notes: Sequence[str]) -> Outcome:
    """An outcome whose guide tells the model which [n] is which chunk: ids only, so no document speaks through it."""
    numbers = [f"[{ctx.deps.citations.number(hit.citation)}] = chunk {hit.chunk_id}" for hit in found.hits]
    guide = f"Cite these passages by number: {'; '.join(numbers)}." if numbers else "No passage was found."
    said = [found.notice] if found.notice else []
    return Outcome(value, (*notes, *said), "\n".join([guide, *said]), hits=found.hits)


def vector_row(hit: Hit) -> JsonValue:
    return {
        "chunk_id": str(hit.chunk_id),
        "document_id": str(hit.document_id),
        "content": hit.content,
        "similarity": hit.vector_similarity,
        "metadata": hit.metadata,
        "document_title": hit.document_title,
        "document_source": hit.document_source,
    }


def hybrid_row(hit: Hit) -> JsonValue:
    return as_json(hit.model_dump(mode="json", exclude={"citation"}))


def knowledge_row(hit: Hit) -> JsonValue:
    return {
        "id": str(hit.chunk_id),
        "chunk_text": hit.content,
        "source_document_name": hit.document_title,
        "score": hit.combined_score,
    }


def document_row(document: Document) -> JsonValue:
    fields = {"id", "title", "source", "content", "metadata", "created_at", "updated_at"}
    return as_json(document.model_dump(mode="json", include=fields))


def summary_row(summary: DocumentSummary) -> JsonValue:
    fields = {"id", "title", "source", "metadata", "created_at", "updated_at", "chunk_count"}
    return as_json(summary.model_dump(mode="json", include=fields))
