"""As of and published by: every answer against plain Python over the same facts, documents and retirements."""

import random
from datetime import timedelta

import pytest
import sqlalchemy as sa

from services.graph.prepared import PreparedGraph
from services.graph.provenance.ledger import Ledger, change_kind
from services.models import Viewpoint
from services.stores.tables import document as documents
from tests.graph import reckoning
from tests.graph.reckoning import Told, seen

ASKED = ("Ada Lovelace", "東京スペース", "mir", "O'Neil & Søns")


@pytest.fixture
async def told(service, writer, add_document, database, graph_store, embedder):
    """300 facts in six documents, one of them undated, some in two; a third of the open ones retired by another one."""
    dice, facts = random.Random(3), reckoning.generate(300)
    papers = reckoning.papers(facts)
    ids = {}
    for paper in papers:
        added = await add_document("\n".join(d.fact for d in paper.facts), paper.title, paper.date)
        await writer.write_facts(added, paper.facts)
        ids[paper.title] = added.id
    states = {one.fact: Told(one, [p for p in papers if one in p.facts]) for one in facts}
    ledger = Ledger(PreparedGraph(graph_store, embedder.dimension), database)
    for one in [fact for fact in facts if fact.invalid_at is None and fact.valid_at is not None][::3]:
        paper, end = dice.choice(papers), one.valid_at + timedelta(days=dice.randrange(1, 3000))
        await retire(service, ledger, graph_store, one, end, ids[paper.title])
        states[one.fact].retired = (paper, end)
    return list(states.values())


async def retire(service, ledger, graph_store, draft, end, document_id):
    """As an episode of the document does it: the fact gets an end, and the ledger a row."""
    (found,) = [fact for fact in (await service.timeline(draft.subject)).facts if fact.fact == draft.fact]
    before = await ledger.states([found.uuid])
    await graph_store.write(
        "MATCH ()-[r:RELATES_TO {uuid: $uuid}]->() SET r.invalid_at = $end, r.expired_at = datetime()",
        uuid=str(found.uuid), end=end,
    )  # fmt: skip
    after = await ledger.states([found.uuid])
    assert change_kind(before[found.uuid], after[found.uuid]) == "retired"
    await ledger.record(before, after, document_id, document_id)


def viewpoints(told, count):
    """Dates at and around the edges, with each of the other clocks set and not set."""
    dice = random.Random(8)
    moments = reckoning.moments([one.draft for one in told], count, seed=21)
    for turn, moment in enumerate(moments):
        published = moment if turn % 3 == 1 else dice.choice(moments) if turn % 3 == 2 else None
        yield Viewpoint(as_of=moment, published_by=published, undated=turn % 2 == 0)


def shown(facts):
    return {(fact.fact, fact.valid_at, fact.invalid_at) for fact in facts}


def reckoned(told, viewpoint, name):
    """What is told of the entity at all, as of the date: its beginning, and its end where that is told."""
    mine = [one for one in told if one.draft in reckoning.touching([one.draft], name)]
    return {row for row in (seen(one, viewpoint) for one in mine) if row is not None}


def holding(rows, viewpoint):
    moment, undated = viewpoint.as_of, viewpoint.counts_undated
    return {
        (fact, began, ended)
        for fact, began, ended in rows
        if (began <= moment if began else undated) and (ended is None or ended > moment)
    }


async def test_each_answer_equals_the_reckoning_from_every_viewpoint(service, told):
    for viewpoint in viewpoints(told, 40):
        for name in ASKED:
            rows = reckoned(told, viewpoint, name)
            assert shown((await service.timeline(name, viewpoint=viewpoint)).facts) == rows
            assert shown(await service.state(name, viewpoint)) == holding(rows, viewpoint)
            around = await service.neighborhood(name, viewpoint=viewpoint)
            assert shown(around.edges) == holding(rows, viewpoint)
            history = await service.history(name, viewpoint=viewpoint)
            assert shown(history.known) == rows
            await check_diff(service, name, rows, viewpoint)


async def check_diff(service, name, rows, viewpoint):
    """Also where the second date lies beyond the one looked from: that one is meant then."""
    start = viewpoint.as_of - timedelta(days=900)
    before = holding(rows, viewpoint.model_copy(update={"as_of": start}))
    after = holding(rows, viewpoint)
    diff = await service.diff(name, start, viewpoint.as_of + timedelta(days=400), viewpoint=viewpoint)
    added = shown([*diff.added, *(pair.new for pair in diff.replaced)])
    ended = shown([*diff.ended, *(pair.old for pair in diff.replaced)])
    assert (added, ended) == (after - before, before - after)
    assert diff.end == viewpoint.as_of


async def test_later_facts_are_told_only_where_one_asks_for_them(service, told):
    (viewpoint, *_) = viewpoints(told, 3)
    whole = await service.timeline("mir", viewpoint=Viewpoint.ever())
    later = await service.timeline("mir", viewpoint=viewpoint.model_copy(update={"later": True, "published_by": None}))
    assert shown(later.facts) == shown(whole.facts)
    assert shown((await service.timeline("mir", viewpoint=viewpoint)).facts) != shown(whole.facts)


async def test_a_fact_of_the_future_cannot_be_opened_and_a_later_end_is_not_in_its_card(service, told):
    facts = (await service.timeline("mir", viewpoint=Viewpoint.ever())).facts
    ended = next(fact for fact in facts if fact.valid_at and fact.invalid_at and fact.valid_at < fact.invalid_at)
    card = await service.fact(ended.uuid, viewpoint=Viewpoint(as_of=ended.valid_at))
    assert (card.invalid_at, card.expired_at) == (None, None)
    changed = [one for one in facts if await service.fact_changes(one.uuid)]
    for fact in changed[:3]:
        assert not await service.fact_changes(fact.uuid, viewpoint=Viewpoint(as_of=fact.valid_at))


async def test_a_document_without_a_date_is_published_by_no_date(service, told, database):
    async with database.connection() as connection:
        dates = (await connection.execute(sa.select(documents.c.reference_time))).scalars().all()
    assert None in dates
    latest = Viewpoint(published_by=max(date for date in dates if date is not None))
    facts = (await service.timeline("mir", viewpoint=latest.with_ended())).facts
    assert facts
    assert all(citation.document_date is not None for fact in facts for citation in fact.citations)
