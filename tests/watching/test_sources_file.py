"""`sources.toml`: what a file declares is watched, and no longer when it no longer does."""

from pathlib import Path

import pytest

from services.documents.ingest.ingestion import Ingestion
from services.errors import InvalidInput
from services.watching.fetching import WebFetcher
from services.watching.service import Watches
from services.watching.sources_file import read_sources_file

TWO = """
[[watch]]
address = "reports"
collection = "papers"

[[watch]]
address = "https://example.org/feed.xml"
every_seconds = 3600
"""


def declaring(ingestion: Ingestion, file: Path, text: str) -> Watches:
    file.write_text(text)
    return Watches.from_ingestion(ingestion, WebFetcher(1000), serves_others=True, declared=read_sources_file(file))


async def test_what_the_file_declares_is_watched_beside_what_people_named(ingestion: Ingestion, tmp_path: Path) -> None:
    file = tmp_path / "sources.toml"
    (tmp_path / "reports").mkdir()
    named = await Watches.from_ingestion(ingestion, WebFetcher(1000)).add("https://example.org/own")
    watches = declaring(ingestion, file, TWO)
    await watches.follow_declared()
    found = {one.address: one for one in await watches.all()}
    folder, feed = found[str((tmp_path / "reports").resolve())], found["https://example.org/feed.xml"]
    assert (folder.declared, folder.collection, folder.every_seconds) == (True, "papers", 300)
    assert (feed.declared, feed.kind, feed.every_seconds) == (True, "page", 3600)
    with pytest.raises(InvalidInput, match="take it out there"):
        await watches.remove(folder.id)

    fewer = declaring(ingestion, file, '[[watch]]\naddress = "reports"\n')
    await fewer.follow_declared()
    left = {one.address: one for one in await fewer.all()}
    assert set(left) == {folder.address, named.address}
    assert left[folder.address].id == folder.id
    file.unlink()
    without = Watches.from_ingestion(ingestion, WebFetcher(1000), declared=read_sources_file(file))
    await without.follow_declared()
    assert [one.address for one in await without.all()] == [named.address]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[watch]\n", "cannot be read"),
        ('[[watch]]\nadress = "a"\n', "watch.0.a"),
        ('[[watch]]\naddress = "a"\nevery_seconds = 1\n', "watch.0.every_seconds"),
    ],
)
async def test_a_file_that_is_not_understood_is_said_and_changes_nothing(
    ingestion: Ingestion, tmp_path: Path, text: str, words: str
) -> None:
    file = tmp_path / "sources.toml"
    await declaring(ingestion, file, TWO).follow_declared()
    broken = declaring(ingestion, file, text)
    assert words in broken.declared.problem
    await broken.follow_declared()
    assert len(await broken.all()) == 2
