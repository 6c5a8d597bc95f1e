"""Every as-of, diff, timeline, neighbourhood and path answer against plain Python over the same facts."""

from collections import Counter
from contextlib import suppress
from datetime import timedelta
from itertools import pairwise

import pytest

from services.errors import EntityNotFound, InvalidInput
from services.models import Viewpoint
from tests.graph import reckoning
from tests.graph.reckoning import folded, holds, state, touching

ASKED = ("Ada Lovelace", "`) DETACH DELETE n //", "東京スペース", "strasse eins", "mir", "O'Neil & Søns")


@pytest.fixture
def drafts():
    return reckoning.generate(400)


@pytest.fixture
async def written(writer, add_document, drafts):
    document = await add_document("\n".join(d.fact for d in drafts), title="Generated")
    await writer.write_facts(document, drafts)
    return document


def texts(facts):
    return {fact.fact for fact in facts}


async def test_each_answer_equals_the_reckoning(service, written, drafts):
    for name in ASKED:
        mine = touching(drafts, name)
        await check_states(service, name, mine)
        await check_diffs(service, name, mine)
        await check_timelines(service, name, mine)
    await check_neighbourhoods(service, drafts)
    await check_paths(service, drafts)


async def check_states(service, name, mine):
    for moment in reckoning.moments(mine, 12):
        assert texts(await service.state(name, Viewpoint(as_of=moment))) == state(mine, moment)
        found = await service.state(name, Viewpoint(as_of=moment, undated=True))
        assert texts(found) == state(mine, moment, undated=True)


async def check_diffs(service, name, mine):
    dates = sorted(reckoning.moments(mine, 8, seed=11))
    for start, end in pairwise(dates):
        for undated in (False, True):
            diff = await service.diff(name, start, end, viewpoint=Viewpoint(undated=undated))
            before, after = state(mine, start, undated), state(mine, end, undated)
            old, new = [pair.old for pair in diff.replaced], [pair.new for pair in diff.replaced]
            assert texts(diff.added) | texts(new) == after - before
            assert texts(diff.ended) | texts(old) == before - after
            assert not texts(diff.added) & texts(new)
            assert not texts(diff.ended) & texts(old)
            assert [(f.source_uuid, f.relation) for f in old] == [(f.source_uuid, f.relation) for f in new]
            check_no_pair_is_left(diff)


def check_no_pair_is_left(diff):
    added = Counter((fact.source_uuid, fact.relation) for fact in diff.added)
    ended = Counter((fact.source_uuid, fact.relation) for fact in diff.ended)
    assert not set(added) & set(ended)


async def check_timelines(service, name, mine):
    whole = (await service.timeline(name)).facts
    assert texts(whole) == {d.fact for d in mine}
    dates = [fact.valid_at for fact in whole]
    dated = [date for date in dates if date is not None]
    assert dates == sorted(dated) + [None] * (len(dates) - len(dated))
    for moment in reckoning.moments(mine, 5, seed=7):
        until = moment + timedelta(days=2000)
        begun = (await service.timeline(name, moment, until, began_only=True)).facts
        dated = [d for d in mine if d.valid_at is not None and d.valid_at <= until]
        began_in = {d.fact for d in dated if moment <= d.valid_at}
        assert texts(begun) == began_in
        held = (await service.timeline(name, moment, until)).facts
        assert texts(held) == began_in | {d.fact for d in dated if d.invalid_at is None or d.invalid_at > moment}
        assert {fact.fact for fact in held if fact.began_before} == texts(held) - began_in


async def check_neighbourhoods(service, drafts):
    for moment in reckoning.moments(drafts, 4, seed=2):
        valid = [d for d in drafts if holds(d, moment)]
        for depth in (1, 2, 3):
            distance = {n: d for n, d in reckoning.distances(valid, "NASA").items() if d <= depth}
            near = {name for name, facts_away in distance.items() if facts_away < depth}
            walked = {d.fact for d in valid if {folded(d.subject), folded(d.object)} & near}
            found = await service.neighborhood("nasa", depth=depth, viewpoint=Viewpoint(as_of=moment))
            assert {folded(node.name) for node in found.nodes} == set(distance)
            assert texts(found.edges) == walked
            assert (found.total_nodes, found.total_edges, found.truncated) == (len(distance), len(walked), False)


