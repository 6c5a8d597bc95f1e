"""Statements that are written together: a commit costs more than what one document says."""

from dataclasses import dataclass, field
from types import TracebackType

from services.graph.prepared import PreparedGraph
from services.stores.neo4j import Statement

MOST_ROWS = 500
"""Rows a transaction, with their vectors: what the server's memory and its time limit take with ease."""


@dataclass
class Transaction:
    """`async with`: written at the end, in the order of adding; what is much is written in several transactions, so
    that what was added first is there before what follows."""

    graph: PreparedGraph
    _waiting: list[Statement] = field(default_factory=list)
    _rows: int = 0

    async def add(self, cypher: str, size: int = 1, **parameters: object) -> None:
        """`size`: how many rows the statement writes, about."""
        if self._waiting and self._rows + size > MOST_ROWS:
            await self._write()
        self._waiting.append((cypher, parameters))
        self._rows += size

    async def __aenter__(self) -> "Transaction":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is None:
            await self._write()

    async def _write(self) -> None:
        waiting, self._waiting, self._rows = self._waiting, [], 0
        if waiting:
            await self.graph.write_all(waiting)
