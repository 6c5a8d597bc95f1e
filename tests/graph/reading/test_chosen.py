"""Chosen documents and those that are switched off: whose facts count, and whose ends."""

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from services.graph.prepared import PreparedGraph
from services.graph.provenance.ledger import Ledger
from services.models import FactDraft, SearchFilters, Viewpoint
from services.stores.tables import document as documents
from tests.graph.reading.test_clocks import retire

BEGAN, ENDED = datetime(1990, 1, 1, tzinfo=UTC), datetime(1997, 1, 1, tzinfo=UTC)
LED = FactDraft(subject="Mir", relation="LED_BY", object="Strekalov", fact="Strekalov led Mir.", valid_at=BEGAN)
BUILT = FactDraft(subject="Mir", relation="BUILT_BY", object="Energia", fact="Energia built Mir.", valid_at=BEGAN)


@pytest.fixture
async def papers(service, writer, add_document, database, graph_store, embedder):
    """One says who led it, the other who built it, and it has ended what the first says."""
    first = await add_document(LED.fact, "First")
    second = await add_document(BUILT.fact, "Second")
    await writer.write_facts(first, [LED])
    await writer.write_facts(second, [BUILT])
    ledger = Ledger(PreparedGraph(graph_store, embedder.dimension), database)
    await retire(service, ledger, graph_store, LED, ENDED, second.id)
    return first, second


def only(*chosen) -> Viewpoint:
    return Viewpoint(chosen=SearchFilters(document_ids=tuple(one.id for one in chosen)), ended=True)


async def ends(service, viewpoint) -> dict[str, datetime | None]:
    return {fact.fact: fact.invalid_at for fact in (await service.timeline("Mir", viewpoint=viewpoint)).facts}


async def switch(database, document, enabled: bool) -> None:
    async with database.transaction() as connection:
        await connection.execute(sa.update(documents).where(documents.c.id == document.id).values(enabled=enabled))


async def test_an_end_counts_where_the_document_that_says_so_is_chosen(service, papers):
    first, second = papers
    assert await ends(service, Viewpoint.ever()) == {LED.fact: ENDED, BUILT.fact: None}
    assert await ends(service, only(first)) == {LED.fact: None}
    assert await ends(service, only(second)) == {BUILT.fact: None}
    assert await ends(service, only(first, second)) == {LED.fact: ENDED, BUILT.fact: None}
    (fact,) = (await service.timeline("Mir", viewpoint=only(first))).facts
    assert await service.fact_changes(fact.uuid, viewpoint=only(first)) == []
    assert len(await service.fact_changes(fact.uuid, viewpoint=only(first, second))) == 1


async def test_what_is_switched_off_ends_nothing_and_is_believed_again_when_it_is_on(service, papers, database):
    _, second = papers
    await switch(database, second, False)
    assert await ends(service, Viewpoint.ever()) == {LED.fact: None}
    assert {one.name for one in await service.suggest("", viewpoint=Viewpoint.ever())} == {"Mir", "Strekalov"}
    assert [one.name for one in (await service.entities()).entities] == ["Mir", "Strekalov"]
    assert not await service.search_facts("Energia built")
    await switch(database, second, True)
    assert await ends(service, Viewpoint.ever()) == {LED.fact: ENDED, BUILT.fact: None}
