"""Facts into the graph and out again, on the real stores."""

from datetime import UTC, datetime

import pytest

from services.errors import EntityNotFound, NotFound
from services.models import FactDraft, Viewpoint
from services.stores.neo4j import GraphStore
from tests.graph import reckoning
from tests.graph.conftest import moment


def draft(subject="NASA", target="Daniel Goldin", relation="LED_BY", fact=None, **more):
    begin, end = more.pop("valid_at", "1992-04-01"), more.pop("invalid_at", None)
    types = {"subject_type": "Agency", "object_type": "Person"} | more
    return FactDraft(
        subject=subject,
        object=target,
        relation=relation,
        fact=fact or f"{subject} was {relation} {target}.",
        valid_at=moment(begin),
        invalid_at=moment(end),
        **types,
    )


async def everything(graph_store):
    nodes = await graph_store.read("MATCH (n:Entity|Episodic) RETURN n.uuid AS uuid ORDER BY uuid")
    facts = await graph_store.read("MATCH ()-[r:RELATES_TO]->() RETURN r.uuid AS uuid, r.episodes AS e ORDER BY uuid")
    mentions = await graph_store.read("MATCH ()-[r:MENTIONS]->() RETURN r.uuid AS uuid ORDER BY uuid")
    return nodes, facts, mentions


async def test_a_fact_comes_back_as_it_was_given(service, writer, add_document):
    text = "Intro.\nDaniel  Goldin became administrator on 1 April 1992.\nEnd."
    document = await add_document(text, "Heads")
    given = draft(invalid_at="2001-11-17", quote="Daniel Goldin became administrator on 1 April 1992")
    assert await writer.write_facts(document, [given]) == 1
    (fact,) = (await service.timeline("nasa")).facts
    assert (fact.fact, fact.relation, fact.source, fact.target) == (given.fact, "LED_BY", "NASA", "Daniel Goldin")
    assert (fact.valid_at, fact.invalid_at) == (given.valid_at, given.invalid_at)
    assert fact.created_at is not None
    assert fact.expired_at is None
    assert (await service.entity("daniel goldin")).type == "Person"
    assert await service.fact(fact.uuid) == fact
    assert await service.facts_of_document(document.id) == (fact,)


async def test_a_citation_is_the_passage_in_the_document(service, writer, add_document):
    text = "Intro.\nDaniel  Goldin became administrator on 1 April 1992.\nEnd."
    document = await add_document(text, "Heads")
    await writer.write_facts(
        document, [draft(quote="Daniel Goldin became administrator"), draft(fact="Penguins skate.")]
    )
    facts = {fact.fact: fact for fact in (await service.timeline("NASA")).facts}
    literal = facts["NASA was LED_BY Daniel Goldin."].citations[0]
    assert literal.quote == text[literal.start_offset : literal.end_offset] == "Daniel  Goldin became administrator"
    assert literal.url == f"/documents?id={document.id}&start={literal.start_offset}&end={literal.end_offset}"
    assert (literal.document_title, literal.document_source) == ("Heads", "Heads.md")
    assert literal.chunk_id is not None
    assert literal.located == "quote"
    assert facts["Penguins skate."].citations[0].located == "beginning"


async def test_the_same_facts_again_change_nothing(graph_store, writer, add_document):
    drafts = reckoning.generate(120)
    document = await add_document("\n".join(d.fact for d in drafts))
    await writer.write_facts(document, drafts)
    before = await everything(graph_store)
    assert await writer.write_facts(document, drafts) == 120
    assert await everything(graph_store) == before


async def test_fewer_facts_the_next_time_leave_exactly_those(service, writer, add_document):
    document = await add_document("text")
    await writer.write_facts(document, [draft(), draft(target="Sean O'Keefe")])
    await writer.write_facts(document, [draft()])
    assert [fact.target for fact in (await service.timeline("NASA")).facts] == ["Daniel Goldin"]
    with pytest.raises(EntityNotFound):
        await service.entity("Sean O'Keefe")


async def test_a_fact_goes_with_its_last_document_only(service, writer, add_document):
    first, second = await add_document("one", "One"), await add_document("two", "Two")
    await writer.write_facts(first, [draft(), draft(target="Only In One")])
    await writer.write_facts(second, [draft()])
    (shared,) = [f for f in (await service.timeline("NASA")).facts if f.target == "Daniel Goldin"]
    assert {c.document_title for c in shared.citations} == {"One", "Two"}
    await writer.remove_document(first.id)
    (left,) = (await service.timeline("NASA")).facts
    assert left.uuid == shared.uuid
    assert {c.document_title for c in left.citations} == {"Two"}
    with pytest.raises(EntityNotFound):
        await service.entity("Only In One")
    await writer.remove_document(second.id)
    assert await service.is_empty()


async def test_delete_and_ingest_again_give_the_same_graph(graph_store, writer, add_document):
    drafts = reckoning.generate(60)
    document = await add_document("\n".join(d.fact for d in drafts))
    await writer.write_facts(document, drafts)
    before = await everything(graph_store)
    await writer.remove_document(document.id)
    assert await everything(graph_store) == ([], [], [])
    await writer.write_facts(document, drafts)
    assert await everything(graph_store) == before


async def test_removing_what_was_never_written_is_fine(writer, add_document):
    await writer.remove_document((await add_document("x")).id)


async def test_hostile_types_and_relations_are_only_text(service, writer, add_document):
    hostile = "Per`son) DETACH DELETE n //"
    document = await add_document("x")
    await writer.write_facts(document, [draft(subject_type=hostile, relation="`]->() DELETE r //")])
    assert (await service.entity("NASA")).type == hostile
    assert (await service.timeline("NASA")).facts[0].relation == "`]->() DELETE r //"
    assert [e.name for e in (await service.entities(type=hostile)).entities] == ["NASA"]
    assert {count.name for count in await service.types()} == {hostile, "Person"}


