"""The graph answers, or says in a sentence why it does not."""

import asyncio
from datetime import UTC, datetime

import pytest
from neo4j import AsyncSession
from neo4j.exceptions import ClientError, TransientError

from services.errors import GraphUnavailable
from services.stores import neo4j
from services.stores.neo4j import Address, GraphStore, RemoteGraphServer


async def test_what_is_written_is_read_with_pythons_own_dates(graph_store: GraphStore) -> None:
    moment = datetime(2024, 3, 1, 12, tzinfo=UTC)
    await graph_store.write("CREATE (:Entity {name: $name, seen: $seen, list: [1, 2]})", name="ISS", seen=moment)
    rows = await graph_store.read("MATCH (n:Entity) RETURN n, n.seen AS seen, [n.seen] AS list")
    assert rows == [{"n": {"name": "ISS", "seen": moment, "list": [1, 2]}, "seen": moment, "list": [moment]}]
    assert type(rows[0]["seen"]) is datetime


async def test_each_test_finds_an_empty_graph(graph_store: GraphStore) -> None:
    assert await graph_store.read("MATCH (n) RETURN n LIMIT 1") == []


async def test_a_read_that_the_server_interrupts_is_tried_again(
    graph_store: GraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def interrupted(*_: object, **__: object) -> None:
        raise TransientError("again")

    monkeypatch.setattr(AsyncSession, "run", interrupted)
    assert await graph_store.read("RETURN 1 AS one") == [{"one": 1}]


async def test_statements_written_together_are_there_together_or_not_at_all(graph_store: GraphStore) -> None:
    await graph_store.write_all([("CREATE (:Note {n: $n})", {"n": 1}), ("CREATE (:Note {n: $n})", {"n": 2})])
    with pytest.raises(ClientError):
        await graph_store.write_all([("CREATE (:Note {n: $n})", {"n": 3}), ("this is no Cypher", {})])
    assert await graph_store.read("MATCH (n:Note) RETURN n.n AS n ORDER BY n") == [{"n": 1}, {"n": 2}]


async def test_reading_cannot_write(graph_store: GraphStore) -> None:
    with pytest.raises(Exception, match=r"[Ww]rit"):
        await graph_store.read("CREATE (:Entity)")


async def test_an_unreachable_server_is_down_with_a_reason_and_tried_again() -> None:
    server = RemoteGraphServer(Address("bolt://127.0.0.1:9", "neo4j", "secret"))
    store = GraphStore(server, first_pause_seconds=0.05)
    assert store.state.status == "starting"
    with pytest.raises(GraphUnavailable, match="You can already search the documents"):
        await store.read("RETURN 1")
    store.open()
    with pytest.raises(GraphUnavailable):
        await store.ready(timeout=2)
    assert store.state.status == "down"
    assert "Documents and search go on" in store.state.reason
    assert "secret" not in store.state.reason
    await store.close()


async def test_one_that_is_asked_for_is_tried_soon_however_long_it_was_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neo4j, "LONGEST_WAIT_SECONDS", 0.05)
    server = CountingServer(Address("bolt://127.0.0.1:9", "neo4j", "secret"))
    store = GraphStore(server, first_pause_seconds=600)
    store.open()
    await server.opened.wait()
    server.opened.clear()
    while not server.opened.is_set():
        with pytest.raises(GraphUnavailable):
            await store.read("RETURN 1")
        await asyncio.sleep(0.02)
    await store.close()


class CountingServer(RemoteGraphServer):
    opened = asyncio.Event()

    async def open(self) -> Address:
        self.opened.set()
        return await super().open()


async def test_a_server_by_address_is_used_and_a_wrong_password_is_said(
    graph_store: GraphStore, stores_dir, started_graph_store: GraphStore
) -> None:
    uri = started_graph_store.uri
    password = (stores_dir / "neo4j.password").read_text()
    remote = GraphStore(RemoteGraphServer(Address(uri, "neo4j", password)))
    remote.open()
    await remote.ready(timeout=120)
    assert await remote.read("RETURN 1 AS one") == [{"one": 1}]
    await remote.close()
    assert remote.state.status == "down"
    refused = GraphStore(RemoteGraphServer(Address(uri, "neo4j", "wrong")))
    refused.open()
    with pytest.raises(GraphUnavailable, match=r"[Uu]nauthorized|credential|authentication"):
        await refused.ready(timeout=3)
    await refused.close()
