"""What must be so before anything is installed or started: each thing that is not gets a sentence that says what to do.

Standard library only, by any Python from 3.11: `setup.py` asks first, `app.py` asks for the port once more.
"""

import importlib.util
import os
import platform
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from services.stores.data_folder import UnusableFolder, check_data_folder
from services.stores.embedded.privileges import CannotRun, check_account

ROOM_FOR_PACKAGES = 3_000_000_000
"""Bytes: what is installed takes half of it, downloads are kept beside it meanwhile."""
DEFAULT_PORT, LAST_PORT = 8501, 65535


def obstacles(root: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Sentences, the most basic first; none when `make run` can go to its end as far as can be known."""
    yield from _system(root)
    yield from _room(root)
    if not environment.get("DATABASE_URL"):
        yield from _said(check_account, CannotRun)
    if not (environment.get("DATABASE_URL") and environment.get("NEO4J_URI")):
        folder = Path(environment.get("DOSSIER_DATA_DIR") or root / "data").expanduser().absolute()
        yield from _said(lambda: check_data_folder(folder), UnusableFolder)


def port_problem(address: str, port: int) -> str | None:
    """Why the server cannot listen there, with a port that is free; None if it can."""
    error = _refusal(address, port)
    if error is None:
        return None
    free = next((near for near in range(port + 1, min(port + 100, LAST_PORT)) if _refusal(address, near) is None), None)
    another = f"for instance PORT={free} make run" if free else "with PORT"
    return (
        f"Cannot listen on {address}, port {port}: {os.strerror(error.errno or 0) if error.errno else error}. "
        f"Is Dossier running already? Stop it, or choose another port, {another}."
    )


def configured_port_problem(environment: Mapping[str, str]) -> str | None:
    """As `port_problem`, for the configured port. A port that is no number is left to the settings to refuse."""
    port = environment.get("PORT") or str(DEFAULT_PORT)
    address = environment.get("DOSSIER_ADDRESS") or "127.0.0.1"
    return port_problem(address, int(port)) if port.isdigit() and 0 < int(port) <= LAST_PORT else None


def _refusal(address: str, port: int) -> OSError | None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            return error
    return None


def _system(root: Path) -> Iterator[str]:
    if sys.platform == "linux" and platform.libc_ver()[0] != "glibc":
        yield "Dossier's packages need a Linux with glibc, such as Debian, Ubuntu or Fedora; Alpine's musl has none."
    if os.pathsep in str(root):
        yield f"Python cannot make an environment below a folder with “{os.pathsep}” in its name: move {root}."
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing and not (root / ".venv").exists():
        yield "Python cannot make an environment; on Debian and Ubuntu: apt-get install python3-venv."


def _room(root: Path) -> Iterator[str]:
    if not os.access(root, os.W_OK | os.X_OK):
        yield f"Nothing can be installed in {root}: it is not yours to write. Clone Dossier into a folder of your own."
    elif (free := shutil.disk_usage(root).free) < ROOM_FOR_PACKAGES:
        yield (
            f"What Dossier needs takes {ROOM_FOR_PACKAGES / 1e9:.0f} GB while it is installed, and {root} has "
            f"{free / 1e9:.1f} GB left. Make room there, or clone Dossier elsewhere."
        )


def _said(check: Callable[[], None], kind: type[Exception]) -> Iterator[str]:
    try:
        check()
    except kind as error:
        yield str(error)
