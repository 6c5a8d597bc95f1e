"""From all three clocks what held, may have held or did not, against plain Python over intervals: at least 2,000 cases,
`--many` for 20,000.

A case is one question with its whole answer.
"""

import asyncio
import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa

from services.graph.prepared import PreparedGraph
from services.graph.provenance.ledger import Ledger
from services.models import Fact, FactDraft, Viewpoint
from services.stores.tables import document as documents
from services.stores.tables import fact_change
from tests.graph import reckoning
from tests.graph.reckoning import (
    Claim,
    KnownClaim,
    certainty,
    edges_of,
    folded,
    known_state,
    may_hold_in,
    may_lie_in,
    seen_claim,
)

NAMES = sorted({folded(name): name for name in reckoning.NAMES}.values())
FACTS = 160
TOGETHER = 12
"""Questions that are asked at the same time."""
ARRIVED = """
    UNWIND $rows AS row
    MATCH ()-[r:RELATES_TO]->()
    WHERE r.fact = row.fact
    SET r.created_at = row.learnt
    RETURN r.uuid AS uuid, r.fact AS fact
"""
END = """
    UNWIND $rows AS row
    MATCH ()-[r:RELATES_TO {uuid: row.uuid}]->()
    SET r.invalid_at = row.end, r.invalid_precision = 'day', r.expired_at = datetime()
"""


@pytest.fixture
def times(request) -> int:
    return 10 if request.config.getoption("--many") else 1


@pytest.fixture
async def known(writer, add_document, database, graph_store, embedder) -> list[KnownClaim]:
    """Facts of which some are imprecise at both ends, in eight documents that came in one after the other, one of them
    undated; every other one without an end gets one from some document later on."""
    made = reckoning.claims(FACTS)
    issued = reckoning.papers([one.draft for one in made], 8, first=reckoning.day(1965), apart=2500)
    known = [KnownClaim(one, [paper for paper in issued if one.draft in paper.facts]) for one in made]
    reckoning.retirements(known, issued)
    ids = {}
    for paper in issued:
        added = await add_document("\n".join(draft.fact for draft in paper.facts), paper.title, paper.date)
        await writer.write_facts(added, paper.facts)
        await came_in(database, added.id, paper.arrived)
        ids[paper.title] = added.id
    learnt = [{"fact": one.claim.draft.fact, "learnt": min(p.arrived for p in one.papers)} for one in known]
    uuids = {row["fact"]: UUID(row["uuid"]) for row in await graph_store.write(ARRIVED, rows=learnt)}
    assert len(uuids) == FACTS
    ledger = Ledger(PreparedGraph(graph_store, embedder.dimension), database)
    retired = sorted((one for one in known if one.retired), key=lambda one: one.retired[0].title)
    for title, group in groupby(retired, key=lambda one: one.retired[0].title):
        await retire(ledger, graph_store, database, {uuids[one.claim.draft.fact]: one for one in group}, ids[title])
    return known


async def came_in(database, document_id, arrived):
    async with database.transaction() as connection:
        await connection.execute(sa.update(documents).where(documents.c.id == document_id).values(created_at=arrived))


async def retire(ledger, graph_store, database, facts, document_id):
    """As an episode of the document does it: the facts get their ends, and the ledger its rows, on the days given."""
    before = await ledger.states(list(facts))
    rows = [{"uuid": str(uuid), "end": one.retired[1].first} for uuid, one in facts.items()]
    await graph_store.write(END, rows=rows)
    await ledger.record(before, await ledger.states(list(facts)), document_id, document_id)
    async with database.transaction() as connection:
        for uuid, one in facts.items():
            row = fact_change.c.fact_uuid == uuid
            await connection.execute(sa.update(fact_change).where(row).values(changed_at=one.retired[2]))


def touching(made: Iterable[KnownClaim], name: str) -> list[KnownClaim]:
    return [k for k in made if folded(name) in (folded(k.claim.draft.subject), folded(k.claim.draft.object))]


def seen(made: Iterable[KnownClaim], viewpoint: Viewpoint) -> list[Claim]:
    return [claim for one in made if (claim := seen_claim(one, viewpoint)) is not None]


def edges(made: Iterable[KnownClaim], count: int, dice: random.Random) -> list[datetime]:
    ends = [Claim(k.claim.draft, None, k.retired[1]) for k in made if k.retired]
    return edges_of([*(k.claim for k in made), *ends], count, dice)


def looking(dice: random.Random, at: datetime | None, undated: bool | None = None) -> Viewpoint:
    """From the date, with each of the other clocks as often set as not; published by that very date or by another."""
    by = dice.choice([None, None, at, reckoning.day(dice.randrange(1966, 2016))])
    on = dice.choice([None, None, reckoning.ARRIVALS + timedelta(days=dice.randrange(100))])
    return Viewpoint(as_of=at, published_by=by, known_on=on, undated=undated)


