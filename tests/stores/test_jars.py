"""Jars are the ones of the lock file or none."""

import hashlib
from pathlib import Path

import pytest

from services.stores import jars
from services.stores.jars import Jar, JarsUnavailable, fetch, locked_jars


def test_the_lock_names_one_version_of_neo4j_with_its_hashes() -> None:
    locked = locked_jars()
    assert len({jar.coordinate for jar in locked}) == len(locked) > 200
    assert [jar for jar in locked if jar.coordinate.startswith("org.neo4j:neo4j:jar:5.26.")]
    assert all(len(jar.sha256) == 64 for jar in locked)


def test_only_what_is_missing_or_damaged_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = {"a:whole:jar:1": b"whole", "a:damaged:jar:1": b"damaged", "a:missing:jar:1": b"missing"}
    _pretend(contents, tmp_path, monkeypatch)
    directory = tmp_path / "jars"
    directory.mkdir()
    (directory / "a_whole_jar_1.jar").write_bytes(b"whole")
    (directory / "a_damaged_jar_1.jar").write_bytes(b"half")
    seen: list[tuple[int, int]] = []
    fetch(lambda fetched, total: seen.append((fetched, total)), directory)
    assert seen[0] == (1, 3)
    assert seen[-1] == (3, 3)
    assert (directory / "a_damaged_jar_1.jar").read_bytes() == b"damaged"
    fetch(lambda *_: pytest.fail("nothing was missing"), directory)


def test_a_jar_with_another_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _pretend({"a:forged:jar:1": b"forged"}, tmp_path, monkeypatch)
    (tmp_path / "lock").write_text(f"{'0' * 64} a:forged:jar:1\n")
    with pytest.raises(JarsUnavailable, match="its hash differs"):
        fetch(lambda *_: None, tmp_path / "jars")
    assert not (tmp_path / "jars" / "a_forged_jar_1.jar").exists()


def _pretend(contents: dict[str, bytes], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository of three jars: the real one would take a minute."""
    lock = folder / "lock"
    lock.write_text("".join(f"{hashlib.sha256(content).hexdigest()} {name}\n" for name, content in contents.items()))

    def from_maven(jar: Jar, repository: Path) -> Path:
        repository.mkdir(parents=True)
        (repository / "download").write_bytes(contents[jar.coordinate])
        return repository / "download"

    monkeypatch.setattr(jars, "LOCK_FILE", lock)
    monkeypatch.setattr(jars, "_from_maven", from_maven)
