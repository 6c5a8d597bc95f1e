"""What one agent run works with: services, the saved search setting, the register that numbers its citations."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar
from uuid import uuid4

from services.agent.citations.numbers import CitationNumbers
from services.documents.library import Library
from services.embedding.protocol import Embedder, EmbeddingClient
from services.graph.service import GraphService
from services.models import DoorName, Metadata, SearchPreferences, ToolResult, Viewpoint
from services.search.preferences import PreferenceStore
from services.search.service import SearchService
from services.settings import Settings

T = TypeVar("T")
NOW = Viewpoint.now()
SAVED, OUT_OF_THE_BOX = "the saved setting", "out of the box"


class CallLog(Protocol):
    async def record(self, door: DoorName, args: Metadata, told: ToolResult) -> None:
        """Keep a call that belongs to no conversation."""


class ResearchServices(Protocol):
    """The part of `Services` that agents need."""

    @property
    def settings(self) -> Settings: ...
    @property
    def embedder(self) -> Embedder: ...
    @property
    def library(self) -> Library: ...
    @property
    def search(self) -> SearchService: ...
    @property
    def preferences(self) -> PreferenceStore: ...
    @property
    def graph(self) -> GraphService: ...
    @property
    def traces(self) -> CallLog: ...
    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The one that owns every pool and driver."""


@dataclass
class ResearchDeps:
    """One run's dependencies: `ResearchDeps(services)` is enough, and what else is given holds for this run alone.

    `embedding_client` is an Embedder of ours or any client of OpenAI's protocol, such as AsyncAzureOpenAI; the searches
    of the run embed with it, naming `embedding_model`, which may be a deployment's name. Not given: the services' own.
    `search_preferences` None: what the tuner saved, read at the first search.
    """

    services: ResearchServices
    embedding_client: Embedder | EmbeddingClient | None = None
    embedding_model: str = ""
    search_preferences: SearchPreferences | None = None
    weight_origin: str = SAVED
    """Where `search_preferences` has its text_weight from, for the trace."""
    session_id: str = field(default_factory=lambda: str(uuid4()))
    viewpoint: Viewpoint = NOW
    door: DoorName = "python"
    """Through which the calls of this run come in."""
    records_calls: bool = True
    """False where someone else keeps them, with their conversation."""
    citations: CitationNumbers = field(default_factory=CitationNumbers)
    guides: dict[str, None] = field(default_factory=dict)
    """What the tools had to say beside their results, once each, in the order in which it was said."""
    _embedders: dict[tuple[int, str], Embedder] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.embedding_client = self.embedding_client or self.services.embedder
        self.embedding_model = self.embedding_model or self.services.embedder.model

    @property
    def search(self) -> SearchService:
        """The services' own, embedding as this run does. Raises EmbeddingMismatch."""
        own = self._own_embedder()
        return self.services.search if own is None else replace(self.services.search, embedder=own)

    @property
    def graph(self) -> GraphService:
        """The services' own, embedding as this run does. Raises EmbeddingMismatch."""
        own = self._own_embedder()
        return self.services.graph if own is None else self.services.graph.with_embedder(own)

    @property
    def library(self) -> Library:
        return self.services.library

    def _own_embedder(self) -> Embedder | None:
        """Kept, so that it remembers a query's vector; None: the services embed."""
        client, model, stored = self.embedding_client, self.embedding_model, self.services.embedder
        if client is None or (client is stored and model == stored.model):
            return None
        from services.embedding.client_embedder import embedder_for_client  # late: OpenAI's library takes a second

        key = (id(client), model)
        if key not in self._embedders:
            self._embedders[key] = embedder_for_client(client, model, stored)
        return self._embedders[key]

    async def preferences_now(self) -> SearchPreferences:
        if self.search_preferences is None:
            saved = await self.services.preferences.saved()
            self.search_preferences = saved.preferences
            self.weight_origin = SAVED if saved.is_chosen else OUT_OF_THE_BOX
        return self.search_preferences

    async def run_on_services_loop(self, work: Coroutine[Any, Any, T]) -> T:
        """Await `work` on the services' loop, from whichever loop the agent runs on (`run_sync` brings its own)."""
        return await run_on_loop(self.services.loop, work)


async def run_on_loop(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> T:
    if asyncio.get_running_loop() is loop:
        return await work
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))
