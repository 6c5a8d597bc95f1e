"""Spreadsheets and delimited text: every sheet a section, every row a line that names its columns."""

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import groupby

from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from services.documents.reading.decoding import decode
from services.documents.reading.facts_file import REQUIRED
from services.documents.reading.recognition import draft_of_file
from services.documents.reading.tables import MOST_CELLS, Grid, table_text
from services.errors import UnreadableDocument
from services.models import DocumentDraft

DELIMITERS = ",;\t|"
MOST_SHEETS = 200
Value = int | float | str | bool | time | date | datetime | timedelta


def read_spreadsheet(data: bytes, name: str) -> DocumentDraft:
    """XLSX, XLSM, XLSB, XLS and ODS: what the cells show, without formulas, charts and hidden sheets."""
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        seen = [
            sheet.name
            for sheet in workbook.sheets_metadata
            if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible
        ]
        sections = [_section(workbook, sheet) for sheet in seen[:MOST_SHEETS]]
    except (CalamineError, OSError, ValueError) as error:
        raise UnreadableDocument(
            f"“{name}” is damaged, protected by a password or no spreadsheet. Open it and save it again as .xlsx."
        ) from error
    left_out = {"sheets_left_out": seen[MOST_SHEETS:]} if seen[MOST_SHEETS:] else {}
    properties = {"sheets": seen, **left_out}
    return draft_of_file(name, "\n\n".join(filter(None, sections)), properties, kind="spreadsheet")


def read_delimited(data: bytes, name: str) -> DocumentDraft:
    """CSV and TSV. Raises UnreadableDocument for a file of facts, which comes in another way."""
    text = decode(data, name).lstrip("\ufeff")
    head = text.split("\n", 1)[0]
    delimiter = max(DELIMITERS, key=head.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise UnreadableDocument(f"“{name}” is no CSV file. Save it again as CSV in UTF-8.") from error
    if rows and set(REQUIRED) <= {cell.strip().lower() for cell in rows[0]}:
        raise UnreadableDocument(f"“{name}” is a file of facts: give it as one (--facts on the command line).")
    return draft_of_file(name, _text(rows), {}, kind="csv")


def _section(workbook: CalamineWorkbook, name: str) -> str:
    sheet = workbook.get_sheet_by_name(name)
    if sheet.total_height * sheet.total_width > MOST_CELLS * 20:
        raise ValueError("a sheet of this size is no table")
    grid = [[_shown(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        _fill(grid, top, left, bottom, right)
    text = _text(grid)
    return f"## {name}\n\n{text}" if text else ""


def _fill(grid: list[list[str]], top: int, left: int, bottom: int, right: int) -> None:
    """A merged cell says the same at each place that it covers, within the sheet."""
    if top >= len(grid) or left >= len(grid[top]):
        return
    for row in grid[top : bottom + 1]:
        for column in range(left, min(right + 1, len(row))):
            row[column] = grid[top][left]


def _text(grid: Grid) -> str:
    """Tables that an empty row parts, and above each what stands alone in its row: a title or a remark."""
    return "\n\n".join(filter(None, (part for block in _blocks(grid) for part in _parts(block))))


def _blocks(grid: Grid) -> Iterator[list[Sequence[str]]]:
    for is_filled, rows in groupby(grid, key=lambda row: any(cell.strip() for cell in row)):
        if is_filled:
            yield list(rows)


def _parts(block: list[Sequence[str]]) -> Iterator[str]:
    lone = 0
    while lone < len(block) and len({cell for cell in block[lone] if cell.strip()}) == 1 and len(block[lone]) > 1:
        yield next(cell for cell in block[lone] if cell.strip())
        lone += 1
    yield table_text(block[lone:])


def _shown(value: Value) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.10g}"
        case datetime():
            return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
        case date():
            return value.isoformat()
        case _:
            return str(value)
