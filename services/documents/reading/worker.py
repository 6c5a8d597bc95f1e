"""Reads files for another process: requests come on stdin, drafts or sentences go to stdout, until stdin ends.

`python -m services.documents.reading.worker MEGABYTES`: the memory that it may take; beyond it a file is refused and
the process ends, for what a parser left behind is not worth keeping.
"""

import contextlib
import json
import resource
import sys
from typing import BinaryIO

from services.documents.reading.readers import read
from services.errors import UnreadableDocument

EVERYTHING = resource.RLIM_INFINITY


def main(megabytes: int) -> None:
    with contextlib.suppress(ValueError, OSError):  # macOS knows the limit and does not keep it
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 1_000_000, EVERYTHING))
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # a parser that prints must not answer for us
    while request := sys.stdin.buffer.readline():
        if not _answer(json.loads(request), sys.stdin.buffer, answers):
            return


def _answer(request: dict[str, object], requests: BinaryIO, answers: BinaryIO) -> bool:
    """Whether the next file may be read here, too."""
    _allow_seconds(float(str(request["seconds"])))
    try:
        data = requests.read(int(str(request["bytes"])))
        draft = read(data, str(request["name"]), max_megabytes=int(str(request["max_megabytes"])))
        _send(answers, "draft", draft.model_dump_json().encode())
    except UnreadableDocument as error:
        _send(answers, "problem", str(error).encode())
    except (MemoryError, RecursionError) as error:
        _send(answers, type(error).__name__, b"")
        return False
    return True


def _allow_seconds(seconds: float) -> None:
    """Of processor time from now on: a busy machine takes none of it away. The kernel ends the process after them."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    resource.setrlimit(resource.RLIMIT_CPU, (int(usage.ru_utime + usage.ru_stime + seconds) + 1, EVERYTHING))


def _send(answers: BinaryIO, kind: str, content: bytes) -> None:
    answers.write(json.dumps({"kind": kind, "bytes": len(content)}).encode() + b"\n" + content)
    answers.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
