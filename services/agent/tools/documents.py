"""The tools that search and read documents. Each docstring is what a language model reads about its tool."""

from collections.abc import Awaitable, Callable, Sequence

from pydantic import JsonValue
from pydantic_ai import RunContext

from services.agent.deps import ResearchDeps
from services.agent.tools.result import DefaultLimit, ToolOutcome, as_json, clamp, clamp_count, hit_limit, tool
from services.errors import DocumentNotFound
from services.models import (
    Chunk,
    Document,
    DocumentSummary,
    Hit,
    Note,
    SearchPreferences,
    SearchResult,
    UsedSetting,
    Viewpoint,
    cite,
    metadata_with_date,
)
from services.text.queries import query_text
from services.text.wording import chosen_words, count_of, day, published_words

PASSAGES_CITED = 60
"""Of a document that is read whole: its first ones."""
NO_DOCUMENTS = (
    "No documents are here yet: they must be ingested first, on the page Add documents or with "
    "“python -m services ingest PATH”."
)

Search = Callable[[Viewpoint], Awaitable[SearchResult]]


@tool("list")
async def vector_search(ctx: RunContext[ResearchDeps], query: str, limit: int = 10) -> ToolOutcome:
    """Find passages that mean the same as the query, by embedding alone, even when they share no word with it.

    Args:
        query: What to look for, in words (1 to 1000 characters).
        limit: How many passages at most (1 to 50).
    """
    notes: list[Note] = []
    text, count = query_text(query), clamp_count("limit", limit, 1, 50, notes)
    found = await search_from_viewpoint(
        ctx, lambda viewpoint: ctx.deps.search.vector(text, limit=count, viewpoint=viewpoint), notes
    )
    return passages_outcome(ctx, found, [vector_row(hit) for hit in found.hits], notes)


@tool("list")
async def hybrid_search(
    ctx: RunContext[ResearchDeps], query: str, limit: int = DefaultLimit.HITS, text_weight: float | None = None
) -> ToolOutcome:
    """Find passages by meaning and by words together: the best first choice for names, codes, dates and questions.

    Args:
        query: What to look for; words in double quotes are looked for as a phrase (1 to 1000 characters).
        limit: How many passages at most (1 to 50); leave it out to use the setting of this collection.
        text_weight: The share of the words in the ranking, 0 (meaning only) to 1 (words only); leave it out to use
            the setting that was tuned for this collection.
    """
    notes: list[Note] = []
    text, saved = query_text(query), await ctx.deps.preferences_now()
    count = hit_limit(limit, saved, notes)
    weight = saved.text_weight if text_weight is None else clamp("text_weight", text_weight, 0, 1, notes)
    origin = ctx.deps.weight_origin if text_weight is None else "given in the call"
    found = await search_from_viewpoint(
        ctx,
        lambda viewpoint: ctx.deps.search.hybrid(
            text, limit=count, text_weight=weight, method=saved.fusion, viewpoint=viewpoint
        ),
        notes,
    )
    notes.append(hybrid_setting_note(found, weight, origin))
    return passages_outcome(ctx, found, [_hybrid_row(hit) for hit in found.hits], notes)


@tool("list")
async def semantic_search(ctx: RunContext[ResearchDeps], query: str, limit: int = DefaultLimit.HITS) -> ToolOutcome:
    """Find passages about an idea or a concept, and only those that are clearly close to it in meaning.

    Args:
        query: The idea, in a phrase or a question (1 to 1000 characters).
        limit: How many passages at most (1 to 50); leave it out to use the setting of this collection.
    """
    notes: list[Note] = []
    text, saved = query_text(query), await ctx.deps.preferences_now()
    count = hit_limit(limit, saved, notes)
    found = await search_from_viewpoint(
        ctx,
        lambda viewpoint: ctx.deps.search.semantic(text, limit=count, viewpoint=viewpoint, preferences=saved),
        notes,
    )
    notes.append(_used_setting_note(ctx.deps, found, saved))
    return passages_outcome(ctx, found, [vector_row(hit) for hit in found.hits], notes)


