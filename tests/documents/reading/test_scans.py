"""Pages that are pictures are read by machine: their text, where it stands, and how sure the machine is of it."""

import io
import socket
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from bench.scanned_pages import ScannedPage, as_file, as_pdf, sample_texts, scanned, wrong_letters
from services.documents.pages import machine_reading, pages_with_passage
from services.documents.reading import readers
from services.documents.reading.apart import Limits, ReadingProcesses
from services.documents.reading.pdf.pictures import page_pictures
from services.documents.reading.recognition import dated_by_text
from services.documents.reading.scans import installation, unread_pages
from services.documents.reading.scans.lines import TextLine, patches
from services.documents.reading.scans.order import rows_in_order
from services.documents.reading.scans.pictures import read_picture
from services.documents.reading.scans.unread_pages import with_read_pages
from services.errors import UnreadableDocument
from services.models import DocumentDraft, PageLayout, ReadPage, is_dated_by_saving
from services.text.boxes import pack_boxes, pack_confidences, unpack_boxes, unpack_confidences
from services.text.wording import document_writing_words

RIGHT = 0.98


@pytest.fixture(scope="module")
def page() -> ScannedPage:
    (text,) = sample_texts(1)
    return scanned(text[:900], 1)


@pytest.fixture(scope="module")
def read(page: ScannedPage) -> ReadPage:
    return read_picture(as_file(page), "scan.png", 1)


def test_a_scanned_page_is_read_with_no_more_than_two_letters_of_a_hundred_wrong(
    page: ScannedPage, read: ReadPage
) -> None:
    assert wrong_letters(page.text, " ".join(read.text.split())) <= (1 - RIGHT) * len(page.text)


def test_each_letter_has_its_box_and_each_word_its_confidence(page: ScannedPage, read: ReadPage) -> None:
    boxes, sure = unpack_boxes(read.boxes), unpack_confidences(read.confidences)
    assert len(boxes) == len(sure) == len(read.text)
    ink = np.asarray(page.picture) < 128
    dark = [share_of_ink(ink, box) for letter, box in zip(read.text, boxes, strict=True) if letter.isalpha()]
    assert np.mean([share > 0.01 for share in dark]) > 0.98
    first = read.text.split()[1]
    start = read.text.index(first)
    assert len(set(sure[start : start + len(first)].tolist())) == 1


def share_of_ink(ink: np.ndarray, box: np.ndarray) -> float:
    left, top, right, bottom = (box * np.array([ink.shape[1], ink.shape[0]] * 2)).astype(int)
    return float(ink[top : bottom + 1, left : right + 1].mean())


