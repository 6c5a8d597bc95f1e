"""Documents made ready for their rows: cleaned, cut into passages, embedded. No database is touched."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from services.documents.chunking import ChunkDraft, split_content
from services.documents.reading.emphasis import emphasis_within
from services.embedding.protocol import Embedder
from services.errors import InvalidInput
from services.models import DocumentDraft
from services.text.cleaning import document_text
from services.text.json_texts import map_texts

SLICE = 512
"""Texts handed to the embedder at once: enough to fill its batches, few enough to show progress and to stop between."""
LONGEST_EMBEDDED_TITLE = 120

Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class PreparedDocument:
    """`vectors` has one row a passage."""

    draft: DocumentDraft
    content_hash: str
    passages: tuple[ChunkDraft, ...]
    vectors: Vectors


async def _unheard(share: float) -> None:
    """Ignores the progress, for callers that do not watch it."""


async def prepare_documents(
    drafts: Sequence[DocumentDraft], embedder: Embedder, done: Callable[[float], Awaitable[None]] = _unheard
) -> list[PreparedDocument]:
    """`done` hears the share of passages that are embedded. Raises EmbeddingUnavailable."""
    passages = await asyncio.to_thread(_split_all, drafts, embedder)
    texts = [
        embedded_text(draft.title, passage.content)
        for draft, found in zip(drafts, passages, strict=True)
        for passage in found
    ]
    vectors = np.empty((len(texts), embedder.dimension), np.float32)
    for start in range(0, len(texts), SLICE):
        part = texts[start : start + SLICE]
        await done(start / len(texts))
        vectors[start : start + len(part)] = await embedder.embed_chunks(part)
    ends = np.cumsum([len(found) for found in passages])
    return [
        PreparedDocument(draft, content_hash(draft.content), found, vectors[end - len(found) : end])
        for draft, found, end in zip(drafts, passages, ends, strict=True)
    ]


def _split_all(drafts: Sequence[DocumentDraft], embedder: Embedder) -> list[tuple[ChunkDraft, ...]]:
    return [tuple(split_content(draft.content, embedder.count_tokens)) for draft in drafts]


def embedded_text(title: str, content: str) -> str:
    """A passage is embedded under its document's title, and indexed so: alone it may not name its subject."""
    if content.lstrip("# ").startswith(title):
        return content
    return f"{title[:LONGEST_EMBEDDED_TITLE]}\n{content}"


def content_hash(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


def tidy_draft(draft: DocumentDraft) -> DocumentDraft:
    """What Postgres can hold: no NUL, no half surrogates; a title and a source that are never empty. Emphasis only
    where it has its place in the text.

    Raises InvalidInput for a document without text.
    """
    content, title = document_text(draft.content), " ".join(document_text(draft.title).split())
    source = document_text(draft.source).strip()
    if not content.strip():
        raise InvalidInput(f"“{title or source or 'The document'}” holds no text.")
    named = source or title or f"text {content_hash(content)[:12]}"
    metadata = {document_text(key): map_texts(value, document_text) for key, value in draft.metadata.items()}
    emphasis = emphasis_within(draft.emphasis, len(content)) if content == draft.content else ()
    told = {"title": title or named, "source": named, "metadata": metadata}
    return draft.model_copy(update=told | {"content": content, "emphasis": emphasis})
