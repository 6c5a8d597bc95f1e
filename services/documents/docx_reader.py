"""DOCX to text with its headings, lists and tables."""

import io
import re
import zipfile
from collections.abc import Iterator

from docx import Document
from docx.document import Document as DocxDocument
from docx.opc.coreprops import CoreProperties
from docx.opc.exceptions import PackageNotFoundError
from docx.oxml.ns import qn
from docx.table import Table
from docx.text.paragraph import Paragraph

from services.documents.recognition import likeliest_date, recognised
from services.errors import UnreadableDocument
from services.models import DocumentDraft

MOST_UNPACKED = 400_000_000
HEADING = re.compile(r"Heading ([1-6])$")


def read_docx(data: bytes, name: str) -> DocumentDraft:
    _check_package(data, name)
    try:
        document = Document(io.BytesIO(data))
        content = "\n\n".join(_joined_items(list(_blocks(document))))
        properties = _properties(document)
    except (PackageNotFoundError, KeyError, ValueError, AttributeError, zipfile.BadZipFile, SyntaxError) as error:
        # SyntaxError is lxml's base for broken XML; the others come from parts that are missing or misnamed.
        raise _broken(name) from error
    return recognised(name, content, properties, kind="docx")


def _check_package(data: bytes, name: str) -> None:
    """A small file can unpack to gigabytes: the sizes are looked at before anything is unpacked."""
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise UnreadableDocument(f"“{name}” is protected by a password or an old Word file. Save it as .docx.")
    try:
        parts = zipfile.ZipFile(io.BytesIO(data)).infolist()
    except zipfile.BadZipFile as error:
        raise _broken(name) from error
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MOST_UNPACKED:
        raise UnreadableDocument(f"“{name}” unpacks to {unpacked / 1e6:.0f} MB, as no text does. Leave it out.")


def _broken(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"“{name}” is damaged or no DOCX file. Open it in a word processor and save it again.")


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
    return "\n".join(" | ".join(" ".join(cell.text.split()) for cell in row.cells) for row in table.rows)


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
