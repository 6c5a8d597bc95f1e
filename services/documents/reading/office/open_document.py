"""ODT to text, and EPUB chapter by chapter."""

import posixpath
import zipfile
from collections.abc import Iterator
from urllib.parse import unquote

from lxml import etree

from services.documents.reading.decoding import decode
from services.documents.reading.emphasis import emphasised_table, extract_emphasis, mark_emphasis, without_marks
from services.documents.reading.office.open_document_looks import OpenDocumentLooks
from services.documents.reading.office.packages import BROKEN, broken_package, check_package
from services.documents.reading.pictures import picture_line
from services.documents.reading.recognition import draft_of_file, opening_heading
from services.documents.reading.tables import Cell, expand_cells
from services.documents.reading.web.pages import html_text
from services.errors import UnreadableDocument
from services.models import SAVED, DocumentDraft

PARSER_OPTIONS = {"resolve_entities": False, "no_network": True, "huge_tree": False, "recover": True}
NAMES = {
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
    "svg": "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "dc": "http://purl.org/dc/elements/1.1/",
    "opf": "http://www.idpf.org/2007/opf",
    "box": "urn:oasis:names:tc:opendocument:xmlns:container",
}
MOST_REPEATED = 1000
ALL_TEXTS = ".//text()"
SEEN_TEXTS = ".//text()[not(parent::svg:desc or parent::svg:title)]"
"""Without what is said of pictures for those who do not see them."""


def read_odt(data: bytes, name: str) -> DocumentDraft:
    archive = check_package(data, name, "an OpenDocument text")
    try:
        body = _xml(archive, "content.xml")
        said = _xml(archive, "meta.xml") if "meta.xml" in archive.namelist() else body
        named = _xml(archive, "styles.xml") if "styles.xml" in archive.namelist() else body
        blocks = _odt_blocks(body, OpenDocumentLooks.of(body, named))
        content, emphasis = extract_emphasis("\n\n".join(filter(None, blocks)))
        title, saved, author = (said.findtext(f".//dc:{key}", None, NAMES) for key in ("title", "date", "creator"))
        properties = {"title": title, SAVED: saved, "creator": author}
    except BROKEN as error:
        raise broken_package(name, "OpenDocument text") from error
    return draft_of_file(name, content, properties, title=opening_heading(content), kind="odt", emphasis=emphasis)


def read_epub(data: bytes, name: str) -> DocumentDraft:
    archive = check_package(data, name, "an EPUB")
    try:
        root = _xml(archive, "META-INF/container.xml").find(".//box:rootfile", NAMES)
        place = str(_rootfile(archive) if root is None else root.get("full-path"))
        package = _xml(archive, place)
        chapters = [html_text(decode(archive.read(part), part)) for part in _spine(package, place)]
        properties = {key: package.findtext(f".//dc:{key}", None, NAMES) for key in ("title", "date", "creator")}
    except BROKEN as error:
        raise broken_package(name, "EPUB") from error
    content, emphasis = extract_emphasis("\n\n".join(filter(None, chapters)))
    return draft_of_file(name, content, properties, kind="epub", emphasis=emphasis)


def _rootfile(archive: zipfile.ZipFile) -> str:
    """A name that is missing, too, where there is none: to read it fails as with any part that is not there."""
    return next((name for name in archive.namelist() if name.endswith(".opf")), "book.opf")


def _spine(package: etree._Element, place: str) -> Iterator[str]:
    """The chapters in the order in which they are read."""
    files = {str(item.get("id")): str(item.get("href")) for item in package.iterfind(".//opf:manifest/opf:item", NAMES)}
    for item in package.iterfind(".//opf:spine/opf:itemref", NAMES):
        href = files.get(str(item.get("idref")))
        if href:
            yield posixpath.normpath(posixpath.join(posixpath.dirname(place), unquote(href)))


def _xml(archive: zipfile.ZipFile, part: str) -> etree._Element:
    root = etree.fromstring(archive.read(part), etree.XMLParser(**PARSER_OPTIONS))
    if root is None:
        raise UnreadableDocument(f"“{part}” holds no XML.")
    return root


def _odt_blocks(body: etree._Element, looks: OpenDocumentLooks) -> Iterator[str]:
    seen: set[etree._Element] = set()
    for element in body.iter(_named("text", "h"), _named("text", "p"), _named("table", "table")):
        if seen.isdisjoint(element.iterancestors()):
            if element.tag == _named("table", "table"):
                seen.add(element)
            yield _odt_block(element, looks)


def _odt_block(element: etree._Element, looks: OpenDocumentLooks) -> str:
    if element.tag == _named("table", "table"):
        return emphasised_table(expand_cells(_odt_rows(element, looks)))
    pictures = [
        picture_line(_described(frame)) for frame in element.iter(_named("draw", "frame")) if _is_picture(frame)
    ]
    return "\n\n".join(filter(None, [_odt_words(element, looks), *pictures]))


def _is_picture(frame: etree._Element) -> bool:
    return frame.find(_named("draw", "image")) is not None


def _described(frame: etree._Element) -> str:
    return without_marks(frame.findtext("svg:desc", None, NAMES) or frame.findtext("svg:title", None, NAMES) or "")


def _odt_words(element: etree._Element, looks: OpenDocumentLooks) -> str:
    said = " ".join("".join(_spoken(element, SEEN_TEXTS, looks)).split())
    if element.tag == _named("text", "h") and said:
        level = str(element.get(_named("text", "outline-level"), "1"))
        return "#" * (min(int(level), 6) if level.isdecimal() and int(level) else 1) + f" {said}"
    is_item = said and any(parent.tag == _named("text", "list-item") for parent in element.iterancestors())
    return f"- {said}" if is_item else said


def _spoken(element: etree._Element, texts: str, looks: OpenDocumentLooks) -> Iterator[str]:
    for text in element.xpath(texts, namespaces=NAMES):
        yield mark_emphasis(str(text), looks.of_text(text))


def _odt_rows(table: etree._Element, looks: OpenDocumentLooks) -> Iterator[list[Cell]]:
    for row in table.iter(_named("table", "table-row")):
        yield [
            Cell(
                " ".join("".join(_spoken(cell, ALL_TEXTS, looks)).split()),
                _count(cell, "number-columns-spanned") * _count(cell, "number-columns-repeated"),
                _count(cell, "number-rows-spanned"),
            )
            for cell in row.iterchildren(_named("table", "table-cell"))
        ]


def _count(cell: etree._Element, attribute: str) -> int:
    said = str(cell.get(_named("table", attribute), "1"))
    return min(int(said), MOST_REPEATED) if said.isdecimal() and int(said) else 1


def _named(space: str, tag: str) -> str:
    return f"{{{NAMES[space]}}}{tag}"
