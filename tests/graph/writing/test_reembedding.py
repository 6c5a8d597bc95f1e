"""Another embedding model: refused until the graph's vectors are made anew."""

from dataclasses import replace

import pytest

from services.errors import EmbeddingMismatch
from services.graph.service import GraphService
from services.graph.writing.reembedding import GraphReembedding
from tests.graph import reckoning


async def test_vectors_of_another_length_are_refused_until_they_are_made_anew(
    graph_store, database, embedder, settings, writer, add_document
):
    drafts = reckoning.generate(40)
    await writer.write_facts(await add_document("x"), drafts)
    other = replace(embedder, dimension=64, identity="other")
    service = GraphService.from_store(graph_store, database, other, settings)
    with pytest.raises(EmbeddingMismatch, match="reembed"):
        await service.search_facts("Mir")
    assert (await service.timeline("Mir")).facts
    try:
        steps = [step async for step in GraphReembedding(graph_store, other).run()]
        assert steps[-1][0] == steps[-1][1] > 40
        service = GraphService.from_store(graph_store, database, other, settings)
        assert (await service.search_facts(drafts[7].fact))[0].fact == drafts[7].fact
    finally:
        async for _ in GraphReembedding(graph_store, embedder).run():
            pass
    assert await GraphService.from_store(graph_store, database, embedder, settings).search_facts(drafts[7].fact)
