"""A watched folder: its documents end equal to its files, whatever happened to either."""

import asyncio
import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from services.documents.ingest.ingestion import Ingestion
from services.errors import InvalidInput
from services.models import DocumentDraft, Ingested, Viewpoint, Watch
from services.watching.fetching import WebFetcher
from services.watching.folders import FolderMirror
from services.watching.service import Watches
from services.watching.store import WatchStore

FILES = 24


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "reports"
    (made / "old").mkdir(parents=True)
    for name in ("a.md", "b.txt", "old/c.md"):
        (made / name).write_text(f"The text of {name}.")
    return made


async def documents(ingestion: Ingestion) -> dict[str, str]:
    page = await ingestion.library.list(limit=100, offset=0, viewpoint=Viewpoint.ever())
    return {one.source: (await ingestion.library.get(one.id)).content for one in page.documents}


def files(folder: Path) -> dict[str, str]:
    return {f"{folder.name}/{one.relative_to(folder)}": one.read_text() for one in folder.rglob("*") if one.is_file()}


async def look(watches: Watches, folder: Path) -> str:
    watch = await watches.add(str(folder))
    await watches.look(watch)
    return next(one.problem for one in await watches.all() if one.id == watch.id)


async def test_a_folder_is_taken_in_and_its_edits_are_followed(
    watches: Watches, ingestion: Ingestion, folder: Path
) -> None:
    assert await look(watches, folder) == ""
    assert await documents(ingestion) == files(folder)
    (folder / "a.md").write_text("Another text.")
    (folder / "new.md").write_text("A new file.")
    await look(watches, folder)
    assert await documents(ingestion) == files(folder)
    (watch,) = await watches.all()
    assert (watch.document_count, watch.kind) == (4, "folder")
    assert watch.seen_at is not None
    assert watch.due_at > watch.created_at


async def test_a_moved_file_keeps_its_document(watches: Watches, ingestion: Ingestion, folder: Path) -> None:
    await look(watches, folder)
    before = {one.source: one.id for one in await listed(ingestion)}
    (folder / "a.md").rename(folder / "old" / "renamed.md")
    await look(watches, folder)
    after = {one.source: one.id for one in await listed(ingestion)}
    assert after["reports/old/renamed.md"] == before["reports/a.md"]
    assert await watches.gone_files() == ()
    assert await documents(ingestion) == files(folder)


async def test_a_changed_file_is_a_version_and_moves_with_it(
    watches: Watches, ingestion: Ingestion, folder: Path
) -> None:
    await look(watches, folder)
    (folder / "a.md").write_text("Another text.")
    await look(watches, folder)
    (folder / "a.md").rename(folder / "moved.md")
    await look(watches, folder)
    newest = next(one for one in await listed(ingestion) if one.source == "reports/moved.md")
    assert len(await ingestion.library.versions(newest.id)) == 2
    assert (await watches.all())[0].document_count == 3
    (folder / "moved.md").unlink()
    await look(watches, folder)
    (gone,) = await watches.gone_files()
    await watches.decide(gone, delete=True)
    assert await documents(ingestion) == files(folder)


async def listed(ingestion: Ingestion):  # type: ignore[no-untyped-def]
    return (await ingestion.library.list(limit=100, offset=0, viewpoint=Viewpoint.ever())).documents


async def test_a_deletion_waits_for_an_answer(watches: Watches, ingestion: Ingestion, folder: Path) -> None:
    await look(watches, folder)
    (folder / "a.md").unlink()
    (folder / "b.txt").unlink()
    await look(watches, folder)
    assert len(await documents(ingestion)) == 3
    first, second = await watches.gone_files()
    assert (first.source, first.address) == ("reports/a.md", str(folder))
    await watches.decide(first, delete=True)
    await watches.decide(second, delete=False)
    assert await watches.gone_files() == ()
    assert set(await documents(ingestion)) == {"reports/b.txt", "reports/old/c.md"}
    await look(watches, folder)
    assert await watches.gone_files() == ()


async def test_what_was_deleted_here_comes_back_when_its_file_changes(
    watches: Watches, ingestion: Ingestion, folder: Path
) -> None:
    await look(watches, folder)
    page = await ingestion.library.list(limit=100, offset=0, viewpoint=Viewpoint.ever())
    await ingestion.delete(next(one.id for one in page.documents if one.source == "reports/a.md"))
    await look(watches, folder)
    assert set(await documents(ingestion)) == {"reports/b.txt", "reports/old/c.md"}
    (folder / "a.md").write_text("Another text.")
    await look(watches, folder)
    assert await documents(ingestion) == files(folder)


