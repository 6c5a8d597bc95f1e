"""Paragraphs of pages that are set in columns: the width of a line is told by its column, not by its page."""

import random

import pytest
from fpdf import FPDF

from services.documents.pages import pages_with_passage
from services.documents.reading.readers import read_file
from services.models import DocumentDraft
from tests.documents.reading.pdf.test_tables import sheet

FIRST = (
    "The valley had been proposed as the site of a reservoir long before the drought turned the proposal into a plan, "
    "and its construction began in spring under an engineer who had never built a dam before. It was completed two "
    "years later than intended, and cost nearly twice what had been voted for it."
)
SECOND = (
    "At its first filling it could hold more than anybody had hoped. This is the number still found in most leaflets, "
    "although a survey of the lake bed has shown that a tenth of it was lost to the mud which the river brings down "
    "after every storm. Flushing was tried once and was broken off because the trout died."
)
THIRD = (
    "Three measures appear advisable: a trap at the inlet, a rule for the gates that reflects the climate of today, "
    "and an engineer at all times. The vacancy of the first years was dearly paid for by everybody downstream."
)
TITLE = "The dam in the upper valley after almost sixty years: silt, steel and lessons for its owners"
AUTHORS = "Yara Feldt, Institute of Hydraulic Engineering, University of Hallenbeck"
JOURNAL = "Journal of Water Engineering 33 (2021), no. 2, pp. 41-44. Published 7 June 2021."
NOTE = "1 The author thanks the guards of the dam, who have kept a diary since the year of its completion."
LEFT, TOP, WIDE = 15.0, 70.0, 180.0


def laid(
    pdf: FPDF, x: float, y: float, width: float, *paragraphs: str, size: float = 10, align: str = "L", apart: float = 2
) -> float:
    """Paragraphs below one another from there on; returns where they end."""
    pdf.set_font_size(size)
    pdf.set_xy(x, y)
    for text in paragraphs:
        pdf.set_x(x)
        pdf.multi_cell(width, size * 0.45, text, align=align, new_x="LMARGIN", new_y="NEXT")
        pdf.set_y(pdf.get_y() + apart)
    return float(pdf.get_y())


def page_of_columns(number: int, *columns: list[str], head: bool = True, size: float = 10, align: str = "L") -> FPDF:
    pdf = sheet()
    pdf.set_auto_page_break(False)
    if head:
        laid(pdf, LEFT, 15, WIDE, TITLE, size=16, align="L")
        laid(pdf, LEFT, 40, WIDE, AUTHORS, JOURNAL, size=10)
    width = (WIDE - 8 * (number - 1)) / number
    for place, column in enumerate(columns):
        laid(pdf, LEFT + place * (width + 8), TOP, width, *column, size=size, align=align)
    return pdf


def draft_of(pdf: FPDF) -> DocumentDraft:
    return read_file(bytes(pdf.output()), "a.pdf")


def paragraphs(pdf: FPDF) -> list[str]:
    return draft_of(pdf).content.split("\n\n")


@pytest.mark.parametrize("align", ["L", "J"])
@pytest.mark.parametrize(("number", "size"), [(2, 10), (2, 8), (3, 9), (3, 7), (4, 7)])
def test_below_a_head_over_all_columns_each_paragraph_is_whole(number: int, size: float, align: str) -> None:
    columns = [[FIRST, SECOND], [THIRD, FIRST], [SECOND], [THIRD]][:number]
    told = paragraphs(page_of_columns(number, *columns, size=size, align=align))
    assert told == [TITLE, AUTHORS, JOURNAL, *(one for column in columns for one in column)]


@pytest.mark.parametrize("number", [2, 3])
def test_columns_without_a_head_are_whole_too(number: int) -> None:
    columns = [[FIRST, SECOND], [THIRD, FIRST], [SECOND]][:number]
    told = paragraphs(page_of_columns(number, *columns, head=False))
    assert told == [one for column in columns for one in column]


def test_an_abstract_over_both_columns_is_a_paragraph_of_its_own() -> None:
    pdf = sheet()
    laid(pdf, LEFT, 15, WIDE, TITLE, size=16)
    laid(pdf, LEFT, 35, WIDE, FIRST, size=10)
    laid(pdf, LEFT, TOP, 86, SECOND)
    laid(pdf, LEFT + 94, TOP, 86, THIRD)
    assert paragraphs(pdf) == [TITLE, FIRST, SECOND, THIRD]


def test_footnotes_in_a_smaller_face_are_paragraphs_and_part_none() -> None:
    pdf = page_of_columns(2, [FIRST], [SECOND])
    laid(pdf, LEFT, 240, 86, NOTE, size=6)
    assert paragraphs(pdf)[3:] == [FIRST, SECOND, NOTE]
    alone = sheet()
    laid(alone, LEFT, 20, WIDE, FIRST, SECOND)
    laid(alone, LEFT, 240, WIDE, f"{NOTE} {THIRD}", size=6)
    assert paragraphs(alone) == [FIRST, SECOND, f"{NOTE} {THIRD}"]


