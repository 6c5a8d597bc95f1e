"""PDF to text, page by page, with the place on its page that each character has."""

import re
from contextlib import closing
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from services.documents.reading.page_texts import joined_pages
from services.documents.reading.pdf.pages import PageContent
from services.documents.reading.pdf.placed_pictures import with_pictures
from services.documents.reading.pdf.running_lines import TextRange, without_running_lines
from services.documents.reading.pdf.text import page_paragraphs, page_title
from services.documents.reading.placed_text import join_texts
from services.documents.reading.recognition import draft_of_file, likeliest_date, parsed_date
from services.documents.reading.scans.unread_pages import mark_unread_pages
from services.errors import UnreadableDocument
from services.models import SAVED, DocumentDraft, PageLayout
from services.text.boxes import pack_boxes, unpack_boxes

PDF_DATE = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?)?")


class ReadPdfPage(NamedTuple):
    """`title` is what the first page says in its largest letters. `is_picture`: it has no text but draws something, so
    its text is to be read by machine."""

    text: str
    layout: PageLayout
    is_picture: bool
    title: str | None


def read_pdf(data: bytes, name: str) -> DocumentDraft:
    with closing(open_pdf(data, name)) as file:
        try:
            pages = [_page(file, number) for number in range(len(file))]
            properties = {**_properties(file), "pages": len(pages)}
        except (pdfium.PdfiumError, ValueError) as error:
            raise _broken(name) from error
    kept = without_running_lines([page.text for page in pages])
    content, layouts = joined_pages([_part_of_page(page, part) for page, part in zip(pages, kept, strict=True)])
    unread = tuple(page.layout.number for page in pages if page.is_picture)
    if not content.strip() and not unread:
        raise UnreadableDocument(f"“{name}” has pages but no text, and nothing is drawn on them.")
    properties["page_offsets"] = [layout.start_offset for layout in layouts]
    draft = draft_of_file(name, content, properties, title=pages[0].title, kind="pdf")
    assert draft.content == content  # else no character would stand where its page says
    return mark_unread_pages(draft.model_copy(update={"pages": tuple(layouts)}), unread)


def _part_of_page(page: ReadPdfPage, part: TextRange) -> tuple[str, PageLayout]:
    if part == TextRange(0, len(page.text)):
        return page.text, page.layout
    boxes = unpack_boxes(page.layout.boxes)[part.start : part.end]
    return page.text[part.start : part.end], page.layout.model_copy(update={"boxes": pack_boxes(boxes)})


def open_pdf(data: bytes, name: str) -> pdfium.PdfDocument:
    """Open a PDF; one that is encrypted with an empty password may be read, too. Raises UnreadableDocument."""
    try:
        file = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if error.err_code == raw.FPDF_ERR_PASSWORD:
            raise UnreadableDocument(f"“{name}” is protected by a password. Save a copy without it.") from error
        raise _broken(name) from error
    if not len(file):
        raise _broken(name)
    return file


def _broken(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"“{name}” is damaged or no PDF. Open it in a PDF viewer and save it again.")


def _properties(file: pdfium.PdfDocument) -> dict[str, object]:
    said = file.get_metadata_dict()
    saved = likeliest_date(_date(said["CreationDate"]), _date(said["ModDate"]))
    return {"title": said["Title"], "note": said["Subject"], "author": said["Author"], SAVED: saved}


def _date(written: str) -> str:
    """In ISO; as it is written where it is no date of a PDF, “D:20240501120000+02'00'”: by hand, or by a mistake."""
    if (found := PDF_DATE.match(written)) is None:
        return written
    year, month, day, hour, minute, second, sign, ahead, minutes = found.groups()
    clock = f"{hour or '00'}:{minute or '00'}:{second or '00'}{sign or '+'}{ahead or '00'}:{minutes or '00'}"
    date = f"{year}-{month or '01'}-{day or '01'}"
    return f"{date}T{clock}" if parsed_date(date) else written


def _page(file: pdfium.PdfDocument, number: int) -> ReadPdfPage:
    with closing(file[number]) as page:
        content = PageContent(page)
        paragraphs = list(page_paragraphs(content))
        has_words = any(paragraph.text for paragraph in paragraphs)
        text = join_texts(with_pictures(paragraphs, content) if has_words else paragraphs, "\n\n")
        width, height = page.get_size()
        layout = PageLayout(
            number=number + 1,
            label=file.get_page_label(number) or str(number + 1),
            width=width,
            height=height,
            start_offset=0,
            end_offset=len(text.text),
            boxes=pack_boxes(content.shares(text.places)),
        )
        is_picture = not text.text and raw.FPDFPage_CountObjects(page) > 0
        return ReadPdfPage(text.text, layout, is_picture, None if number else page_title(content.words))