async def check_paths(service, drafts):
    for moment in reckoning.moments(drafts, 8, seed=4):
        valid = [d for d in drafts if holds(d, moment)]
        distance = reckoning.distances(valid, "MIR").get(folded("Straße Eins"))
        found = await service.paths("Mir", "straße eins", viewpoint=Viewpoint(as_of=moment))
        assert bool(found) == (distance is not None and distance <= 6)
        if found:
            assert len(found[0].facts) == distance
        for path in found:
            check_chain(path, {d.fact for d in valid})


def check_chain(path, valid):
    assert folded(path.entities[0].name) == "mir"
    assert folded(path.entities[-1].name) == folded("Straße Eins")
    for first, fact, second in zip(path.entities, path.facts, path.entities[1:], strict=False):
        assert {fact.source_uuid, fact.target_uuid} == {first.uuid, second.uuid}
        assert fact.fact in valid


async def test_without_a_date_only_what_is_true_now_is_shown_with_undated_facts(service, written, drafts):
    from services.graph.viewpoint import now

    mine = touching(drafts, "NASA")
    found = await service.neighborhood("NASA")
    assert texts(found.edges) == state(mine, now(), undated=True)
    dated = await service.neighborhood("NASA", viewpoint=Viewpoint(undated=False))
    assert texts(dated.edges) == state(mine, now())
    everything = await service.neighborhood("NASA", viewpoint=Viewpoint.ever())
    assert texts(everything.edges) == {d.fact for d in mine}


async def test_names_that_differ_in_case_are_one_entity(service, written, drafts):
    spelled = [await service.entity(name) for name in ("Ada Lovelace", "ADA LOVELACE", "ada lovelace")]
    assert len({entity.uuid for entity in spelled}) == 1
    names = {folded(name) for d in drafts for name in (d.subject, d.object)}
    page = await service.entities(limit=200)
    assert {folded(entity.name) for entity in page.entities} == names
    assert len(page.entities) == len(names)


async def test_a_capped_neighbourhood_says_what_was_left_out(service, written):
    whole = await service.neighborhood("NASA", depth=2, viewpoint=Viewpoint.ever())
    capped = await service.neighborhood("NASA", depth=2, viewpoint=Viewpoint.ever(), limit=5)
    assert len(capped.nodes) == 5
    assert capped.nodes[0].name == "NASA"
    assert capped.truncated
    assert (capped.total_nodes, capped.total_edges) == (whole.total_nodes, whole.total_edges)
    shown = {node.uuid for node in capped.nodes}
    assert all({edge.source_uuid, edge.target_uuid} <= shown for edge in capped.edges)


async def test_a_depth_out_of_range_is_refused(service, written):
    for depth in (0, 6):
        with pytest.raises(InvalidInput):
            await service.neighborhood("NASA", depth=depth)


async def test_dates_in_the_wrong_order_are_refused(service, written, drafts):
    early, late = sorted(reckoning.moments(drafts, 2))[:2]
    with pytest.raises(InvalidInput):
        await service.diff("NASA", late + timedelta(days=1), early)
    with pytest.raises(InvalidInput):
        await service.timeline("NASA", late + timedelta(days=1), early)


async def test_an_unknown_name_is_answered_with_the_nearest(service, written):
    with pytest.raises(EntityNotFound) as refused:
        await service.neighborhood("Ada Lovelase")
    assert folded(refused.value.suggestions[0]) == "ada lovelace"


async def test_cypher_in_names_changes_nothing(service, written, drafts):
    before = len((await service.entities(limit=200)).entities)
    for hostile in ("`) DETACH DELETE n //", "'}) MATCH (n) DETACH DELETE n RETURN count({x:'", "\\", "*", "a:b~^"):
        await service.suggest(hostile)
        with suppress(EntityNotFound):
            await service.neighborhood(hostile, depth=2)
    assert len((await service.entities(limit=200)).entities) == before
