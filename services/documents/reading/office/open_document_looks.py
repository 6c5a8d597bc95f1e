"""How an OpenDocument text sets its words: by styles of characters, named ones and those of the file's own making.

What a named style of paragraphs says is no emphasis, for all of its words look so; but a paragraph that is set in bold
by hand gets a style of the file's own making.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from services.documents.reading.emphasis import FIXED_WIDTH, Styles
from services.models import EmphasisStyle

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
NAME = f"{TEXT}style-name"
SPAN, PARAGRAPHS = f"{TEXT}span", (f"{TEXT}p", f"{TEXT}h")
MOST_PARENTS = 20
BOLD_FROM = 600

Said = Mapping[EmphasisStyle, bool]


@dataclass(frozen=True)
class OpenDocumentLooks:
    """By the names of styles: those of characters, and those of paragraphs that the file has made for itself."""

    words: Mapping[str, Said]
    paragraphs: Mapping[str, Said]

    @classmethod
    def of(cls, body: etree._Element, named: etree._Element) -> "OpenDocumentLooks":
        """`named`: the part of the file that has its named styles."""
        styles = dict(_styles(named.iter(f"{STYLE}style"), "text"))
        styles |= _styles(body.iter(f"{STYLE}style"), "text")
        own = (style for part in body.iter(f"{OFFICE}automatic-styles") for style in part.iter(f"{STYLE}style"))
        paragraphs = {name: dict(_said(style)) for name, style in _styles(own, "paragraph").items()}
        return cls({name: _with_parents(name, styles) for name in styles}, paragraphs)

    def of_text(self, text: etree._ElementUnicodeResult) -> Styles:
        """What stands nearer to the words counts."""
        beside: etree._Element | None = text.getparent()
        element = beside.getparent() if beside is not None and text.is_tail else beside
        said: dict[EmphasisStyle, bool] = {}
        while element is not None:
            name = str(element.get(NAME))
            if element.tag in PARAGRAPHS:
                said = {**self.paragraphs.get(name, {}), **said}
                break
            if element.tag == SPAN:
                said = {**self.words.get(name, {}), **said}
            element = element.getparent()
        return Styles(style for style, is_so in said.items() if is_so)


def _styles(styles: Iterator[etree._Element], family: str) -> dict[str, etree._Element]:
    return {str(one.get(f"{STYLE}name")): one for one in styles if one.get(f"{STYLE}family") == family}


def _with_parents(name: str, styles: Mapping[str, etree._Element]) -> Said:
    """Styles may be each other's parents in a ring."""
    said: dict[EmphasisStyle, bool] = {}
    for _ in range(MOST_PARENTS):
        style = styles.get(name)
        if style is None:
            break
        said = {**dict(_said(style)), **said}
        name = str(style.get(f"{STYLE}parent-style-name"))
    return said


def _said(style: etree._Element) -> Iterator[tuple[EmphasisStyle, bool]]:
    for properties in style.iterchildren(f"{STYLE}text-properties"):
        if weight := properties.get(f"{FO}font-weight"):
            yield "bold", weight == "bold" or (weight.isdecimal() and int(weight) >= BOLD_FROM)
        if slant := properties.get(f"{FO}font-style"):
            yield "italic", slant in ("italic", "oblique")
        if FIXED_WIDTH.search(str(properties.get(f"{STYLE}font-name") or properties.get(f"{FO}font-family") or "")):
            yield "code", True
