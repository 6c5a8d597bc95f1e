"""Embeddings from OpenAI or any server that speaks its protocol (vLLM, Ollama, llama.cpp, TEI …)."""

import asyncio
import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from openai import (
    APIConnectionError,
    APIStatusError,
    AsyncOpenAI,
    AuthenticationError,
    InternalServerError,
    NotFoundError,
    OpenAIError,
    PermissionDeniedError,
    RateLimitError,
)
from openai import omit as left_out
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    before_sleep_log,
    retry_if_exception,
    stop_after_attempt,
    wait_random_exponential,
)
from tenacity.wait import wait_base

from services.embedding import answers
from services.embedding.cache import QueryCache
from services.errors import EmbeddingUnavailable
from services.models import PartHealth

logger = logging.getLogger(__name__)

TEXTS_A_REQUEST = 32
"""What the servers accept that accept least."""
REQUESTS_AT_ONCE = 4
ATTEMPTS = 5
LONGEST_WAIT = 20.0
BYTES_A_TOKEN = 4
SIMILARITY_THRESHOLDS = {"text-embedding-3-small": 0.35, "text-embedding-3-large": 0.35, "text-embedding-ada-002": 0.76}
DEFAULT_THRESHOLD = 0.4
RELEVANCE_FLOORS = {"text-embedding-3-small": 0.15, "text-embedding-3-large": 0.15, "text-embedding-ada-002": 0.70}


