"""What a tool hands back, and the one place where a tool's failure becomes an error result instead of an exception."""

import functools
import inspect
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any, Concatenate, Literal, ParamSpec, cast
from uuid import UUID, uuid4

from pydantic import BaseModel, ConfigDict, JsonValue
from pydantic_ai import RunContext, ToolReturn
from pydantic_core import to_jsonable_python

from services.agent.deps import SAVED, ResearchDeps
from services.errors import DossierError, EmbeddingUnavailable, InvalidInput, StoreUnavailable
from services.models import Citation, DoorName, Fact, Hit, Metadata, Note, SearchPreferences, ToolResult
from services.text.dates import moment
from services.text.wording import count_of, day

logger = logging.getLogger(__name__)
P = ParamSpec("P")

FACTS_HANDED_OVER = 200
"""To the offline model, however many a tool has found."""
LARGEST_TOLD = 10**300
"""A model may write a whole number that no float holds."""

Shape = Literal["list", "object", "text"]


class ToolMetadata(BaseModel):
    """What the trace and the offline model see besides the result; a language model never does.

    `numbers[i]` is the number under which the run's register knows `citations[i]`. `further_facts` are known beyond
    what fits into the result, `unseen_facts` counts those that are not even here; `as_of` is the date looked from.
    `whole_documents` are those of which `hits` has every passage.
    """

    model_config = ConfigDict(frozen=True)

    notes: tuple[Note, ...] = ()
    citations: tuple[Citation, ...] = ()
    numbers: tuple[int, ...] = ()
    hits: tuple[Hit, ...] = ()
    facts: tuple[Fact, ...] = ()
    further_facts: tuple[Fact, ...] = ()
    unseen_facts: int = 0
    total: int | None = None
    whole_documents: tuple[UUID, ...] = ()
    as_of: datetime | None = None
    duration_ms: float = 0
    is_error: bool = False


@dataclass(frozen=True)
class ToolOutcome:
    """`value` has exactly the shape that the tool promises; `guide` tells the model what does not fit into it.

    A guide becomes part of the model's instructions: ids and words of ours, never text of a document or of the graph.
    `known` are all facts that the tool found, where `facts`, those in the result, are cut. `total` counts what there is
    of what is listed in part. `has_failed`: what could be told is told, but something that was asked did not answer.
    """

    value: JsonValue
    notes: tuple[Note, ...] = ()
    guide: str = ""
    hits: tuple[Hit, ...] = ()
    facts: tuple[Fact, ...] = ()
    citations: tuple[Citation, ...] = ()
    known: tuple[Fact, ...] = ()
    has_failed: bool = False
    total: int | None = None
    whole_documents: tuple[UUID, ...] = ()


ToolFunction = Callable[Concatenate[RunContext[ResearchDeps], P], Coroutine[Any, Any, ToolOutcome]]
RegisteredTool = Callable[Concatenate[RunContext[ResearchDeps], P], Coroutine[Any, Any, ToolReturn]]


def tool(shape: Shape) -> Callable[[ToolFunction[P]], RegisteredTool[P]]:
    """Runs a tool's function on the services' loop, times it, and turns failure into an error result of `shape`."""

    def decorate(function: ToolFunction[P]) -> RegisteredTool[P]:
        name, parameters = cast(Any, function).__name__, inspect.signature(function)

        @functools.wraps(function)
        async def run(ctx: RunContext[ResearchDeps], *args: P.args, **kwargs: P.kwargs) -> ToolReturn:
            started = time.perf_counter()
            outcome, is_error = await _outcome(ctx, name, shape, function(ctx, *args, **kwargs))
            if outcome.guide:
                ctx.deps.guides.setdefault(f"{name}: {outcome.guide}")
            returned = _tool_return(ctx.deps, outcome, is_error, (time.perf_counter() - started) * 1000)
            _log_call(name, returned.metadata, ctx)
            if ctx.deps.records_calls:
                asked = parameters.bind(ctx, *args, **kwargs).arguments
                told = as_tool_result(ctx.tool_name or "", returned)
                await count_call(
                    name,
                    ctx.deps.run_on_services_loop(ctx.deps.services.traces.record(ctx.deps.door, _given(asked), told)),
                )
            if later := _hindsight(returned.metadata):
                ctx.deps.guides.setdefault(later)
            return returned

        return cast(RegisteredTool[P], run)

    return decorate


