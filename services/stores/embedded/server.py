"""One server process a data folder, shared by every process of ours that holds a lease on it.

Whoever comes first starts it, later ones attach, and it stops when the last lease is gone, even if its holder was
killed. `EmbeddedServer` is the user's side, `ServingProcess` the server process's side. Files of the folder:
`start.lock` (one starts at a time), `server.lock` (held while the server lives), `runtime.json` (how to reach it),
`leases`, its log.
"""

import json
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from services.stores.embedded.leases import (
    Lease,
    hold_lock,
    is_leased,
    is_locked,
    lock_for_life,
    private_directory,
    try_lock,
    write_private,
)

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.05
STOP_SECONDS = 40.0
REASONS = ("FATAL:", "PANIC:", "HINT:", "initdb: error:", "initdb: hint:")
"""So begins, after the time, what PostgreSQL says of a start that failed."""
REASONS_SAID = 2


class EmbeddedServerFailed(Exception):
    """The server process did not come up; the message is a sentence with the reason it gave."""


def _start_lock(directory: Path) -> Path:
    return directory / "start.lock"


def _server_lock(directory: Path) -> Path:
    return directory / "server.lock"


def _runtime_file(directory: Path) -> Path:
    return directory / "runtime.json"


def _leases(directory: Path) -> Path:
    return directory / "leases"


@dataclass(frozen=True)
class EmbeddedServer:
    """`module` is run as the server process, with `directory` and `arguments`; all calls block."""

    name: str
    module: str
    directory: Path
    arguments: tuple[str, ...]
    start_seconds: float

    def attach(self) -> "Attachment":
        """Start the server, or attach to the one that runs. Raises EmbeddedServerFailed."""
        private_directory(_leases(private_directory(self.directory)))
        with hold_lock(_start_lock(self.directory)):
            lease = Lease.take(_leases(self.directory))
            try:
                return Attachment(self, lease, self._running() or self._started())
            except BaseException:
                lease.release()
                raise

    def is_running(self) -> bool:
        return is_locked(_server_lock(self.directory))

    def _running(self) -> Mapping[str, str] | None:
        if self.is_running() and (runtime := read_runtime(self.directory)):
            return runtime
        self._wait_until_gone()  # it may be on its way out
        return None

    def _started(self) -> Mapping[str, str]:
        _runtime_file(self.directory).unlink(missing_ok=True)
        process = self._spawn()
        deadline = time.monotonic() + self.start_seconds
        while not (runtime := read_runtime(self.directory)):
            if process.poll() is not None:
                raise EmbeddedServerFailed(f"The embedded {self.name} did not start: {self._last_words()}")
            if time.monotonic() > deadline:
                process.terminate()
                raise EmbeddedServerFailed(
                    f"The embedded {self.name} did not start within {self.start_seconds:.0f} s; see {self.log_file}."
                )
            time.sleep(POLL_SECONDS)
        return runtime

    def _spawn(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", self.module, str(self.directory), *self.arguments]
        root = Path(__file__).resolve().parents[3]
        with open(self.log_file, "wb") as log:
            # A session of its own: Ctrl-C in the terminal reaches us, and we let the server stop in order.
            process = subprocess.Popen(
                command, cwd=root, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        threading.Thread(target=process.wait, name=f"reap {self.name}", daemon=True).start()  # no zombie is left
        return process

    @property
    def log_file(self) -> Path:
        return self.directory / "server.log"

    def _last_words(self) -> str:
        """What the server gave as its reason, else the last line that it or its keeper wrote."""
        lines = self.log_file.read_text("utf-8", "replace").strip().splitlines()
        parts = [line.partition(mark)[2].strip() for line in lines for mark in REASONS]
        reason = " ".join(list(filter(None, parts))[-REASONS_SAID:]) or (lines[-1].strip() if lines else "no reason.")
        return f"{reason} See {self.log_file}."

    def _wait_until_gone(self) -> None:
        deadline = time.monotonic() + STOP_SECONDS
        while self.is_running():
            if time.monotonic() > deadline:
                raise EmbeddedServerFailed(f"The embedded {self.name} is neither up nor gone; see {self.log_file}.")
            time.sleep(POLL_SECONDS)


def read_runtime(directory: Path) -> Mapping[str, str]:
    """What the server last announced; nothing when it has not, or no more."""
    try:
        runtime: Mapping[str, str] = json.loads(_runtime_file(directory).read_text("utf-8"))
    except FileNotFoundError:
        return {}
    return runtime


@dataclass(frozen=True)
class Attachment:
    """A lease on a running server; `runtime` is what it announced."""

    server: EmbeddedServer
    lease: Lease
    runtime: Mapping[str, str]

    def is_alive(self) -> bool:
        return self.server.is_running()

    def release(self) -> None:
        """Let go; the last one waits until the server has stopped, so that no process outlives the program."""
        self.lease.release()
        deadline = time.monotonic() + STOP_SECONDS
        while self.is_alive() and not is_leased(_leases(self.server.directory)):
            if time.monotonic() > deadline:
                logger.warning("The embedded %s is still stopping; see %s", self.server.name, self.server.log_file)
                return
            time.sleep(POLL_SECONDS)


@dataclass(frozen=True)
class ServingProcess:
    """The server process's side: announce how to be reached, then stay until nobody needs it."""

    directory: Path

    @classmethod
    @contextmanager
    def claim(cls, directory: Path) -> Iterator["ServingProcess"]:
        if not lock_for_life(_server_lock(directory)):
            raise SystemExit("Another server already runs for this data folder.")
        try:
            yield cls(directory)
        finally:
            _runtime_file(directory).unlink(missing_ok=True)

    def announce(self, runtime: Mapping[str, str]) -> None:
        write_private(_runtime_file(self.directory), json.dumps(runtime))

    def stay(self, wanted: Callable[[], bool], every_seconds: float = 0.25) -> None:
        """Return when no lease is held, or when `wanted` says no; nobody can attach after that."""
        while wanted():
            time.sleep(every_seconds)
            if not is_leased(_leases(self.directory)) and self._retire():
                return

    def _retire(self) -> bool:
        """Under the lock of those who start: nobody attaches between the last look and the farewell."""
        starting = try_lock(_start_lock(self.directory))
        if starting is None:
            return False
        with starting:
            if is_leased(_leases(self.directory)):
                return False
            _runtime_file(self.directory).unlink(missing_ok=True)
            return True
