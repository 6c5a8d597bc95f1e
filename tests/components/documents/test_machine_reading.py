"""What is said of text that a machine read off a picture."""

from components.documents.machine_reading import LONGEST, reading_words, shorten_passage
from components.sources.upload_form import amount_words
from services.models import DocumentDraft, MachineReading, UnsureWord


def test_a_reading_names_the_words_that_the_machine_was_unsure_of() -> None:
    unsure = (UnsureWord(word="billin*", confidence=0.61),)
    reading = MachineReading(word_count=412, confidence=0.987, unsure=unsure)
    assert reading_words(reading) == r"Read by machine: 412 words, 99% sure. Least sure: “billin\*” (61%)."
    assert (
        reading_words(MachineReading(word_count=1, confidence=1.0, unsure=())) == "Read by machine: 1 word, 100% sure."
    )


def test_a_long_passage_is_shortened_to_one_line() -> None:
    assert shorten_passage("Mir\n fell.") == "Mir fell."
    assert len(shorten_passage("word " * LONGEST)) == LONGEST


def test_an_upload_says_which_pages_wait_for_the_machine() -> None:
    scan = DocumentDraft(title="T", source="t.pdf", content="", unread_pages=(1, 2))
    assert amount_words(scan) == "2 pages without text, read by machine when it is ingested"
    mixed = scan.model_copy(update={"content": "x" * 1200, "unread_pages": (2,)})
    assert amount_words(mixed) == "1,200 characters · 1 page without text, read by machine when it is ingested"
    assert amount_words(mixed.model_copy(update={"unread_pages": ()})) == "1,200 characters"
