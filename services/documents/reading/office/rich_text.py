"""RTF to text. striprtf leaves out how words look: it is given a mark as a letter wherever that changes."""

import re
from collections.abc import Iterator

from striprtf.striprtf import rtf_to_text

from services.documents.reading.emphasis import MARK, PLAIN, Styles, extract_emphasis, mark_switches, style_mark
from services.documents.reading.office.packages import BROKEN, broken_package
from services.documents.reading.recognition import draft_of_file
from services.models import DocumentDraft, EmphasisStyle

TOKEN = re.compile(r"\\([a-z]{1,32})(-?\d{1,10})?[ ]?|\\'[0-9a-f]{2}|\\[^a-z]|([{}])", re.IGNORECASE)
"""As striprtf reads them."""
SWITCHES: dict[str, EmphasisStyle] = {"b": "bold", "i": "italic"}
ENDS = re.compile(r"[|\n]")
"""Of cells and paragraphs."""


def read_rtf(data: bytes, name: str) -> DocumentDraft:
    if not data.lstrip().startswith(b"{\\rtf"):
        raise broken_package(name, "RTF file")
    try:
        text = _text(data.decode("latin-1"))
    except BROKEN as error:
        raise broken_package(name, "RTF file") from error
    rows = [" | ".join(part.strip() for part in line.split("|") if part.strip()) for line in text.split("\n")]
    content, emphasis = extract_emphasis("\n\n".join(filter(None, rows)))
    return draft_of_file(name, content, {}, kind="rtf", emphasis=emphasis)


def _text(source: str) -> str:
    """With marks of emphasis; without, where they would change the text or the file has such marks itself."""
    plain, marked = _stripped(source), _stripped("".join(_with_switches(source)))
    return mark_switches(marked, ENDS) if MARK.sub("", marked) == plain else MARK.sub("", plain)


def _stripped(source: str) -> str:
    return str(rtf_to_text(source, errors="replace"))  # type: ignore[no-untyped-call]


def _with_switches(source: str) -> Iterator[str]:
    """What stands in a field, such as a link, looks like the words before it: striprtf finds links by the letters of
    the source."""
    groups, styles, last, field, at = list[Styles](), PLAIN, PLAIN, 0, 0
    for token in TOKEN.finditer(source):
        word, argument, brace = token.groups()
        if brace == "{":
            groups.append(styles)
        elif brace == "}":
            styles = groups.pop() if groups else PLAIN
            field = field if len(groups) >= field else 0
        elif word == "field":
            field = field or len(groups)
        elif word == "plain":
            styles = PLAIN
        elif word in SWITCHES:
            styles = styles - {SWITCHES[word]} if argument == "0" else styles | {SWITCHES[word]}
        if styles != last and not field:
            yield source[at : token.end()]
            yield f"{{\\uc0\\u{ord(style_mark(styles))} }}"
            at, last = token.end(), styles
    yield source[at:]