@tool("object")
async def auto_search(ctx: RunContext[ResearchDeps], query: str, limit: int = DefaultLimit.HITS) -> ToolOutcome:
    """Let the query decide: names, codes and quotes are searched by words too, questions about ideas by meaning.

    Args:
        query: What to look for (1 to 1000 characters).
        limit: How many passages at most (1 to 50); leave it out to use the setting of this collection.
    """
    notes: list[Note] = []
    text, saved = query_text(query), await ctx.deps.preferences_now()
    count = hit_limit(limit, saved, notes)
    found = await search_from_viewpoint(
        ctx,
        lambda viewpoint: ctx.deps.search.auto(text, limit=count, viewpoint=viewpoint, preferences=saved),
        notes,
    )
    notes += [Note(kind="reasoning", text=found.reasoning), _used_setting_note(ctx.deps, found, saved)]
    rows: list[JsonValue] = [_hybrid_row(hit) for hit in found.hits]
    value: JsonValue = {"results": rows, "search_type": found.search_type, "reasoning": found.reasoning}
    return passages_outcome(ctx, found, value, notes)


@tool("object")
async def get_document(ctx: RunContext[ResearchDeps], document_id: str) -> ToolOutcome:
    """Read one whole document, when the passages found are not enough.

    Args:
        document_id: The id that a search or list_documents gave.
    """
    try:
        document = await ctx.deps.library.get(document_id, viewpoint=ctx.deps.viewpoint, enabled=True)
    except DocumentNotFound:
        return ToolOutcome({"error": f"Document not found: {document_id}"})
    chunks = await ctx.deps.library.chunks(document.id)
    cited = tuple(_passage_as_hit(document, chunk, ctx.deps.viewpoint) for chunk in chunks[:PASSAGES_CITED])
    notes = [*await _newer(document, ctx.deps), *_hindsight([document], ctx.deps)]
    whole = (document.id,) if len(cited) == len(chunks) else ()
    return ToolOutcome(_document_row(document), tuple(notes), hits=cited, whole_documents=whole)


async def _newer(document: Document, deps: ResearchDeps) -> list[Note]:
    """Of an earlier version, that it is one, and which is the newest."""
    if document.replaced_at is None:
        return []
    newest = (await deps.library.versions(document.id))[-1]
    return [Note(text=f"This is version {document.version} of the document; the newest has the id {newest.id}.")]


@tool("list")
async def list_documents(ctx: RunContext[ResearchDeps], limit: int = 20, offset: int = 0) -> ToolOutcome:
    """List the documents of this collection: what is there to be searched.

    Args:
        limit: How many documents at most (1 to 100).
        offset: How many to skip, for the next page (0 or more).
    """
    notes: list[Note] = []
    count = clamp_count("limit", limit, 1, 100, notes)
    skipped = clamp_count("offset", offset, 0, 1_000_000_000, notes)
    page = await ctx.deps.library.list(count, skipped, viewpoint=ctx.deps.viewpoint, enabled=True)
    notes.append(Note(kind="count", text=f"{len(page.documents)} of {page.total} documents"))
    notes += _hindsight(page.documents, ctx.deps)
    return ToolOutcome([_summary_row(summary) for summary in page.documents], tuple(notes), total=page.total)


