"""What a file shows in bold, in italics or as code is stored beside its text, and follows each of its versions."""

from services.documents.ingest.editing import Editing
from services.documents.ingest.ingestion import Ingestion
from services.documents.library import Library
from services.models import DocumentDraft, Emphasis, IngestTask

PAGE = "<p>The <b>quay</b> was <i>lengthened</i> in 1931.</p>"


async def told(library: Library, ingested_id: object) -> list[tuple[str, str]]:
    document = await library.get(str(ingested_id))
    return [(document.content[start:end], style) for start, end, style in await library.emphasis(document.id)]


async def test_a_page_is_stored_with_its_emphasis(ingestion: Ingestion, library: Library) -> None:
    ingested = await ingestion.add(ingestion.read(PAGE.encode(), "quay.html"))
    assert (await library.get(ingested.document_id)).content == "The quay was lengthened in 1931."
    assert await told(library, ingested.document_id) == [("quay", "bold"), ("lengthened", "italic")]
    plain = await ingestion.add(DocumentDraft(title="Plain", source="plain", content="A **bold** word."))
    assert await library.emphasis(plain.document_id) == ()


async def test_each_version_has_its_own_emphasis(ingestion: Ingestion, library: Library) -> None:
    first = await ingestion.add(ingestion.read(PAGE.encode(), "quay.html"))
    changed = PAGE.replace("1931", "<code>1932</code>")
    second = await ingestion.add(ingestion.read(changed.encode(), "quay.html"))
    assert first.document_id != second.document_id
    assert await told(library, first.document_id) == [("quay", "bold"), ("lengthened", "italic")]
    assert await told(library, second.document_id) == [("quay", "bold"), ("lengthened", "italic"), ("1932", "code")]


async def test_a_document_whose_text_stays_takes_the_emphasis_of_its_file(
    ingestion: Ingestion, library: Library
) -> None:
    """Also one that came before emphasis was kept, when its file is added again."""
    draft = ingestion.read(PAGE.encode(), "quay.html")
    first = await ingestion.add(draft.model_copy(update={"emphasis": ()}))
    again = await ingestion.add(draft)
    assert (again.document_id, again.status) == (first.document_id, "unchanged")
    assert await told(library, first.document_id) == [("quay", "bold"), ("lengthened", "italic")]
    await ingestion.add(ingestion.read(PAGE.replace("<b>", "").encode(), "quay.html"))
    assert await told(library, first.document_id) == [("lengthened", "italic")]


async def test_a_new_title_or_collection_leaves_the_emphasis(ingestion: Ingestion, library: Library) -> None:
    ingested = await ingestion.add(ingestion.read(PAGE.encode(), "quay.html"))
    editing = Editing(ingestion)
    await editing.retitle(ingested.document_id, "Another title")
    await editing.move([ingested.document_id], "elsewhere")
    await editing.delete([ingested.document_id])
    await editing.bring_back([ingested.document_id])
    assert await told(library, ingested.document_id) == [("quay", "bold"), ("lengthened", "italic")]


async def test_emphasis_that_does_not_fit_its_text_is_left_out(ingestion: Ingestion, library: Library) -> None:
    given = (Emphasis(0, 3, "bold"), Emphasis(2, 900, "code"), Emphasis(-2, 1, "italic"))
    draft = DocumentDraft(title="Mir", source="mir", content="Mir sank.", emphasis=given)
    assert await told(library, (await ingestion.add(draft)).document_id) == [("Mir", "bold")]
    moved = draft.model_copy(update={"source": "moved", "content": "\x00Salyut sank."})
    assert await told(library, (await ingestion.add(moved)).document_id) == []


def test_a_task_of_the_queue_keeps_the_emphasis() -> None:
    draft = DocumentDraft(title="Mir", source="mir", content="Mir sank.", emphasis=(Emphasis(0, 3, "bold"),))
    assert IngestTask.model_validate_json(IngestTask(draft=draft).model_dump_json()).draft == draft
    assert "emphasis" not in DocumentDraft(title="Mir", source="mir", content="Mir sank.").model_dump_json()
