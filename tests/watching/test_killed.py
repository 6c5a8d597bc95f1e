"""A process that mirrors a folder is killed at once, again and again, while the folder changes under it."""

import asyncio
import random
import signal
import subprocess
import sys
from pathlib import Path

from sqlalchemy import URL

from services.documents.ingest.ingestion import Ingestion
from services.models import Viewpoint
from services.watching.fetching import WebFetcher
from services.watching.service import Watches
from tests.watching.test_folders import files

ROOT = Path(__file__).resolve().parents[2]
FILES, KILLS, EDITED = 200, 3, 20


async def test_after_real_kills_the_documents_are_the_files(
    ingestion: Ingestion, database_url: URL, tmp_path: Path
) -> None:
    chance, folder = random.Random(9), tmp_path / "shared"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"{number:03}.txt").write_text(f"File {number}.")
    kept = 0
    for turn in range(KILLS):
        process = start(database_url, folder)
        try:
            kept = await until_more_than(kept + 10, ingestion)
            disturb(folder, chance, turn)
            await asyncio.sleep(chance.random() / 2)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
    watches = Watches.from_ingestion(ingestion, WebFetcher(1000))
    watch = await watches.add(str(folder))
    await watches.look(watch)
    assert (await watches.all())[0].problem == ""
    for gone in await watches.gone_files():
        await watches.decide(gone, delete=True)
    assert await all_documents(ingestion) == files(folder)


def start(database_url: URL, folder: Path) -> "subprocess.Popen[bytes]":
    url = database_url.render_as_string(hide_password=False)
    return subprocess.Popen([sys.executable, "-m", "tests.watching.mirror_process", url, str(folder)], cwd=ROOT)


async def until_more_than(count: int, ingestion: Ingestion) -> int:
    """How many documents there are by then; all of them may be in already."""
    for _ in range(1200):
        found = (await ingestion.library.list(limit=1)).total
        if found > min(count, FILES - EDITED * KILLS):
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(f"There are {found} documents after a minute, and not more than {count}.")


def disturb(folder: Path, chance: random.Random, turn: int) -> None:
    there = chance.sample(sorted(folder.rglob("*.txt")), 3 * EDITED)
    (folder / f"part {turn}").mkdir()
    for edited, moved, deleted in zip(there[:EDITED], there[EDITED : 2 * EDITED], there[2 * EDITED :], strict=True):
        edited.write_text(f"{edited.name} was edited in turn {turn}.")
        moved.rename(folder / f"part {turn}" / moved.name)
        if chance.random() < 0.5:
            deleted.unlink()


async def all_documents(ingestion: Ingestion) -> dict[str, str]:
    found: dict[str, str] = {}
    for offset in (0, 100, 200, 300):
        page = await ingestion.library.list(limit=100, offset=offset, viewpoint=Viewpoint.ever())
        contents = await ingestion.library.contents([one.id for one in page.documents])
        found |= {one.source: contents[one.id] for one in page.documents}
    return found
