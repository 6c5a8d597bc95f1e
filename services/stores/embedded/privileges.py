"""Running PostgreSQL for root: it refuses root's powers, so it runs as an ordinary account that has none of them.

Nothing is opened to that account. The folders above the data stay closed: it is started inside the data folder, which
it calls by the name of its working folder and so never comes in from above. Programs that it cannot reach are copied,
see `postgres_programs`. Standard library only: the set-up asks here before anything is installed.
"""

import os
import pwd
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

ACCOUNT = "pgserver"
LAST_RESORT = "nobody"
INSTEAD = "Run Dossier as an ordinary user, or name a server in DATABASE_URL."


class CannotRun(Exception):
    """PostgreSQL cannot be run here; the message is a sentence that says what to do."""


class Identity(TypedDict, total=False):
    """What `subprocess` takes to run a program as another account."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class Account:
    """`name` is what the system calls it, or its number where it has no name."""

    uid: int
    gid: int
    name: str

    @property
    def identity(self) -> Identity:
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def account_for(data: Path) -> Account | None:
    """The account to run as; None: ourselves. For root it is whoever owns the data already, else an account made for
    it. Raises CannotRun."""
    if os.geteuid() != 0:
        return None
    if sys.platform != "linux":
        raise CannotRun(f"As root the embedded PostgreSQL runs on Linux alone. {INSTEAD}")
    if not (data / "PG_VERSION").exists():
        return _ordinary_account()
    owner = data.stat()
    if owner.st_uid != 0:
        return Account(owner.st_uid, owner.st_gid, _name(owner.st_uid))
    account = _ordinary_account()
    _give(data, account)  # a copy that root made, of a backup for instance
    return account


def _ordinary_account() -> Account:
    """Made when it is not there; where none can be made, the account that every system has. Raises CannotRun."""
    made = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT]
    account = _named(ACCOUNT)
    if account is None and _succeeds(made):
        account = _named(ACCOUNT)
    account = account or _named(LAST_RESORT)
    if account is None:
        raise CannotRun(f"PostgreSQL does not run as root, and there is no account {ACCOUNT} to run it as. {INSTEAD}")
    return account


def check_account() -> None:
    """Whether PostgreSQL will find an account to run as. Raises CannotRun."""
    if os.geteuid() == 0:
        _become(_ordinary_account())
    elif _name(os.geteuid()).isdigit():
        raise CannotRun(
            f"The user with the number {os.geteuid()} has no entry in /etc/passwd, which PostgreSQL asks for. "
            "Add one, run Dossier as another user, or name a server in DATABASE_URL."
        )


def _become(account: Account) -> None:
    """Try it. Raises CannotRun where this root may not."""
    if not _succeeds(["true"], account.identity):
        raise CannotRun(
            f"PostgreSQL does not run as root, and this root may not run programs as the account {account.name}. "
            f"{INSTEAD}"
        )


def _give(folder: Path, account: Account) -> None:
    """It and everything in it, closed to all others as PostgreSQL demands."""
    for directory, _, files in os.walk(folder):
        for path in (directory, *(os.path.join(directory, name) for name in files)):
            os.chown(path, account.uid, account.gid, follow_symlinks=False)
    folder.chmod(0o700)


def _named(name: str) -> Account | None:
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        return None
    return Account(entry.pw_uid, entry.pw_gid, name)


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _succeeds(command: list[str], identity: Identity | None = None) -> bool:
    """The folder it starts in may be closed to the account."""
    try:
        return subprocess.run(command, cwd="/", capture_output=True, check=False, **(identity or {})).returncode == 0
    except OSError:
        return False
