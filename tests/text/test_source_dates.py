"""The date of a source, in answers, exports and on the command line: from when, and who says so."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

from services.chat.transcript import answer_as_markdown
from services.models import Answer, Citation, Usage, Viewpoint, cite
from services.text.wording import dated_title

WRITTEN = datetime(2024, 6, 12, 14, 3, tzinfo=UTC)


def cited(written: datetime | None, **metadata: str) -> Citation:
    return cite(
        Viewpoint.now(),
        document_id=UUID(int=1),
        title="Report",
        source="report.docx",
        written=written,
        chunk_id=uuid4(),
        start=0,
        end=11,
        quote="Some words.",
        metadata=metadata,
    )


def test_a_source_says_its_date_and_whether_only_the_file_was_saved_then():
    assert dated_title(cited(None)) == "Report, undated"
    assert dated_title(cited(WRITTEN)) == "Report, 12 Jun 2024, 14:03 UTC"
    assert dated_title(cited(WRITTEN, saved=WRITTEN.isoformat())) == "Report, file saved 12 Jun 2024"
    assert "dated_by_saving" not in cited(WRITTEN).model_dump(mode="json")


def test_an_exported_answer_says_so_too():
    sources = (cited(None), cited(WRITTEN), cited(WRITTEN, saved=WRITTEN.isoformat()))
    lines = answer_as_markdown(Answer(text="", citations=sources, usage=Usage(), model="offline"), Viewpoint.now())
    assert "(report.docx, undated, characters" in lines
    assert "(report.docx, written 12 Jun 2024, 14:03 UTC, characters" in lines
    assert "(report.docx, file saved 12 Jun 2024, characters" in lines
