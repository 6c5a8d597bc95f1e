"""How the words of a page look: bold, italic or as code, as its tags and their own styles say."""

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from bs4 import BeautifulSoup
from bs4.element import PageElement, Tag

from services.documents.reading.emphasis import FIXED_WIDTH, PLAIN, Styles
from services.models import EMPHASIS_STYLES, EmphasisStyle

TAGS: Mapping[str, EmphasisStyle] = {
    **dict.fromkeys(("b", "strong"), "bold"),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), "italic"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "code"),
}
DECLARED = re.compile(r"(?:^|;)\s*(font-weight|font-style|font-family)\s*:\s*([^;]+)", re.IGNORECASE)
BOLD_FROM = 600
"""The weight of a font from which on browsers draw it bold."""


@dataclass(frozen=True)
class Looks:
    """By the `id` of each tag: tags themselves are compared by all that they hold. `preformatted` are those whose white
    space counts."""

    styles: Mapping[int, Styles]
    preformatted: Set[int]

    @classmethod
    def of(cls, soup: BeautifulSoup) -> "Looks":
        """What a tag says holds in all that is in it, until another there says otherwise."""
        styles, preformatted = dict[int, Styles](), set[int]()
        for tag in soup.find_all(True):
            above = styles.get(id(tag.parent), PLAIN)
            said = dict(_said(tag))
            styles[id(tag)] = Styles(one for one in EMPHASIS_STYLES if said.get(one, one in above)) if said else above
            if tag.name == "pre" or id(tag.parent) in preformatted:
                preformatted.add(id(tag))
        return cls(styles, preformatted)

    def of_string(self, string: PageElement) -> Styles:
        return self.styles.get(id(string.parent), PLAIN)

    def is_preformatted(self, string: PageElement) -> bool:
        return id(string.parent) in self.preformatted


def _said(tag: Tag) -> Iterator[tuple[EmphasisStyle, bool]]:
    if tag.name in TAGS:
        yield TAGS[tag.name], True
    for name, value in DECLARED.findall(str(tag.get("style", ""))):
        yield from _declared(name.lower(), value.strip().lower())


def _declared(name: str, value: str) -> Iterator[tuple[EmphasisStyle, bool]]:
    """`inherit` and its like say nothing."""
    first = value.split(maxsplit=1)[0] if value else ""
    if name == "font-family" and FIXED_WIDTH.search(value):
        yield "code", True
    elif name == "font-style" and first in ("normal", "italic", "oblique"):
        yield "italic", first != "normal"
    elif name == "font-weight" and (first in ("normal", "bold", "bolder", "lighter") or first.isdecimal()):
        yield "bold", int(first) >= BOLD_FROM if first.isdecimal() else first.startswith("bold")