@tool("list")
async def retrieve_knowledge_base(ctx: RunContext[ResearchDeps], query: str) -> ToolOutcome:
    """Retrieve the passages of the knowledge base that answer a question.

    Args:
        query: The question or the key words (1 to 1000 characters).
    """
    notes: list[Note] = []
    text = query_text(query)
    preferences = await ctx.deps.preferences_now()
    found = await search_from_viewpoint(
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
    notes.append(_used_setting_note(ctx.deps, found, preferences))
    return passages_outcome(ctx, found, [_knowledge_row(hit) for hit in found.hits], notes)


def _hindsight(documents: Sequence[Document | DocumentSummary], deps: ResearchDeps) -> list[Note]:
    """How many of them were written after the date looked from."""
    horizon = deps.viewpoint.horizon
    later = sum(deps.viewpoint.is_later(one.reference_time) for one in documents)
    if horizon is None or not later:
        return []
    were = "was" if later == 1 else "were"
    said = f"{later} of {count_of(len(documents), 'document')} {were} written after {day(horizon)}"
    return [Note(kind="hindsight", text=said)]


def _used_setting_note(deps: ResearchDeps, found: SearchResult, saved: SearchPreferences) -> Note:
    """The setting with which a search was ranked, if the call gave none."""
    if found.search_type == "semantic":
        origin = "the embedding model's own" if saved.similarity_threshold is None else "the saved setting"
        threshold = deps.search.threshold(saved)
        used = UsedSetting(similarity_threshold=threshold)
        return Note(kind="setting", text=f"similarity from {threshold:g} ({origin})", used=used)
    return hybrid_setting_note(found, saved.text_weight, deps.weight_origin)


def hybrid_setting_note(found: SearchResult, asked: float, origin: str) -> Note:
    """The setting of a hybrid search; `origin` says who set the `text_weight` that was asked for."""
    if found.text_weight != asked:
        origin = "the other half did not answer"
    text = f"text_weight {found.text_weight:g} ({origin}), fusion {found.fusion}"
    return Note(kind="setting", text=text, used=UsedSetting(text_weight=found.text_weight, fusion=found.fusion))


async def search_from_viewpoint(ctx: RunContext[ResearchDeps], search: Search, notes: list[Note]) -> SearchResult:
    """What `search` finds from the run's viewpoint; notes say which documents that leaves."""
    await ctx.deps.preferences_now()
    viewpoint = ctx.deps.viewpoint
    found = await search(viewpoint)
    found = await ctx.deps.search.relevant(found)
    if viewpoint.collection is not None:
        notes.append(Note(kind="viewpoint", text=f"Searched in the collection “{viewpoint.collection}”"))
    if viewpoint.published_by is not None:
        undated, is_found = await ctx.deps.library.undated(viewpoint), bool(found.hits)
        said = published_words(viewpoint.published_by, is_found=is_found, undated=undated)
        notes.append(Note(kind="looked_in" if is_found else "missing", text=said))
    if not viewpoint.chosen.is_empty:
        told = chosen_words(viewpoint.chosen, is_found=bool(found.hits))
        notes.append(Note(kind="looked_in" if found.hits else "missing", text=told))
    if not found.hits and (await ctx.deps.library.list(limit=1)).total == 0:
        return found.model_copy(update={"notice": NO_DOCUMENTS})
    return found


def passages_outcome(
    ctx: RunContext[ResearchDeps], found: SearchResult, value: JsonValue, notes: Sequence[Note]
) -> ToolOutcome:
    """The outcome of a search. Its guide tells the model which [n] is which chunk: ids only, so no document speaks
    through it."""
    numbers = [f"[{ctx.deps.citations.number(hit.citation)}] = chunk {hit.chunk_id}" for hit in found.hits]
    guide = f"Cite these passages by number: {'; '.join(numbers)}." if numbers else "No passage was found."
    said = [*_below_floor(found), *([_notice(found)] if found.notice else [])]
    return ToolOutcome(value, (*notes, *said), "\n".join([guide, *(note.text for note in said)]), hits=found.hits)


def _below_floor(found: SearchResult) -> list[Note]:
    return [Note(kind="threshold", text=found.below_floor)] if found.below_floor else []


def _notice(found: SearchResult) -> Note:
    """Semantic search counts what fell below its threshold; any other notice says what is missing."""
    is_count = found.search_type == "semantic" and found.notice != NO_DOCUMENTS
    return Note(kind="threshold" if is_count else "missing", text=found.notice)


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


def _hybrid_row(hit: Hit) -> JsonValue:
    return as_json(hit.model_dump(mode="json", exclude={"citation"}))


def _knowledge_row(hit: Hit) -> JsonValue:
    return {
        "id": str(hit.chunk_id),
        "chunk_text": hit.content,
        "source_document_name": hit.document_title,
        "score": hit.combined_score,
    }


def _passage_as_hit(document: Document, chunk: Chunk, viewpoint: Viewpoint) -> Hit:
    """A chunk of a document that was read whole, as a hit without scores: no query found it."""
    citation = cite(
        viewpoint,
        document_id=document.id,
        title=document.title,
        source=document.source,
        written=document.reference_time,
        chunk_id=chunk.id,
        start=chunk.start_offset,
        end=chunk.end_offset,
        quote=chunk.content,
        places=chunk.places,
        metadata=document.metadata,
    )
    return Hit(
        chunk_id=chunk.id,
        document_id=document.id,
        content=chunk.content,
        combined_score=0,
        vector_similarity=0,
        text_similarity=0,
        metadata=citation.with_place(document.metadata, chunk.chunk_index),
        document_title=document.title,
        document_source=document.source,
        citation=citation,
    )


def _document_row(document: Document) -> JsonValue:
    fields = {"id", "title", "source", "content", "metadata", "created_at", "updated_at"}
    told = metadata_with_date(document.metadata, document.reference_time)
    return as_json({**document.model_dump(mode="json", include=fields), "metadata": told})


def _summary_row(summary: DocumentSummary) -> JsonValue:
    fields = {"id", "title", "source", "metadata", "created_at", "updated_at", "chunk_count"}
    told = metadata_with_date(summary.metadata, summary.reference_time)
    return as_json({**summary.model_dump(mode="json", include=fields), "metadata": told})
