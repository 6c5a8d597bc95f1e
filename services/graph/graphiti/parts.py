"""What Graphiti is made of here: imported by `graphiti` alone, and late."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from graphiti_core import Graphiti
from graphiti_core.cross_encoder.client import CrossEncoderClient
from graphiti_core.driver.neo4j_driver import Neo4jDriver
from graphiti_core.edges import EntityEdge
from graphiti_core.embedder import EmbedderClient
from graphiti_core.llm_client import LLMClient, LLMConfig, OpenAIClient
from graphiti_core.llm_client.errors import EmptyResponseError, RateLimitError, RefusalError
from graphiti_core.llm_client.openai_generic_client import OpenAIGenericClient
from graphiti_core.nodes import EpisodeType
from graphiti_core.prompts.models import Message
from graphiti_core.search.search_config import EdgeReranker, EdgeSearchConfig, EdgeSearchMethod, SearchConfig
from graphiti_core.search.search_utils import DEFAULT_MIN_SCORE
from neo4j import AsyncDriver
from openai import OpenAIError
from pydantic import BaseModel, create_model

from services.embedding.protocol import Embedder
from services.errors import GraphUnavailable, ModelUnavailable
from services.graph.graphiti.search_interface import FactFilters, FoundFact, IndexedSearch, retrieved
from services.graph.prepared import PreparedGraph
from services.graph.provenance.ledger import FIELDS, fact_state
from services.graph.records import Row
from services.graph.viewpoint import ResolvedViewpoint
from services.graph.writing.entities import GROUP
from services.graph.writing.episodes import Episode
from services.models import Metadata
from services.settings import Settings
from services.stores.neo4j import LOST, NO_ANSWER, GraphStore

logger = logging.getLogger(__name__)

DEFAULT_TYPES = {
    "Person": "A human being, real or fictional, by name.",
    "Organization": "A company, agency, institution, team or other named group of people.",
    "Place": "A named location: a city, country, region, building or site.",
    "Event": "A named or dated happening: a launch, a conference, an accident, an election.",
    "Product": "A named thing that is made: a vehicle, an instrument, a programme of software, a drug.",
    "Work": "A named publication, law, contract or work of art.",
}
DEFAULT_MODEL = "gpt-4.1-mini"
NO_KEY = "none"  # local servers want none, but the client insists on one


class SharedDriver(Neo4jDriver):
    """Graphiti's driver over our pool. The indexes are ours, so the creation that its constructor schedules is off."""

    def __init__(self, store: GraphStore, database: str) -> None:
        self._store = store
        super().__init__("bolt://127.0.0.1", None, None, database)

    @property
    def client(self) -> AsyncDriver:
        return self._store.driver

    @client.setter
    def client(self, made: AsyncDriver) -> None:
        self._unused = made

    async def read(self, cypher: str, **parameters: object) -> list[dict[str, object]]:
        return await self._store.read(cypher, **parameters)

    async def build_indices_and_constraints(self, delete_existing: bool = False) -> None:
        """Nothing to do: `PreparedGraph` has made them."""

    async def close(self) -> None:
        await self._unused.close()


class OurEmbedder(EmbedderClient):
    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def create(self, input_data: str | list[str] | Iterable[int] | Iterable[Iterable[int]]) -> list[float]:
        text = input_data if isinstance(input_data, str) else str(next(iter(input_data)))
        return await self._embedder.embed_query(text)

    async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
        return await self._embedder.embed_chunks(input_data_list)


class NoReranker(CrossEncoderClient):
    """Our searches fuse by rank; Graphiti's own reranker would need a network."""

    async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:  # noqa: ARG002
        return [(passage, 1 / position) for position, passage in enumerate(passages, 1)]


class NoLanguageModel(LLMClient):
    def __init__(self) -> None:
        super().__init__(LLMConfig(), cache=False)

    async def _generate_response(
        self,
        messages: list[Message],  # noqa: ARG002
        response_model: type[BaseModel] | None = None,  # noqa: ARG002
        *args: object,  # noqa: ARG002
        **kwargs: object,  # noqa: ARG002
    ) -> dict[str, object]:
        raise ModelUnavailable("No language model is configured: set OPENAI_API_KEY or OPENAI_BASE_URL.")


@dataclass(frozen=True)
class EpisodeResult:
    """What an episode did: the facts that it supports, and the facts that were there before and that it saved again."""

    supported: Mapping[UUID, str]
    before: Mapping[UUID, Metadata]


