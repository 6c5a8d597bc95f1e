"""Files to drafts of documents, each with the title, date and note it carries: texts, pages, office files, mails."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import yaml

from services.documents.reading.decoding import decode
from services.documents.reading.formats import DEFAULT_MEGABYTES, check_format, read_contents
from services.documents.reading.office.open_document import read_epub, read_odt
from services.documents.reading.office.rich_text import read_rtf
from services.documents.reading.office.slides import read_pptx
from services.documents.reading.office.spreadsheets import read_delimited, read_spreadsheet
from services.documents.reading.office.word import read_docx
from services.documents.reading.pdf.reader import read_pdf
from services.documents.reading.recognition import draft_of_file, first_heading
from services.documents.reading.scans.image_files import read_image
from services.documents.reading.web.mails import read_eml, read_msg
from services.documents.reading.web.pages import read_html
from services.errors import UnreadableDocument
from services.models import DocumentDraft

FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.{0,65536}?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
PLAIN_PAIR = re.compile(r"^([A-Za-z][\w -]*):[ \t]*(.*)$", re.MULTILINE)
LONGEST_LINE = 2_000_000


def read_file(file: bytes | Path, name: str, *, max_megabytes: int = DEFAULT_MEGABYTES) -> DocumentDraft:
    """Read one file; `name` decides the format and becomes the source.

    Whoever serves others reads through `apart`. Raises UnreadableDocument with a sentence that says what to do.
    """
    draft = READERS[check_format(name)](read_contents(file, name, max_megabytes), name)
    if not draft.content.strip() and not draft.unread_pages:
        raise UnreadableDocument(f"“{name}” holds no text.")
    longest = max(map(len, draft.content.split("\n")))
    if longest > LONGEST_LINE:
        raise UnreadableDocument(
            f"“{name}” has a line of {longest / 1e6:.0f} million characters: that is data rather than a text. "
            "Break it into paragraphs, or leave it out."
        )
    return draft


def _read_text(data: bytes, name: str) -> DocumentDraft:
    return draft_of_file(name, decode(data, name), {}, kind="text")


def _read_markdown(data: bytes, name: str) -> DocumentDraft:
    text = decode(data, name).replace("\r\n", "\n").lstrip("\ufeff")
    match = FRONT_MATTER.match(text)
    properties = _front_matter(match.group(1)) if match else {}
    content = text[match.end() :].lstrip("\n") if match and properties else text
    return draft_of_file(name, content, properties, title=first_heading(content), kind="markdown")


def _front_matter(head: str) -> dict[str, object]:
    """As YAML, else line by line: “title: Mir: the last years” is no YAML but what people write."""
    try:
        found = yaml.load(head, FrontMatter)
    except (yaml.YAMLError, RecursionError):  # RecursionError: it is nested too deeply
        found = dict(PLAIN_PAIR.findall(head))
    if not isinstance(found, dict):
        return {}
    return {str(key).strip().lower(): value for key, value in found.items()}


class FrontMatter(yaml.SafeLoader):
    """YAML whose values may look like a date or a number and be none: they stay the text that they are."""

    def value_or_text(self, node: yaml.ScalarNode) -> object:
        kind = node.tag.rpartition(":")[2]
        try:
            value: object = getattr(yaml.SafeLoader, f"construct_yaml_{kind}")(self, node)
            str(value)  # raises ValueError for a number too long to be written down again
        except (ValueError, LookupError, AttributeError):  # AttributeError: PyYAML's for a text that is called a date
            return self.construct_scalar(node)
        return value


for kind in ("timestamp", "int", "float", "bool"):
    FrontMatter.add_constructor(f"tag:yaml.org,2002:{kind}", FrontMatter.value_or_text)

Reader = Callable[[bytes, str], DocumentDraft]

MAILS = {"eml": read_eml, "msg": read_msg}


def _read_attached(data: bytes, name: str) -> DocumentDraft:
    """What is attached to a mail that is itself attached is named alone."""
    mail = MAILS.get(check_format(name))
    return mail(data, name) if mail else read_file(data, name)


READERS: dict[str, Reader] = {
    "text": _read_text,
    "markdown": _read_markdown,
    "html": read_html,
    "pdf": read_pdf,
    "docx": read_docx,
    "odt": read_odt,
    "rtf": read_rtf,
    "epub": read_epub,
    "pptx": read_pptx,
    "spreadsheet": read_spreadsheet,
    "delimited": read_delimited,
    **{kind: partial(read_mail, read_attached=_read_attached) for kind, read_mail in MAILS.items()},
    "image": read_image,
}
