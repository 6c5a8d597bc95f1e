"""Reading by rule in a process of its own: searches do not wait for it, and it can be ended when it takes too long."""

import asyncio
import json
import logging
import os
import struct
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from services.graph.by_rule.sentences.english import is_installed
from services.models import Document, Reading

ROOT = Path(__file__).resolve().parents[3]
SECONDS_A_DOCUMENT = 180.0
NICENESS = 5
NOT_INSTALLED = (
    "Facts are not read by rule, since the English parser is not installed: "
    "`.venv/bin/python -m pip install --only-binary :all: -c constraints.txt -r requirements-reading.txt` brings it."
)

logger = logging.getLogger(__name__)


@dataclass
class ReaderProcess:
    """One document after the other. The process starts with the first and ends after a while without work."""

    seconds: float = SECONDS_A_DOCUMENT
    _process: asyncio.subprocess.Process | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def if_installed(cls) -> "ReaderProcess | None":
        return cls() if is_installed() else None

    async def read(self, document: Document, known: Mapping[str, str]) -> Reading:
        """A document that takes too long, or ends the process, gives nothing and a note that says so."""
        asked = json.dumps({"title": document.title, "content": document.content, "known": dict(known)}).encode()
        async with self._lock:
            try:
                async with asyncio.timeout(self.seconds):
                    return Reading.model_validate_json(await self._answered(asked))
            except TimeoutError:
                await self._end()
                return Reading(
                    note=f"Reading it took longer than {self.seconds:.0f} seconds, so nothing was read in it."
                )
            except (EOFError, ConnectionError) as error:
                logger.warning("Reading %s by rule ended the process: %r", document.id, error)
                await self._end()
                return Reading(note="It could not be read by rule; the log says why.")
            except asyncio.CancelledError:
                await self._end()
                raise

    async def close(self) -> None:
        async with self._lock:
            await self._end()

    async def _answered(self, asked: bytes) -> bytes:
        if self._process is not None:
            try:
                return await self._exchanged(self._process, asked)
            except (EOFError, ConnectionError):  # it had ended for want of work
                await self._end()
        self._process = await self._started()
        return await self._exchanged(self._process, asked)

    async def _exchanged(self, process: asyncio.subprocess.Process, asked: bytes) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(struct.pack(">I", len(asked)) + asked)
        await process.stdin.drain()
        (size,) = struct.unpack(">I", await process.stdout.readexactly(4))
        return await process.stdout.readexactly(size)

    async def _started(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "services.graph.by_rule",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
            preexec_fn=_step_back,
        )

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        await process.wait()


def _step_back() -> None:
    """Others go first where the processor is short."""
    os.nice(NICENESS)
