"""The processes that read files and sentences, kept for the run: to start one takes longer than a test's files do."""

import asyncio
import threading
from collections.abc import Iterator, Mapping

import pytest

from services.documents.ingest.ingestion import Ingestion
from services.documents.reading.apart import ReadingProcesses
from services.graph.by_rule.process import ReaderProcess
from services.models import Document, Reading


class KeptProcesses(ReadingProcesses):
    """Those of one ingestion wait for the files of the next."""

    def close(self) -> None: ...

    def end(self) -> None:
        super().close()


class KeptReader(ReaderProcess):
    """All that are made for one event loop read in one process, whose pipes belong to that loop."""

    kept: dict[asyncio.AbstractEventLoop, ReaderProcess] = {}  # noqa: RUF012

    async def read(self, document: Document, known: Mapping[str, str]) -> Reading:
        return await self.kept.setdefault(asyncio.get_running_loop(), ReaderProcess()).read(document, known)

    async def close(self) -> None:
        """A backend's loop, in a thread of its own, ends with the backend; that of the tests goes on."""
        if threading.current_thread() is not threading.main_thread():
            await self.end()

    @classmethod
    async def end(cls) -> None:
        if reader := cls.kept.pop(asyncio.get_running_loop(), None):
            await reader.close()


@pytest.fixture(scope="session", autouse=True)
def reading_processes() -> Iterator[None]:
    """Those that a test makes itself, to see how they end, are its own."""
    kept, make, if_installed = KeptProcesses(), Ingestion.__init__, ReaderProcess.if_installed

    def make_with_kept(self: Ingestion, *arguments: object, **named: object) -> None:
        make(self, *arguments, **{"reading": kept, **named})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ingestion, "__init__", make_with_kept)
        patch.setattr(ReaderProcess, "if_installed", lambda: KeptReader() if if_installed() else None)
        yield
    kept.end()
