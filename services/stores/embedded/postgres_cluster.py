"""PostgreSQL's data folder and the server on it: made once, started, watched until it is ready, stopped in order."""

import ctypes
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from services.stores.embedded.postgres_programs import programs_for
from services.stores.embedded.privileges import Account, Identity, account_for
from services.stores.embedded.server import POLL_SECONDS

PORT = "5432"  # only part of the socket's name: no network port is opened
LONGEST_SOCKET_PATH = 100  # the kernel's limit is 107 bytes, 103 on macOS
STOP_SECONDS = 30
HERE = "/proc/self/cwd"
"""The working folder by a name that leads to it through no other folder."""
SETTLED = (
    "--auth=scram-sha-256",
    "--username=postgres",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
)
PR_SET_PDEATHSIG = 1


class StartFailed(Exception):
    """The message is a sentence; PostgreSQL's own reason stands before it in the log."""


@dataclass(frozen=True)
class Cluster:
    """`account` None: as ourselves. `lock` is an open file that every process of the server inherits."""

    data: Path
    programs: Path
    account: Account | None
    lock: int

    @classmethod
    def at(cls, data: Path, password_file: Path, lock: int) -> "Cluster":
        """Made if it is not there. Raises CannotRun and StartFailed."""
        account = account_for(data)
        cluster = cls(data, programs_for(account), account, lock)
        if not (data / "PG_VERSION").exists():
            cluster._make(password_file)
        return cluster

    def _make(self, password_file: Path) -> None:
        """Beside its place and moved there: an interrupted start leaves nothing half made."""
        unfinished = self.data.with_name(f".{self.data.name}.unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        with tempfile.TemporaryFile(dir=self.data.parent) as password:
            password.write(password_file.read_bytes())
            password.seek(0)
            if self.account is not None:
                os.chown(unfinished, self.account.uid, self.account.gid)
                os.chown(password.fileno(), self.account.uid, self.account.gid)
            self._initialise(unfinished, password.fileno())
        if self.data.exists():
            self.data.rmdir()
        unfinished.rename(self.data)

    def _initialise(self, folder: Path, password: int) -> None:
        command: list[str | Path] = [
            self.programs / "initdb",
            *SETTLED,
            f"--pwfile=/dev/fd/{password}",
            f"--pgdata={self._name(folder)}",
        ]
        done = subprocess.run(command, cwd=folder, pass_fds=(self.lock, password), check=False, **self._identity)
        if done.returncode != 0:
            raise StartFailed("The database could not be made.")

    def start(self, sockets: Path, settings: Sequence[str]) -> "Server":
        where = "." if sockets == self.data else f'"{sockets}"'
        fixed = [
            "listen_addresses=",
            f"port={PORT}",
            f"unix_socket_directories={where}",
            "unix_socket_permissions=0700",
        ]
        options = [part for setting in [*fixed, *settings] for part in ("-c", setting)]
        process = subprocess.Popen(
            [self.programs / "postgres", "-D", self._name(self.data), *options],
            cwd=self.data,
            pass_fds=(self.lock,),
            preexec_fn=_end_with_us,
            **self._identity,
        )
        return Server(process, self.data)

    def forget_last_server(self) -> None:
        """Remove what one that was killed has left: with the lock in our hands, none of its processes lives.

        Its number may be another process's by now, even that of the next server, which would count as ready at once.
        """
        for path in (self.data / "postmaster.pid", *self.data.glob(".s.PGSQL.*")):
            path.unlink(missing_ok=True)

    @contextmanager
    def socket_directory(self) -> Iterator[Path]:
        """The data folder itself, closed to all but the server's account; a temporary one when its path is too long."""
        if _fits(self.data):
            yield self.data
            return
        sockets = self._temporary_directory()
        try:
            yield sockets
        finally:
            shutil.rmtree(sockets, ignore_errors=True)

    def _temporary_directory(self) -> Path:
        """The same one after a restart: pools go on with the address they have. Raises StartFailed."""
        name = f"dossier-{hashlib.sha256(str(self.data).encode()).hexdigest()[:16]}"
        for parent in (Path("/tmp"), Path("/var/tmp"), Path(tempfile.gettempdir())):
            sockets = parent / name
            shutil.rmtree(sockets, ignore_errors=True)
            try:
                sockets.mkdir(mode=0o700)
            except OSError:
                continue
            if self.account is not None:
                os.chown(sockets, self.account.uid, self.account.gid)
            return sockets
        raise StartFailed(f"The path {self.data} is too long for a socket, and no folder in /tmp can be made for it.")

    @property
    def _identity(self) -> Identity:
        return self.account.identity if self.account else {}

    def _name(self, folder: Path) -> str:
        """What the account may call it: the folders above may be closed to it."""
        return HERE if self.account is not None else str(folder)


@dataclass(frozen=True)
class Server:
    process: "subprocess.Popen[bytes]"
    data: Path

    @property
    def process_id(self) -> int:
        return self.process.pid

    @property
    def status(self) -> int | None:
        return self.process.poll()

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def becomes_ready(self) -> bool:
        """Waits without a limit: after a crash the server first replays what was committed. False: it ended."""
        while not self._is_ready():
            if not self.is_alive():
                return False
            time.sleep(POLL_SECONDS)
        return True

    def _is_ready(self) -> bool:
        """Its status is the file's eighth line: https://www.postgresql.org/docs/18/storage-file-layout.html"""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[0] == str(self.process.pid) and lines[7].strip() == "ready"

    def stop(self) -> None:
        """Fast shutdown: ends sessions, writes a checkpoint; after half a minute it is made to."""
        if not self.is_alive():
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()


def _fits(folder: Path) -> bool:
    """As a socket's place: short enough, and without what separates hosts from each other and from ports."""
    path = str(folder / f".s.PGSQL.{PORT}")
    return len(os.fsencode(path)) <= LONGEST_SOCKET_PATH and not {",", ":"} & set(path)


def _end_with_us() -> None:
    """On Linux the server ends when we are killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
