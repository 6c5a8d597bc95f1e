"""What several documents bring, written together: the graph is the one that they make one after the other."""

from datetime import UTC, datetime

import pytest

from services.graph.writing.contribution import Contribution
from services.graph.writing.writer import GraphWriter
from services.models import FactDraft, NamedEntity, Reading
from services.stores.neo4j import GraphStore
from services.stores.postgres import Database

ENTITIES = """
    MATCH (n:Entity)
    RETURN n.uuid AS uuid, n.name AS name, labels(n) AS labels, n.typed_by AS typed_by, n.type_name AS type_name,
           n.summary AS summary, n.name_embedding AS vector
    ORDER BY n.created_at, uuid
"""
FACTS = """
    MATCH (s)-[r:RELATES_TO]->(t)
    RETURN r.uuid AS uuid, s.uuid AS source, t.uuid AS target, r.name AS name, r.fact AS fact, r.origin AS origin,
           r.episodes AS episodes, r.reference_time AS reference_time, r.valid_at AS valid_at,
           r.fact_embedding AS vector
    ORDER BY r.created_at, uuid
"""
EPISODES = """
    MATCH (e:Episodic)
    RETURN e.uuid AS uuid, e.name AS name, e.entity_edges AS facts, e.source_description AS how, e.reading AS reading,
           e.valid_at AS valid_at
    ORDER BY e.created_at, uuid
"""
MENTIONS = """
    MATCH (e:Episodic)-[m:MENTIONS]->(n)
    RETURN m.uuid AS uuid, e.uuid AS episode, n.uuid AS entity, m.by AS by, m.count AS count, m.starts AS starts
    ORDER BY uuid
"""
TEXTS = (
    "Ada Roe joined Orion Ltd. Ada Roe lives in Elm.",
    "Orion Ltd owns Elm. Ada Roe joined Orion Ltd.",
    "Elm is a town. Orion Ltd was sold to Vega.",
    "Vega and Elm are named here.",
)


def fact(subject: str, relation: str, target: str, sentence: str, **more: object) -> FactDraft:
    given = {"subject": subject, "relation": relation, "object": target, "fact": sentence, "quote": sentence}
    return FactDraft.model_validate(given | more)


def by_rule(*facts: FactDraft, **types: str) -> Reading:
    named = [NamedEntity(name=name.replace("_", " "), type=kind, count=2, starts=(0,)) for name, kind in types.items()]
    read = tuple(one.model_copy(update={"origin": "rule"}) for one in facts)
    return Reading(facts=read, dates=("",) * len(read), entities=tuple(named), sentence_count=2)


JOINED = fact("Ada Roe", "JOINED", "Orion Ltd", "Ada Roe joined Orion Ltd.", subject_type="Person")
LIVES = fact("Ada Roe", "LIVES_IN", "Elm", "Ada Roe lives in Elm.", object_type="Place")
OWNS = fact("Orion Ltd", "OWNS", "Elm", "Orion Ltd owns Elm.", subject_type="Company", object_type="Estate")
SOLD = fact("Orion Ltd", "SOLD_TO", "Vega", "Orion Ltd was sold to Vega.", valid_at=datetime(1997, 1, 1, tzinfo=UTC))


def brought(documents) -> list[Contribution]:
    first, second, third, fourth = documents
    return [
        Contribution.from_reading(
            first, by_rule(JOINED, LIVES, Ada_Roe="Person", Orion_Ltd="Organisation", Elm="Place")
        ),
        Contribution.from_facts(second, [OWNS, JOINED]),
        Contribution.from_reading(third, by_rule(SOLD, Elm="Person", Orion_Ltd="Place", Vega="")),
        Contribution.from_names(fourth, ["Vega", "Elm", "Lyra"]),
    ]


async def graph_of(graph_store: GraphStore, database: Database) -> dict[str, object]:
    found = {query: await graph_store.read(query) for query in (ENTITIES, FACTS, EPISODES, MENTIONS)}
    async with database.connection() as connection:
        cited = await connection.exec_driver_sql(
            "SELECT fact_uuid, document_id, start_offset, end_offset, chunk_id, quote, located, episode_uuid"
            " FROM fact_citation ORDER BY 1, 2, 3"
        )
        return found | {"citations": [tuple(row) for row in cited]}


