"""A version's date is told as exactly as it is known."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from components.documents.versions import dated_words, version_label
from services.models import DocumentVersion

CAME = datetime(2024, 3, 1, 9, 30, tzinfo=UTC)


def version(written: datetime | None, **dated: object) -> DocumentVersion:
    return DocumentVersion.model_validate(
        {"id": uuid4(), "version": 1, "title": "A", "reference_time": written, "created_at": CAME, "replaced_at": None}
        | dated
    )


@pytest.mark.parametrize(
    ("dated", "told"),
    [
        ({}, "of 1 Jan 2019"),
        ({"dated_to": "year"}, "of 2019"),
        ({"dated_to": "month"}, "of Jan 2019"),
        ({"dated_by_saving": True}, "saved 1 Jan 2019"),
    ],
)
def test_a_date_is_told_as_exactly_as_it_is_known(dated, told):
    one = version(datetime(2019, 1, 1, tzinfo=UTC), **dated)
    assert dated_words(one) == told
    assert version_label(1, [one]) == f"version 1 of 1, {told}"


def test_without_a_date_of_its_own_the_day_on_which_it_came_is_told():
    assert dated_words(version(None)) == "added 1 Mar 2024, 09:30 UTC"
