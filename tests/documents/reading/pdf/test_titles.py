"""The title of a PDF whose properties have none: what its first page says in its largest letters."""

from services.documents.reading.readers import read_file
from tests.documents.reading.pdf.test_tables import PROSE, sheet


def title(*lines: tuple[int, str]) -> str:
    pdf = sheet()
    for size, words in lines:
        pdf.set_font_size(size)
        pdf.multi_cell(0, size / 2, words, new_x="LMARGIN", new_y="NEXT")
    return read_file(bytes(pdf.output()), "scan_0001.pdf").title


def test_the_largest_words_of_the_first_page_are_its_title() -> None:
    assert title((9, "Port of Norrby"), (18, "Annual report of the port for 2023"), (10, PROSE)) == (
        "Annual report of the port for 2023"
    )


def test_a_title_of_two_lines_is_one() -> None:
    two = "The dredging of the inner harbour and what it has cost the city from 2001 to 2019"
    assert title((22, two), (10, PROSE)) == two


def test_letters_of_one_size_have_no_title() -> None:
    assert title((10, PROSE)) == "scan 0001"


def test_one_large_word_is_none() -> None:
    assert title((24, "CONFIDENTIAL"), (10, PROSE)) == "scan 0001"
