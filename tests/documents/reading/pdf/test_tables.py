"""Tables on pages of PDFs are found with their cells, and nothing else is taken for one."""

import io
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pypdf
import pytest
from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from services.documents.reading.readers import read_file
from services.documents.reading.tables import BETWEEN_CELLS, is_row

Grid = Sequence[Sequence[str]]

FINANCES = [
    ["Year", "Revenue", "Profit"],
    ["2021", "3.2 bn", "0.4 bn"],
    ["2022", "4.1 bn", "0.6 bn"],
    ["2023", "5.0 bn", "0.9 bn"],
]
LAUNCHES = [
    ["Vehicle", "Site", "Launches", "Failures"],
    ["Vega", "Kourou", "22", "2"],
    ["Falcon 9", "Cape Canaveral", "380", "3"],
    ["Soyuz 2", "Baikonur", "170", "5"],
    ["Long March 5", "Wenchang", "14", "1"],
    ["Electron", "Mahia", "55", "4"],
]
PEOPLE = [
    ["Name", "Office", "Begun"],
    ["Ada Berg", "Director", "3 May 2001"],
    ["Olaf Lind", "Deputy director", "1 June 2004"],
    ["Rita Mo", "Treasurer", "17 July 2010"],
]
WRAPPED = [
    ["Item", "What it is", "Mass"],
    ["Tank", "Holds the kerosene of the first stage and its helium bottles for pressing", "3,100 kg"],
    ["Engine", "Burns kerosene with oxygen in two chambers that one turbine feeds", "5,480 kg"],
    ["Fairing", "Keeps the air away", "2,060 kg"],
]
YEARS = [
    [str(year), f"{year % 7}.{year % 3}", f"{year % 5}.4", f"{year % 4}.1", f"{year % 9}.7"]
    for year in range(2014, 2021)
]
SALES = [["Year", "Sales", "", "Costs", ""], ["", "North", "South", "North", "South"], *YEARS]


@dataclass(frozen=True)
class Given:
    grid: Grid
    heads: int = 1
    merged: bool = False
    layout: TableBordersLayout = TableBordersLayout.ALL
    numbers: str = "RIGHT"
    widths: tuple[int, ...] | None = None
    size: int = 10
    around: bool = True


