"""HTML to text that keeps its headings, lists and tables, and leaves out what a reader of the page does not see."""

import re
import warnings
from collections.abc import Sequence
from itertools import takewhile

from bs4 import BeautifulSoup, XMLParsedAsHTMLWarning
from bs4.element import NavigableString, PreformattedString, Tag

from services.documents.reading.decoding import decode
from services.documents.reading.emphasis import emphasised_table, extract_emphasis, mark_emphasis, without_marks
from services.documents.reading.pictures import picture_line
from services.documents.reading.recognition import draft_of_file
from services.documents.reading.tables import Cell, expand_cells
from services.documents.reading.web.furniture import page_furniture
from services.documents.reading.web.looks import Looks
from services.models import DocumentDraft
from services.text.headings import FENCE as FENCED
from services.text.headings import HEADING
from services.text.sentences import fold_word

DECLARED = re.compile(rb"""charset\s*=\s*["']?\s*([\w-]+)""", re.IGNORECASE)
UNSEEN = ("head", "script", "style", "noscript", "template", "svg", "iframe", "object", "button", "select", "nav")
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
BLOCK = re.compile(
    "address|article|aside|blockquote|body|caption|center|dd|details|div|dl|dt|figcaption|figure|footer|form|header|hr|"
    "main|menu|ol|p|pre|section|summary|table|ul"
)
warnings.filterwarnings("ignore", category=XMLParsedAsHTMLWarning)
# XHTML is read as the HTML that it is to every browser.
LINE_END, KEPT = "\n", "\ufddf"
"""A line's end in a block of code, which keeps the white space around it; a character that no text may have."""
FENCE = "```"
CODE_NAMES = re.compile(
    r"\b(?:screen|programlisting|code\w*|highlight|source\w*|console|shell|literal-block|language-\w+)\b"
)
"""Classes of blocks that hold code."""
ITEM = "\ufdde"
"""Stands for the mark of an item until its words follow, which may be a paragraph of their own."""
ITEM_WITH_WORDS = re.compile(rf"{ITEM}\s*(?=[\ufdd0-\ufddd]*[^\s#`{ITEM}])")
MOST_SPANNED = 1000
"""As HTML itself limits colspan."""
SITE_AFTER = re.compile(r"\s+[|–—»·:-]\s+")
MARKED = re.compile(
    r"<(b|big|cite|code|em|i|small|span|strong|sub|sup|u)\b[^<>]{0,200}>([^<>]*)</\1>|<br\s*/?>", re.IGNORECASE
)
"""What is no markup within `<title>`, and is written there all the same."""
YEAR = re.compile(r"\d{4}")
"""How a date begins; a `<time>` may also be an hour or a duration."""
META_NAMES = {
    "date": ("date", "dc.date", "dc.date.issued", "dcterms.issued", "article:published_time", "datepublished"),
    "title": ("title", "dc.title", "og:title"),
    "note": ("note", "source", "dc.source"),
    "author": ("author", "dc.creator", "article:author"),
    "description": ("description", "og:description"),
}


def read_html(data: bytes, name: str) -> DocumentDraft:
    declared = DECLARED.search(data[:4096])
    soup = BeautifulSoup(decode(data, name, declared.group(1).decode() if declared else None), "lxml")
    properties = _properties(soup)
    for element in _unseen(soup):
        element.decompose()
    headings = [" ".join(one.get_text(" ").split()) for one in soup.find_all("h1")]
    properties["title"] = _own_title(properties["title"], headings)
    title = headings[0] if headings else None
    content, emphasis = extract_emphasis(_text(soup))
    return draft_of_file(name, content, properties, title=title, kind="html", emphasis=emphasis)


def _own_title(title: object, headings: Sequence[str]) -> object:
    """Without the name of the site: “Pier open again | Port of Norrby”. Where the page has one heading of its own and
    the title says other things, the heading is meant; said last, it may be the site's name as well."""
    parts = [part.strip() for part in SITE_AFTER.split(str(title or "")) if part.strip()]
    if len(parts) < 2 or len(headings) != 1 or fold_word(headings[0]) in ("", fold_word(parts[-1])):
        return title
    return headings[0]


def html_text(page: str) -> str:
    """The text of a page, or of a part of one, as its reader sees it, with marks of emphasis."""
    soup = BeautifulSoup(page, "lxml")
    for element in _unseen(soup):
        element.decompose()
    return _text(soup)


def _properties(soup: BeautifulSoup) -> dict[str, object]:
    said = {_meta_name(meta): str(meta.get("content", "")) for meta in soup.find_all("meta")}
    found: dict[str, object] = {
        key: next((said[name] for name in names if said.get(name)), None) for key, names in META_NAMES.items()
    }
    moment = soup.find("time", datetime=True)
    if found["date"] is None and moment is not None and YEAR.match(str(moment["datetime"])):
        found["date"] = str(moment["datetime"])
    if soup.title is not None and soup.title.string:
        found["title"] = MARKED.sub(lambda match: match[2] or " ", soup.title.string)
    return found