@pytest.fixture
async def documents(add_document):
    dated = datetime(2001, 5, 1, tzinfo=UTC)
    return [await add_document(text, f"D{number}", dated) for number, text in enumerate(TEXTS)]


async def test_written_together_is_written_one_by_one(
    graph_store: GraphStore, database: Database, writer: GraphWriter, documents
) -> None:
    for one in brought(documents):
        await writer.write_contributions([one])
    one_by_one = await graph_of(graph_store, database)
    for document in documents:
        await writer.remove_document(document.id)
    assert await graph_store.read("MATCH (n:Entity|Episodic) RETURN n.uuid AS uuid") == []
    await writer.write_contributions(brought(documents))
    together = await graph_of(graph_store, database)
    for part, found in one_by_one.items():
        assert together[part] == found, part
    names = {row["name"]: row["labels"] for row in together[ENTITIES]}  # type: ignore[attr-defined]
    assert set(names) == {"Ada Roe", "Orion Ltd", "Elm", "Vega", "Lyra"}
    assert set(names["Orion Ltd"]) == {"Entity", "Company"}
    assert len(together["citations"]) == 5  # type: ignore[arg-type]


async def test_written_together_again_nothing_changes(
    graph_store: GraphStore, database: Database, writer: GraphWriter, documents
) -> None:
    await writer.write_contributions(brought(documents))
    before = await graph_of(graph_store, database)
    await writer.write_contributions(brought(documents))
    assert await graph_of(graph_store, database) == before


async def test_what_a_document_no_longer_brings_goes_also_when_others_are_written_with_it(
    graph_store: GraphStore, writer: GraphWriter, documents
) -> None:
    await writer.write_contributions(brought(documents))
    first, _, third, fourth = brought(documents)
    await writer.write_contributions([first, Contribution.from_facts(documents[1], [JOINED]), third, fourth])
    rows = await graph_store.read("MATCH ()-[r:RELATES_TO]->() RETURN r.fact AS fact ORDER BY fact")
    assert [row["fact"] for row in rows] == sorted(one.fact for one in (JOINED, LIVES, SOLD))
    (elm,) = await graph_store.read("MATCH (n:Entity {name: 'Elm'}) RETURN n.summary AS summary")
    assert "owns" not in str(elm["summary"])


async def test_one_fact_that_two_documents_state_is_supported_by_both(
    graph_store: GraphStore, writer: GraphWriter, documents
) -> None:
    await writer.write_contributions(brought(documents))
    (joined,) = await graph_store.read(
        "MATCH ()-[r:RELATES_TO {name: 'JOINED'}]->() RETURN r.episodes AS episodes, r.origin AS origin"
    )
    assert joined == {"episodes": [str(one.id) for one in documents[:2]], "origin": "given"}


async def typed(graph_store: GraphStore, name: str) -> list[object]:
    rows = await graph_store.read("MATCH (n:Entity {name: $name}) RETURN labels(n) AS labels", name=name)
    return [row["labels"] for row in rows]


@pytest.mark.parametrize("are_together", [True, False])
async def test_a_type_that_a_document_tells_corrects_a_guessed_one_and_makes_no_second_entity(
    graph_store: GraphStore, writer: GraphWriter, documents, are_together
) -> None:
    readings = [
        by_rule(Elm="Person"),
        Reading(entities=(NamedEntity(name="Elm", type="Place", count=1, is_sure=True),)),
        by_rule(Elm="Organisation"),
    ]
    brought = [Contribution.from_reading(*pair) for pair in zip(documents, readings, strict=False)]
    for some in [brought] if are_together else [[one] for one in brought]:
        await writer.write_contributions(some)
    assert await typed(graph_store, "Elm") == [["Entity", "Place"]]


async def test_what_a_document_only_named_gets_the_type_that_a_later_one_reads(
    graph_store: GraphStore, writer: GraphWriter, documents
) -> None:
    await writer.write_contributions([Contribution.from_names(documents[0], ["Elm"])])
    await writer.write_contributions([Contribution.from_reading(documents[1], by_rule(Elm="Place"))])
    assert await typed(graph_store, "Elm") == [["Entity", "Place"]]
    assert ("Elm", "") in await writer.names.typed_names(only_told=True)
    assert ("Elm", "Place") in await writer.names.typed_names()
