"""PDF to text, page by page, its hard line ends mended to paragraphs."""

import io
import logging
import re
from collections.abc import Iterator

from pypdf import DocumentInformation, PdfReader
from pypdf.errors import PdfReadError

from services.documents.reading.recognition import likeliest_date, recognised
from services.errors import UnreadableDocument
from services.models import DocumentDraft
from services.text.cleaning import document_text

# Its warnings about a damaged file come by the dozen and name no file; our own sentence names it.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)

FULL_LINE = 0.75
"""A line that reaches this share of the page's usual width goes on in the next one."""
SENTENCE_END = re.compile(r"[.!?:;…][\"'”’)\]]*$")
ITEM = re.compile(r"(?:[-–•*·]|\d{1,3}[.)])\s")


def read_pdf(data: bytes, name: str) -> DocumentDraft:
    try:
        reader = _opened(data, name)
        pages = [document_text(page.extract_text()) for page in reader.pages]
        properties = _properties(reader)
    except UnreadableDocument:
        raise
    except Exception as error:  # a damaged file makes the parser fail in any way there is
        raise _broken(name) from error
    content, offsets = _joined(pages)
    if not content.strip():
        raise UnreadableDocument(
            f"“{name}” has pages but no text: they are pictures. Run text recognition (OCR) over it first."
        )
    return recognised(name, content, {**properties, "pages": len(pages), "page_offsets": offsets}, kind="pdf")


def _opened(data: bytes, name: str) -> PdfReader:
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted and not _decrypted(reader):
        raise UnreadableDocument(f"“{name}” is protected by a password. Save a copy without it.")
    return reader


def _decrypted(reader: PdfReader) -> bool:
    """Many files are encrypted with an empty password: everybody may read them."""
    try:
        return bool(reader.decrypt(""))
    except (PdfReadError, NotImplementedError):
        return False


def _broken(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"“{name}” is damaged or no PDF. Open it in a PDF viewer and save it again.")


def _properties(reader: PdfReader) -> dict[str, object]:
    said = reader.metadata
    if said is None:
        return {}
    date = likeliest_date(_date(said, "creation_date"), _date(said, "modification_date"))
    return {"title": said.title, "note": said.subject, "author": said.author, "date": date}


def _date(said: DocumentInformation, name: str) -> object:
    """As it is written where it is no date: by hand, or by a program that was wrong."""
    try:
        return getattr(said, name)
    except ValueError:
        return str(getattr(said, f"{name}_raw"))


def _joined(pages: list[str]) -> tuple[str, list[int]]:
    """The text of all pages, and where in it each page begins."""
    content, offsets = "", []
    for page in pages:
        text = "\n\n".join(filter(None, _paragraphs(page)))
        content += "\n\n" if content and text else ""
        offsets.append(len(content))
        content += text
    return content, offsets


def _paragraphs(page: str) -> Iterator[str]:
    """Lines that belong together, as one."""
    lines = [line.strip() for line in page.split("\n")]
    widest = max(map(len, lines), default=0)
    paragraph = ""
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        paragraph = f"{paragraph} {line}".strip()
        if not _goes_on(line, following, widest):
            yield paragraph
            paragraph = ""


def _goes_on(line: str, following: str, widest: int) -> bool:
    if not line or not following or ITEM.match(following):
        return False
    if SENTENCE_END.search(line) and len(following) < widest / 2 and not SENTENCE_END.search(following):
        return False  # what follows is a heading
    room_for_next_word = len(line) + 1 + len(following.split(" ", 1)[0])
    if room_for_next_word > widest:
        return True
    return len(line) >= FULL_LINE * widest and not SENTENCE_END.search(line)
