"""What is said of a watched folder."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from components.sources.watched import state_words
from services.models import Watch

NOW = datetime(2026, 11, 22, 10, 55, tzinfo=UTC)


@pytest.mark.parametrize(
    ("documents", "seen", "said"),
    [
        (0, None, "0 documents · not seen yet"),
        (1, None, "1 document · being looked at for the first time"),
        (3, NOW, "3 documents · last seen 22 Nov 2026"),
    ],
)
def test_a_folder_is_seen_when_its_first_look_has_ended(documents, seen, said):
    watch = Watch(
        id=uuid4(),
        kind="folder",
        address="/papers",
        collection="main",
        every_seconds=300,
        declared=False,
        due_at=NOW,
        seen_at=seen,
        problem="",
        document_count=documents,
        created_at=NOW,
    )
    assert state_words(watch).startswith(said)
