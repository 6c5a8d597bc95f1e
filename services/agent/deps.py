"""What one agent run works with: services, the saved search setting, the register that numbers its citations."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar
from uuid import uuid4

from services.agent.citations.numbers import CitationNumbers
from services.documents.library import Library
from services.embedding.protocol import Embedder
from services.graph.service import GraphService
from services.models import SearchPreferences, Viewpoint
from services.search.preferences import PreferenceStore
from services.search.service import SearchService
from services.settings import Settings

T = TypeVar("T")
NOW = Viewpoint.now()


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
    def loop(self) -> asyncio.AbstractEventLoop:
        """The one that owns every pool and driver."""


@dataclass
class ResearchDeps:
    """One run's dependencies. `search_preferences` None: what the tuner saved, read at the first search."""

    embedding_client: Embedder
    embedding_model: str
    search: SearchService
    graph: GraphService
    library: Library
    preferences: PreferenceStore
    loop: asyncio.AbstractEventLoop
    search_preferences: SearchPreferences | None = None
    weight_origin: str = "the saved setting"
    """Where `search_preferences` has its text_weight from, for the trace."""
    session_id: str = field(default_factory=lambda: str(uuid4()))
    viewpoint: Viewpoint = NOW
    citations: CitationNumbers = field(default_factory=CitationNumbers)
    guides: dict[str, None] = field(default_factory=dict)
    """What the tools had to say beside their results, once each, in the order in which it was said."""

    async def preferences_now(self) -> SearchPreferences:
        if self.search_preferences is None:
            self.search_preferences = await self.preferences.current()
        return self.search_preferences

    async def hop(self, work: Coroutine[Any, Any, T]) -> T:
        """Await `work` on the services' loop, from whichever loop the agent runs on (`run_sync` brings its own)."""
        return await on_loop(self.loop, work)


async def on_loop(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> T:
    if asyncio.get_running_loop() is loop:
        return await work
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))


def research_deps(
    services: ResearchServices,
    *,
    session_id: str | None = None,
    viewpoint: Viewpoint = NOW,
    search_preferences: SearchPreferences | None = None,
) -> ResearchDeps:
    return ResearchDeps(
        embedding_client=services.embedder,
        embedding_model=services.embedder.model,
        search=services.search,
        graph=services.graph,
        library=services.library,
        preferences=services.preferences,
        loop=services.loop,
        search_preferences=search_preferences,
        session_id=session_id or str(uuid4()),
        viewpoint=viewpoint,
    )
