"""Which files are meant by the paths a user gives, and what each is called as a source."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from services.documents.reading.export_files import ORIGINALS
from services.documents.reading.formats import is_readable

EXPORTED = "documents.jsonl"
"""What `export` writes: a DocumentDraft a line, each with its own source."""


@dataclass(frozen=True)
class FoundFile:
    """`source` is the path relative to the folder given, or the name of a file given by itself."""

    path: Path
    source: str


def files_in(paths: Sequence[Path]) -> list[FoundFile]:
    """Every readable file of the folders, by name, without hidden ones; files given by themselves, readable or not."""
    found = [(root, file) for root in paths for file in _under(root)]
    times = Counter(file.source for _, file in found)
    return [_told_apart(root, file) if times[file.source] > 1 else file for root, file in found]


def skipped_in(paths: Sequence[Path]) -> int:
    """How many files of the folders are in a format that is not read."""
    folders = [path for path in paths if path.is_dir()]
    return sum(
        1 for folder in folders for path in _visible(folder) if not is_readable(path.name) and path.name != EXPORTED
    )


def _under(root: Path) -> Iterator[FoundFile]:
    if not root.is_dir():
        yield FoundFile(root, root.name)
        return
    for path in sorted(_visible(root)):
        if _is_wanted(path):
            yield FoundFile(path, path.relative_to(root).as_posix())


def _is_wanted(path: Path) -> bool:
    return is_readable(path.name) or path.name == EXPORTED


def _visible(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not is_hidden and not _belongs_to_export(path):
            yield path


def _belongs_to_export(path: Path) -> bool:
    """A file that an export's documents name."""
    return path.parent.name == ORIGINALS and (path.parent.parent / EXPORTED).is_file()


def _told_apart(root: Path, file: FoundFile) -> FoundFile:
    """Two folders given at once may hold files of the same name: their own names tell them apart."""
    folder = root.resolve().name if root.is_dir() else root.resolve().parent.name
    return FoundFile(file.path, f"{folder}/{file.source}")