def _log_call(name: str, told: ToolMetadata, ctx: RunContext[ResearchDeps]) -> None:
    found, outcome = len(told.hits) + len(told.facts), "failed" if told.is_error else "ok"
    log_line(name, ctx.deps.door, told.duration_ms, found, ctx.run_id, outcome)


def log_line(name: str, door: DoorName, milliseconds: float, hits: int, run: object, outcome: str) -> None:
    """One line a call, without a word of the user's."""
    logger.info("tool=%s door=%s ms=%.0f hits=%d run=%s outcome=%s", name, door, milliseconds, hits, run, outcome)


def _given(asked: Mapping[str, object]) -> Metadata:
    """The arguments of a call, without the context and those left out."""
    said = {name: value for name, value in asked.items() if name != "ctx" and not isinstance(value, DefaultLimit)}
    return {name: as_json(value) for name, value in said.items() if value is not None}


async def count_call(name: str, work: Awaitable[None]) -> None:
    """Await the `work` that counts a call. If it fails, the log says so and the call keeps its result."""
    try:
        await work
    except DossierError:
        logger.warning("a call of %s could not be counted", name, exc_info=True)


def as_tool_result(name: str, returned: ToolReturn) -> ToolResult:
    """What a tool returned, as the chat shows it."""
    metadata = returned.metadata
    assert isinstance(metadata, ToolMetadata)
    return ToolResult(
        id=str(uuid4()),
        name=name,
        result=as_json(returned.return_value),
        duration_ms=metadata.duration_ms,
        is_error=metadata.is_error,
        notes=metadata.notes,
        citations=metadata.citations,
        facts=metadata.facts,
    )


async def _outcome(
    ctx: RunContext[ResearchDeps], name: str, shape: Shape, work: Coroutine[Any, Any, ToolOutcome]
) -> tuple[ToolOutcome, bool]:
    try:
        return await ctx.deps.run_on_services_loop(work), False
    except Exception as error:  # the edge: a tool never raises, whatever broke behind it
        return ToolOutcome(error_value(f"{name} failed: {failure_message(ctx, name, error)}", shape)), True


def failure_message(ctx: RunContext[ResearchDeps], name: str, error: Exception) -> str:
    """What the reader is told of a failure. The log has it under the run's id, without what the user wrote."""
    match error:
        case StoreUnavailable() | EmbeddingUnavailable():
            logger.warning("%s failed in run %s: %s", name, ctx.run_id, error)
        case DossierError():
            logger.warning("%s failed in run %s: %s", name, ctx.run_id, type(error).__name__)
        case _:
            logger.error("%s failed in run %s", name, ctx.run_id, exc_info=error)
            return f"something unexpected went wrong; the log names it under run {ctx.run_id}."
    return str(error)


def error_value(message: str, shape: Shape) -> JsonValue:
    return [{"error": message}] if shape == "list" else {"error": message}


def is_error_value(value: object) -> bool:
    if isinstance(value, list):
        return len(value) == 1 and is_error_value(value[0])
    return isinstance(value, dict) and set(value) == {"error"}


def error_messages(value: object) -> list[str]:
    """The messages of an error result, also of one side of a comprehensive search."""
    if isinstance(value, list):
        return [message for item in value for message in error_messages(item)]
    if isinstance(value, dict):
        if isinstance(value.get("error"), str):
            return [str(value["error"])]
        return [message for side in ("vector_results", "graph_results") for message in error_messages(value.get(side))]
    return []