def _meta_name(meta: Tag) -> str:
    return str(meta.get("name") or meta.get("property") or meta.get("itemprop") or "").lower()


def _unseen(soup: BeautifulSoup) -> list[Tag]:
    return [
        *soup.find_all(UNSEEN),
        *soup.find_all(hidden=True),
        *soup.find_all(style=HIDDEN),
        *page_furniture(soup),
    ]


class Mark(NavigableString):
    """A line end or a sign of ours between the page's own words."""


def _text(soup: BeautifulSoup) -> str:
    looks = Looks.of(soup)
    for table in [table for table in soup.find_all("table") if _is_data(table)]:
        text = _table(table, looks)
        table.clear()
        table.append(Mark(f"\n\n{text}\n\n"))
    for code in [one for one in soup.find_all("pre") if _is_code(one)]:
        text = without_marks(code.get_text()).strip("\n")
        code.clear()
        code.append(Mark(f"\n\n{FENCE}\n{text.replace(LINE_END, KEPT)}\n{FENCE}\n\n"))
    for tag in soup.find_all(True):
        _mark(tag)
    text = "".join(_words(string, looks) for string in soup.descendants if isinstance(string, NavigableString))
    text = re.sub(r"[^\S\n]*\n[^\S\n]*", "\n", text)
    text = re.sub(r"\n{3,}", "\n\n", ITEM_WITH_WORDS.sub("- ", text).replace(ITEM, "-"))
    return text.strip().replace(KEPT, LINE_END)


def _is_code(block: Tag) -> bool:
    """What is set as code as a whole, or has a line that Markdown would take for a heading; letters of one width alone
    are none."""
    text = block.get_text()
    if not text.strip() or any(FENCED.match(line) for line in text.split(LINE_END)):
        return False
    classes = block.get("class") or ()
    said = " ".join([classes] if isinstance(classes, str) else classes)
    return (
        CODE_NAMES.search(said) is not None
        or all(_is_within_code(string, block) for string in block.strings if string.strip())
        or any(HEADING.fullmatch(line.strip()) for line in text.split(LINE_END))
    )


def _is_within_code(string: NavigableString, block: Tag) -> bool:
    within = takewhile(lambda parent: parent is not block, string.parents)
    return any(parent.name in ("code", "kbd", "samp", "tt") for parent in within)


def _is_data(table: Tag) -> bool:
    """A table for its own sake; one that holds another or has one column is there for the page's layout."""
    return (
        table.find("table") is None and len(table.find_all("tr", limit=2)) > 1 and table.find(("td", "th")) is not None
    )


def _table(table: Tag, looks: Looks) -> str:
    rows = [row.find_all(("td", "th"), recursive=False) for row in table.find_all("tr")]
    heads = 0
    while heads < len(rows) and rows[heads] and all(cell.name == "th" for cell in rows[heads]):
        heads += 1
    caption = table.find("caption")
    said = [" ".join(_spoken(caption, looks).split())] if caption is not None else []
    grid = expand_cells([_cell(cell, looks) for cell in row] for row in rows)
    return "\n".join([*said, emphasised_table(grid, heads or None)])


def _cell(cell: Tag, looks: Looks) -> Cell:
    return Cell(_spoken(cell, looks), _span(cell, "colspan"), _span(cell, "rowspan"))


def _spoken(tag: Tag, looks: Looks) -> str:
    return " ".join(mark_emphasis(string, looks.of_string(string)) for string in tag.strings)


def _span(cell: Tag, name: str) -> int:
    said = str(cell.get(name, "1")).strip()
    return min(int(said), MOST_SPANNED) if said.isdecimal() and int(said) else 1


def _mark(tag: Tag) -> None:
    """Set within the tag, at its ends: beside it every mark would cost a search through the tag's siblings."""
    opening, closing = _marks(tag)
    if opening:
        tag.insert(0, Mark(opening))
    if closing:
        tag.append(Mark(closing))


def _marks(tag: Tag) -> tuple[str, str]:
    match tag.name:
        case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
            return "\n\n" + "#" * int(tag.name[1]) + " ", "\n\n"
        case "li" if next(tag.stripped_strings, None) is not None:
            return f"\n{ITEM}", ""
        case "br" | "tr":
            return "\n", ""
        case "img" if str(tag.get("alt", "")).strip():  # without words for it, it is an ornament
            return f"\n\n{picture_line(without_marks(str(tag['alt'])))}\n\n", ""
        case "td" | "th":
            return (" | " if tag.find_previous_sibling(("td", "th")) else ""), ""
        case name if BLOCK.fullmatch(name):
            return "\n\n", "\n\n"
        case _:
            return "", ""


def _words(string: NavigableString, looks: Looks) -> str:
    if isinstance(string, Mark):
        return str(string)
    if isinstance(string, PreformattedString):  # comments, doctypes, processing instructions
        return ""
    words = str(string) if looks.is_preformatted(string) else re.sub(r"\s+", " ", str(string))
    return mark_emphasis(words, looks.of_string(string))
