"""Which files can be read, told by their names and sizes alone: nothing of a file is parsed here."""

from pathlib import Path, PurePosixPath

from services.errors import UnreadableDocument

DEFAULT_MEGABYTES = 100
SUFFIXES = {
    "text": (".txt", ".text", ".rst", ".adoc", ".asciidoc", ".org", ".log"),
    "markdown": (".md", ".markdown"),
    "html": (".html", ".htm", ".xhtml"),
    "pdf": (".pdf",),
    "docx": (".docx",),
    "odt": (".odt",),
    "rtf": (".rtf",),
    "epub": (".epub",),
    "pptx": (".pptx",),
    "spreadsheet": (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
    "delimited": (".csv", ".tsv"),
    "eml": (".eml",),
    "msg": (".msg",),
    "image": (".png", ".jpg", ".jpeg", ".tif", ".tiff"),
}
"""Each format with the endings of its files."""
FORMAT_OF = {suffix: kind for kind, suffixes in SUFFIXES.items() for suffix in suffixes}
FORMATS = (
    ".md",
    ".txt",
    ".html",
    ".pdf",
    ".docx",
    ".odt",
    ".rtf",
    ".epub",
    ".pptx",
    ".xlsx",
    ".csv",
    ".eml",
    ".msg",
    ".png",
    ".jpg",
    ".tiff",
)
"""Those worth naming; the others are spellings of them."""
OTHER_FORMATS = {
    ".doc": "It is an old Word file: save it as .docx.",
    ".ppt": "It is an old PowerPoint file: save it as .pptx.",
    ".odp": "Save it as .pptx or .pdf.",
    ".jsonl": "If it holds facts, give it as a facts file.",
}


def format_of(name: str) -> str | None:
    """The format of a file by the ending of its name; None if it is not read."""
    return FORMAT_OF.get(_suffix(name))


def is_readable(name: str) -> bool:
    return format_of(name) is not None


def check_format(name: str) -> str:
    """The format that the name's ending stands for. Raises UnreadableDocument."""
    kind = format_of(name)
    if kind is None:
        what_to_do = OTHER_FORMATS.get(_suffix(name), "Save it as one of these.")
        raise UnreadableDocument(
            f"“{name}” is in a format that Dossier does not read (it reads {', '.join(FORMATS)}). {what_to_do}"
        )
    return kind


def read_contents(file: bytes | Path, name: str, max_megabytes: int) -> bytes:
    """The bytes of a file that is neither empty nor too large. Raises UnreadableDocument."""
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


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix.lower()
