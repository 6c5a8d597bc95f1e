"""Whether a data folder can be used, asked before anything is put into it. Standard library only."""

import errno
import os
import shutil
import tempfile
from pathlib import Path

ROOM = 200_000_000
"""Bytes that both stores, empty, need."""
ELSEWHERE = "choose another folder with DOSSIER_DATA_DIR"
ADVICE = {
    errno.ENOSPC: f"Make room there, or {ELSEWHERE}.",
    errno.EDQUOT: f"Make room there, or {ELSEWHERE}.",
    errno.EROFS: f"It lies on a read-only file system: {ELSEWHERE}.",
    errno.ENAMETOOLONG: f"Its path is too long: {ELSEWHERE}.",
}
FOR_ANY_OTHER = f"Give it to the user who runs Dossier, or {ELSEWHERE}."


class UnusableFolder(Exception):
    """The message is a sentence that says what to do."""


def check_data_folder(folder: Path) -> None:
    """Make it if it is not there, write and lock a file in it. Raises UnusableFolder."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(4096))
            probe.flush()
            os.fsync(probe.fileno())
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise UnusableFolder(why_unusable(folder, error)) from error
    if free < ROOM and not (folder / "postgres").exists():
        raise UnusableFolder(
            f"The data folder {folder} has {free // 1_000_000} MB left, and the stores need {ROOM // 1_000_000} MB "
            f"to begin with. {ADVICE[errno.ENOSPC]}"
        )


def why_unusable(folder: Path, error: OSError) -> str:
    reason = os.strerror(error.errno) if error.errno else str(error)
    return f"The data folder {folder} cannot be used ({reason}). {ADVICE.get(error.errno or 0, FOR_ANY_OTHER)}"