def test_a_paragraph_goes_on_at_the_top_of_the_next_column() -> None:
    words = f"{FIRST} {SECOND}".split()
    pdf = page_of_columns(2)
    pdf.set_font_size(10)
    lines = pdf.multi_cell(86, 4.5, " ".join(words), dry_run=True, output="LINES")
    half = len(lines) // 2
    for number, line in enumerate(lines):
        x, y = (LEFT, TOP + 4.5 * number) if number < half else (LEFT + 94, TOP + 4.5 * (number - half))
        pdf.text(x, y, line)
    assert paragraphs(pdf)[-1] == " ".join(words)


def test_a_word_that_is_torn_at_the_end_of_a_column_is_one_again() -> None:
    pdf = page_of_columns(2)
    left = ["The engineers who had come up from the valley", "knew that the gates were old, and they called for"]
    right = ["monious talks with the owners of the meadows", "below the wall, who had seen the water rise."]
    for x, lines in ((LEFT, [*left, "what the newspapers of the day described as har-"]), (LEFT + 94, right)):
        for number, line in enumerate(lines):
            pdf.text(x, TOP + 4.5 * number, line)
    told = draft_of(pdf)
    whole = " ".join([*left, "what the newspapers of the day described as har"]) + " ".join(right)
    assert told.content.split("\n\n")[3:] == [whole]
    start = told.content.index("harmonious")
    (page,), share = pages_with_passage(told.content, told.pages, start, start + len("harmonious"))
    assert share == 1
    assert len(page.boxes) == 2


ITEMS = ["1. Keep a register of the plots.", "2. Report the harvest by 30 November.", "3. Pay the yearly fee."]


def test_headings_and_items_inside_a_column_stay_paragraphs_of_their_own() -> None:
    column = ["1. Origins", FIRST, "Duties of the growers", *ITEMS, "Outlook", THIRD]
    told = paragraphs(page_of_columns(2, column, ["2. Silt", SECOND, "References"]))
    assert told[3:] == [*column, "2. Silt", SECOND, "References"]
    close = sheet()
    laid(close, LEFT, 15, WIDE, TITLE, size=16)
    laid(close, LEFT, 40, 60, *column, size=9, apart=0)
    assert paragraphs(close) == [TITLE, *column]


def test_the_number_at_a_pages_foot_is_no_part_of_the_last_paragraph() -> None:
    pdf = sheet()
    end = laid(pdf, LEFT, 20, WIDE, FIRST, f"{SECOND} It was the last of the years in which")
    laid(pdf, LEFT, end + 12, WIDE, "17", align="C")
    assert paragraphs(pdf) == [FIRST, f"{SECOND} It was the last of the years in which", "17"]
    both = page_of_columns(2, [FIRST, SECOND], [THIRD])
    laid(both, LEFT, 280, WIDE, "Page 17 of 30", size=8, align="C")
    assert paragraphs(both)[3:] == [FIRST, SECOND, THIRD, "Page 17 of 30"]


def test_a_head_that_is_written_last_does_not_end_the_last_paragraph() -> None:
    pdf = sheet()
    laid(pdf, LEFT, 30, WIDE, FIRST, f"{SECOND} {FIRST} It was the last of the many years in which")
    laid(pdf, LEFT, 10, WIDE, "Journal of Water Engineering, volume 33")
    assert paragraphs(pdf)[-1] == "Journal of Water Engineering, volume 33"


def test_paragraphs_that_only_an_indent_or_a_gap_parts_are_apart() -> None:
    pdf = sheet()
    pdf.set_font_size(10)
    y, told = 20.0, []
    for seed in range(6):
        chance = random.Random(seed)
        words = " ".join(chance.choice(FIRST.split()).strip(".,") for _ in range(60)).capitalize()
        lines = pdf.multi_cell(80, 4.5, words, dry_run=True, output="LINES")[:-1]
        lines[-1] = f"{lines[-1][:-1]}."
        for number, line in enumerate(lines):
            pdf.text(LEFT + (6 if number == 0 and seed % 2 else 0), y, line)
            y += 4.5
        y += 0 if seed % 2 == 0 else 4.5
        told.append(" ".join(lines))
    assert paragraphs(pdf) == told


def test_every_character_of_a_columns_paragraph_is_marked_in_its_column() -> None:
    draft = draft_of(page_of_columns(2, [FIRST, SECOND], [THIRD]))
    for text, sides in ((FIRST, (0.0, 0.5)), (THIRD, (0.5, 1.0))):
        start = draft.content.index(text)
        (page,), share = pages_with_passage(draft.content, draft.pages, start, start + len(text))
        assert share == 1
        assert all(sides[0] <= left and right <= sides[1] for left, _, right, _ in page.boxes)
