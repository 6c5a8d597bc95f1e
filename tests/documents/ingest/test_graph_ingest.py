"""Documents and facts on both real stores: what goes in is found and cited, what goes away leaves nothing."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from services.documents.ingest.graph_work import GraphWork
from services.documents.ingest.ingestion import Ingestion
from services.documents.library import Library
from services.errors import EntityNotFound
from services.graph.service import GraphService
from services.graph.writing.writer import GraphWriter
from services.models import DocumentDraft, FactDraft, Viewpoint
from services.settings import Settings
from services.stores.neo4j import GraphStore
from services.stores.postgres import Database
from tests.fakes import FakeEmbedder

MIR = DocumentDraft(
    title="Mir", source="mir.md", content="# Mir\n\nMir was owned by\nRussia from 1991. Its core module came first."
)
OWNED = FactDraft(
    subject="Mir",
    subject_type="Station",
    relation="OWNED_BY",
    object="Russia",
    object_type="Country",
    fact="Russia owned Mir from 1991.",
    quote="Mir was owned by Russia",
)
SUNK = FactDraft(
    subject="Mir", relation="SUNK_IN", object="Pacific", object_type="Ocean", fact="Mir was later sunk in the Pacific."
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path, openai_api_key=None, openai_base_url=None)


@pytest.fixture
def graph(graph_store: GraphStore, database: Database, embedder: FakeEmbedder, settings: Settings) -> GraphService:
    return GraphService.from_store(graph_store, database, embedder, settings)


@pytest.fixture
async def real_ingestion(
    ingestion: Ingestion, graph_store: GraphStore, database: Database, embedder: FakeEmbedder, settings: Settings
) -> AsyncIterator[Ingestion]:
    writer = GraphWriter.from_store(graph_store, database, embedder, settings)
    yield Ingestion.from_settings(database, embedder, Library(database), writer, settings)
    await writer.close()


async def test_a_given_fact_is_in_the_graph_and_cites_its_passage(
    real_ingestion: Ingestion, graph: GraphService
) -> None:
    ingested = await real_ingestion.add(MIR, facts=[OWNED])
    assert ingested.fact_count == 1
    (fact,) = (await graph.neighborhood("mir")).edges
    (citation,) = fact.citations
    assert citation.quote == "Mir was owned by\nRussia"
    assert MIR.content[citation.start_offset : citation.end_offset] == citation.quote
    (chunk,) = await real_ingestion.library.chunks(ingested.document_id)
    assert citation.chunk_id == chunk.id
    assert (await real_ingestion.library.summary(ingested.document_id)).fact_count == 1


async def test_a_fact_is_told_while_the_version_that_states_it_is_looked_at(
    real_ingestion: Ingestion, graph: GraphService
) -> None:
    dated = MIR.model_copy(update={"reference_time": datetime(1998, 3, 12, tzinfo=UTC)})
    first = await real_ingestion.add(dated, facts=[OWNED])
    later = {"content": "Mir was later sunk.", "reference_time": datetime(2001, 3, 23, tzinfo=UTC)}
    replaced = await real_ingestion.add(dated.model_copy(update=later), facts=[SUNK])
    assert replaced.status == "replaced"
    assert [one.relation for one in (await graph.neighborhood("Mir")).edges] == ["SUNK_IN"]
    assert [one.relation for one in await graph.search_facts("Mir")] == ["SUNK_IN"]
    in_1999 = Viewpoint(published_by=datetime(1999, 1, 1, tzinfo=UTC), ended=True)
    (then,) = (await graph.neighborhood("Mir", viewpoint=in_1999)).edges
    assert [(one.document_id, one.quote) for one in then.citations] == [(first.document_id, "Mir was owned by\nRussia")]
    (stated,) = await graph.facts_of_document(first.document_id)
    assert stated.uuid == then.uuid
    assert [one.document_id for one in stated.citations] == [first.document_id]
    await real_ingestion.delete(replaced.document_id)
    assert await graph.is_empty()


async def test_a_fact_that_both_versions_state_cites_the_one_looked_at(
    real_ingestion: Ingestion, graph: GraphService
) -> None:
    first = await real_ingestion.add(MIR, facts=[OWNED])
    newest = await real_ingestion.add(MIR.model_copy(update={"content": f"{MIR.content} It sank."}), facts=[OWNED])
    (fact,) = (await graph.neighborhood("Mir")).edges
    assert {one.document_id for one in fact.citations} == {newest.document_id}
    (earlier,) = await graph.facts_of_document(first.document_id)
    assert {one.document_id for one in earlier.citations} == {first.document_id, newest.document_id}


async def test_delete_takes_only_what_no_other_document_supports(
    real_ingestion: Ingestion, graph: GraphService
) -> None:
    first = await real_ingestion.add(MIR, facts=[OWNED])
    only_here = OWNED.model_copy(update={"subject": "Salyut 7", "fact": "Russia owned Salyut 7."})
    second = await real_ingestion.add(
        DocumentDraft(title="B", source="b", content="Russia owned Mir from 1991."), facts=[OWNED, only_here]
    )
    await real_ingestion.delete(second.document_id)
    (fact,) = (await graph.neighborhood("Russia")).edges
    assert [citation.document_id for citation in fact.citations] == [first.document_id]
    with pytest.raises(EntityNotFound):
        await graph.entity("Salyut 7")
    await real_ingestion.delete(first.document_id)
    assert await graph.is_empty()


async def test_facts_given_again_are_not_doubled(real_ingestion: Ingestion, graph: GraphService) -> None:
    ingested = await real_ingestion.add(MIR, facts=[OWNED])
    await real_ingestion.add_facts([OWNED.model_copy(update={"source": "Mir"})], source="facts.jsonl")
    assert len((await graph.neighborhood("Mir")).edges) == 1
    assert len(await graph.facts_of_document(ingested.document_id)) == 1


async def test_a_document_without_facts_names_known_entities(
    real_ingestion: Ingestion, graph_store: GraphStore
) -> None:
    await real_ingestion.add(MIR, facts=[OWNED])
    plain = await real_ingestion.add(DocumentDraft(title="B", source="b", content="In 1995 a Shuttle docked with Mir."))
    rows = await graph_store.read(
        "MATCH (e:Episodic {uuid: $uuid})-[m:MENTIONS]->(n:Entity) RETURN n.name AS name, m.by AS by",
        uuid=str(plain.document_id),
    )
    assert {"name": "Mir", "by": "rule"} in rows


async def test_the_graph_is_brought_up_to_date_after_a_time_without_it(
    ingestion: Ingestion, real_ingestion: Ingestion, graph: GraphService, database: Database
) -> None:
    await real_ingestion.add(MIR, facts=[OWNED])
    ingestion.graph.writer.away = True
    offline = Ingestion(
        **{**vars(real_ingestion), "graph": GraphWork(database, ingestion.library, ingestion.graph.writer, False)}
    )
    await offline.add(
        DocumentDraft(title="B", source="b", content="Salyut."),
        facts=[OWNED.model_copy(update={"subject": "Salyut 7"})],
    )
    gone = await offline.library.by_source("mir.md")
    assert gone is not None
    await offline.delete(gone.id)
    assert len((await graph.neighborhood("Mir")).edges) == 1
    await real_ingestion.resume()
    with pytest.raises(EntityNotFound):
        await graph.entity("Mir")
    assert len((await graph.neighborhood("Salyut 7")).edges) == 1