def test_reading_opens_no_connection(page: ScannedPage, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    assert read_picture(as_file(page), "scan.png", 1).text


def test_a_page_without_text_waits_for_the_machine_and_one_with_text_does_not(page: ScannedPage) -> None:
    draft = readers.read_file(as_pdf([page], printed="Printed words."), "report.pdf")
    assert draft.content == "Printed words."
    assert draft.unread_pages == (2,)
    assert readers.read_file(as_pdf([], printed="Printed words."), "plain.pdf").unread_pages == ()


@pytest.mark.parametrize(("name", "kind"), [("a.png", "PNG"), ("a.jpg", "JPEG"), ("a.tiff", "TIFF")])
def test_a_picture_is_a_document_of_one_page(page: ScannedPage, name: str, kind: str) -> None:
    draft = readers.read_file(as_file(page, kind), name)
    assert draft.unread_pages == (1,)
    assert round(draft.pages[0].width) == 595  # A4, by the resolution that it says
    (picture,) = page_pictures(as_file(page, kind), name, [1], 300)
    assert Image.open(io.BytesIO(picture)).width == 300


def test_each_frame_of_a_tiff_is_a_page() -> None:
    frames = [words(["First page"]), words(["Second page"])]
    written = io.BytesIO()
    frames[0].save(written, "TIFF", save_all=True, append_images=frames[1:])
    draft = readers.read_file(written.getvalue(), "fax.tif")
    assert draft.unread_pages == (1, 2)
    assert "Second" in read_picture(written.getvalue(), "fax.tif", 2).text


def words(lines: list[str]) -> Image.Image:
    picture = Image.new("L", (900, 200 + 80 * len(lines)), 255)
    for number, line in enumerate(lines):
        ImageDraw.Draw(picture).text((60, 60 + 80 * number), line, fill=0, font_size=40)
    return picture


def test_a_word_torn_at_the_end_of_a_line_is_one_again() -> None:
    written = io.BytesIO()
    words(["The station was visited by eleven cosmo-", "nauts before it fell."]).save(written, "PNG")
    assert "eleven cosmonauts before" in read_picture(written.getvalue(), "a.png", 1).text


def test_an_empty_page_has_no_text() -> None:
    written = io.BytesIO()
    Image.new("L", (600, 800), 255).save(written, "PNG")
    read = read_picture(written.getvalue(), "a.png", 1)
    assert (read.text, len(unpack_boxes(read.boxes))) == ("", 0)


def test_what_is_no_picture_and_what_is_too_large_are_said() -> None:
    with pytest.raises(UnreadableDocument, match=r"“a\.png” is damaged or no picture"):
        readers.read_file(b"\x89PNG nothing", "a.png")
    written = io.BytesIO()
    Image.new("1", (20_000, 6_000)).save(written, "PNG")
    with pytest.raises(UnreadableDocument, match="more than 100 million pixels"):
        readers.read_file(written.getvalue(), "poster.png")


def test_without_the_models_a_scan_says_what_to_install(
    page: ScannedPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(installation, "models_folder", lambda: tmp_path)
    assert not unread_pages.are_models_installed()
    with pytest.raises(UnreadableDocument, match=r"1 page without text.*pip install --no-deps"):
        readers.read_file(as_file(page), "scan.png")
    draft = readers.read_file(as_pdf([page], printed="Printed words."), "report.pdf")
    assert draft.content == "Printed words."
    assert "1 page without text" in draft.warnings[0]
    assert draft.unread_pages == ()


def test_pages_read_by_machine_stand_between_the_others() -> None:
    layouts = [
        PageLayout(
            number=1, label="1", width=10, height=10, start_offset=0, end_offset=4, boxes=pack_boxes(ones("Here"))
        ),
        PageLayout(number=2, label="2", width=10, height=10, start_offset=4, end_offset=4, boxes=pack_boxes(ones(""))),
        PageLayout(
            number=3, label="3", width=10, height=10, start_offset=6, end_offset=9, boxes=pack_boxes(ones("End"))
        ),
    ]
    draft = DocumentDraft(title="T", source="t.pdf", content="Here\n\nEnd", pages=tuple(layouts), unread_pages=(2,))
    sure = np.array([1, 1, 1, 1, 0.5, 0.5])
    page = ReadPage(text="Mir fi", boxes=pack_boxes(ones("Mir fi")), confidences=pack_confidences(sure))
    whole = with_read_pages(draft, {2: page})
    assert whole.content == "Here\n\nMir fi\n\nEnd"
    assert whole.unread_pages == ()
    assert whole.metadata["pages_read_by_machine"] == 1
    assert [whole.content[one.start_offset : one.end_offset] for one in whole.pages] == ["Here", "Mir fi", "End"]
    reading = machine_reading(whole.content, whole.pages, 0, len(whole.content))
    assert reading is not None
    assert (reading.word_count, [one.word for one in reading.unsure]) == (2, ["fi"])
    assert machine_reading(whole.content, whole.pages, 0, 4) is None
    (marked,), share = pages_with_passage(whole.content, whole.pages, 6, 9)
    assert (marked.number, share) == (2, 1.0)


SAVED_ON = datetime(2026, 11, 25, 9, 30, tzinfo=UTC)
MINUTES = "Minutes of the meeting of 12 May 2014\n\nPresent: Ada Lind."


@pytest.mark.parametrize(
    ("text", "known", "dated"),
    [
        (MINUTES, SAVED_ON, datetime(2014, 5, 12, tzinfo=UTC)),
        ("Protokoll der Sitzung vom 12. Mai 2014\n\nAnwesend: Ada Lind.", None, datetime(2014, 5, 12, tzinfo=UTC)),
        ("Harbour works\n\nThe quay was closed after the flood of 3 May 1998.", SAVED_ON, SAVED_ON),
        (MINUTES, datetime(2015, 1, 2, tzinfo=UTC), datetime(2015, 1, 2, tzinfo=UTC)),  # somebody said so
    ],
)
def test_the_day_that_a_scans_head_names_counts_before_the_moment_of_saving(text, known, dated) -> None:
    layout = PageLayout(
        number=1, label="1", width=10, height=10, start_offset=0, end_offset=0, boxes=pack_boxes(ones(""))
    )
    metadata = {"saved": SAVED_ON.isoformat()}
    draft = DocumentDraft(
        title="T",
        source="t.pdf",
        content="",
        metadata=metadata,
        reference_time=known,
        pages=(layout,),
        unread_pages=(1,),
    )
    page = ReadPage(text=text, boxes=pack_boxes(ones(text)), confidences=pack_confidences(np.ones(len(text))))
    whole = with_read_pages(draft, {1: page})
    assert whole.reference_time == dated
    assert is_dated_by_saving(whole.metadata, whole.reference_time) == (dated == SAVED_ON)


def test_a_scan_that_says_only_its_month_is_of_that_month() -> None:
    draft = DocumentDraft(title="T", source="t.pdf", content="Harbour Board\n\nMay 2014\n\nThe quay was closed.")
    told = dated_by_text(draft)
    assert document_writing_words(told.metadata, told.reference_time) == "written May 2014"


def ones(text: str) -> np.ndarray:
    return np.tile([0.1, 0.1, 0.2, 0.2], (len(text), 1))


def line(left: float, top: float, width: float = 100) -> TextLine:
    return TextLine((left, top), (width, 0), (0, 10))


def test_columns_are_read_one_after_the_other_and_rows_from_left_to_right() -> None:
    title = line(0, 0, 230)
    left, right = [line(0, 40 + 20 * row) for row in range(4)], [line(130, 40 + 20 * row) for row in range(4)]
    assert rows_in_order([*right, *left, title]) == [[one] for one in (title, *left, *right)]
    first, amount = line(0, 40, 100), line(200, 41, 30)
    assert rows_in_order([amount, first, title]) == [[title], [first, amount]]


def test_pixels_that_hang_together_are_one_patch() -> None:
    mask = np.array([[1, 0, 1, 0, 0], [1, 0, 1, 0, 1], [1, 1, 1, 0, 1]], bool)
    assert sorted(sum(end - start for _, start, end in runs) for runs in patches(mask)) == [2, 7]


def test_a_page_that_takes_too_long_is_ended_and_the_next_one_is_read(page: ScannedPage) -> None:
    hasty, patient = ReadingProcesses(Limits(seconds=0, megabytes=900)), ReadingProcesses(Limits(60, 900))
    try:
        with pytest.raises(UnreadableDocument, match="is not read after"):
            hasty.read_page(as_file(page), "scan.png", 1)
        assert patient.read_page(as_file(page), "scan.png", 1).text
    finally:
        hasty.close()
        patient.close()
