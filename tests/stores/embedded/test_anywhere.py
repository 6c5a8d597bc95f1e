"""The stores start for root below folders closed to others, for an ordinary user, and over what a kill has left."""

import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import psutil
import pytest

from services.errors import PostgresUnavailable
from services.stores.embedded.postgres import EmbeddedPostgres, data_location
from services.stores.embedded.postgres_programs import BINARIES, LIBRARIES, PACKAGE, VERSION, installed_programs
from tests.stores.processes import ROOT, line_of, none_is_left, wait_until

POSTGRES = """
    import asyncio, os, sys
    from pathlib import Path
    from services.stores.embedded.postgres import EmbeddedPostgres
    async def main():
        os.umask(0o077)
        server = EmbeddedPostgres(Path(sys.argv[1]))
        await server.ensure_running()
        print(server.process_id, flush=True)
        sys.stdin.read()
        await server.close()
    asyncio.run(main())
"""
NEO4J = """
    import os, sys
    from pathlib import Path
    from services.stores.embedded.neo4j import EmbeddedNeo4j
    os.umask(0o077)
    attachment = EmbeddedNeo4j(Path(sys.argv[1])).attach()
    print(attachment.runtime["process_id"], flush=True)
    sys.stdin.read()
    attachment.release()
"""
NOBODY = 65534
ODD_NAME = "Größe, 50 % & Maß: “x”"
POOR = {"LANG": "C", "LC_ALL": "C", "HOME": None}
"""Neither letters nor a home folder."""
# The tests' own interpreter may lie behind root's closed folders: this user may read them, and write what is its own.
AS_NOBODY = (
    *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"),
    *("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"),
)
# A name space of its own counts processes from 1, as a container does; its end kills all that is in it.
IN_CONTAINER = ("unshare", "--pid", "--fork", "--mount-proc")

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="changes the account, which only root may")


@pytest.fixture
def folder() -> Iterator[Path]:
    """Open to be passed; what is in it is each test's affair."""
    path = Path(tempfile.mkdtemp(prefix="dossier-any-"))
    path.chmod(0o755)
    yield path
    wait_until(lambda: none_is_left(path))
    shutil.rmtree(path)


def run(
    script: str, data_dir: Path, *, prefix: Sequence[str] = (), variables: Mapping[str, str | None] | None = None
) -> "subprocess.Popen[str]":
    environment = os.environ | {name: value for name, value in (variables or {}).items() if value is not None}
    for name in [name for name, value in (variables or {}).items() if value is None]:
        environment.pop(name, None)
    return subprocess.Popen(
        [*prefix, sys.executable, "-c", textwrap.dedent(script), str(data_dir)],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def end(process: "subprocess.Popen[str]") -> None:
    process.communicate(timeout=90)
    assert process.returncode == 0


def copy_of_package(folder: Path) -> Path:
    """As a virtual environment has it; its place, for PYTHONPATH."""
    packages = installed_programs().parents[len(BINARIES.parts) - 1]
    ignored = shutil.ignore_patterns("include", "*.a")
    shutil.copytree(packages / PACKAGE / VERSION, folder / PACKAGE / VERSION, symlinks=True, ignore=ignored)
    (folder / PACKAGE / "__init__.py").touch()
    if (packages / LIBRARIES).exists():
        shutil.copytree(packages / LIBRARIES, folder / LIBRARIES, symlinks=True)
    return folder


@only_root
def test_for_root_programs_and_data_may_lie_behind_closed_folders_and_nothing_is_opened(folder: Path) -> None:
    closed = folder / "home of root"
    closed.mkdir(mode=0o700)
    data_dir = closed / ODD_NAME
    packages = copy_of_package(closed / "site-packages")
    process = run(POSTGRES, data_dir, variables={"PYTHONPATH": str(packages), **POOR})
    server = psutil.Process(int(line_of(process)))
    assert server.uids().effective != 0
    powers = re.findall(r"Cap(?:Eff|Prm|Amb):\s+(\S+)", Path(f"/proc/{server.pid}/status").read_text())
    assert set(powers) == {"0" * 16}
    assert str(closed) not in server.exe()
    assert str(Path(server.exe()).parent) in data_location(data_dir)
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700
    end(process)
    assert (data_dir / "postgres" / "PG_VERSION").exists()  # it stays where the user wanted it


@only_root
def test_an_ordinary_user_needs_no_home_and_no_locale(folder: Path) -> None:
    data_dir = folder / ODD_NAME
    data_dir.mkdir()
    os.chown(data_dir, NOBODY, NOBODY)
    packages = copy_of_package(folder / "site-packages")
    process = run(POSTGRES, data_dir, prefix=AS_NOBODY, variables={"PYTHONPATH": str(packages), **POOR})
    assert psutil.Process(int(line_of(process))).uids().effective == NOBODY
    end(process)


def test_the_graph_starts_below_a_folder_of_any_letters_without_a_locale(folder: Path) -> None:
    process = run(NEO4J, folder / ODD_NAME, variables=POOR)
    assert int(line_of(process)) > 0
    end(process)


async def test_data_that_root_copied_and_a_strange_password_file(folder: Path) -> None:
    server = EmbeddedPostgres(folder / "data")
    await server.ensure_running()
    await server.close()
    for path in (folder / "data" / "postgres").rglob("*"):
        os.chown(path, os.geteuid(), os.getegid())
    os.chown(folder / "data" / "postgres", os.geteuid(), os.getegid())
    (folder / "data" / "postgres").chmod(0o755)
    await server.ensure_running()
    await server.close()
    (folder / "data" / "postgres.password").write_text("of another database")
    with pytest.raises(PostgresUnavailable, match="put back the file that belongs to it"):
        await server.ensure_running()
    await server.close()


@only_root
@pytest.mark.parametrize("prefix", [(), AS_NOBODY], ids=["root", "user"])
def test_a_container_that_was_killed_starts_again(folder: Path, prefix: Sequence[str]) -> None:
    """Each time processes get the numbers that those of the killed one had, which its files still name."""
    data_dir = folder / "data"
    data_dir.mkdir()
    os.chown(data_dir, *((NOBODY, NOBODY) if prefix else (0, 0)))
    packages = copy_of_package(folder / "site-packages")
    for _ in range(3):
        process = run(POSTGRES, data_dir, prefix=(*IN_CONTAINER, *prefix), variables={"PYTHONPATH": str(packages)})
        assert int(line_of(process)) > 0
        psutil.Process(process.pid).children()[0].kill()  # the first of its name space: all others end with it
        process.communicate()
        assert (data_dir / "postgres" / "postmaster.pid").exists()


def test_a_disk_that_is_full_is_said_in_one_sentence(folder: Path) -> None:
    limited = ("prlimit", f"--fsize={1 << 20}")
    script = POSTGRES.replace("asyncio.run(main())", "") + textwrap.indent(
        textwrap.dedent(
            """
            try:
                asyncio.run(main())
            except Exception as error:
                print(type(error).__name__, error, flush=True)
            """
        ),
        "    ",
    )
    process = run(script, folder / "data", prefix=limited)
    said = line_of(process)
    assert said.startswith("PostgresUnavailable The embedded PostgreSQL did not start: ")
    assert "File too large" in said
    end(process)
