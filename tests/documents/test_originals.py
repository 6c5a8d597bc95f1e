"""Files are kept as they came, once, for as long as a document or a waiting job needs them."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from services.documents.ingest.ingestion import Ingestion
from services.documents.ingest.queue import Jobs
from services.documents.object_storage import ObjectStorage
from services.documents.originals import Originals
from services.errors import StoreUnavailable
from services.models import DocumentDraft, IngestTask, Original
from services.stores.postgres import Database

MIR = b"# Mir\n\nMir was a station.\r\n"


async def kept(ingestion: Ingestion, data: bytes = MIR, name: str = "deep/mir.md") -> DocumentDraft:
    return await ingestion.keep(ingestion.read(data, name), data, name)


async def added(ingestion: Ingestion, data: bytes = MIR, name: str = "deep/mir.md") -> str:
    return str((await ingestion.add(await kept(ingestion, data, name))).document_id)


async def make_old(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.execute(text("UPDATE original SET kept_at = now() - interval '2 hours'"))


async def test_a_document_has_its_file_byte_for_byte(ingestion: Ingestion) -> None:
    document = await ingestion.library.get(await added(ingestion))
    assert document.original is not None
    assert (document.original.name, document.original.size) == ("mir.md", len(MIR))
    assert await ingestion.originals.read(document.original) == MIR


async def test_a_file_that_comes_twice_is_kept_once_and_goes_with_its_last_document(ingestion: Ingestion) -> None:
    first = await added(ingestion)
    second = await added(replace(ingestion, collection="other"))
    assert await ingestion.originals.total() == (1, len(MIR))
    await ingestion.delete(first)
    assert await ingestion.originals.total() == (1, len(MIR))
    await ingestion.delete(second)
    assert await ingestion.originals.total() == (0, 0)


async def test_each_version_has_its_own_file(ingestion: Ingestion) -> None:
    newer = MIR + b"It flew until 2001."
    for data in (MIR, newer):
        document = await ingestion.library.get(await added(ingestion, data))
        assert document.original is not None
        assert await ingestion.originals.read(document.original) == data
    assert await ingestion.originals.total() == (2, len(MIR) + len(newer))


async def test_a_document_of_earlier_gets_its_file_when_the_same_comes_again(ingestion: Ingestion) -> None:
    draft = ingestion.read(MIR, "deep/mir.md")
    document_id = (await ingestion.add(draft)).document_id
    assert (await ingestion.library.get(document_id)).original is None
    assert await added(ingestion) == str(document_id)
    assert (await ingestion.library.get(document_id)).original is not None


async def test_what_waits_in_the_queue_keeps_its_file_and_what_was_given_up_does_not(
    ingestion: Ingestion, database: Database
) -> None:
    jobs = Jobs(database, ingestion)
    job = await jobs.queue(IngestTask(draft=await kept(ingestion)), source="deep/mir.md")
    assert await ingestion.originals.forget_unused() == 0, "it came just now"
    await make_old(database)
    assert await ingestion.originals.forget_unused() == 0, "the job names it"
    await jobs.cancel(job.id)
    assert await ingestion.originals.forget_unused() == 1


async def test_beyond_the_limit_the_text_goes_in_and_a_sentence_says_why_the_file_does_not(
    ingestion: Ingestion, database: Database
) -> None:
    tight = replace(ingestion, originals=Originals(database, most_megabytes=1))
    await kept(tight, b"a" * 999_990, "long.txt")
    ingested = await tight.add(await kept(tight))
    assert "DOSSIER_MAX_ORIGINALS_MB" in ingested.warnings[0]
    assert (await tight.library.get(ingested.document_id)).original is None


async def test_switched_off_nothing_new_is_kept_and_what_is_there_stays(
    ingestion: Ingestion, database: Database
) -> None:
    document = await ingestion.library.get(await added(ingestion))
    off = replace(ingestion, originals=Originals(database, keeps=False))
    other = await off.library.get(await added(off, b"Salyut was another.", "salyut.txt"))
    assert other.original is None
    assert document.original is not None
    assert await off.originals.read(document.original) == MIR
    await off.delete(document.id)
    assert await off.originals.total() == (0, 0)


async def test_a_folder_or_bucket_by_url_keeps_the_files_instead(
    ingestion: Ingestion, database: Database, tmp_path: Path
) -> None:
    place = ObjectStorage(tmp_path.as_uri())
    outside = replace(ingestion, originals=Originals(database, object_storage=place))
    document = await outside.library.get(await added(outside))
    assert document.original is not None
    file = tmp_path / document.original.hash[:2] / document.original.hash
    assert file.read_bytes() == MIR == await outside.originals.read(document.original)
    with pytest.raises(StoreUnavailable, match="DOSSIER_ORIGINALS_URL"):
        await ingestion.originals.read(document.original)
    await outside.delete(document.id)
    assert not file.exists()


async def test_a_file_that_is_lost_at_its_place_is_said(
    ingestion: Ingestion, database: Database, tmp_path: Path
) -> None:
    outside = Originals(database, object_storage=ObjectStorage(tmp_path.as_uri()))
    draft = await outside.keep(DocumentDraft(title="t", source="s", content="c"), MIR, "mir.md")
    assert draft.original is not None
    (tmp_path / draft.original.hash[:2] / draft.original.hash).unlink()
    with pytest.raises(StoreUnavailable, match="Add it again"):
        await outside.read(draft.original)


async def test_a_place_that_does_not_answer_is_a_sentence(ingestion: Ingestion, database: Database) -> None:
    away = Originals(database, object_storage=ObjectStorage("file:///proc/no such folder"))
    draft = await away.keep(DocumentDraft(title="t", source="s", content="c"), MIR, "mir.md")
    assert draft.original is None
    assert "does not answer" in draft.warnings[0]


async def test_a_file_that_is_gone_is_said(ingestion: Ingestion) -> None:
    with pytest.raises(Exception, match="no longer kept"):
        await ingestion.originals.read(Original(hash="0" * 64, name="a.pdf", size=1))