def _tool_return(deps: ResearchDeps, outcome: ToolOutcome, is_error: bool, duration_ms: float) -> ToolReturn:
    shown = {fact.uuid for fact in outcome.facts}
    further = tuple(fact for fact in outcome.known[:FACTS_HANDED_OVER] if fact.uuid not in shown)
    places = [*(hit.citation for hit in outcome.hits), *outcome.citations, *_of(outcome.facts), *_of(further)]
    citations = tuple(dict.fromkeys(places))
    metadata = ToolMetadata(
        notes=outcome.notes,
        citations=citations,
        numbers=tuple(deps.citations.number(citation) for citation in citations),
        hits=outcome.hits,
        facts=outcome.facts,
        further_facts=further,
        total=outcome.total,
        whole_documents=outcome.whole_documents,
        unseen_facts=max(0, len(outcome.known) - FACTS_HANDED_OVER),
        as_of=deps.viewpoint.as_of,
        duration_ms=duration_ms,
        is_error=is_error or outcome.has_failed or is_error_value(outcome.value),
    )
    return ToolReturn(return_value=outcome.value, metadata=metadata)


def _hindsight(metadata: ToolMetadata) -> str:
    """Names the passages written after the as-of date, so that a model tells them as hindsight."""
    pairs = zip(metadata.citations, metadata.numbers, strict=True)
    later = [f"[{number}]" for citation, number in pairs if citation.later]
    return f"Written after the date looked from, hindsight: {', '.join(later)}." if later else ""


def _of(facts: Iterable[Fact]) -> list[Citation]:
    return [citation for fact in facts for citation in fact.citations]


def as_json(value: object) -> JsonValue:
    """Dates as ISO 8601, ids as strings."""
    return cast(JsonValue, to_jsonable_python(value))


def clamp(name: str, value: float, lowest: float, highest: float, notes: list[Note]) -> float:
    """`value` within its range; a note says so when it was outside. Raises InvalidInput for “not a number”."""
    if math.isnan(value):
        raise InvalidInput(f"{name} is not a number; give {lowest:.12g} to {highest:.12g}.")
    within = min(max(value, lowest), highest)
    if within != value:
        said = f"{name} {value:.12g} was clamped to {within:.12g} (range {lowest:.12g}–{highest:.12g})"
        notes.append(Note(kind="clamped", text=said))
    return within


def clamp_count(name: str, value: int, lowest: int, highest: int, notes: list[Note]) -> int:
    """As `clamp`; whole numbers of any length are understood."""
    return int(clamp(name, min(max(value, -LARGEST_TOLD), LARGEST_TOLD), lowest, highest, notes))


ReadDate = Callable[[str | None, str], datetime | None]
"""The moment that an argument of a name means."""


class DefaultLimit(IntEnum):
    """The limit of a call that names none: a number in the tool's schema, and known as a default in the code."""

    HITS = 10


def hit_limit(limit: int, saved: SearchPreferences, notes: list[Note]) -> int:
    """The call's own limit, else what the tuner saved; a note says so when that is another number than the default."""
    if not isinstance(limit, DefaultLimit):
        return clamp_count("limit", limit, 1, 50, notes)
    if saved.limit != limit:
        notes.append(Note(kind="setting", text=f"{count_of(saved.limit, 'hit')} at most ({SAVED})"))
    return saved.limit


def date_within_viewpoint(
    deps: ResearchDeps, name: str, text: str | None, notes: list[Note], read: ReadDate = moment
) -> datetime | None:
    """The date in the call, cut to the run's viewpoint; a note says so when it lies beyond. Raises InvalidInput."""
    asked, horizon = read(text, name), deps.viewpoint.horizon
    if asked is None or horizon is None or asked <= horizon:
        return asked
    if day(asked) == day(horizon):
        return horizon
    said = f"{name} {day(asked)} lies after the date looked from: {day(horizon)} was used instead"
    notes.append(Note(kind="clamped", text=said))
    return horizon