def told(facts: Iterable[Fact]) -> dict[str, str | None]:
    return {fact.fact: fact.certainty for fact in facts}


async def test_every_answer_equals_the_reckoning(service, known, times):
    cases = list(questions(known, times))
    assert len(cases) >= 2_000 * times
    for start in range(0, len(cases), TOGETHER):
        await asyncio.gather(*(check(service, *given) for check, *given in cases[start : start + TOGETHER]))


def questions(made: list[KnownClaim], times: int) -> Iterator[Sequence[Any]]:
    """Each with the check of its answer in front."""
    dice = random.Random(8)
    for name in NAMES:
        mine = touching(made, name)
        for at in edges(mine, 75 * times, dice):
            yield state, name, mine, looking(dice, at, dice.random() < 0.3)
        for start, end in pairs(mine, 20 * times, dice):
            yield diff, name, mine, start, end, looking(dice, dice.choice([None, end, start, *edges(mine, 1, dice)]))
        for start, end in pairs(mine, 15 * times, dice):
            yield timeline, name, mine, start, end, looking(dice, dice.choice([None, None, end, start]))
        for at in edges(mine, 8 * times, dice):
            yield history, name, mine, at, looking(dice, dice.choice([None, at, *edges(mine, 1, dice)]))
    for at in edges(made, 30 * times, dice):
        yield neighbourhood, made, looking(dice, at), dice.choice((1, 2))
        yield path, made, *dice.sample(NAMES, 2), looking(dice, at)
        yield names, made, looking(dice, at)
    for at in edges(made, 60 * times, dice):
        yield search, dice.choice(made), looking(dice, at)


def pairs(mine: Iterable[KnownClaim], count: int, dice: random.Random) -> list[list[datetime]]:
    return [sorted(edges(mine, 2, dice)) for _ in range(count)]


async def state(service, name, mine, viewpoint):
    found = await service.state(name, viewpoint)
    expected = known_state(seen(mine, viewpoint), viewpoint.as_of, viewpoint.undated)
    assert told(found) == expected, (name, viewpoint)


async def diff(service, name, mine, start, end, viewpoint):
    """Where a date lies beyond the one looked from, that one is meant."""
    found = await service.diff(name, start, end, viewpoint=viewpoint)
    claims = seen(mine, viewpoint)
    before, after = (set(known_state(claims, viewpoint.cut(moment))) for moment in (start, end))
    old, new = {pair.old.fact for pair in found.replaced}, {pair.new.fact for pair in found.replaced}
    assert {fact.fact for fact in found.added} | new == after - before, (name, start, end, viewpoint)
    assert {fact.fact for fact in found.ended} | old == before - after, (name, start, end, viewpoint)


async def timeline(service, name, mine, start, end, viewpoint):
    """What held in the range or may have, or with `began_only` what began in it. A date beyond the one looked from
    means that one."""
    found = (await service.timeline(name, start, end, viewpoint=viewpoint)).facts
    begun = (await service.timeline(name, start, end, began_only=True, viewpoint=viewpoint)).facts
    claims, first, last = seen(mine, viewpoint), viewpoint.cut(start), viewpoint.cut(end)
    assert {fact.fact for fact in begun} == {c.draft.fact for c in claims if may_lie_in(c.began, first, last)}
    assert {fact.fact for fact in found} == {c.draft.fact for c in claims if may_hold_in(c, first, last)}
    assert {fact.fact for fact in found if fact.began_before} == {
        c.draft.fact for c in claims if may_hold_in(c, first, last) and not may_lie_in(c.began, first, last)
    }
    ends = {claim.draft.fact for claim in claims if claim.ended is not None}
    assert {fact.fact for fact in found if fact.ended is not None} == ends & {fact.fact for fact in found}
    if viewpoint.horizon is not None:
        assert not [fact for fact in found if is_told_beyond(fact, viewpoint.horizon)], (name, viewpoint)


def is_told_beyond(fact: Fact, horizon: datetime) -> bool:
    """Whether a date of it is told that is later: of a range, its later bound, too."""
    dates = [date for date in (fact.began, fact.ended) if date is not None]
    starts = [date.earliest for date in dates if date.earliest is not None]
    ranges = [date.latest for date in dates if date.precision == "range" and date.latest.year < 9999]
    return any(moment > horizon for moment in [*starts, *ranges])


