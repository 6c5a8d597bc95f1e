"""Graphiti on our driver, our embedder and our indexes, opened when it is first needed: importing it takes seconds."""

import asyncio
import importlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from services.embedding.protocol import Embedder
from services.graph.prepared import PreparedGraph
from services.graph.records import Row
from services.graph.viewpoint import ResolvedViewpoint
from services.settings import Settings

if TYPE_CHECKING:
    from services.graph.graphiti.parts import FactSearch


@dataclass(frozen=True)
class GraphitiSearch:
    """Fact search and extraction share one Graphiti; `settings` say which language model extracts."""

    graph: PreparedGraph
    embedder: Embedder
    settings: Settings
    _opened: "list[FactSearch]" = field(default_factory=list)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def search(
        self,
        query: str,
        limit: int,
        view: ResolvedViewpoint,
        touching: list[str] | None,
        relation: str | None,
        label: str,
    ) -> Sequence[Row]:
        """Rows of facts by words and by meaning, fused by reciprocal rank, best first. `touching`: entities' uuids."""
        opened = await self.open()
        vector = await self.embedder.embed_query(query.replace("\n", " "))
        return await opened.search(query, vector, limit, view, touching, relation, label)

    async def open(self) -> "FactSearch":
        await self.graph.check_vectors()
        async with self._lock:
            if not self._opened:
                parts = await asyncio.to_thread(_import_quietly)
                self._opened.append(parts.open_graphiti(self.graph, self.embedder, self.settings))
        return self._opened[0]

    async def close(self) -> None:
        for opened in self._opened:
            await opened.close()


def _import_quietly():  # type: ignore[no-untyped-def]
    """Graphiti reports its use to its makers unless told otherwise, and reads the nearest `.env` when imported."""
    os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
    os.environ["PYTHON_DOTENV_DISABLED"] = "1"
    try:
        return importlib.import_module("services.graph.graphiti.parts")
    finally:
        del os.environ["PYTHON_DOTENV_DISABLED"]
