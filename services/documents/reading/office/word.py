"""DOCX to text with its headings, lists and tables."""

import io
import re
from collections.abc import Iterator
from itertools import pairwise

from docx import Document
from docx.document import Document as DocxDocument
from docx.opc.coreprops import CoreProperties
from docx.opc.exceptions import PackageNotFoundError
from docx.oxml.ns import qn
from docx.oxml.table import CT_Tc
from docx.table import Table
from docx.text.paragraph import Paragraph

from services.documents.reading.office.packages import BROKEN, broken, check_package
from services.documents.reading.recognition import likeliest_date, recognised
from services.documents.reading.tables import Cell, expanded, table_text
from services.models import DocumentDraft

MOST_SPANNED = 1000
CONTINUED = "\0"
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
P, T = f"{{{W}}}p", f"{{{W}}}t"
HEADING = re.compile(r"Heading ([1-6])$")


def read_docx(data: bytes, name: str) -> DocumentDraft:
    check_package(data, name, "a DOCX file")
    try:
        document = Document(io.BytesIO(data))
        content = "\n\n".join(_joined_items(list(_blocks(document))))
        properties = _properties(document)
    except (PackageNotFoundError, *BROKEN) as error:
        raise broken(name, "DOCX file") from error
    return recognised(name, content, properties, kind="docx")


def _blocks(document: DocxDocument) -> Iterator[str]:
    for block in document.iter_inner_content():
        text = _table(block) if isinstance(block, Table) else _paragraph(block)
        if text:
            yield text


def _paragraph(paragraph: Paragraph) -> str:
    text = paragraph.text.strip()
    style = str(paragraph.style.name) if paragraph.style is not None else ""
    if not text:
        return ""
    if style == "Title":
        return f"# {text}"
    if heading := HEADING.match(style):
        return "#" * int(heading.group(1)) + f" {text}"
    return f"- {text}" if style.startswith("List") else text


def _table(table: Table) -> str:
    """Cells as the file has them: python-docx repeats a merged cell for each column, however many it claims."""
    rows = [[_cell(cell) for cell in row.tc_lst] for row in table._tbl.tr_lst]
    return table_text(_filled_down(expanded(rows)), 1 if _has_head(table) and len(rows) > 1 else None)


def _cell(cell: CT_Tc) -> Cell:
    text = " ".join(" ".join("".join(node.itertext(T)).split()) for node in cell.iter(P))
    return Cell(CONTINUED if cell.vMerge == "continue" else text, min(cell.grid_span, MOST_SPANNED))


def _filled_down(grid: list[list[str]]) -> list[list[str]]:
    """A cell that goes on from the row above says what stands there."""
    for above, row in pairwise([[], *grid]):
        for column, said in enumerate(row):
            if said == CONTINUED:
                row[column] = above[column] if column < len(above) else ""
    return grid


def _has_head(table: Table) -> bool:
    rows = table._tbl.tr_lst
    return bool(rows and rows[0].trPr is not None and rows[0].trPr.find(f"{{{W}}}tblHeader") is not None)


def _joined_items(blocks: list[str]) -> list[str]:
    """List items that follow each other share a block, as they do in Markdown."""
    joined: list[str] = []
    for block in blocks:
        if joined and block.startswith("- ") and joined[-1].startswith("- "):
            joined[-1] += f"\n{block}"
        else:
            joined.append(block)
    return joined


def _properties(document: DocxDocument) -> dict[str, object]:
    said = document.core_properties
    date = likeliest_date(_written(said, "created"), _written(said, "modified"))
    return {"title": said.title, "date": date, "note": said.comments, "author": said.author}


def _written(said: CoreProperties, name: str) -> str | None:
    """A date as the file has it: python-docx leaves out those that are none, and stumbles over the year 1."""
    element = said._element.find(qn(f"dcterms:{name}"))
    return element.text if element is not None else None