async def history(service, name, mine, at, viewpoint):
    found = await service.history(name, reference_time=at, viewpoint=viewpoint)
    assert told(found.state) == known_state(seen(mine, viewpoint), viewpoint.cut(at)), (name, at, viewpoint)
    then = found.text.partition("\nChanged from")[0]
    for fact in found.state:
        shown = [line for line in then.splitlines() if fact.fact in line and line.startswith("- ")]
        doubtful = any("may have held" in line for line in shown)
        assert not shown or doubtful == (fact.certainty == "may_have_held"), (shown, fact.certainty)


async def neighbourhood(service, made, viewpoint, depth):
    claims = seen(made, viewpoint)
    holding = known_state(claims, viewpoint.as_of)
    drafts = [claim.draft for claim in claims if claim.draft.fact in holding]
    near = {n for n, away in reckoning.distances(drafts, "NASA").items() if away < depth}
    walked = [draft.fact for draft in drafts if {folded(draft.subject), folded(draft.object)} & near]
    found = await service.neighborhood("NASA", depth=depth, viewpoint=viewpoint)
    assert told(found.edges) == {fact: holding[fact] for fact in walked}, viewpoint


async def path(service, made, first, last, viewpoint):
    claims = seen(made, viewpoint)
    holding = known_state(claims, viewpoint.as_of)
    drafts = [claim.draft for claim in claims if claim.draft.fact in holding]
    distance = reckoning.distances(drafts, first).get(folded(last))
    found = await service.paths(first, last, viewpoint=viewpoint)
    assert [len(found[0].facts)] == [distance] if found else distance is None or distance > 6, viewpoint
    for one in found:
        assert {fact.fact: fact.certainty for fact in one.facts}.items() <= holding.items()


async def names(service, made, viewpoint):
    """Whom a picker offers, and of which types: of what is told, ended or not."""
    claims = seen(made, viewpoint)
    expected = {name for name in NAMES if touching([KnownClaim(claim, []) for claim in claims], name)}
    offered = {folded(entity.name) for entity in await service.suggest("", 100, viewpoint=viewpoint)}
    assert offered == {folded(name) for name in expected}, viewpoint
    assert await service.told_names(NAMES, viewpoint=viewpoint) == expected, viewpoint
    types = {claim.draft.subject_type for claim in claims}
    assert {one.name for one in await service.types(viewpoint=viewpoint)} == types, viewpoint


async def search(service, known, viewpoint):
    """The fact's own words find it exactly where it is told and held or may have held, and all that is found did."""
    claim, fact = seen_claim(known, viewpoint), known.claim.draft.fact
    found = told(await service.search_facts(fact, limit=40, viewpoint=viewpoint))
    assert found.get(fact) == (certainty(claim, viewpoint.as_of) if claim else None), (known, viewpoint)


async def test_an_office_that_changed_in_some_year_may_have_had_either(service, writer, add_document):
    heads = [FactDraft.model_validate(one) for one in (head("Bigot", "1990", "1997"), head("Luton", "1997"))]
    await writer.write_facts(await add_document("Two heads."), heads)
    for at, known in (
        (reckoning.day(1990, 6), {"Bigot": "may_have_held"}),
        (reckoning.day(1995, 6), {"Bigot": "held"}),
        (reckoning.day(1997, 6), {"Bigot": "may_have_held", "Luton": "may_have_held"}),
        (reckoning.day(1998), {"Luton": "held"}),
    ):
        found = await service.state("Arianespace", Viewpoint(as_of=at))
        assert {fact.target: fact.certainty for fact in found} == known


def head(name: str, began: str, ended: str | None = None) -> dict[str, object]:
    given = {"subject": "Arianespace", "relation": "LED_BY", "object": name, "fact": f"{name} headed Arianespace."}
    return {**given, "valid_at": began, "invalid_at": ended}


async def test_a_fact_without_a_date_set_says_nothing_of_its_certainty(service, writer, add_document):
    await writer.write_facts(await add_document("x"), [FactDraft.model_validate(head("Luton", "1997"))])
    (fact,) = (await service.timeline("Arianespace")).facts
    assert (fact.certainty, "certainty" in fact.model_dump()) == (None, False)
    (seen,) = (await service.neighborhood("Arianespace", viewpoint=Viewpoint(as_of=reckoning.day(1997, 6)))).edges
    assert seen.model_dump()["certainty"] == "may_have_held"
    assert seen == fact


async def test_a_day_counts_from_its_start_for_who_comes_and_who_goes(service, writer, add_document):
    day = "2009-07-17"
    heads = [FactDraft.model_validate(one) for one in (head("Old", "2005", day), head("New", day))]
    await writer.write_facts(await add_document("x"), heads)
    at = reckoning.day(2009, 7, 17)
    before, then = [
        await service.state("Arianespace", Viewpoint(as_of=one)) for one in (at - timedelta(microseconds=1), at)
    ]
    assert [(fact.target, fact.certainty) for fact in (*before, *then)] == [("Old", "held"), ("New", "held")]