async def test_an_untyped_name_joins_the_only_typed_entity(service, writer, add_document):
    document = await add_document("x")
    await writer.write_facts(document, [draft(), draft(target="Mir", subject_type=None, object_type=None)])
    assert len([e for e in (await service.entities()).entities if e.name == "NASA"]) == 1


async def test_one_name_of_two_types_is_looked_up_as_one(service, writer, add_document):
    document = await add_document("x")
    planet = draft("Mercury", "Sun", "ORBITS", subject_type="Planet", object_type="Star")
    programme = draft("Mercury", "NASA", "RUN_BY", subject_type="Programme", object_type="Agency")
    await writer.write_facts(
        document, [planet, programme, draft("MERCURY", "Redstone", "USED", subject_type="Programme")]
    )
    assert {e.type for e in (await service.entities()).entities if e.name == "Mercury"} == {"Planet", "Programme"}
    around = await service.neighborhood("mercury")
    assert {fact.target for fact in around.edges} == {"Sun", "NASA", "Redstone"}
    assert around.entity.type == "Programme"


async def test_what_is_too_much_for_one_transaction_is_written_in_several(writer, add_document, service, monkeypatch):
    drafts = reckoning.generate(60)
    together = []
    write_all = GraphStore.write_all

    async def counted(store, statements):
        together.append(len(statements))
        await write_all(store, statements)

    monkeypatch.setattr(GraphStore, "write_all", counted)
    monkeypatch.setattr("services.graph.writing.transaction.MOST_ROWS", 10)
    document = await add_document("x")
    assert await writer.write_facts(document, drafts) == len(await service.facts_of_document(document.id))
    assert len(together) > 1
    monkeypatch.setattr("services.graph.writing.transaction.MOST_ROWS", 500)
    await writer.write_facts(await add_document("y", "Another"), [draft()])
    assert together[-1] == 4  # entities, episode, mentions, facts


async def test_embeddings_are_stored_and_never_returned(graph_store, writer, add_document):
    await writer.write_facts(await add_document("x"), [draft()])
    rows = await graph_store.read(
        "MATCH (n:Entity)-[r:RELATES_TO]->() RETURN size(n.name_embedding) AS n, size(r.fact_embedding) AS r"
    )
    assert rows == [{"n": 384, "r": 384}]


async def test_the_two_clocks_are_apart(service, writer, add_document, graph_store):
    await writer.write_facts(await add_document("x"), [draft()])
    await graph_store.write(
        "MATCH ()-[r:RELATES_TO]->() SET r.created_at = $a, r.expired_at = $b",
        a=datetime(2020, 1, 1, tzinfo=UTC),
        b=datetime(2021, 1, 1, tzinfo=UTC),
    )
    true_then = datetime(1995, 1, 1, tzinfo=UTC)
    known = {}
    for day in ("2019-12-31T23:59:59", "2020-01-01T00:00:00", "2020-12-31T23:59:59", "2021-01-01T00:00:00"):
        known[day] = len(await service.state("NASA", Viewpoint(as_of=true_then, known_on=moment(day))))
    assert list(known.values()) == [0, 1, 1, 0]
    assert len(await service.state("NASA", Viewpoint(as_of=true_then))) == 1
    before = Viewpoint(as_of=datetime(1992, 3, 31, 23, 59, 59, tzinfo=UTC), known_on=moment("2020-06-01"))
    assert not await service.state("NASA", before)


async def test_mentions_are_found_by_rule_and_marked(service, writer, add_document, graph_store):
    await writer.write_facts(await add_document("x", "Facts"), [draft()])
    text = "The agency NASA met Sunita Williams at the Johnson Space Center. NASA said so."
    document = await add_document(text, "Plain")
    assert await writer.write_mentions(document) == 3
    rows = await graph_store.read(
        "MATCH (e:Episodic {uuid: $uuid})-[m:MENTIONS]->(n) "
        "RETURN n.name AS name, m.by AS by, e.source_description AS how",
        uuid=str(document.id),
    )
    assert {row["name"] for row in rows} == {"NASA", "Sunita Williams", "Johnson Space Center"}
    assert {row["by"] for row in rows} == {"rule"}
    assert all("found by rule" in row["how"] for row in rows)
    assert not (await service.neighborhood("Sunita Williams")).edges
    await writer.remove_document(document.id)
    with pytest.raises(EntityNotFound):
        await service.entity("Sunita Williams")
    assert (await service.entity("NASA")).type == "Agency"


async def test_what_is_not_there_is_not_found(service, graph_store):
    assert await service.is_empty()
    with pytest.raises(NotFound):
        await service.fact("00000000-0000-0000-0000-000000000000")
    with pytest.raises(NotFound):
        await service.fact("not a uuid")
    with pytest.raises(EntityNotFound) as refused:
        await service.entity("NASA")
    assert refused.value.suggestions == ()


async def test_an_entity_is_spelled_as_it_mostly_is(service, writer, add_document):
    names = ["nasa", "NASA", "NASA"]
    drafts = [draft(name, f"Person {n}") for n, name in enumerate(names)]
    await writer.write_facts(await add_document("x"), drafts)
    assert (await service.entity("nasa")).name == "NASA"


def test_a_name_longer_than_the_indexes_take_is_refused():
    with pytest.raises(ValueError, match="at most 1000 characters"):
        draft("x" * 1001)


async def test_the_longest_name_is_written_and_found(service, writer, add_document):
    name = "🚀" * 1000
    await writer.write_facts(await add_document("x"), [draft(name)])
    assert (await service.entity(name)).name == name
