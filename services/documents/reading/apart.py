"""Files are read in processes of their own: what a file does to its parser happens to one that can be thrown away.

A parser that never ends or takes all memory is ended at a limit, the file is refused in one sentence, and the next file
gets a new process. One that has waited long for work ends.
"""

import hashlib
import json
import logging
import os
import signal
import subprocess
import sys
import threading
from base64 import b64decode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from services.documents.reading.formats import DEFAULT_MEGABYTES, check_format, read_contents
from services.documents.reading.requests import ENDED_IDLE
from services.errors import UnreadableDocument
from services.models import DocumentDraft, Feed, ReadPage
from services.settings import python_environment

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 6
"""A file may take so many times its processor time to be read, on a machine that has other work."""
MOST_PROCESSES = 2
ANSWERS = ("draft", "feed", "pictures", "page", "problem")
"""After these the process takes the next file."""
NOT_STARTED = (126, 127)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """What one file may take: seconds of processor time, megabytes of memory, megabytes of text."""

    seconds: float = 20
    megabytes: int = 500
    megabytes_of_text: int = 60


@dataclass
class Worker:
    """A process that reads; `held` is the digest of the file that it still has, whose pages are asked for one by
    one."""

    process: "subprocess.Popen[bytes]"
    held: str = ""

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def ended_idle(self) -> bool:
        """It ended for want of work, before it saw what it was asked."""
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(timeout=1) == ENDED_IDLE
        return False

    def end(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=0.5)
        if self.is_alive:
            self.process.kill()
            self.process.wait()


def digest_of(data: bytes) -> str:
    """The SHA-256 of the data, by which originals are named."""
    return hashlib.sha256(data).hexdigest()


