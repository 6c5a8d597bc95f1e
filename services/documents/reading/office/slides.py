"""PPTX to text: each slide a section, with its tables, and with what was to be said beside it."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime

from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE
from pptx.exc import PythonPptxError
from pptx.oxml.xmlchemy import BaseOxmlElement
from pptx.shapes.base import BaseShape
from pptx.slide import Slide
from pptx.table import Table
from pptx.text.text import TextFrame

from services.documents.reading.emphasis import emphasised_table, extract_emphasis, mark_emphasis, without_marks
from services.documents.reading.office.packages import BROKEN, broken_package, check_package
from services.documents.reading.pictures import picture_line
from services.documents.reading.recognition import draft_of_file
from services.documents.reading.tables import Cell, expand_cells
from services.models import SAVED, DocumentDraft, EmphasisStyle

DEEPEST_GROUP = 20
SWITCHES: dict[str, EmphasisStyle] = {"b": "bold", "i": "italic"}
"""Attributes of a run that stand for emphasis; what the slide's layout says is none."""
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
TEMPLATE_DATE = datetime(2013, 1, 27, 9, 14, 16, tzinfo=UTC)
"""What stands in the properties of a file that python-pptx has made."""


def read_pptx(data: bytes, name: str) -> DocumentDraft:
    check_package(data, name, "a presentation")
    try:
        presentation = Presentation(io.BytesIO(data))
        slides = [_slide(number, slide) for number, slide in enumerate(presentation.slides, start=1)]
        said = presentation.core_properties
        saved = _saved(said.created)
        properties = {"title": said.title, SAVED: saved, "author": said.author, "slides": len(slides)}
    except (PythonPptxError, *BROKEN) as error:
        raise broken_package(name, "presentation") from error
    content, emphasis = extract_emphasis("\n\n".join(slides))
    return draft_of_file(name, content, properties, kind="pptx", emphasis=emphasis)


def _saved(created: datetime | None) -> datetime | None:
    """The properties are in UTC and do not say so."""
    return created if created is None or created.replace(tzinfo=UTC) != TEMPLATE_DATE else None


def _slide(number: int, slide: Slide) -> str:
    title = slide.shapes.title
    named = " ".join(_words(title.text_frame).split()) if title is not None else ""
    heading = f"## Slide {number}: {named}" if named else f"## Slide {number}"
    own = title.shape_id if title is not None else None
    parts = [part for shape in slide.shapes if shape.shape_id != own for part in _shape(shape, DEEPEST_GROUP)]
    return "\n\n".join(filter(None, [heading, *parts, *_notes(slide)]))


def _shape(shape: BaseShape, deepest: int) -> Iterator[str]:
    if shape.shape_type == MSO_SHAPE_TYPE.GROUP and deepest:
        for inner in shape.shapes:  # type: ignore[attr-defined]
            yield from _shape(inner, deepest - 1)
    elif shape.has_text_frame:
        lines = (" ".join(line.split()) for line in _paragraphs(shape.text_frame))  # type: ignore[attr-defined]
        said = [line for line in lines if line]
        yield "\n".join(f"- {line}" for line in said) if len(said) > 1 else "".join(said)
    elif getattr(shape, "has_table", False):
        yield _table(shape.table)  # type: ignore[attr-defined]
    elif shape.shape_type == MSO_SHAPE_TYPE.PICTURE:
        yield picture_line(without_marks(_description(shape)))


def _description(shape: BaseShape) -> str:
    own = shape._element.xpath("./*/p:cNvPr[1]/@descr") or [shape.name]
    return str(own[0] or shape.name)


def _table(table: Table) -> str:
    rows = [
        [
            Cell(_words(cell.text_frame), cell.span_width if cell.is_merge_origin else 1, 1)
            for cell in row.cells
            if not cell.is_spanned
        ]
        for row in table.rows
    ]
    return emphasised_table(expand_cells(rows), 1 if table.first_row and len(rows) > 1 else None)


def _notes(slide: Slide) -> list[str]:
    frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    said = _words(frame).strip() if frame is not None else ""
    return [f"Notes: {said}"] if said else []


def _words(frame: TextFrame) -> str:
    return "\n".join(_paragraphs(frame))


def _paragraphs(frame: TextFrame) -> Iterator[str]:
    for paragraph in frame.paragraphs:
        yield "".join(mark_emphasis(run.text, list(_styles(run))) for run in paragraph._p.content_children)


def _styles(run: BaseOxmlElement) -> Iterator[EmphasisStyle]:
    """A line break has none."""
    properties = run.find(f"{A}rPr")
    for attribute, style in SWITCHES.items() if properties is not None else ():
        if properties.get(attribute) in ("1", "true"):
            yield style
