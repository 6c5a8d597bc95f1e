"""Which processes use an embedded store: each holds a locked file, and the kernel lets go of it when the process dies.

A lock says more than a process id: it cannot be stale, and an id that was given out again cannot be mistaken for it.
"""

import fcntl
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO


def private_directory(path: Path) -> Path:
    """Make the folder, open to its owner alone (0700)."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.chmod(0o700)
    return path


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read (0600), all of it or nothing."""
    partial = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


@contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """Hold the lock of this file; waits for another process that has it."""
    with open(path, "a", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def try_lock(path: Path) -> IO[str] | None:
    """The open, locked file, or None when another process has it; closing the file lets go."""
    file = open(path, "a", encoding="utf-8")  # noqa: SIM115 - the caller keeps it open
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def lock_for_life(path: Path) -> bool:
    """Lock it until this process has ended: the kernel lets go, after all else is done. False: another has it."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return False
    return True


def is_locked(path: Path) -> bool:
    """Whether a living process holds the lock."""
    if not path.exists():
        return False
    file = try_lock(path)
    if file is None:
        return True
    file.close()
    return False


@dataclass(frozen=True)
class Lease:
    """One use of a store by one process; ends with `release`, or with the process."""

    path: Path
    file: IO[str]

    @classmethod
    def take(cls, directory: Path) -> "Lease":
        path = directory / f"{os.getpid()}-{uuid.uuid4().hex}.lease"
        unlocked = directory / f".{path.name}"
        file = open(unlocked, "x", encoding="utf-8")  # noqa: SIM115 - open for as long as the lease
        fcntl.flock(file, fcntl.LOCK_EX)
        unlocked.rename(path)  # seen by others only when it is locked
        return cls(path, file)

    def release(self) -> None:
        self.path.unlink(missing_ok=True)
        self.file.close()


def is_leased(directory: Path) -> bool:
    """Whether a living process holds a lease here; leases of dead ones are swept away."""
    held = False
    for path in directory.glob("*.lease"):
        if is_locked(path):
            held = True
        else:
            path.unlink(missing_ok=True)
    return held
