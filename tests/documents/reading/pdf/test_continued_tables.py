"""A table that goes on over a page break is one table, and each of its rows stands on its own page."""

import random

import pytest
from fpdf import FPDF
from fpdf.fonts import FontFace

from services.documents.pages import pages_with_passage
from services.documents.reading.readers import read_file
from services.documents.reading.tables import is_row
from services.models import DocumentDraft
from tests.documents.reading.pdf.test_tables import LAUNCHES, PROSE, sheet

PARISHES = [["Parish", "Houses", "Wells", "Burnt"]] + [
    [f"Parish of Saint {chr(65 + n % 26)}{n}", str(40 + n * 7 % 90), str(n % 5), f"{n % 9}.{n % 7} %"]
    for n in range(90)
]
VOYAGES = [["Ship", "Sailed", "Came back"]] + [
    [f"Ship number {n}", f"{1 + n % 28} May 1{500 + n}", "" if n % 4 == 0 else f"{1 + n % 28} June 1{501 + n}"]
    for n in range(70)
]
NAMES = [["Name", "Trade", "Street"]] + [
    [f"{random.Random(n).choice(['Anna', 'Jan', 'Olga'])} number-{n}", "weaver", "Mill Lane"] for n in range(80)
]


class Numbered(FPDF):
    """Has its number at the foot of each page."""

    def footer(self) -> None:
        self.set_y(-15)
        self.cell(0, 10, f"{self.page_no()}", align="C")


def tabled(pdf: FPDF, grid: list[list[str]], *, before: str = "", after: str = "", layout: str = "ALL") -> FPDF:
    if before:
        pdf.multi_cell(0, 5, before)
        pdf.ln(4)
    with pdf.table(borders_layout=layout, headings_style=FontFace(emphasis="BOLD")) as table:
        for cells in grid:
            table.row(cells)
    pdf.set_font("Helvetica", size=10)
    if after:
        pdf.ln(4)
        pdf.multi_cell(0, 5, after)
    return pdf


def draft_of(pdf: FPDF) -> DocumentDraft:
    return read_file(bytes(pdf.output()), "a.pdf")


def blocks_of_rows(content: str) -> list[list[str]]:
    blocks = (block.split("\n") for block in content.split("\n\n"))
    return [block for block in blocks if any(is_row(line) for line in block)]


@pytest.mark.parametrize("grid", [PARISHES, VOYAGES, NAMES], ids=["figures", "empty cells", "words"])
@pytest.mark.parametrize("layout", ["ALL", "HORIZONTAL_LINES"])
def test_a_table_over_several_pages_is_one(grid: list[list[str]], layout: str) -> None:
    draft = draft_of(tabled(sheet(), grid, before=PROSE, after=PROSE, layout=layout))
    assert len(draft.pages) > 1
    (rows,) = blocks_of_rows(draft.content)
    assert [row.partition(": ")[2].partition(" | ")[0] for row in rows] == [cells[0] for cells in grid[1:]]


def test_each_row_of_it_stands_on_its_own_page() -> None:
    draft = draft_of(tabled(sheet(), PARISHES, before=PROSE))
    for number, page in enumerate(draft.pages, 1):
        begin = draft.content.rindex("| Burnt: ", 0, page.end_offset) + len("| Burnt: ")
        ((marked,), share) = pages_with_passage(draft.content, draft.pages, begin, page.end_offset)
        assert (marked.number, share) == (number, 1.0)
        assert [
            marked.number for marked in pages_with_passage(draft.content, draft.pages, begin, page.end_offset + 9)[0]
        ] == ([number, number + 1] if number < len(draft.pages) else [number])


def test_two_tables_with_other_heads_at_a_page_break_are_two() -> None:
    pdf = sheet()
    tabled(pdf, PARISHES[:4])
    pdf.add_page()
    assert len(blocks_of_rows(draft_of(tabled(pdf, LAUNCHES)).content)) == 2


def test_prose_on_both_sides_of_a_page_break_is_two_paragraphs() -> None:
    pdf = sheet()
    pdf.multi_cell(0, 5, PROSE)
    pdf.add_page()
    pdf.multi_cell(0, 5, PROSE)
    assert draft_of(pdf).content.count("\n\n") == 1


def test_the_number_at_a_pages_foot_parts_no_row_from_its_page() -> None:
    pdf = Numbered()
    pdf.set_font("Helvetica", size=10)
    pdf.add_page()
    blocks = blocks_of_rows(draft_of(tabled(pdf, PARISHES)).content)
    assert sum(map(len, blocks)) == len(PARISHES) - 1