async def test_a_file_that_comes_back_is_no_question(watches: Watches, folder: Path) -> None:
    await look(watches, folder)
    text = (folder / "a.md").read_text()
    (folder / "a.md").unlink()
    await look(watches, folder)
    assert len(await watches.gone_files()) == 1
    (folder / "a.md").write_text(text)
    await look(watches, folder)
    assert await watches.gone_files() == ()


async def test_two_files_of_the_same_text_are_two_documents(
    watches: Watches, ingestion: Ingestion, folder: Path
) -> None:
    shutil.copy(folder / "a.md", folder / "copy.md")
    await look(watches, folder)
    (folder / "a.md").write_text("Now they differ.")
    await look(watches, folder)
    assert await documents(ingestion) == files(folder)


async def test_a_file_that_cannot_be_read_is_said_and_tried_again_when_it_changes(
    watches: Watches, ingestion: Ingestion, folder: Path
) -> None:
    (folder / "bad.pdf").write_bytes(b"%PDF-1.7 nothing")
    assert "bad.pdf” is damaged" in await look(watches, folder)
    assert await look(watches, folder) == ""
    (folder / "bad.pdf").unlink()
    (folder / "bad.md").write_text("It was mended.")
    assert await look(watches, folder) == ""
    assert await documents(ingestion) == files(folder)


async def test_a_folder_that_is_not_there_keeps_its_documents(
    watches: Watches, ingestion: Ingestion, folder: Path
) -> None:
    await look(watches, folder)
    watch = (await watches.all())[0]
    shutil.move(folder, folder.with_name("away"))
    await watches.look(watch)
    assert "its documents stay" in (await watches.all())[0].problem
    assert await watches.gone_files() == ()
    assert len(await documents(ingestion)) == 3
    await watches.remove(watch.id)
    assert await watches.all() == ()


class Killed(BaseException):
    """Nothing of ours catches it, as nothing catches a kill."""


class MortalIngestion(Ingestion):
    """Dies at chance, before or after a document is stored."""

    async def store(self, draft: DocumentDraft, **given: object) -> Ingested:  # type: ignore[override]
        if random.Random(draft.content + str(len(DEATHS))).random() < 0.15:
            DEATHS.append(draft.source)
            raise Killed
        stored = await super().store(draft, **given)  # type: ignore[arg-type]
        if random.Random(str(len(DEATHS)) + draft.content).random() < 0.15:
            DEATHS.append(draft.source)
            raise Killed
        return stored


DEATHS: list[str] = []


async def test_a_folder_under_edits_moves_deletions_and_kills_ends_equal_to_its_documents(
    ingestion: Ingestion, tmp_path: Path
) -> None:
    chance, folder = random.Random(7), tmp_path / "shared"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"{number:02}.txt").write_text(f"File {number}.")
    mortal = MortalIngestion(**vars(ingestion))
    store = WatchStore(ingestion.database)
    watch = await Watches.from_ingestion(ingestion, WebFetcher(1000)).add(str(folder))
    for turn in range(12):
        disturb(folder, chance, turn)
        try:
            await FolderMirror(store, mortal).look(watch)
        except Killed:
            continue
    assert DEATHS
    await FolderMirror(store, ingestion).look(watch)
    watches = Watches.from_ingestion(ingestion, WebFetcher(1000))
    for gone in await watches.gone_files():
        await watches.decide(gone, delete=True)
    assert await documents(ingestion) == files(folder)


def disturb(folder: Path, chance: random.Random, turn: int) -> None:
    there = sorted(folder.rglob("*.txt"))
    edited, moved, deleted = chance.sample(there, 3)
    edited.write_text(f"{edited.name} was edited in turn {turn}.")
    (folder / f"part {turn}").mkdir()
    moved.rename(folder / f"part {turn}" / moved.name)
    deleted.unlink()
    (folder / f"new {turn}.txt").write_text(f"It came in turn {turn}.")


class DiesAfterStoring(Ingestion):
    async def store(self, draft: DocumentDraft, **given: object) -> Ingested:  # type: ignore[override]
        await super().store(draft, **given)  # type: ignore[arg-type]
        raise Killed


