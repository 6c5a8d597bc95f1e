"""Lines at the top or the bottom of most pages of a PDF, which are told once."""

from services.documents.reading.pdf.running_lines import without_running_lines
from services.documents.reading.readers import read_file
from services.text.boxes import unpack_boxes
from tests.documents.reading.pdf.test_tables import sheet

TEXTS = ("The harbour froze in May.", "The ice went in June.", "Two boats were lost.", "The insurer paid for both.")


def kept(*pages: str) -> list[str]:
    ranges = without_running_lines(pages)
    return [page[part.start : part.end] for page, part in zip(pages, ranges, strict=True)]


def test_a_running_line_is_kept_where_it_stands_first() -> None:
    pages = [f"{text}\n\nAnnual report {number} / 4" for number, text in enumerate(TEXTS, 1)]
    assert kept(*pages) == [pages[0], *TEXTS[1:]]


def test_a_line_at_the_top_is_one_too() -> None:
    assert kept(*(f"Port of Norrby\n\n{text}" for text in TEXTS))[1:] == [*TEXTS[1:]]


def test_numbers_that_are_no_page_numbers_are_no_running_lines() -> None:
    pages = [f"Invoice 7{number}03\n\n{text}" for number, text in enumerate(TEXTS)]
    assert kept(*pages) == pages
    figures = [f"{text}\n\nIn all {number * 3} boats" for number, text in enumerate(TEXTS)]
    assert kept(*figures) == figures


def test_what_stands_on_few_pages_stays() -> None:
    pages = ["Part one\n\nThe harbour.", "Part one\n\nThe ice.", "Part two\n\nThe boats.", "Part two\n\nThe insurer."]
    assert kept(*pages) == pages


def test_a_page_that_has_nothing_else_keeps_it() -> None:
    assert kept("Draft\n\nThe harbour.", "Draft", "Draft\n\nThe boats.") == [
        "Draft\n\nThe harbour.",
        "Draft",
        "The boats.",
    ]


def test_the_places_of_the_other_letters_are_theirs() -> None:
    pdf = sheet()
    for number, text in enumerate(TEXTS, 1):
        if number > 1:
            pdf.add_page()
        pdf.cell(0, 8, text, new_x="LMARGIN", new_y="NEXT")
        pdf.set_y(250)
        pdf.cell(0, 8, f"Annual report {number} / 4")
    draft = read_file(bytes(pdf.output()), "report.pdf")
    assert draft.content.count("Annual report") == 1
    for layout in draft.pages[1:]:
        boxes = unpack_boxes(layout.boxes)
        assert len(boxes) == layout.end_offset - layout.start_offset
        assert boxes[:, 3].max() < 0.5
