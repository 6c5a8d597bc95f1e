"""What all packed formats share: they are archives, small on disk and perhaps huge when unpacked."""

import io
import zipfile
import zlib

from services.errors import UnreadableDocument

MOST_UNPACKED = 400_000_000
BROKEN = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What parsers raise for a damaged file: SyntaxError is lxml's base for broken XML, RuntimeError comes from a package
that is encrypted, packed in an unknown way or nested too deeply, the others from parts that are missing, misnamed or
cut and from numbers without measure."""


def check_package(data: bytes, name: str, kind: str) -> zipfile.ZipFile:
    """The archive, its sizes looked at before anything is unpacked. Raises UnreadableDocument."""
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise UnreadableDocument(
            f"“{name}” is protected by a password or in an old Office format. Save it in today's format, without one."
        )
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        parts = archive.infolist()
    except BROKEN as error:
        raise broken_package(name, kind.removeprefix("a ").removeprefix("an ")) from error
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MOST_UNPACKED:
        raise UnreadableDocument(f"“{name}” unpacks to {unpacked / 1e6:.0f} MB, as no text does. Leave it out.")
    return archive


def broken_package(name: str, kind: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"“{name}” is damaged, far too large or no {kind}. Open it in the program that made it and save it again."
    )
