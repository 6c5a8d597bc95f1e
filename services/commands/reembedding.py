"""All vectors anew, on stores that the services themselves refuse to open: their vectors are of another model."""

import asyncio
import sys

import click

from services.core import open_stores
from services.documents.reembedding import Reembedding
from services.embedding.factory import open_embedder
from services.graph.reembedding import GraphReembedding
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
            async for done in GraphReembedding(graph_store, embedder).run():
                click.echo(f"\r{done} entities and facts", err=True, nl=False)
            total = 0
            with click.progressbar(length=1, label="Chunks", file=sys.stderr) as bar:
                async for done, total in Reembedding(database, embedder).run():
                    bar.length = max(total, 1)
                    bar.update(done - bar.pos)
            return total
    finally:
        await embedder.close()
