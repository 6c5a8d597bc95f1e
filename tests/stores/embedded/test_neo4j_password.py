"""The embedded Neo4j starts whatever its random password begins with."""

from services.stores.embedded.leases import write_private
from services.stores.embedded.neo4j import EmbeddedNeo4j
from services.stores.neo4j import EmbeddedGraphServer, GraphStore


async def test_a_password_that_begins_with_a_hyphen_is_no_option(tmp_path):
    write_private(tmp_path / "neo4j.password", "-a-password-of-the-one-in-64-kind")
    store = GraphStore(EmbeddedGraphServer(EmbeddedNeo4j(tmp_path)))
    store.open()
    try:
        await store.ready(timeout=120)
        assert await store.read("RETURN 1 AS one") == [{"one": 1}]
    finally:
        await store.close()
