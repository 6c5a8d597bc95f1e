"""Bytes to text: which encoding a file is in, and whether it is text at all."""

import codecs
import re

from charset_normalizer import from_bytes

from services.errors import UnreadableDocument

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
BINARY_BEGINNINGS = {
    b"%PDF-": "a PDF. Rename it to end in .pdf",
    b"PK\x03\x04": "a ZIP or Office file. Rename it to end in .docx if it is a Word document",
    b"\xd0\xcf\x11\xe0": "an old Office file. Save it as .docx or .pdf",
    b"\x89PNG": "a picture. Dossier reads text only",
    b"\xff\xd8\xff": "a picture. Dossier reads text only",
    b"\x1f\x8b": "a compressed file. Unpack it first",
    b"\x7fELF": "a program. Dossier reads text only",
    b"MZ": "a program. Dossier reads text only",
}
SAMPLE = 64 * 1024
CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]")
MOST_CONTROLS = 0.01
"""Share of control characters above which something is no text; a stray form feed or bell is far below."""


def decode(data: bytes, name: str, declared: str | None = None) -> str:
    """The text of the bytes, by byte order mark, the declared encoding, UTF-8, a guess by statistics, at last Latin-1.

    Raises UnreadableDocument when what comes out is not text.
    """
    for beginning, kind in BINARY_BEGINNINGS.items():
        if data.startswith(beginning) and CONTROL.search(data[:SAMPLE].decode("latin-1")):
            raise UnreadableDocument(f"“{name}” is not text but looks like {kind}.")
    text = _decoded(data, name, declared)
    if len(CONTROL.findall(text[:SAMPLE])) > MOST_CONTROLS * min(len(text), SAMPLE):
        raise UnreadableDocument(f"“{name}” is not text: it holds binary data. Convert it to text, HTML, PDF or DOCX.")
    return text


def _decoded(data: bytes, name: str, declared: str | None) -> str:
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _by_mark(data, encoding, name)
    for encoding in filter(None, (declared, "utf-8")):
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):  # LookupError: the declared name is no encoding
            continue
    return data.decode(_guessed(data[:SAMPLE]), errors="replace")


def _by_mark(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableDocument(
            f"“{name}” says that it is {encoding.upper()} but is damaged at byte {error.start}. Save it again as UTF-8."
        ) from error


def _guessed(sample: bytes) -> str:
    best = from_bytes(sample).best()
    return best.encoding if best is not None else "latin-1"
