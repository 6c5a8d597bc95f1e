"""Duplicates: offered, merged by a person, undone."""

from uuid import UUID

import pytest

from services.errors import EntityNotFound, InvalidInput, NotFound
from services.models import FactDraft, Viewpoint
from tests.graph.conftest import moment

NASA = "NASA"
LONG = "National Aeronautics and Space Administration"


def fact(subject, target, relation="LED_BY", begin="1992-04-01", end=None):
    return FactDraft(
        subject=subject,
        subject_type="Agency",
        relation=relation,
        object=target,
        object_type="Person",
        fact=f"{subject} {relation} {target}.",
        valid_at=moment(begin),
        invalid_at=moment(end),
    )


@pytest.fixture
async def twins(writer, add_document):
    drafts = [
        fact(NASA, "Daniel Goldin", end="2001-11-17"),
        fact(NASA, "Sally Ride", "EMPLOYS"),
        fact(LONG, "Sally Ride", "EMPLOYS"),
        fact(LONG, "Sean O'Keefe", begin="2001-12-21"),
        fact("Webb, James", "Moon", "WANTED"),
        fact("James Webb", "Moon", "WANTED"),
    ]
    document = await add_document("\n".join(d.fact for d in drafts), "Twins")
    await writer.write_facts(document, drafts)
    return document, drafts


async def snapshot(graph_store):
    nodes = await graph_store.read(
        "MATCH (n) WHERE n:Entity OR n:MergedEntity "
        "RETURN n.uuid AS uuid, labels(n) AS labels, n.name AS name, size(n.name_embedding) AS size ORDER BY uuid"
    )
    facts = await graph_store.read(
        "MATCH (s)-[r:RELATES_TO]->(t) RETURN r.uuid AS uuid, r.fact AS fact, s.name AS s, t.name AS t, "
        "r.valid_at AS a, r.invalid_at AS b, r.created_at AS c, r.episodes AS e, size(r.fact_embedding) AS size "
        "ORDER BY uuid"
    )
    mentions = await graph_store.read(
        "MATCH (e:Episodic)-[:MENTIONS]->(n) RETURN e.uuid AS e, n.name AS n, count(*) AS count ORDER BY e, n"
    )
    return [{**node, "labels": sorted(node["labels"])} for node in nodes], facts, mentions


async def merged(service):
    return await service.merge((await service.entity(NASA)).uuid, (await service.entity(LONG)).uuid)


async def test_likely_pairs_are_offered_with_their_reasons(service, twins):
    found = {frozenset((c.first.name, c.second.name)): c for c in await service.duplicates()}
    initials = found[frozenset((NASA, LONG))]
    assert {"initials", "same type", "1 shared neighbour"} <= set(initials.reasons)
    assert initials.shared_neighbours == 1
    assert "same words in another order or punctuation" in found[frozenset(("Webb, James", "James Webb"))].reasons
    assert frozenset(("Daniel Goldin", "Sean O'Keefe")) not in found


async def test_nothing_is_merged_by_itself(service, twins, graph_store):
    before = await snapshot(graph_store)
    await service.duplicates()
    assert await snapshot(graph_store) == before


async def test_a_pair_that_is_kept_apart_is_not_offered_again(service, twins):
    first, second = (await service.entity(NASA)).uuid, (await service.entity(LONG)).uuid
    await service.keep_apart(first, second)
    assert {first, second} not in [{c.first.uuid, c.second.uuid} for c in await service.duplicates()]


async def test_who_kept_a_pair_apart_can_have_it_offered_again(service, twins):
    first, second = await service.entity(NASA), await service.entity(LONG)
    await service.keep_apart(first.uuid, second.uuid)
    await service.keep_apart(second.uuid, first.uuid)
    ((one, other),) = await service.kept_apart()
    assert {one.name, other.name} == {NASA, LONG}
    await service.propose_again(first.uuid, second.uuid)
    await service.propose_again(first.uuid, second.uuid)
    assert await service.kept_apart() == ()
    assert {first.uuid, second.uuid} in [{c.first.uuid, c.second.uuid} for c in await service.duplicates()]


async def test_a_fact_that_a_merge_moved_is_not_emptied_by_restoring_it(service, twins):
    await merged(service)
    facts = (await service.timeline(NASA)).facts
    moved = [one for fact in facts for one in await service.fact_changes(fact.uuid) if one.kind == "merged"]
    assert moved
    assert not {one.id for one in moved} & {one.id for one in await service.latest_changes()}
    with pytest.raises(InvalidInput, match="as a whole"):
        await service.restore(moved[0].id)
    assert (await service.timeline(NASA)).facts == facts


async def test_a_merge_keeps_history_and_sources(service, twins):
    long_ago = (await service.timeline(LONG)).facts
    merge = await merged(service)
    assert (merge.merged_name, merge.fact_count) == (LONG, 2)
    facts = (await service.timeline(NASA)).facts
    assert {fact.target for fact in facts} == {"Daniel Goldin", "Sally Ride", "Sean O'Keefe"}
    assert {fact.uuid for fact in long_ago} <= {fact.uuid for fact in facts}
    assert all(fact.citations for fact in facts)
    assert [f.target for f in await service.state(NASA, Viewpoint(as_of=moment("2003-01-01")))] == [
        "Sally Ride"
    ] * 2 + ["Sean O'Keefe"]


async def test_the_old_name_finds_the_merged_entity(service, twins):
    await merged(service)
    assert (await service.entity(LONG)).name == NASA
    assert LONG not in [entity.name for entity in (await service.entities()).entities]


async def test_a_merge_can_be_undone_completely(service, twins, graph_store):
    before = await snapshot(graph_store)
    merge = await merged(service)
    assert await snapshot(graph_store) != before
    assert [m.id for m in await service.merges()] == [merge.id]
    await service.undo_merge(merge.id)
    assert await snapshot(graph_store) == before
    assert await service.merges() == ()
    with pytest.raises(NotFound):
        await service.undo_merge(merge.id)


async def test_new_facts_of_the_old_name_go_to_the_merged_entity(service, twins, writer, add_document):
    await merged(service)
    await writer.write_facts(await add_document("y", "Later"), [fact(LONG, "Michael Griffin", begin="2005-04-14")])
    assert "Michael Griffin" in {fact.target for fact in (await service.timeline(NASA)).facts}


async def test_a_merge_survives_the_documents_removal(service, twins, writer):
    document, _ = twins
    merge = await merged(service)
    await writer.remove_document(document.id)
    assert await service.is_empty()
    with pytest.raises(EntityNotFound):
        await service.entity(LONG)
    with pytest.raises(NotFound):
        await service.undo_merge(merge.id)


async def test_nonsense_is_refused(service, twins):
    nasa = (await service.entity(NASA)).uuid
    with pytest.raises(InvalidInput):
        await service.merge(nasa, nasa)
    with pytest.raises(NotFound):
        await service.merge(nasa, UUID(int=7))


async def test_search_finds_moved_facts(service, twins):
    await merged(service)
    found = await service.search_facts("Sean O'Keefe", entity=NASA)
    assert "Sean O'Keefe" in {fact.target for fact in found}
