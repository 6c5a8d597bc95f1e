"""The process beside the embedded PostgreSQL: initialises it, starts it, and stops it when nobody holds a lease.

Run as `python -m services.stores.embedded.postgres_server DIRECTORY DATA PASSWORD_FILE [name=value …]`; names and
values are settings of the server. For root it runs as an ordinary account, see `privileges`.
"""

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import psutil

from services.stores.embedded.leases import try_lock
from services.stores.embedded.postgres_cluster import PORT, STOP_SECONDS, Cluster, StartFailed
from services.stores.embedded.privileges import CannotRun
from services.stores.embedded.server import POLL_SECONDS, ServingProcess


def main(arguments: Sequence[str]) -> None:
    directory, data, password_file = (Path(argument) for argument in arguments[:3])
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
    with ServingProcess.claim(directory) as serving, _sole_use(directory / "data.lock", data) as lock:
        try:
            cluster = Cluster.at(data, password_file, lock.fileno())
            with cluster.socket_directory() as sockets:
                _serve(serving, cluster, sockets, arguments[3:], lambda: not stopped)
        except (CannotRun, StartFailed, OSError) as error:
            raise SystemExit(str(error)) from error


@contextmanager
def _sole_use(path: Path, data: Path, seconds: float = STOP_SECONDS) -> Iterator[IO[str]]:
    """Every process of the server inherits this lock: while one lives, be it in another container, nothing is started.

    One whose own process here was killed stops by itself on Linux; elsewhere it is asked to.
    """
    deadline = time.monotonic() + seconds
    while (lock := try_lock(path)) is None or _works_there(_postmaster(data), data):
        if lock is not None:
            lock.close()
        if (process := _postmaster(data)) is not None and _works_there(process, data):
            process.send_signal(signal.SIGINT)
        if time.monotonic() > deadline:
            raise SystemExit(f"Another PostgreSQL works in {data}; stop it and start again.")
        time.sleep(POLL_SECONDS)
    with lock:
        yield lock


def _postmaster(data: Path) -> psutil.Process | None:
    """Of the number that the last server left there: some process of this name space, or none."""
    try:
        return psutil.Process(int((data / "postmaster.pid").read_text().split("\n", 1)[0]))
    except (FileNotFoundError, ValueError, psutil.Error):
        return None


def _works_there(process: psutil.Process | None, data: Path) -> bool:
    """A number may have been given out again, after a container's restart for instance; a working folder tells."""
    try:
        return process is not None and Path(process.cwd()) == data.resolve()
    except (psutil.Error, OSError):
        return False


def _serve(
    serving: ServingProcess, cluster: Cluster, sockets: Path, settings: Sequence[str], wanted: Callable[[], bool]
) -> None:
    cluster.forget_last_server()
    server = cluster.start(sockets, settings)
    try:
        if not server.becomes_ready():
            raise StartFailed(f"PostgreSQL ended with status {server.status} while starting.")
        serving.announce(
            {
                "socket_directory": str(sockets),
                "port": PORT,
                "process_id": str(server.process_id),
                "account": cluster.account.name if cluster.account else "",
                "programs": str(cluster.programs),
            }
        )
        serving.stay(lambda: wanted() and server.is_alive())
    finally:
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
