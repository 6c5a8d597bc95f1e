"""How Word sets the words of a run: as the run says itself, else as its character style and those that it is based on.

What a paragraph's style says is no emphasis: all of its words look so.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from services.documents.reading.emphasis import FIXED_WIDTH, PLAIN, Styles
from services.models import EmphasisStyle

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
SWITCHES: Mapping[str, EmphasisStyle] = {f"{W}b": "bold", f"{W}i": "italic"}
OFF = ("0", "false", "off", "none")
CODE = re.compile(r"\b(?:code|verbatim|source text)\b|^html (?:keyboard|sample|typewriter)$", re.IGNORECASE)
"""Character styles of Word, pandoc and LibreOffice for code."""
MOST_BASES = 20

Said = Mapping[EmphasisStyle, bool]


@dataclass(frozen=True)
class WordLooks:
    """By the id of each character style."""

    styles: Mapping[str, Said]

    @classmethod
    def of(cls, styles: etree._Element) -> "WordLooks":
        named = {
            str(style.get(f"{W}styleId")): style
            for style in styles.iterchildren(f"{W}style")
            if style.get(f"{W}type") == "character"
        }
        return cls({name: _with_bases(name, named) for name in named})

    def of_run(self, run: etree._Element) -> Styles:
        properties = run.find(f"{W}rPr")
        if properties is None:
            return PLAIN
        named = _value(properties, "rStyle")
        said = {**self.styles.get(named, {}), **dict(_said(properties))}
        return Styles(style for style, is_so in said.items() if is_so)


def _with_bases(name: str, named: Mapping[str, etree._Element]) -> Said:
    """Styles may be based on each other in a ring."""
    said: dict[EmphasisStyle, bool] = {}
    for _ in range(MOST_BASES):
        style = named.get(name)
        if style is None:
            break
        said = {**dict(_said_by_style(style)), **said}
        name = _value(style, "basedOn")
    return said


def _said_by_style(style: etree._Element) -> Iterator[tuple[EmphasisStyle, bool]]:
    if CODE.search(_value(style, "name")):
        yield "code", True
    properties = style.find(f"{W}rPr")
    if properties is not None:
        yield from _said(properties)


def _said(properties: etree._Element) -> Iterator[tuple[EmphasisStyle, bool]]:
    for element in properties:
        if element.tag in SWITCHES:
            yield SWITCHES[element.tag], str(element.get(f"{W}val", "1")).lower() not in OFF
        elif element.tag == f"{W}rFonts" and FIXED_WIDTH.search(str(element.get(f"{W}ascii", ""))):
            yield "code", True


def _value(element: etree._Element, name: str) -> str:
    found = element.find(f"{W}{name}")
    return "" if found is None else str(found.get(f"{W}val", ""))
