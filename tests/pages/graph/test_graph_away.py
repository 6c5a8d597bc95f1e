"""The graph's server is lost while its page is open, and comes back."""

import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import expect

from tests.pages.conftest import ROOT, free_port, wait_until


class Line:
    """A line to the graph's server that can be cut and mended; new connections are refused meanwhile."""

    def __init__(self, to: tuple[str, int]) -> None:
        self.port = free_port()
        self._to = to
        self._cut = threading.Event()
        self.mend()

    def cut(self) -> None:
        self._cut.set()
        self._thread.join(10)

    def mend(self) -> None:
        self._cut = threading.Event()
        listener = socket.create_server(("127.0.0.1", self.port))
        self._thread = threading.Thread(target=self._carry, args=(listener, self._cut), daemon=True)
        self._thread.start()

    def _carry(self, listener: socket.socket, cut: threading.Event) -> None:
        ends: dict[socket.socket, socket.socket] = {}
        with selectors.DefaultSelector() as ready:
            ready.register(listener, selectors.EVENT_READ)
            while not cut.is_set():
                for key, _ in ready.select(0.1):
                    if key.fileobj is listener:
                        near, far = listener.accept()[0], socket.create_connection(self._to)
                        ends |= {near: far, far: near}
                        ready.register(near, selectors.EVENT_READ)
                        ready.register(far, selectors.EVENT_READ)
                    elif key.fileobj in ends:
                        self._pass_on(key.fileobj, ends, ready)  # type: ignore[arg-type]
        for one in (listener, *ends):
            one.close()

    def _pass_on(self, end: socket.socket, ends: dict, ready: selectors.BaseSelector) -> None:
        try:
            if words := end.recv(65536):
                ends[end].sendall(words)
                return
        except OSError:
            pass
        for one in (end, ends[end]):
            ready.unregister(one)
            ends.pop(one)
            one.close()


@pytest.fixture
def line(attached_backend) -> Iterator[Line]:
    address = urlsplit(attached_backend.services.graph_store.uri)
    assert address.hostname
    assert address.port
    one = Line((address.hostname, address.port))
    yield one
    one.cut()


@pytest.fixture
def over_the_line(line, workbench_dir) -> Iterator[str]:
    """Another Dossier over the same stores, whose graph is at the end of that line."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI_", "DATABASE_", "NEO4J_"))}
    port = free_port()
    environment |= {
        "DOSSIER_DATA_DIR": str(workbench_dir),
        "PORT": str(port),
        "NEO4J_URI": f"bolt://127.0.0.1:{line.port}",
        "NEO4J_PASSWORD": (workbench_dir / "neo4j.password").read_text("utf-8"),
    }
    log = (workbench_dir / "over_the_line.log").open("wb")
    server = subprocess.Popen([sys.executable, "app.py"], cwd=ROOT, env=environment, stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: graph_is(url, "ok"), seconds=120, log=workbench_dir / "over_the_line.log")
        yield url
    finally:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()
        log.close()


def graph_is(url: str, status: str) -> bool:
    try:
        return bool(httpx.get(f"{url}/api/health", timeout=5).json()["graph"]["status"] == status)
    except httpx.HTTPError:
        return False


def test_a_graph_that_was_lost_comes_back_by_itself_to_what_was_seen(browser, over_the_line, line, workbench_dir):
    log = workbench_dir / "over_the_line.log"
    tab = browser.new_context(viewport={"width": 1360, "height": 900}).new_page()
    tab.set_default_timeout(20_000)
    address = f"{over_the_line}/graph?entity=Skylab&view=changes&from=1970-01-01&as_of_date=1975-01-01"
    tab.goto(address)
    summary = tab.get_by_text("compared with that at the end of 1 Jan 1970")
    summary.wait_for()
    line.cut()
    wait_until(lambda: graph_is(over_the_line, "down"), seconds=30, log=log)
    tab.get_by_role("radio", name="Timeline").click()
    alert = tab.get_by_test_id("stAlert").filter(has_text="graph")
    alert.first.wait_for()
    said = tab.get_by_test_id("stMain").inner_text()
    assert said.count("cannot be reached") + said.count("was lost") == 1, said
    assert said.count("go on without it") == 1, said
    assert "This page goes on by itself" in said
    line.mend()
    wait_until(lambda: graph_is(over_the_line, "ok"), seconds=90, log=log)
    tab.get_by_test_id("stVegaLiteChart").first.wait_for()
    expect(alert.filter(has_text="go on without it")).to_have_count(0)
    shown = tab.evaluate("location.search")
    assert all(kept in shown for kept in ("entity=Skylab", "view=timeline", "as_of_date=1975-01-01")), shown
    tab.context.close()
