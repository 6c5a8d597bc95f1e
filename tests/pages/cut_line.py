"""Another Dossier over the workbench's stores, with one of them at the end of a line that can be cut and mended."""

import selectors
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.pages.conftest import free_port, running_dossier, wait_until


class Line:
    """A line to a store's server that can be cut and mended; new connections are refused meanwhile."""

    def __init__(self, reach: Callable[[], socket.socket]) -> None:
        self.port = free_port()
        self._reach = reach
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
                        near, far = listener.accept()[0], self._reach()
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


@contextmanager
def dossier_over(store: str, workbench_dir: Path, settings: Mapping[str, str]) -> Iterator[str]:
    """Its URL, once that store is well. `settings`: the environment's variables that lead to the line."""
    with running_dossier(workbench_dir, log_of(workbench_dir), settings) as (url, _):
        wait_until(lambda: store_is(url, store, "ok"), seconds=120, log=log_of(workbench_dir))
        yield url


def log_of(workbench_dir: Path) -> Path:
    return workbench_dir / "over_the_line.log"


def store_is(url: str, store: str, status: str) -> bool:
    try:
        return bool(httpx.get(f"{url}/api/health", timeout=5).json()[store]["status"] == status)
    except httpx.HTTPError:
        return False
