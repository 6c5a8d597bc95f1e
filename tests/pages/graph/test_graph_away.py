"""The graph's server is lost while its page is open, and comes back."""

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import wait_until
from tests.pages.cut_line import Line, dossier_over, log_of, store_is


@pytest.fixture
def line(attached_backend) -> Iterator[Line]:
    address = urlsplit(attached_backend.services.graph_store.uri)
    one = Line(lambda: socket.create_connection((address.hostname, address.port)))
    yield one
    one.cut()


@pytest.fixture
def over_the_line(line, workbench_dir) -> Iterator[str]:
    """Another Dossier over the same stores, whose graph is at the end of that line."""
    password = (workbench_dir / "neo4j.password").read_text("utf-8")
    settings = {"NEO4J_URI": f"bolt://127.0.0.1:{line.port}", "NEO4J_PASSWORD": password}
    with dossier_over("graph", workbench_dir, settings) as url:
        yield url


def test_a_graph_that_was_lost_comes_back_by_itself_to_what_was_seen(browser, over_the_line, line, workbench_dir):
    log = log_of(workbench_dir)
    tab = browser.new_context(viewport={"width": 1360, "height": 900}).new_page()
    tab.set_default_timeout(20_000)
    address = f"{over_the_line}/graph?entity=Skylab&view=changes&from=1970-01-01&as_of_date=1975-01-01"
    tab.goto(address)
    summary = tab.get_by_text("compared with that at the end of 1 Jan 1970")
    summary.wait_for()
    line.cut()
    wait_until(lambda: store_is(over_the_line, "graph", "down"), seconds=30, log=log)
    tab.get_by_role("radio", name="Timeline").click()
    alert = tab.get_by_test_id("stAlert").filter(has_text="graph")
    alert.first.wait_for()
    said = tab.get_by_test_id("stMain").inner_text()
    assert said.count("cannot be reached") + said.count("was lost") == 1, said
    assert said.count("go on without it") == 1, said
    assert "This page goes on by itself" in said
    line.mend()
    wait_until(lambda: store_is(over_the_line, "graph", "ok"), seconds=90, log=log)
    tab.get_by_test_id("stVegaLiteChart").first.wait_for()
    expect(alert.filter(has_text="go on without it")).to_have_count(0)
    shown = tab.evaluate("location.search")
    assert all(kept in shown for kept in ("entity=Skylab", "view=timeline", "as_of_date=1975-01-01")), shown
    tab.context.close()
