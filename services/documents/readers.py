"""Files to drafts: Markdown, plain text, HTML, PDF and DOCX, each with the title, date and note it carries."""

import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import yaml
from pydantic import ValidationError

from services.documents.decoding import decode
from services.documents.docx_reader import read_docx
from services.documents.html_reader import read_html
from services.documents.pdf_reader import read_pdf
from services.documents.recognition import first_heading, recognised
from services.errors import UnreadableDocument
from services.models import DocumentDraft

FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.{0,65536}?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
PLAIN_PAIR = re.compile(r"^([A-Za-z][\w -]*):[ \t]*(.*)$", re.MULTILINE)
LONGEST_LINE = 2_000_000
DEFAULT_MEGABYTES = 100
OTHER_FORMATS = {
    ".doc": "It is an old Word file: save it as .docx.",
    ".rtf": "Save it as .docx.",
    ".odt": "Save it as .docx or .pdf.",
    ".epub": "Convert it to .html.",
    ".pptx": "Export it as .pdf.",
    ".ppt": "Export it as .pdf.",
    ".xlsx": "Save the sheet as .txt or .md; facts can come as a CSV facts file.",
    ".csv": "If it holds facts, give it as a facts file.",
    ".jsonl": "If it holds facts, give it as a facts file.",
}


def read(file: bytes | Path, name: str, *, max_megabytes: int = DEFAULT_MEGABYTES) -> DocumentDraft:
    """Read one file; `name` decides the format and becomes the source. A long PDF takes seconds: call it in a thread.

    Raises UnreadableDocument with a sentence that says what to do.
    """
    reader = READERS.get(PurePosixPath(name).suffix.lower())
    if reader is None:
        raise UnreadableDocument(_unknown(name))
    draft = reader(_contents(file, name, max_megabytes), name)
    if not draft.content.strip():
        raise UnreadableDocument(f"“{name}” holds no text.")
    longest = max(map(len, draft.content.split("\n")))
    if longest > LONGEST_LINE:
        raise UnreadableDocument(
            f"“{name}” has a line of {longest / 1e6:.0f} million characters: that is data rather than a text. "
            "Break it into paragraphs, or leave it out."
        )
    return draft


def read_exported(path: Path) -> list[DocumentDraft]:
    """The documents of an export, one a line. Raises UnreadableDocument, naming the line that is none."""
    drafts = []
    for number, line in enumerate(decode(path.read_bytes(), path.name).split("\n"), start=1):
        try:
            drafts += [DocumentDraft.model_validate_json(line)] if line.strip() else []
        except ValidationError as error:
            raise UnreadableDocument(
                f"“{path.name}”, line {number} is no exported document. Export it again."
            ) from error
    return drafts


def is_readable(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in READERS


def _contents(file: bytes | Path, name: str, max_megabytes: int) -> bytes:
    size = len(file) if isinstance(file, bytes) else _size(file, name)
    if size == 0:
        raise UnreadableDocument(f"“{name}” is empty.")
    if size > max_megabytes * 1_000_000:
        raise UnreadableDocument(
            f"“{name}” has {size / 1e6:.0f} MB, more than the {max_megabytes} MB allowed. "
            "Split it, or raise DOSSIER_MAX_FILE_MB."
        )
    if isinstance(file, bytes):
        return file
    try:
        return file.read_bytes()
    except OSError as error:
        raise UnreadableDocument(f"“{name}” cannot be opened: {error.strerror}.") from error


def _size(path: Path, name: str) -> int:
    try:
        found = path.stat()
    except OSError as error:
        raise UnreadableDocument(f"“{name}” cannot be opened: {error.strerror}.") from error
    if not path.is_file():
        raise UnreadableDocument(f"“{name}” is not a file.")
    return found.st_size


def _unknown(name: str) -> str:
    suffix = PurePosixPath(name).suffix.lower()
    what_to_do = OTHER_FORMATS.get(suffix, "Save it as one of these.")
    return f"“{name}” is in a format that Dossier does not read (it reads {', '.join(FORMATS)}). {what_to_do}"


def _read_text(data: bytes, name: str) -> DocumentDraft:
    return recognised(name, decode(data, name), {}, kind="text")


def _read_markdown(data: bytes, name: str) -> DocumentDraft:
    text = decode(data, name).replace("\r\n", "\n").lstrip("\ufeff")
    match = FRONT_MATTER.match(text)
    properties = _front_matter(match.group(1)) if match else {}
    content = text[match.end() :].lstrip("\n") if match and properties else text
    return recognised(name, content, properties, title=first_heading(content), kind="markdown")


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

READERS: dict[str, Reader] = {
    ".md": _read_markdown,
    ".markdown": _read_markdown,
    ".txt": _read_text,
    ".text": _read_text,
    ".html": read_html,
    ".htm": read_html,
    ".xhtml": read_html,
    ".pdf": read_pdf,
    ".docx": read_docx,
}
FORMATS = (".md", ".txt", ".html", ".pdf", ".docx")
"""Those worth naming; the others are spellings of them."""
