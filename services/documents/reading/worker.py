"""Reads files for another process, draws their pages, and reads pages that are pictures: requests come on stdin,
drafts, pictures, texts or sentences go to stdout, until stdin ends or nothing is asked for a while.

`python -m services.documents.reading.worker MEGABYTES`: the memory that it may take; beyond it a file is refused and
the process ends, for what a parser left behind is not worth keeping.
"""

import contextlib
import json
import os
import resource
import sys
from base64 import b64encode
from typing import BinaryIO

from pydantic import TypeAdapter

from services.documents.reading.pdf.pictures import page_pictures
from services.documents.reading.readers import read_file
from services.documents.reading.requests import Requests
from services.errors import UnreadableDocument
from services.models import Feed, ReadPage

EVERYTHING = resource.RLIM_INFINITY
BEHIND = 10
"""How far reading by machine stands back behind searches and answers."""


def main(megabytes: int) -> None:
    with contextlib.suppress(ValueError, OSError):  # macOS knows the limit and does not keep it
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 1_000_000, EVERYTHING))
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # a parser that prints must not answer for us
    requests = Requests(sys.stdin.buffer)
    while request := requests.next():
        if not _answer(request, requests, answers):
            return


def _answer(request: dict[str, object], requests: Requests, answers: BinaryIO) -> bool:
    """Whether the next file may be read here, too."""
    _allow_seconds(float(str(request["seconds"])))
    try:
        _send(answers, *_done(request, requests.file(request)))
    except UnreadableDocument as error:
        _send(answers, "problem", str(error).encode())
    except (MemoryError, RecursionError) as error:
        _send(answers, type(error).__name__, b"")
        return False
    return True


def _done(request: dict[str, object], data: bytes) -> tuple[str, bytes]:
    name, limit = str(request["name"]), int(str(request["limit"]))
    if request["task"] == "read page":
        return "page", _read_page(data, name, limit).model_dump_json().encode()
    if request["task"] == "feed":
        return "feed", _read_feed(data, name).model_dump_json().encode()
    if request["task"] == "pictures":
        pages = TypeAdapter(list[int]).validate_python(request["pages"])
        pictures = [b64encode(picture).decode() for picture in page_pictures(data, name, pages, limit)]
        return "pictures", json.dumps(pictures).encode()
    return "draft", read_file(data, name, max_megabytes=limit).model_dump_json().encode()


def _read_feed(data: bytes, url: str) -> Feed:
    """Imported here: few readers meet a feed."""
    from services.documents.reading.web.feeds import read_feed

    return read_feed(data, url)


def _read_page(data: bytes, name: str, number: int) -> ReadPage:
    """After all other work of the machine. Imported here: onnxruntime takes half a second, and few files need it."""
    os.nice(BEHIND - os.nice(0))
    from services.documents.reading.scans.pictures import read_picture

    return read_picture(data, name, number)


def _allow_seconds(seconds: float) -> None:
    """Of processor time from now on: a busy machine takes none of it away. The kernel ends the process after them."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    resource.setrlimit(resource.RLIMIT_CPU, (int(usage.ru_utime + usage.ru_stime + seconds) + 1, EVERYTHING))


def _send(answers: BinaryIO, kind: str, content: bytes) -> None:
    answers.write(json.dumps({"kind": kind, "bytes": len(content)}).encode() + b"\n" + content)
    answers.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
