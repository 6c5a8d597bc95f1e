"""Search as every door uses it: the same hits for the same query and setting, whoever asks."""

import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.embedding.protocol import Embedder
from services.errors import DossierError, EmbeddingUnavailable
from services.models import (
    NO_FILTERS,
    FusionMethod,
    Hit,
    SearchFilters,
    SearchMode,
    SearchPreferences,
    SearchResult,
    Viewpoint,
)
from services.search.candidates import EVERYWHERE, CandidateSource
from services.search.fusion import rank
from services.search.models import Candidates, Classification, Passage, RankedCandidate, TunedQuery
from services.search.preferences import PreferenceStore
from services.search.query_classifier import classify, countable_words
from services.settings import Settings
from services.stores.postgres import Database
from services.text.codes import codes, full_names
from services.text.queries import query_text
from services.text.sentences import STOPWORDS, WORD, one_line
from services.text.wording import count_of, published_words

HAPPENED = frozenset(
    ["happen", "happens", "happened", "occur", "occurred", "begin", "began", "begun", "start", "started"]
)
ONLY_ASKING = re.compile(r"\b[Ii]n\s+charge\s+of\b|\bmay(?:\s+one)?\b|^May(?:\s+one)?\b")
"""Words of a question that no passage needs to hold."""
logger = logging.getLogger(__name__)


MOST_WORDS = 0.5
"""Of a query's words, rare ones counting for more: a passage that holds so many is about it."""

Kind = Literal["hybrid", "semantic"]
CASCADE: dict[Kind, tuple[Kind, ...]] = {"hybrid": ("hybrid", "semantic"), "semantic": ("semantic", "hybrid")}