async def test_a_new_file_whose_taking_in_was_cut_off_is_still_known_as_its_folders(
    watches: Watches, ingestion: Ingestion, folder: Path
) -> None:
    watch = await watches.add(str(folder))
    mirror = FolderMirror(watches.store, DiesAfterStoring(**vars(ingestion)))
    with pytest.raises(Killed):
        await mirror.look(watch)
    (taken,) = await documents(ingestion)
    (folder.parent / taken).rename(folder / "elsewhere.md")
    await look(watches, folder)
    (gone,) = await watches.gone_files()
    assert gone.source == taken
    await watches.decide(gone, delete=True)
    assert await documents(ingestion) == files(folder)


class ChangesBehindItsBack(FolderMirror):
    """Each look is followed by a change that it cannot have seen, before anything follows changes."""

    async def look(self, watch: Watch) -> str:
        problem = await super().look(watch)
        late = Path(watch.address) / "late.md"
        if not late.exists():
            late.write_text("It came right after the first look.")
        return problem


async def test_a_change_between_the_look_and_the_watching_is_not_lost(
    watches: Watches, ingestion: Ingestion, folder: Path
) -> None:
    watches = replace(watches, folders=ChangesBehindItsBack(watches.store, ingestion))
    await watches.add(str(folder))
    working = asyncio.create_task(watches.work())
    try:
        await until(
            lambda: documents(ingestion), {**files(folder), "reports/late.md": "It came right after the first look."}
        )
    finally:
        working.cancel()
        await asyncio.wait([working])


async def test_a_folder_that_is_added_and_one_that_is_made_anew_are_followed(
    watches: Watches, ingestion: Ingestion, folder: Path
) -> None:
    working = asyncio.create_task(watches.work())
    try:
        await watches.add(str(folder))
        await until(lambda: documents(ingestion), files(folder))
        make_anew(folder)
        await until(lambda: has(ingestion, "reports/anew.md"), True)
        await asyncio.sleep(3)
        (folder / "later.md").write_text("It came still later.")
        await until(lambda: has(ingestion, "reports/later.md"), True)
    finally:
        working.cancel()
        await asyncio.wait([working])


def make_anew(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / "anew.md").write_text("The folder was made anew.")


async def has(ingestion: Ingestion, source: str) -> bool:
    return source in await documents(ingestion)


async def test_where_changes_cannot_be_followed_folders_are_still_compared(
    watches: Watches,
    ingestion: Ingestion,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refuse(*_: object, **__: object) -> object:
        raise OSError("no space for one more watch")

    monkeypatch.setattr("services.watching.service.awatch", refuse)
    watch = await watches.add(str(folder))
    working = asyncio.create_task(watches.work())
    try:
        await until(lambda: documents(ingestion), files(folder))
        (folder / "late.md").write_text("It came later.")
        await watches.hurry(watch.id)
        await until(lambda: documents(ingestion), files(folder))
    finally:
        working.cancel()
        await asyncio.wait([working])
    assert "no space for one more watch" in caplog.text


async def test_a_change_is_seen_while_it_watches(watches: Watches, ingestion: Ingestion, folder: Path) -> None:
    await watches.add(str(folder))
    working = asyncio.create_task(watches.work())
    try:
        await until(lambda: documents(ingestion), files(folder))
        (folder / "late.md").write_text("It came while the folder was watched.")
        await until(lambda: documents(ingestion), files(folder))
    finally:
        working.cancel()
        await asyncio.wait([working])


async def until(found, wanted) -> None:  # type: ignore[no-untyped-def]
    for _ in range(150):
        if await found() == wanted:
            return
        await asyncio.sleep(0.2)
    assert await found() == wanted


async def test_what_is_no_folder_and_what_lies_elsewhere_is_refused(ingestion: Ingestion, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    held = Watches.from_ingestion(ingestion, WebFetcher(1000), root)
    with pytest.raises(InvalidInput, match="DOSSIER_WATCH_ROOT"):
        await held.add(str(tmp_path))
    with pytest.raises(InvalidInput, match="is no folder"):
        await held.add(str(root / "missing"))
    assert (await held.add(str(root))).address == str(root)
    with pytest.raises(InvalidInput, match="Set DOSSIER_WATCH_ROOT"):
        await Watches.from_ingestion(ingestion, WebFetcher(1000), serves_others=True).add(str(root))
