"""Builds the PDF and DOCX documents of the corpus from their Markdown sources.

Usage, from the repository's root: python samples/space/sources/build.py

A source has front matter (title, date, note) and a small part of Markdown: headings (#, ##), paragraphs of one line,
and "- " list items. The same source gives the same bytes.
"""

import io
import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Literal

import yaml
from docx import Document
from fpdf import FPDF
from fpdf.enums import XPos, YPos

SOURCES = Path(__file__).resolve().parent
CORPUS = SOURCES.parent
TARGETS = (
    "asian-launchers-and-moon-probes.pdf",
    "atlas-delta-vulcan-rd-180.pdf",
    "baikonur-kourou-vostochny.docx",
    "commercial-cargo-and-crew.docx",
)

Kind = Literal["title", "heading", "item", "paragraph"]
MARKS: dict[str, Kind] = {"## ": "heading", "# ": "title", "- ": "item"}
PDF_FONTS: dict[Kind, tuple[Literal["", "B"], int, int]] = {
    "title": ("B", 16, 9),
    "heading": ("B", 13, 8),
    "item": ("", 11, 6),
    "paragraph": ("", 11, 6),
}
"""Weight, size in points and line height in millimetres."""
DOCX_STYLES: dict[Kind, str] = {
    "title": "Heading 1",
    "heading": "Heading 2",
    "item": "List Bullet",
    "paragraph": "Normal",
}
ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Block:
    kind: Kind
    text: str


@dataclass(frozen=True)
class Source:
    title: str
    date: datetime
    note: str
    blocks: tuple[Block, ...]


def main() -> None:
    for name in TARGETS:
        target = CORPUS / name
        source = read_source((SOURCES / name).with_suffix(".md"))
        target.write_bytes(pdf(source) if target.suffix == ".pdf" else docx(source))
        print(target.name)


def read_source(path: Path) -> Source:
    _, head, body = path.read_text(encoding="utf-8").split("---\n", 2)
    said = yaml.safe_load(head)
    lines = filter(None, map(str.strip, body.splitlines()))
    date = datetime.combine(said["date"], time(), UTC)
    return Source(said["title"], date, said["note"], tuple(map(block, lines)))


def block(line: str) -> Block:
    mark = next((mark for mark in MARKS if line.startswith(mark)), "")
    return Block(MARKS[mark] if mark else "paragraph", line.removeprefix(mark))


def pdf(source: Source) -> bytes:
    page = FPDF(format="A4")
    page.set_title(source.title)
    page.set_subject(source.note)
    page.set_creation_date(source.date)
    page.set_margins(25, 25)
    page.set_auto_page_break(True, margin=25)
    page.add_page()
    for piece in source.blocks:
        _draw(page, piece)
    return bytes(page.output())


def _draw(page: FPDF, piece: Block) -> None:
    """A block goes to the next page as a whole, so that its text can be read out again in one piece."""
    weight, size, height = PDF_FONTS[piece.kind]
    is_item = piece.kind == "item"
    page.set_font("Helvetica", weight, size)
    text = f"- {piece.text}" if is_item else piece.text
    with page.unbreakable() as whole:
        whole.multi_cell(0, height, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    page.ln(1 if is_item else 3)


def docx(source: Source) -> bytes:
    document = Document()
    properties = document.core_properties
    properties.title, properties.comments, properties.author = source.title, source.note, ""
    properties.created = properties.modified = source.date.replace(tzinfo=None)
    for piece in source.blocks:
        document.add_paragraph(piece.text, style=DOCX_STYLES[piece.kind])
    package = io.BytesIO()
    document.save(package)
    return _without_clock(package.getvalue())


def _without_clock(package: bytes) -> bytes:
    """A DOCX file is a zip archive, and each of its parts carries the time of saving."""
    settled = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as parts, zipfile.ZipFile(settled, "w") as archive:
        for name in parts.namelist():
            archive.writestr(zipfile.ZipInfo(name, ZIP_EPOCH), parts.read(name), zipfile.ZIP_DEFLATED)
    return settled.getvalue()


if __name__ == "__main__":
    main()