@dataclass(frozen=True)
class OpenAIEmbedder:
    """A remote Embedder. Queries do not queue behind chunks: only chunks share the limited number of requests."""

    client: AsyncOpenAI
    model: str
    dimension: int
    similarity_threshold: float
    cache: QueryCache
    first_wait: float = 0.5
    """Seconds before the second attempt, at most; doubles from there to LONGEST_WAIT."""
    _slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(REQUESTS_AT_ONCE))
    _failures: list[str] = field(default_factory=list)

    @property
    def identity(self) -> str:
        return self.cache.identity

    @property
    def relevance_floor(self) -> float:
        return RELEVANCE_FLOORS.get(self.model, 0.0)

    @property
    def state(self) -> PartHealth:
        return PartHealth(status="down", reason=self._failures[-1]) if self._failures else PartHealth(status="ok")

    async def embed_query(self, text: str) -> list[float]:
        return await self.cache.get(text, self._embed_one)

    async def _embed_one(self, text: str) -> list[float]:
        return (await self._request([text]))[0]

    async def embed_chunks(self, texts: Sequence[str]) -> list[list[float]]:
        batches = [texts[start : start + TEXTS_A_REQUEST] for start in range(0, len(texts), TEXTS_A_REQUEST)]
        try:
            async with asyncio.TaskGroup() as group:  # the first failure cancels the other requests
                tasks = [group.create_task(self._in_turn(batch)) for batch in batches]
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        return [vector for task in tasks for vector in task.result()]

    async def _in_turn(self, texts: Sequence[str]) -> list[list[float]]:
        async with self._slots:
            return await self._request(texts)

    async def _request(self, texts: Sequence[str]) -> list[list[float]]:
        try:
            vectors = await self._with_retries(texts)
        except EmbeddingUnavailable as error:
            self._failures[:] = [str(error)]
            raise
        except OpenAIError as error:
            self._failures[:] = [failure_message(error, self.model)]
            raise EmbeddingUnavailable(self._failures[0]) from error
        self._failures.clear()
        return vectors

    async def _with_retries(self, texts: Sequence[str]) -> list[list[float]]:
        retrying = AsyncRetrying(
            retry=retry_if_exception(_may_pass),
            stop=stop_after_attempt(ATTEMPTS),
            wait=RequestedWait(wait_random_exponential(self.first_wait, LONGEST_WAIT)),
            before_sleep=before_sleep_log(logger, logging.WARNING),
            reraise=True,
        )
        return await retrying(self._attempt, texts)

    async def _attempt(self, texts: Sequence[str]) -> list[list[float]]:
        # Servers refuse an empty string; a blank one stands for it.
        answer = await self.client.embeddings.with_raw_response.create(
            input=[text or " " for text in texts],
            model=self.model,
            encoding_format="float",
            dimensions=self.dimension if self.model.startswith("text-embedding-3") else left_out,
        )
        return [self._checked(vector) for vector in answers.vectors(answer.content, len(texts))]

    def _checked(self, vector: list[float]) -> list[float]:
        """The vector with length 1; what cannot be compared is refused, so that it is never stored."""
        if len(vector) != self.dimension:
            raise EmbeddingUnavailable(
                f"{self.model} answers vectors of {len(vector)} numbers, but {self.dimension} are expected: "
                f"set DOSSIER_EMBEDDING_DIMENSION={len(vector)} before the first document is ingested."
            )
        length = math.hypot(*vector)
        if not math.isfinite(length) or length == 0:
            raise EmbeddingUnavailable(f"{self.model} answered a vector without direction; nothing was stored.")
        return [number / length for number in vector]

    def count_tokens(self, text: str) -> int:
        """An estimate (the servers' tokenizers are their own): four bytes of UTF-8 a token, as in English prose."""
        return -(-len(text.encode()) // BYTES_A_TOKEN)

    async def close(self) -> None:
        await self.client.close()


def open_openai(
    model: str,
    dimension: int,
    *,
    api_key: str | None,
    base_url: str | None,
    similarity_threshold: float | None = None,
    first_wait: float = 0.5,
) -> OpenAIEmbedder:
    client = AsyncOpenAI(api_key=api_key or "none", base_url=base_url, max_retries=0, timeout=60)
    threshold = SIMILARITY_THRESHOLDS.get(model, DEFAULT_THRESHOLD)
    return OpenAIEmbedder(
        client=client,
        model=model,
        dimension=dimension,
        similarity_threshold=threshold if similarity_threshold is None else similarity_threshold,
        cache=QueryCache(f"{model}, {dimension} dimensions, normalised, float32"),
        first_wait=first_wait,
    )


def failure_message(error: OpenAIError, model: str) -> str:
    """A sentence that says what to do, without the server's own text, which may repeat the key."""
    match error:
        case AuthenticationError() | PermissionDeniedError():
            return "The embedding server refused the key. Check OPENAI_API_KEY."
        case NotFoundError():
            return f"The embedding server does not know “{model}”. Check DOSSIER_EMBEDDING_MODEL and OPENAI_BASE_URL."
        case RateLimitError() if error.code == "insufficient_quota":
            return "The embedding server says that the account has no credit left."
        case RateLimitError():
            return "The embedding server is over its rate limit. Wait a minute and try again."
        case APIStatusError(status_code=402):
            return "The embedding server says that the account has no credit left."
        case APIStatusError(status_code=400 | 413 | 422):
            return (
                f"The embedding server did not accept the texts ({error.status_code}). "
                f"Check that “{model}” embeds texts of 1,000 characters; the server's log says more."
            )
        case APIStatusError():
            return f"The embedding server failed with status {error.status_code}. Try again, or look at its log."
        case _:
            return "The embedding server cannot be reached. Check OPENAI_BASE_URL and the network."


class RequestedWait(wait_base):
    """As long as the server asks for, else as long as `otherwise` says."""

    def __init__(self, otherwise: wait_base) -> None:
        self._otherwise = otherwise

    def __call__(self, retry_state: RetryCallState) -> float:
        error = retry_state.outcome.exception() if retry_state.outcome else None
        asked = _requested_wait(error)
        return self._otherwise(retry_state) if asked is None else asked


def _requested_wait(error: BaseException | None) -> float | None:
    """Seconds that the server's Retry-After asks for, which is a number or a date."""
    written = error.response.headers.get("retry-after", "") if isinstance(error, APIStatusError) else ""
    try:
        return max(0.0, float(written))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(written) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None


def _may_pass(error: BaseException) -> bool:
    """Whether another attempt may succeed; nobody waits for a server that asks for a longer while than ours."""
    if (_requested_wait(error) or 0) > LONGEST_WAIT:
        return False
    if isinstance(error, RateLimitError):
        return error.code != "insufficient_quota"
    return isinstance(error, APIConnectionError | InternalServerError)