NONE, LEVEL = TableBordersLayout.NONE, TableBordersLayout.HORIZONTAL_LINES
TABLES = {
    "ruled finances": Given(FINANCES),
    "ruled launches": Given(LAUNCHES),
    "ruled people": Given(PEOPLE, numbers="LEFT"),
    "ruled wrapped": Given(WRAPPED),
    "ruled wrapped small": Given(WRAPPED, size=7, widths=(2, 3, 1)),
    "ruled merged": Given(SALES, heads=2, merged=True),
    "ruled merged alone": Given(SALES, heads=2, merged=True, around=False),
    "ruled centred": Given(LAUNCHES, numbers="CENTER"),
    "inner rules": Given(FINANCES, layout=TableBordersLayout.INTERNAL),
    "inner rules, wrapped": Given(WRAPPED, layout=TableBordersLayout.INTERNAL),
    "level rules": Given(LAUNCHES, layout=LEVEL),
    "level rules, merged": Given(SALES, heads=2, merged=True, layout=LEVEL),
    "rule below the head": Given(LAUNCHES, layout=TableBordersLayout.SINGLE_TOP_LINE),
    "unruled finances": Given(FINANCES, layout=NONE),
    "unruled launches": Given(LAUNCHES, layout=NONE),
    "unruled people": Given(PEOPLE, layout=NONE, numbers="LEFT"),
    "unruled merged": Given(SALES, heads=2, merged=True, layout=NONE),
    "unruled centred": Given(LAUNCHES, layout=NONE, numbers="CENTER"),
    "unruled narrow": Given(FINANCES, layout=NONE, widths=(1, 1, 1), size=8, around=False),
    "unruled wide first": Given(LAUNCHES, layout=NONE, widths=(3, 2, 1, 1), size=11),
    "unruled alone": Given(PEOPLE, layout=NONE, numbers="LEFT", around=False),
}
CREWS = [
    ["Mission", "Crew", "Begun", "Ended", "Orbits"],
    ["Soyuz T-15", "2", "13 March 1986", "16 July 1986", "1,974"],
    ["Mir EO-2", "3", "5 February 1987", "29 December 1987", "5,134"],
    ["STS-71", "7", "27 June 1995", "7 July 1995", "153"],
    ["Expedition 1", "3", "31 October 2000", "21 March 2001", "2,185"],
]
SHARES = [
    ["Country", "Share", "Change"],
    ["France", "24 %", "+1.5"],
    ["Germany", "21 %", "-0.4"],
    ["Italy", "14 %", "+0.2"],
    ["Spain", "9 %", "0.0"],
]
GRIDS = {"finances": FINANCES, "launches": LAUNCHES, "people": PEOPLE, "crews": CREWS, "shares": SHARES}
LAYOUTS = ("ALL", "INTERNAL", "HORIZONTAL_LINES", "SINGLE_TOP_LINE", "MINIMAL", "NONE")
TABLES |= {
    f"{name}, {layout.lower()}": Given(grid, layout=getattr(TableBordersLayout, layout), size=9, around=number % 2 == 0)
    for number, (name, grid) in enumerate(GRIDS.items())
    for layout in LAYOUTS
}
TABLES |= {
    f"wrapped, {layout.lower()}": Given(WRAPPED, layout=getattr(TableBordersLayout, layout)) for layout in LAYOUTS
}
PROSE = (
    "The station was handed over in the spring, and its crew left for the valley before the snow had gone. "
    "Nobody had counted the instruments, so that the inventory of the following year began with an empty page. "
    "What the engineers wrote down later differs from the letters of the time in more than one point. "
)


def sheet() -> FPDF:
    pdf = FPDF()
    pdf.set_font("Helvetica", size=10)
    pdf.add_page()
    return pdf


def written(given: Given) -> bytes:
    pdf = sheet()
    pdf.set_font_size(given.size)
    if given.around:
        pdf.multi_cell(0, 5, PROSE)
        pdf.ln(4)
    align = ("LEFT", *[given.numbers] * (len(given.grid[0]) - 1))
    with pdf.table(
        borders_layout=given.layout, text_align=align, col_widths=given.widths, num_heading_rows=given.heads,
        headings_style=FontFace(emphasis="BOLD"),
    ) as table:  # fmt: skip
        for number, cells in enumerate(given.grid):
            row = table.row()
            for column, cell in enumerate(cells):
                is_merged = given.merged and number == 0 and column % 2 == 1
                if not (given.merged and number == 0 and column and column % 2 == 0):
                    row.cell(cell, colspan=2 if is_merged else 1, align="CENTER" if is_merged else None)
    if given.around:
        pdf.set_font("Helvetica", size=given.size)
        pdf.ln(4)
        pdf.multi_cell(0, 5, PROSE)
    return bytes(pdf.output())


def expected(given: Given) -> list[str]:
    heads = [
        ", ".join(filter(None, (_above(given, row, column) for row in range(given.heads))))
        for column in range(len(given.grid[0]))
    ]
    return [f"{head}: {cell}" for row in given.grid[given.heads :] for head, cell in zip(heads, row, strict=True)]


def _above(given: Given, row: int, column: int) -> str:
    cells = given.grid[row]
    return cells[column] or (cells[column - 1] if given.merged and row == 0 and column else "")


def found_cells(pdf: bytes) -> list[str]:
    return [
        cell
        for line in read_file(pdf, "a.pdf").content.split("\n")
        if is_row(line)
        for cell in line.split(BETWEEN_CELLS)
    ]