@dataclass
class ReadingProcesses:
    """Reads files for any thread. Processes start when they are first needed and wait a while for the next file; the
    one that worked last works next, so that those that are not needed end."""

    limits: Limits = field(default_factory=Limits)
    _idle: list[Worker] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _places: threading.BoundedSemaphore = field(default_factory=lambda: threading.BoundedSemaphore(MOST_PROCESSES))

    def read(self, file: bytes | Path, name: str, *, max_megabytes: int = DEFAULT_MEGABYTES) -> DocumentDraft:
        """As `readers.read_file`. It takes as long as the file does: call it in a thread. Raises UnreadableDocument."""
        check_format(name)
        data = read_contents(file, name, max_megabytes)
        answer, process = self._answered(data, {"task": "read", "name": name, "limit": max_megabytes})
        if answer is not None and answer[0] == "draft":
            with suppress(ValidationError):
                return DocumentDraft.model_validate_json(answer[1])
        raise self._refusal(answer, process, name)

    def feed(self, data: bytes, url: str) -> Feed:
        """What a feed lists. Call it in a thread. Raises UnreadableDocument."""
        answer, process = self._answered(data, {"task": "feed", "name": url, "limit": 0})
        if answer is not None and answer[0] == "feed":
            return Feed.model_validate_json(answer[1])
        raise self._refusal(answer, process, url)

    def pictures(
        self, data: bytes, name: str, pages: Sequence[int], width: int, *, digest: str | None = None
    ) -> tuple[bytes, ...]:
        """PNGs of pages of a PDF, counted from 1, so many pixels wide. `digest`: SHA-256 of the data, where it is
        known; it is made from all of the file otherwise. Call it in a thread. Raises UnreadableDocument."""
        request = {"task": "pictures", "name": name, "limit": width, "pages": list(pages)}
        answer, process = self._answered(data, request, digest or digest_of(data))
        if answer is not None and answer[0] == "pictures":
            return tuple(b64decode(picture) for picture in json.loads(answer[1]))
        raise self._refusal(answer, process, name)

    def read_page(self, data: bytes, name: str, number: int, *, digest: str | None = None) -> ReadPage:
        """The text of a page that is a picture, counted from 1; `digest` as for pictures. It takes seconds: call it in
        a thread. Raises UnreadableDocument."""
        request: dict[str, object] = {"task": "read page", "name": name, "limit": number}
        answer, process = self._answered(data, request, digest or digest_of(data))
        if answer is not None and answer[0] == "page":
            return ReadPage.model_validate_json(answer[1])
        raise self._refusal(answer, process, f"{name}, page {number}")

    def _answered(
        self, data: bytes, request: dict[str, object], digest: str = ""
    ) -> "tuple[tuple[str, bytes] | None, subprocess.Popen[bytes]]":
        """With a digest the process keeps the file for the next question about it, and is not sent it again."""
        with self._places:
            worker = self._waiting(digest) or self._started()
            answer = self._asked(worker, data, request, digest)
            if answer is None and worker.ended_idle():
                worker.end()
                worker = self._started()
                answer = self._asked(worker, data, request, digest)
            if answer is not None and worker.is_alive and answer[0] in ANSWERS:
                with self._lock:
                    self._idle.append(worker)
            else:
                worker.end()
        return answer, worker.process

    def close(self) -> None:
        with self._lock:
            idle, self._idle[:] = list(self._idle), []
        for worker in idle:
            worker.end()

    def _waiting(self, digest: str) -> Worker | None:
        """Of those that wait, the one that has the file, else the one that worked last."""
        with self._lock:
            for worker in [one for one in self._idle if not one.is_alive]:
                self._idle.remove(worker)
                worker.end()
            holding = [one for one in self._idle if digest and one.held == digest] or self._idle[-1:]
            for worker in holding[:1]:
                self._idle.remove(worker)
                return worker
        return None

    def _started(self) -> Worker:
        command = [sys.executable, "-m", "services.documents.reading.worker", str(self.limits.megabytes)]
        environment = {"PYTHONPATH": str(ROOT), "PATH": os.defpath, "LANG": "C.UTF-8"} | python_environment()
        return Worker(
            subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        )

    def _asked(self, worker: Worker, data: bytes, request: dict[str, object], digest: str) -> tuple[str, bytes] | None:
        """The kind of answer and what it holds; None: the process ended before it answered."""
        stdin, stdout = worker.process.stdin, worker.process.stdout
        assert stdin is not None
        assert stdout is not None
        sent = b"" if digest and worker.held == digest else data
        told = request | {"bytes": len(sent), "is_kept": sent is not data, "keep": bool(digest)}
        worker.held = digest
        patience = threading.Timer(self.limits.seconds * PATIENCE, worker.process.kill)
        patience.start()
        try:
            with suppress(OSError):  # it may answer, and end, before it has taken all
                stdin.write(json.dumps(told | {"seconds": self.limits.seconds}).encode() + b"\n")
                stdin.write(sent)
                stdin.flush()
            head = stdout.readline()
            if not head:
                return None
            answer = json.loads(head)
            size = int(answer["bytes"])
            if size > self.limits.megabytes_of_text * 1_000_000:
                return "too much text", b""
            found = stdout.read(size)
            return (str(answer["kind"]), found) if len(found) == size else None
        except (OSError, ValueError, KeyError):  # it died while it was being told, or says what it never should
            return None
        finally:
            patience.cancel()

    def _refusal(
        self, answer: tuple[str, bytes] | None, process: "subprocess.Popen[bytes]", name: str
    ) -> UnreadableDocument:
        match answer:
            case ("problem", sentence):
                return UnreadableDocument(sentence.decode())
            case ("too much text", _):
                return UnreadableDocument(
                    f"“{name}” unfolds to more than {self.limits.megabytes_of_text} MB of text. Split it."
                )
            case ("MemoryError", _):
                return self._too_large(name)
        status = process.wait()
        logger.warning("A process that read a file ended with status %s", status)
        if status in NOT_STARTED:
            return UnreadableDocument(
                f"“{name}” is not read: Python does not start in a process of its own here. The log says why; the "
                "file is not at fault."
            )
        if status in (-signal.SIGXCPU, -signal.SIGKILL):
            return UnreadableDocument(
                f"“{name}” is not read after {self.limits.seconds:.0f} s of work: it is built to take long, or is too "
                "large. Split it, or save it in another format."
            )
        return UnreadableDocument(f"“{name}” makes its parser fail. Save it again, or in another format.")

    def _too_large(self, name: str) -> UnreadableDocument:
        return UnreadableDocument(
            f"“{name}” takes more than {self.limits.megabytes} MB of memory to read. Split it, or save it in another "
            "format."
        )
