"""Filters as they are chosen and written."""

from datetime import UTC, date, datetime
from uuid import UUID

from components.tuner.filters import metadata_pairs, read_pairs, unique_titles
from services.models import DocumentSummary
from services.text.dates import start_of_day

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def document(number: int, title: str, **metadata: str) -> DocumentSummary:
    return DocumentSummary(
        id=UUID(int=number),
        title=title,
        source=f"{number}.md",
        metadata=dict(metadata),
        reference_time=None,
        created_at=NOW,
        updated_at=NOW,
        chunk_count=1,
        fact_count=0,
        graph_state="done",
    )


def test_titles_that_occur_twice_are_told_apart_by_their_source():
    assert unique_titles([document(1, "Mir"), document(2, "Mir"), document(3, "Salyut")]) == [
        "Mir (1.md)",
        "Mir (2.md)",
        "Salyut",
    ]


def test_metadata_that_several_documents_share_is_offered():
    shared = [document(1, "a", format="html", note="one"), document(2, "b", format="html", note="two")]
    assert metadata_pairs(shared) == ["format=html"]


def test_pairs_are_split_at_the_first_equals_sign():
    assert read_pairs(["format = html", "formula=a=b", "nothing"]) == {"format": "html", "formula": "a=b"}


def test_the_first_day_is_included():
    assert start_of_day(date(1998, 3, 12)) == datetime(1998, 3, 12, tzinfo=UTC)
    assert start_of_day(None) is None
