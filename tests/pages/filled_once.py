"""The sample corpus is read once a run: a second dashboard begins with a copy of what the first one's stores hold."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from services.stores.embedded.leases import hold_lock

Filled = Callable[["subprocess.Popen[bytes]"], None]


@dataclass(frozen=True)
class FilledOnce:
    """`shared`: the folder that all workers of the run see; None where there is one process alone."""

    shared: Path | None

    @contextmanager
    def filling(self, data_dir: Path) -> Iterator[Filled]:
        """`data_dir` is empty, or holds the copy; the others wait until `filled` is called with the Dossier over it."""
        if self.shared is None:
            yield lambda _: None
            return
        copy = self.shared / "filled"
        with ExitStack() as waiting:
            waiting.enter_context(hold_lock(self.shared / "filling.lock"))
            if is_there := copy.exists():
                copy_folder(copy, data_dir)

            def filled(dossier: "subprocess.Popen[bytes]") -> None:
                if not is_there:
                    copy_standing_still(data_dir, copy, dossier)
                waiting.close()

            yield filled


def copy_standing_still(data_dir: Path, copy: Path, dossier: "subprocess.Popen[bytes]") -> None:
    """As after a power cut, from which both stores recover: nothing of it runs while it is copied."""
    running = [psutil.Process(dossier.pid), *processes_over(data_dir)]
    for process in running:
        process.suspend()
    try:
        copy_folder(data_dir, part := copy.with_suffix(".part"))
        part.rename(copy)
    finally:
        for process in running:
            process.resume()


def processes_over(data_dir: Path) -> list[psutil.Process]:
    """The stores' servers, which are no children of the Dossier that started them."""
    named = [one for one in psutil.process_iter(["cmdline"]) if is_below(data_dir, one.info["cmdline"] or [])]
    return list({process.pid: process for one in named for process in (one, *one.children(recursive=True))}.values())


def is_below(data_dir: Path, command: list[str]) -> bool:
    return any(argument.startswith(f"{data_dir}/") for argument in command)


def copy_folder(folder: Path, copy: Path) -> None:
    """With its owners: Postgres's files may belong to another account."""
    copy.mkdir(exist_ok=True)
    subprocess.run(["cp", "-a", f"{folder}/.", str(copy)], check=True)
