"""Pictures within a PDF are named where they stand."""

import io

import pypdf
import pytest
from fpdf import FPDF
from PIL import Image
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, NumberObject
from pypdf.generic import NameObject as Name

from services.documents.reading.readers import read_file
from tests.documents.reading.pdf.test_places import changed, prose
from tests.documents.reading.pdf.test_tables import sheet

BEFORE = "The old quay was closed in May."
AFTER = "The new quay was opened in June."
LAST = "Ships to the islands have left from it twice a day since the autumn."
LINES = {45: BEFORE, 150: AFTER, 240: LAST}
"""By how far down the page they stand, in millimetres."""


def picture(width=400, height=300) -> io.BytesIO:
    held = io.BytesIO()
    Image.new("RGB", (width, height), (40, 90, 160)).save(held, "PNG")
    held.seek(0)
    return held


def with_words() -> FPDF:
    pdf = sheet()
    for y, sentence in LINES.items():
        pdf.set_xy(10, y)
        pdf.multi_cell(0, 5, sentence)
    return pdf


def with_one(x=30.0, y=60.0, width=100.0, height=75.0, said: str | None = None) -> FPDF:
    """Between the first two sentences, on A4."""
    pdf = with_words()
    pdf.image(picture(), x, y, width, height, alt_text=said)
    return pdf


def told(*paragraphs: str) -> str:
    return "\n\n".join(paragraphs)


def content(pdf: FPDF) -> str:
    return read_file(bytes(pdf.output()), "quay.pdf").content


def test_a_picture_is_named_between_the_paragraphs_that_it_stands_between():
    assert content(with_one()) == told(BEFORE, "[Picture]", AFTER, LAST)


def test_it_is_named_by_what_its_author_wrote_of_it():
    named = content(with_one(said="The new quay at low tide"))
    assert named == told(BEFORE, "[Picture: The new quay at low tide]", AFTER, LAST)


def test_several_keep_their_order_and_the_last_may_end_the_page():
    pdf = sheet()
    pdf.set_xy(10, 45)
    pdf.multi_cell(0, 5, LAST)
    for y, said in ((60, "First"), (120, "Second"), (180, "Third")):
        pdf.image(picture(), 30, y, 60, 45, alt_text=said)
    assert content(pdf) == told(LAST, "[Picture: First]", "[Picture: Second]", "[Picture: Third]")


def test_a_picture_that_was_cut_into_pieces_is_named_once():
    pdf = with_words()
    for strip in range(12):
        pdf.image(picture(100, 6), 30, 60 + 6 * strip, 50, 6)
        pdf.image(picture(100, 6), 80, 60 + 6 * strip, 50, 6)
    assert content(pdf) == told(BEFORE, "[Picture]", AFTER, LAST)


def test_pictures_that_touch_and_are_said_to_be_different_are_named_each():
    pdf = with_words()
    pdf.image(picture(), 20, 60, 60, 45, alt_text="The quay")
    pdf.image(picture(), 80, 60, 60, 45, alt_text="The crane")
    assert content(pdf) == told(BEFORE, "[Picture: The quay]", "[Picture: The crane]", AFTER, LAST)


@pytest.mark.parametrize(
    "place",
    [
        {"x": 10, "y": 5, "width": 60, "height": 20},
        {"x": 100, "y": 280, "width": 60, "height": 15},
        {"x": 30, "y": 80, "width": 6, "height": 6},
        {"x": 0, "y": 0, "width": 210, "height": 297},
        {"x": 300, "y": 60, "width": 100, "height": 75},
    ],
    ids=["a letterhead", "below the text", "a sign", "the background", "beside the page"],
)
def test_what_is_nothing_to_look_at_is_not_named(place):
    assert content(with_one(**place)) == told(BEFORE, AFTER, LAST)


def test_in_columns_it_stands_in_its_own():
    words = {side: [f"{side} {part} {prose(number, 6)}" for number, part in enumerate(("one", "two"))] for side in "LR"}
    pdf = sheet()
    for x, side in ((10, "L"), (110, "R")):
        for y, paragraph in zip((45, 150), words[side], strict=True):
            pdf.set_xy(x, y)
            pdf.multi_cell(80, 5, paragraph, align="L")
    pdf.image(picture(), 110, 90, 80, 50)
    paragraphs = [" ".join(one.split()[:2]) for one in content(pdf).split("\n\n")]
    assert paragraphs == ["L one", "L two", "R one", "[Picture]", "R two"]


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_on_a_page_that_is_shown_turned_it_keeps_its_place_among_the_words(turned):
    def turn(page: pypdf.PageObject) -> None:
        page.add_transformation(pypdf.Transformation().rotate(turned), expand=True)
        page.rotate(turned)

    assert read_file(changed(bytes(with_one().output()), turn), "quay.pdf").content == told(
        BEFORE, "[Picture]", AFTER, LAST
    )


def test_one_within_a_placed_drawing_is_named_too():
    drawing, page = (pypdf.PdfReader(io.BytesIO(bytes(one.output()))).pages[0] for one in (alone(), with_words()))
    writer, held = pypdf.PdfWriter(), io.BytesIO()
    target = writer.add_page(page)
    stream = DecodedStreamObject()
    stream.set_data(drawing.get_contents().get_data())
    stream[Name("/Type")], stream[Name("/Subtype")] = Name("/XObject"), Name("/Form")
    stream[Name("/BBox")] = ArrayObject(map(NumberObject, (0, 0, 595, 842)))
    stream[Name("/Resources")] = drawing["/Resources"].clone(writer)
    placed = DictionaryObject({Name("/Placed"): writer._add_object(stream)})
    target["/Resources"][Name("/XObject")] = placed
    contents = target.get_contents()
    contents.set_data(contents.get_data() + b"\nq /Placed Do Q\n")
    target.replace_contents(contents)
    writer.write(held)
    assert read_file(held.getvalue(), "quay.pdf").content == told(BEFORE, "[Picture]", AFTER, LAST)


def alone() -> FPDF:
    pdf = sheet()
    pdf.image(picture(), 30, 60, 100, 75)
    return pdf
