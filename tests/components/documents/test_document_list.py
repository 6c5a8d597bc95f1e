"""What a row of the list of documents says."""

from datetime import UTC, datetime

from components.documents.document_list import date_words
from services.models import DocumentSummary, Viewpoint
from tests.samples import named

SAVED = datetime(2024, 6, 12, 14, 3, tzinfo=UTC)


def summary(written: datetime | None, **metadata: str) -> DocumentSummary:
    return DocumentSummary(
        id=named("report"),
        title="Report",
        source="report.docx",
        metadata=metadata,
        reference_time=written,
        created_at=SAVED,
        updated_at=SAVED,
        chunk_count=1,
        fact_count=0,
        graph_state="done",
    )


def test_a_date_that_only_a_program_left_is_told_apart():
    now = Viewpoint.now()
    assert date_words(summary(SAVED, saved=SAVED.isoformat()), now) == "saved 12 Jun 2024"
    assert date_words(summary(datetime(2019, 3, 1, tzinfo=UTC), saved=SAVED.isoformat()), now) == "1 Mar 2019"
    assert date_words(summary(None), now) == "undated"