@dataclass(frozen=True)
class FactSearch:
    graphiti: Graphiti
    driver: SharedDriver

    async def search(
        self,
        query: str,
        vector: list[float],
        limit: int,
        view: ResolvedViewpoint,
        touching: list[str] | None,
        relation: str | None,
        label: str,
    ) -> Sequence[Row]:
        filters = FactFilters(
            touching=touching,
            edge_types=[relation] if relation else None,
            label=label,
            holds=view.holds_condition if view.narrows else "",
            view=view.parameters if view.narrows else {},
        )
        try:
            config = hybrid_config(limit, LIKE_ENOUGH if relation is None and touching is None else ANYTHING)
            found = await self.graphiti.search_(query, config=config, search_filter=filters, query_vector=vector)
        except LOST as error:
            raise graph_unavailable(error) from error
        return [edge.row for edge in found.edges if isinstance(edge, FoundFact)]

    async def add_episode(
        self, episode: Episode, previous: UUID | None, types: Mapping[str, list[str]]
    ) -> EpisodeResult:
        """The episode is in the graph already. Raises ModelUnavailable when the language model fails."""
        seen: dict[str, EntityEdge] = {}
        token = retrieved.set(seen)
        try:
            result = await self.graphiti.add_episode(
                name=episode.document.title,
                episode_body=episode.content,
                source_description=episode.source_description,
                reference_time=episode.valid_at,
                source=EpisodeType.text,
                group_id=GROUP,
                uuid=str(episode.uuid),
                previous_episode_uuids=[str(previous)] if previous else [],
                entity_types=entity_types(types),
            )
        except LOST as error:
            raise graph_unavailable(error) from error
        except (OpenAIError, RateLimitError, EmptyResponseError, RefusalError, ValueError) as error:
            raise ModelUnavailable(f"The language model could not extract facts: {_sentence(error)}") from error
        finally:
            retrieved.reset(token)
        edges = {edge.uuid: edge for edge in result.edges}
        return EpisodeResult(
            supported={UUID(uuid): edge.fact for uuid, edge in edges.items() if str(episode.uuid) in edge.episodes},
            before={UUID(uuid): edge_state(seen[uuid]) for uuid in edges if uuid in seen},
        )

    async def close(self) -> None:
        await self.driver.close()


def entity_types(known: Mapping[str, list[str]]) -> dict[str, type[BaseModel]]:
    """A model class for each type, which Graphiti wants for its docstring: what the language model is told."""
    described = DEFAULT_TYPES | {
        label: f"{label.replace('_', ' ')}, such as {', '.join(names)}." for label, names in known.items()
    }
    return {label: create_model(label, __doc__=text) for label, text in described.items()}


def edge_state(edge: EntityEdge) -> Metadata:
    """What Graphiti does not know is among the attributes of its edge."""
    return fact_state({name: getattr(edge, name, None) or edge.attributes.get(name) for name in FIELDS})


def graph_unavailable(error: Exception) -> GraphUnavailable:
    logger.warning("The graph did not answer: %s", _sentence(error))
    return GraphUnavailable(NO_ANSWER)


def _sentence(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:300]}" if lines else type(error).__name__


LIKE_ENOUGH = DEFAULT_MIN_SCORE
ANYTHING = -1.0
"""Who names an entity or a relation wants its facts, those nearest to the words first, however far they are."""


def hybrid_config(limit: int, min_score: float = LIKE_ENOUGH) -> SearchConfig:
    """Our own config each time: Graphiti's recipes are shared objects whose limit `search()` overwrites. `min_score`:
    below it a fact does not count as found by its meaning."""
    methods = [EdgeSearchMethod.bm25, EdgeSearchMethod.cosine_similarity]
    edges = EdgeSearchConfig(search_methods=methods, reranker=EdgeReranker.rrf, sim_min_score=min_score)
    return SearchConfig(edge_config=edges, limit=limit)


def open_graphiti(graph: PreparedGraph, embedder: Embedder, settings: Settings) -> FactSearch:
    driver = SharedDriver(graph.store, settings.neo4j_database)
    driver.search_interface = IndexedSearch()
    graphiti = Graphiti(
        graph_driver=driver,
        llm_client=language_model(settings),
        embedder=OurEmbedder(embedder),
        cross_encoder=NoReranker(),
        max_coroutines=8,
    )
    return FactSearch(graphiti, driver)


def language_model(settings: Settings) -> LLMClient:
    if not settings.uses_openai:
        return NoLanguageModel()
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else NO_KEY
    model = model_name(settings)
    config = LLMConfig(api_key=key, model=model, small_model=model, base_url=settings.openai_base_url)
    # Compatible servers know chat completions; OpenAI's newer models want its own client.
    made = OpenAIGenericClient(config) if settings.openai_base_url else OpenAIClient(config)
    return cast(LLMClient, made)


def model_name(settings: Settings) -> str:
    """`openai:gpt-5-mini` is how the chat names it; the server wants what follows the colon."""
    chosen = settings.graph_model or settings.chat_model or DEFAULT_MODEL
    return chosen.split(":", 1)[1] if chosen.startswith(("openai:", "openai-chat:", "openai-responses:")) else chosen
