"""The command `ask` and a graph that is not there yet."""

import threading
import time

from services.commands.ask import show, wait_for_graph
from services.models import Answer, PartHealth, TextDelta, Usage, Viewpoint
from services.stores.neo4j import Address, GraphStore, RemoteGraphServer
from tests.samples import citation


def starting_store() -> GraphStore:
    """Not opened: it starts until someone says otherwise."""
    return GraphStore(RemoteGraphServer(Address("bolt://127.0.0.1:9", "neo4j", "")))


def test_it_is_waited_for_while_it_starts(capsys) -> None:
    graph = starting_store()
    threading.Timer(0.3, lambda: setattr(graph, "state", PartHealth(status="ok"))).start()
    wait_for_graph(graph, seconds=30)
    assert graph.state.status == "ok"
    assert "Waiting for the graph" in capsys.readouterr().err


def test_one_that_is_down_or_never_comes_is_not_waited_for_long(capsys) -> None:
    graph = starting_store()
    began = time.monotonic()
    wait_for_graph(graph, seconds=0.2)
    assert time.monotonic() - began >= 0.2
    capsys.readouterr()
    graph.state = PartHealth(status="down", reason="Neo4j cannot be reached.")
    wait_for_graph(graph, seconds=3600)
    assert capsys.readouterr().err == ""


def test_the_answer_is_shown_when_it_is_whole_with_the_numbers_that_it_has_then(capsys) -> None:
    quoted = citation("Ellmere", "Ruth Alder resigned.")
    used = Usage(input_tokens=1, output_tokens=1, first_token_ms=1, total_ms=1)
    whole = Answer(text="“She left.” [2]", citations=(quoted, quoted), usage=used, model="offline")
    for event in (TextDelta(delta="“Ruth Alder resigned.” [1]"), whole):
        show(event, Viewpoint.now())
    told = capsys.readouterr().out
    assert "[2] Ellmere" in told
    assert told.startswith("“She left.” [2]\n")
    assert "resigned.” [1]" not in told
