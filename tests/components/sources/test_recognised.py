"""What becomes of a file's date on its way through the page for adding documents."""

from datetime import UTC, datetime

from components.sources.recognised import correct_draft, date_words, moment_of_day
from services.models import DocumentDraft
from services.text.wording import document_writing_words

SAVED_AT = datetime(2026, 11, 25, 9, 30, tzinfo=UTC)


def draft(unread: tuple[int, ...] = ()) -> DocumentDraft:
    return DocumentDraft(
        title="Minutes",
        source="minutes.pdf",
        content="The quay was closed.",
        metadata={"saved": SAVED_AT.isoformat()},
        reference_time=SAVED_AT,
        unread_pages=unread,
    )


def test_a_date_left_as_it_was_recognised_stays_that_of_saving():
    task = correct_draft(draft(), "Minutes", moment_of_day(SAVED_AT.date()))
    assert task.draft is not None
    assert document_writing_words(task.draft.metadata, task.draft.reference_time) == "file saved 25 Nov 2026"


def test_another_date_is_when_it_was_written():
    task = correct_draft(draft(), "Minutes", datetime(2014, 5, 12, tzinfo=UTC))
    assert task.draft is not None
    assert document_writing_words(task.draft.metadata, task.draft.reference_time) == "written 12 May 2014"


def test_a_date_of_saving_is_told_as_such_before_it_goes_in():
    assert date_words(draft()) == "dated by when its file was saved"
    assert date_words(draft(unread=(1,))) == "dated by when its file was saved, unless its text says another"
    assert date_words(draft().model_copy(update={"reference_time": datetime(2014, 5, 12, tzinfo=UTC)})) == ""