def test_nearly_all_cells_of_generated_tables_are_right() -> None:
    right, all_of_them, wrong = 0, 0, {}
    for name, given in TABLES.items():
        cells, found = expected(given), found_cells(written(given))
        hits = sum(cell in found for cell in cells)
        right, all_of_them = right + hits, all_of_them + max(len(cells), len(found))
        if hits < max(len(cells), len(found)):
            wrong[name] = [cell for cell in found if cell not in cells] or found
    assert right / all_of_them >= 0.95, wrong


def test_prose_around_a_table_stays_prose() -> None:
    content = read_file(written(TABLES["unruled launches"]), "a.pdf").content
    assert content.startswith(" ".join(PROSE.split()))
    assert content.endswith(" ".join(PROSE.split()))


def prose() -> bytes:
    pdf = sheet()
    pdf.multi_cell(0, 5, PROSE * 6)
    return bytes(pdf.output())


def justified() -> bytes:
    pdf = sheet()
    pdf.multi_cell(60, 5, PROSE * 4, align="J")
    return bytes(pdf.output())


def in_columns(number: int, align: str) -> Callable[[], bytes]:
    def build() -> bytes:
        pdf = sheet()
        with pdf.text_columns(text=PROSE * 9, ncols=number, gutter=8, balance=True, text_align=align):
            pass
        return bytes(pdf.output())

    return build


def listed() -> bytes:
    pdf = sheet()
    for number, sentence in enumerate(PROSE.split(". ") * 4, 1):
        pdf.cell(12, 6, f"{number}.")
        pdf.cell(0, 6, sentence[: random.Random(number).randrange(20, 70)], new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def bulleted() -> bytes:
    pdf = sheet()
    for sentence in PROSE.split(". ") * 4:
        pdf.cell(8, 6, "-")
        pdf.cell(0, 6, sentence, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def code() -> bytes:
    pdf = sheet()
    pdf.set_font("Courier", size=9)
    for line in (
        "def total(rows):      # adds up",
        "    found = 0         # so far",
        "    for row in rows:  # each",
        "        found += row  # one more",
        "    return found      # the sum",
    ) * 3:
        pdf.cell(0, 5, line, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


@pytest.mark.parametrize(
    "build",
    [
        prose,
        justified,
        in_columns(2, "L"),
        in_columns(2, "J"),
        in_columns(3, "J"),
        in_columns(3, "L"),
        listed,
        bulleted,
        code,
    ],
)
def test_no_table_is_found_where_there_is_none(build: Callable[[], bytes]) -> None:
    assert found_cells(build()) == []


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_table_on_a_turned_page_is_read_upright(degrees: int) -> None:
    given = written(TABLES["ruled finances"])
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(given))
    writer.pages[0].add_transformation(pypdf.Transformation().rotate(degrees))
    writer.pages[0].rotate(degrees)
    turned = io.BytesIO()
    writer.write(turned)
    assert found_cells(turned.getvalue()) == found_cells(given) != []


def test_words_torn_at_the_end_of_a_line_are_mended_and_names_keep_their_hyphen() -> None:
    pdf = sheet()
    pdf.multi_cell(60, 5, "The kero-\nsene engine of the Russo-\nBaltic works has two-\nchamber and two-chamber forms.")
    content = read_file(bytes(pdf.output()), "a.pdf").content
    assert (
        " ".join(content.split())
        == "The kerosene engine of the Russo-Baltic works has two-chamber and two-chamber forms."
    )


def test_pages_keep_the_labels_of_their_file() -> None:
    pdf = sheet()
    pdf.set_page_label(label_style="r", label_start=13)
    for text in ("Preface.", "Preface, page two.", "First page."):
        pdf.multi_cell(0, 5, text)
        pdf.add_page(label_style="D", label_start=1) if text.endswith("two.") else pdf.add_page()
    pdf.multi_cell(0, 5, "Second page.")
    draft = read_file(bytes(pdf.output()), "a.pdf")
    assert [page.label for page in draft.pages] == ["xiii", "xiv", "1", "2"]


def test_pages_without_labels_are_counted_from_one() -> None:
    assert [page.label for page in read_file(prose(), "a.pdf").pages] == ["1"]