@dataclass(frozen=True)
class SearchService:
    """`similarity_threshold` is semantic search's where the saved setting has none; `relevance_floor` is what an agent
    gets no passage below, 0 for none."""

    source: CandidateSource
    embedder: Embedder
    preferences: PreferenceStore
    similarity_threshold: float
    relevance_floor: float = 0.0

    @classmethod
    def build(cls, database: Database, embedder: Embedder, settings: Settings) -> "SearchService":
        configured, floor = settings.similarity_threshold, settings.relevance_floor
        return cls(
            source=CandidateSource(database, k1=settings.bm25_k1, b=settings.bm25_b),
            embedder=embedder,
            preferences=PreferenceStore(database),
            similarity_threshold=embedder.similarity_threshold if configured is None else configured,
            relevance_floor=embedder.relevance_floor if floor is None else floor,
        )

    async def search(
        self,
        query: str,
        mode: SearchMode,
        *,
        limit: int | None = None,
        text_weight: float | None = None,
        viewpoint: Viewpoint = EVERYWHERE,
        filters: SearchFilters = NO_FILTERS,
    ) -> SearchResult:
        """`text_weight` matters to hybrid search alone. The notice tells of a search in what was published by a date,
        and how many undated documents it leaves out. Raises InvalidInput."""
        found = await self._search(query, mode, limit, text_weight, viewpoint, filters)
        if viewpoint.published_by is None:
            return found
        undated = await self.source.undated(viewpoint)
        said = published_words(viewpoint.published_by, is_found=bool(found.hits), undated=undated)
        return found.model_copy(update={"notice": " ".join(filter(None, [found.notice, said]))})

    async def _search(
        self,
        query: str,
        mode: SearchMode,
        limit: int | None,
        text_weight: float | None,
        viewpoint: Viewpoint,
        filters: SearchFilters,
    ) -> SearchResult:
        if mode == "hybrid":
            return await self.hybrid(query, limit=limit, text_weight=text_weight, viewpoint=viewpoint, filters=filters)
        chosen = {"vector": self.vector, "semantic": self.semantic, "auto": self.auto}[mode]
        return await chosen(query, limit=limit, viewpoint=viewpoint, filters=filters)

    async def hybrid(
        self,
        query: str,
        *,
        limit: int | None = None,
        text_weight: float | None = None,
        method: FusionMethod | None = None,
        viewpoint: Viewpoint = EVERYWHERE,
        filters: SearchFilters = NO_FILTERS,
        preferences: SearchPreferences | None = None,
    ) -> SearchResult:
        """What is not given is taken from `preferences`, or else from the saved setting. Raises InvalidInput."""
        query = query_text(query)
        embedding, failure = await self._embedding(query)
        async with self.source.database.connection() as connection:
            saved = preferences or await self.preferences.current(connection)
            candidates = await self.source.fetch(query, embedding, viewpoint, filters, connection=connection)
            given = saved.text_weight if text_weight is None else min(max(text_weight, 0.0), 1.0)
            weight = {"both": given, "vector": 0.0, "text": 1.0}[candidates.arms]
            fusion = method or saved.fusion
            ranked = rank(candidates, weight, fusion, _limit(limit, saved))
            hits = await self._hits(ranked, viewpoint, connection)
        return SearchResult(
            query=query,
            search_type="hybrid",
            text_weight=weight,
            fusion=fusion,
            hits=hits,
            notice=" ".join(filter(None, [failure, candidates.notice])),
        )

    async def vector(
        self,
        query: str,
        *,
        limit: int | None = None,
        viewpoint: Viewpoint = EVERYWHERE,
        filters: SearchFilters = NO_FILTERS,
        preferences: SearchPreferences | None = None,
    ) -> SearchResult:
        """Nearest in meaning, however near. Raises InvalidInput and EmbeddingUnavailable."""
        return await self._by_meaning("vector", query, limit, viewpoint, filters, preferences)

    async def semantic(
        self,
        query: str,
        *,
        limit: int | None = None,
        viewpoint: Viewpoint = EVERYWHERE,
        filters: SearchFilters = NO_FILTERS,
        preferences: SearchPreferences | None = None,
    ) -> SearchResult:
        """Nearest in meaning, from the threshold up. Raises InvalidInput and EmbeddingUnavailable."""
        return await self._by_meaning("semantic", query, limit, viewpoint, filters, preferences)

    async def auto(
        self,
        query: str,
        *,
        limit: int | None = None,
        viewpoint: Viewpoint = EVERYWHERE,
        filters: SearchFilters = NO_FILTERS,
        preferences: SearchPreferences | None = None,
    ) -> SearchResult:
        """Hybrid or semantic by the query's looks, length and rare words; when that fails or finds nothing, the other.

        Raises InvalidInput.
        """
        classification = await self._classified(query_text(query), viewpoint)
        first, second = CASCADE[classification.search_type]
        reasoning = f"{first.capitalize()} search, because {classification.reasoning}."
        try:
            result = await self._by(first)(
                query, limit=limit, viewpoint=viewpoint, filters=filters, preferences=preferences
            )
            if result.hits:
                return result.model_copy(update={"reasoning": reasoning})
            missed = f"It found nothing. {result.notice}".strip()
        except DossierError as error:
            logger.warning("%s search failed, trying %s: %s", first, second, error)
            missed = f"It failed ({error})."
        result = await self._by(second)(
            query, limit=limit, viewpoint=viewpoint, filters=filters, preferences=preferences
        )
        reasoning = f"{reasoning} {missed} So {second} search was tried."
        return result.model_copy(update={"reasoning": reasoning})

    async def _classified(self, query: str, viewpoint: Viewpoint) -> Classification:
        """The collection is asked for its words only where the query's looks leave it open."""
        first = classify(query)
        words = countable_words(query)
        if first.confident or not words:
            return first
        return classify(query, await self.source.word_counts(words, viewpoint))

    async def relevant(self, found: SearchResult) -> SearchResult:
        """The result without the passages that have nothing to do with the query, and with a notice that counts them:
        agents take whatever they are given for an answer. See docs/decisions/relevance-floor.md.

        Where no passage reaches the floor all are dropped; where one does, those below half of it. A passage that
        literally holds most of the query's words, a code such as “3.1.0” or “INC-106”, or a name of several words such
        as “Ben Carrick”, stays, however far its meaning. Hits by words alone have no similarity, and semantic search
        has its own threshold: both stay as they are.
        """
        nearest = max((hit.vector_similarity for hit in found.hits), default=0.0)
        if found.search_type == "semantic" or nearest == 0:
            return found
        floor = self.relevance_floor / 2 if nearest >= self.relevance_floor else self.relevance_floor
        far = [hit for hit in found.hits if hit.vector_similarity < floor]
        held = await self.source.held_words(_telling(found.query), [hit.chunk_id for hit in far]) if far else {}
        coded = " ".join(codes(found.query))
        held_codes = await self.source.held_words(coded, [hit.chunk_id for hit in far]) if far and coded else {}
        kept = {id_ for id_, share in held.items() if share >= MOST_WORDS} | {id_ for id_, n in held_codes.items() if n}
        names = full_names(found.query)
        kept |= {hit.chunk_id for hit in far if any(name in one_line(hit.content) for name in names)}
        below = {hit.chunk_id for hit in far} - kept
        if not below:
            return found
        said = f"{count_of(len(below), 'passage')} fell below the relevance floor {floor:.2f}."
        return found.model_copy(
            update={
                "hits": tuple(hit for hit in found.hits if hit.chunk_id not in below),
                "below_threshold": len(below),
                "best_below": max(hit.vector_similarity for hit in far if hit.chunk_id in below),
                "below_floor": said,
            }
        )

    def threshold(self, setting: SearchPreferences) -> float:
        """What semantic search takes with this setting."""
        return self.similarity_threshold if setting.similarity_threshold is None else setting.similarity_threshold

    async def candidates(
        self, query: str, viewpoint: Viewpoint = EVERYWHERE, filters: SearchFilters = NO_FILTERS
    ) -> Candidates:
        """Both arms, every candidate scored exactly by both. Raises InvalidInput.

        An arm that fails is left out and `notice` says so; both failing raises.
        """
        query = query_text(query)
        embedding, failure = await self._embedding(query)
        found = await self.source.fetch(query, embedding, viewpoint, filters)
        return found.model_copy(update={"notice": " ".join(filter(None, [failure, found.notice]))})

    async def marked_passages(self, found: SearchResult, viewpoint: Viewpoint = EVERYWHERE) -> dict[UUID, Passage]:
        """The passages of a result's hits by their chunks, with the query's words marked."""
        chunks = [hit.chunk_id for hit in found.hits]
        return await self.source.passages(chunks, viewpoint, marking=found.query)

    async def tuned_query(
        self, query: str, viewpoint: Viewpoint = EVERYWHERE, filters: SearchFilters = NO_FILTERS
    ) -> TunedQuery:
        """Candidates and their passages with the query's words marked: what the tuner re-ranks by itself."""
        candidates = await self.candidates(query, viewpoint, filters)
        marking = candidates.query if candidates.arms != "vector" else None
        passages = await self.source.passages(candidates.chunk_ids, viewpoint, marking=marking)
        return TunedQuery(candidates=candidates, passages=passages)

    def _by(self, kind: Kind) -> Callable[..., Awaitable[SearchResult]]:
        return self.hybrid if kind == "hybrid" else self.semantic

    async def _embedding(self, query: str) -> tuple[list[float] | None, str]:
        """The query's vector, or what to tell the user when there is none."""
        try:
            return await self.embedder.embed_query(query), ""
        except EmbeddingUnavailable as error:
            logger.warning("Searching by words alone: %s", error)
            return None, f"{error} These hits are by their words alone."

    async def _by_meaning(
        self,
        kind: Literal["vector", "semantic"],
        query: str,
        limit: int | None,
        viewpoint: Viewpoint,
        filters: SearchFilters,
        preferences: SearchPreferences | None,
    ) -> SearchResult:
        query = query_text(query)
        embedding = await self.embedder.embed_query(query)
        async with self.source.database.connection() as connection:
            saved = preferences or await self.preferences.current(connection)
            found = await self.source.fetch(None, embedding, viewpoint, filters, connection=connection)
            nearest = rank(found, 0.0, limit=_limit(limit, saved))
            threshold = self.threshold(saved) if kind == "semantic" else 0.0
            above = [hit for hit in nearest if hit.vector_similarity >= threshold]
            hits = await self._hits(above, viewpoint, connection)
        below = nearest[len(above) :]
        return SearchResult(
            query=query,
            search_type=kind,
            text_weight=0.0,
            hits=hits,
            below_threshold=len(below),
            best_below=below[0].vector_similarity if below else None,
            notice=_below_notice(below, len(nearest), threshold),
        )

    async def _hits(
        self, ranked: Sequence[RankedCandidate], viewpoint: Viewpoint, connection: AsyncConnection
    ) -> tuple[Hit, ...]:
        """A chunk deleted since it was found is left out."""
        if not ranked:
            return ()
        chunk_ids = [found.chunk_id for found in ranked]
        passages = await self.source.passages(chunk_ids, viewpoint, connection=connection)
        return tuple(_hit(found, passages[found.chunk_id]) for found in ranked if found.chunk_id in passages)


def _limit(limit: int | None, saved: SearchPreferences) -> int:
    return saved.limit if limit is None else min(max(limit, 1), 50)


def _below_notice(below: Sequence[RankedCandidate], nearest: int, threshold: float) -> str:
    if not below:
        return ""
    return (
        f"{len(below)} of the {nearest} nearest passages fell below the similarity threshold {threshold:.2f}; "
        f"the best of them has {below[0].vector_similarity:.2f}."
    )


def _hit(ranked: RankedCandidate, passage: Passage) -> Hit:
    return Hit(
        chunk_id=ranked.chunk_id,
        document_id=ranked.document_id,
        content=passage.content,
        combined_score=ranked.combined_score,
        vector_similarity=ranked.vector_similarity,
        text_similarity=ranked.text_similarity,
        metadata=passage.citation.with_place(passage.metadata, passage.chunk_index),
        document_title=passage.citation.document_title,
        document_source=passage.citation.document_source,
        citation=passage.citation,
    )


def _telling(query: str) -> str:
    """Its words without those that only ask, of which “much” or “happened” are none of Postgres' stop words."""
    words = WORD.findall(ONLY_ASKING.sub(" ", query))
    return " ".join(word for word in words if word.casefold() not in STOPWORDS | HAPPENED) or query
