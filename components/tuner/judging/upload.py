"""Uploaded files as a set of judgements: which of them holds the queries, which the grades."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import PurePosixPath

from services.errors import InvalidInput
from services.search.judgement_files import SPLITS, parse_judgements
from services.search.models import Judgements

LARGEST = 200_000_000
"""Bytes that a zip file may unfold to."""


def read_judgements(files: Mapping[str, bytes], name: str = "") -> Judgements:
    """`files` by name; `name` of the set, empty: the files' own. Raises InvalidInput."""
    unpacked: dict[str, bytes] = {}
    for file_name, content in files.items():
        unpacked |= _unzipped(file_name, content) if file_name.lower().endswith(".zip") else {file_name: content}
    texts = {file_name: _text(file_name, content) for file_name, content in unpacked.items()}
    qrels = _qrels(texts)
    queries = _queries({file_name: text for file_name, text in texts.items() if file_name != qrels})
    return parse_judgements(name or _own_name(list(files), qrels), texts[queries], texts[qrels])


def _unzipped(name: str, content: bytes) -> dict[str, bytes]:
    """The queries and grades of a BEIR folder; its corpus, which may be large, stays packed."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            wanted = [entry for entry in archive.infolist() if not entry.is_dir() and "corpus" not in entry.filename]
            if sum(entry.file_size for entry in wanted) > LARGEST:
                raise InvalidInput(
                    f"{name} unfolds to more than {LARGEST // 1_000_000} MB. Import its files one by one."
                )
            return {entry.filename: archive.read(entry) for entry in wanted}
    except (zipfile.BadZipFile, RuntimeError) as error:  # RuntimeError: encrypted
        raise InvalidInput(f"{name} cannot be unpacked. Is it a zip file without a password?") from error


def _text(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{name} cannot be read as UTF-8 text.") from error


def _qrels(texts: Mapping[str, str]) -> str:
    """By BEIR's folder, else by name, else by looks: the last word of the first lines is a grade."""
    in_folder = [name for name in texts if PurePosixPath(name).parent.name == "qrels"]
    by_split = sorted(in_folder, key=lambda name: _place(PurePosixPath(name).stem))
    by_name = [name for name in texts if "qrel" in name.lower()]
    by_looks = [name for name, text in texts.items() if _ends_in_grades(text)]
    for found in (by_split, by_name, by_looks):
        if found:
            return found[0]
    raise InvalidInput("The grades are missing: add the qrels file (query, document, grade).")


def _place(split: str) -> int:
    return SPLITS.index(split) if split in SPLITS else len(SPLITS)


def _ends_in_grades(text: str) -> bool:
    rows = [line.split() for line in text.splitlines()[1:20] if line.strip()] or [text.split()]
    return all(len(row) in (3, 4) and row[-1].lstrip("-").isdecimal() for row in rows)


def _queries(texts: Mapping[str, str]) -> str:
    by_name = [name for name in texts if any(word in PurePosixPath(name).name.lower() for word in ("quer", "topic"))]
    found = by_name or [name for name in texts if PurePosixPath(name).parent.name != "qrels"]
    if not found:
        raise InvalidInput("The queries are missing: add queries.jsonl, or a file with id, tab, text in each line.")
    return found[0]


def _own_name(uploaded: list[str], qrels: str) -> str:
    zipped = next((name for name in uploaded if name.lower().endswith(".zip")), None)
    return PurePosixPath(zipped or qrels).stem
