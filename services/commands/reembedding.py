"""All vectors anew, on stores that the services themselves refuse to open: their vectors are of another model."""

import asyncio
import sys
from collections.abc import AsyncIterator

import click

from services.core import open_stores
from services.documents.ingest.reembedding import Reembedding
from services.embedding.factory import open_embedder
from services.graph.writing.reembedding import GraphReembedding
from services.process import settings

GRAPH_SECONDS = 120


def reembed_all() -> int:
    """How many chunks there are. Raises EmbeddingUnavailable, PostgresUnavailable, GraphUnavailable."""
    return asyncio.run(_reembed_all())


async def _reembed_all() -> int:
    embedder = open_embedder(settings())
    try:
        async with open_stores(settings()) as (database, graph_store):
            await graph_store.ready(GRAPH_SECONDS)
            await _shown("Entities and facts", GraphReembedding(graph_store, embedder).run())
            return await _shown("Chunks", Reembedding(database, embedder).run())
    finally:
        await embedder.close()


async def _shown(label: str, steps: AsyncIterator[tuple[int, int]]) -> int:
    """The bar over steps of (done, total); the total."""
    total = 0
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:
        async for done, total in steps:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)
    return total
