"""The command `ask` and a graph that is not there yet."""

import threading
import time

from services.commands.ask import wait_while_it_starts
from services.models import PartHealth
from services.stores.neo4j import Address, GraphStore, RemoteGraphServer


def starting_store() -> GraphStore:
    """Not opened: it starts until someone says otherwise."""
    return GraphStore(RemoteGraphServer(Address("bolt://127.0.0.1:9", "neo4j", "")))


def test_it_is_waited_for_while_it_starts(capsys) -> None:
    graph = starting_store()
    threading.Timer(0.3, lambda: setattr(graph, "state", PartHealth(status="ok"))).start()
    wait_while_it_starts(graph, seconds=30)
    assert graph.state.status == "ok"
    assert "Waiting for the graph" in capsys.readouterr().err


def test_one_that_is_down_or_never_comes_is_not_waited_for_long(capsys) -> None:
    graph = starting_store()
    began = time.monotonic()
    wait_while_it_starts(graph, seconds=0.2)
    assert time.monotonic() - began >= 0.2
    capsys.readouterr()
    graph.state = PartHealth(status="down", reason="Neo4j cannot be reached.")
    wait_while_it_starts(graph, seconds=3600)
    assert capsys.readouterr().err == ""
