"""The model that answers when none is configured: plans by rule, calls the tools, quotes what they find."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from time import monotonic

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import (
    AgentInfo,
    DeltaThinkingCalls,
    DeltaThinkingPart,
    DeltaToolCall,
    DeltaToolCalls,
    FunctionModel,
)

from services.agent.chat_model import OFFLINE
from services.agent.deps import ResearchServices, on_loop
from services.agent.offline.answer.answer import compose, undecided
from services.agent.offline.answer.findings import findings
from services.agent.offline.answer.relevance import grounded
from services.agent.offline.answer.similarity import Meanings
from services.agent.offline.planning import Plan, PlannedCall, Talk, follow_up, plan, settled
from services.agent.offline.reading.names import NameIndex
from services.agent.tools.result import ToolMetadata, errors
from services.errors import GraphUnavailable
from services.models import NoteKind

NAMES_KEPT_SECONDS = 60
FACT_SEARCHES = ("search_knowledge_graph", "graph_search", "perform_comprehensive_search")
Part = str | DeltaToolCalls | DeltaThinkingCalls


def offline_model(services: ResearchServices) -> FunctionModel:
    scholar = OfflineScholar(services, Meanings(services.embedder))
    return FunctionModel(scholar.respond, stream_function=scholar.stream, model_name=OFFLINE)


@dataclass
class OfflineScholar:
    """Two or three steps a question: all planned calls at once, what follows from them, then the answer."""

    services: ResearchServices
    meanings: Meanings
    _names: NameIndex = field(default_factory=NameIndex)
    _read_at: float = float("-inf")

    async def respond(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        planned, results = await self._planned(messages, info), returns(messages)
        if calls := _due(planned, messages, info):
            return ModelResponse(parts=[ToolCallPart(call.name, dict(call.args)) for call in calls])
        return ModelResponse(parts=[TextPart("".join([text async for text in self._answer(planned, results)]))])

    async def stream(self, messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Part]:
        planned, results = await self._planned(messages, info), returns(messages)
        calls = _due(planned, messages, info)
        if not calls:
            async for paragraph in self._answer(planned, results):
                yield paragraph
            return
        if planned.reasons and (not results or planned.happened):
            yield {0: DeltaThinkingPart(content=" ".join(planned.reasons))}
        for index, call in enumerate(calls, 1):
            args, number = json.dumps(dict(call.args)), index + len(results)
            yield {index: DeltaToolCall(call.name, args, tool_call_id=f"call_{number}_{call.name}")}

    async def _planned(self, messages: Sequence[ModelMessage], info: AgentInfo) -> Plan:
        asked, names = prompts(messages), await self._known_names()
        named = next((question for question in asked[-2::-1] if names.found_in(question)), "")
        tools = tuple(tool.name for tool in info.function_tools)
        before, now = Talk(named, last_answer(messages)), asked_at(messages)
        planned = _plan(asked[-1] if asked else "", names, tools, now, before)
        hits = [hit for one in _metadata(returns(messages)) for hit in one.hits]
        return settled(planned, hits, now)

    async def _answer(self, planned: Plan, results: Sequence[ToolReturnPart]) -> AsyncIterator[str]:
        searched = [part for part in results if part.tool_name in FACT_SEARCHES]
        brought = findings(_metadata(results), notices(results), titles(results), _metadata(searched))
        found = grounded(planned, brought, self.services.embedder.similarity_threshold)
        texts = undecided(planned, found, datetime.now(UTC))
        meanings = await on_loop(self.services.loop, self.meanings.of(planned.asked, texts))
        for place, text in enumerate(compose(planned, found, datetime.now(UTC), meanings)):
            yield text if place == 0 else f"\n\n{text}"

    async def _known_names(self) -> NameIndex:
        if monotonic() - self._read_at > NAMES_KEPT_SECONDS:
            try:
                names = await on_loop(self.services.loop, self.services.graph.names())
                # Tens of thousands of names take a moment, in which other answers go on.
                self._names = await asyncio.to_thread(NameIndex.of, names)
                self._read_at = monotonic()
            except GraphUnavailable:
                # The tools will say so; until the graph is back, no name is known.
                self._names = NameIndex()
        return self._names


_plan = lru_cache(maxsize=64)(plan)
"""A run asks at each of its steps; the questions of a crowd are kept, and soon those of the next."""


def _due(planned: Plan, messages: Sequence[ModelMessage], info: AgentInfo) -> Sequence[PlannedCall]:
    """The planned calls, then once what follows from their facts, then none: the answer is due."""
    results = returns(messages)
    if not results:
        return planned.calls
    last = messages[-1].parts
    if len([part for part in last if isinstance(part, ToolReturnPart)]) < len(results):
        return ()
    facts = [fact for one in _metadata(results) for fact in (*one.facts, *one.further_facts)]
    return follow_up(planned, facts, [tool.name for tool in info.function_tools])


def asked_at(messages: Sequence[ModelMessage]) -> datetime:
    """When the last question was asked: what “last month” means does not change from step to step."""
    moments = [part.timestamp for one in messages for part in one.parts if isinstance(part, UserPromptPart)]
    return moments[-1] if moments else datetime.now(UTC)


def prompts(messages: Sequence[ModelMessage]) -> list[str]:
    """What the user asked, oldest first; a request that carries tool results holds no question."""
    requests = [message for message in messages if isinstance(message, ModelRequest)]
    asking = [one for one in requests if not any(isinstance(part, ToolReturnPart) for part in one.parts)]
    return [_text(part) for one in asking for part in one.parts if isinstance(part, UserPromptPart)]


def last_answer(messages: Sequence[ModelMessage]) -> str:
    """What was said to the question before this one; none at a conversation's beginning."""
    said = [part.content for one in messages if isinstance(one, ModelResponse) for part in one.parts
            if isinstance(part, TextPart)]  # fmt: skip
    return said[-1] if said else ""


def _text(part: UserPromptPart) -> str:
    items = [part.content] if isinstance(part.content, str) else part.content
    return " ".join(item for item in items if isinstance(item, str))


def returns(messages: Sequence[ModelMessage]) -> list[ToolReturnPart]:
    """The tool results since the last question."""
    found: list[ToolReturnPart] = []
    for message in messages:
        if isinstance(message, ModelRequest):
            parts = [part for part in message.parts if isinstance(part, ToolReturnPart)]
            asks = not parts and any(isinstance(part, UserPromptPart) for part in message.parts)
            found = [] if asks else [*found, *parts]
    return found


def _metadata(results: Sequence[ToolReturnPart]) -> list[ToolMetadata]:
    return [part.metadata for part in results if isinstance(part.metadata, ToolMetadata)]


CONCERN_READER: tuple[NoteKind, ...] = ("missing", "everywhere")
"""The notes that belong into the answer: what is not there, not which setting was used."""


def notices(results: Sequence[ToolReturnPart]) -> list[str]:
    """What failed, once each, in the words of the error results, and what the tools had to say beside their results."""
    failed = [error for part in results for error in errors(part.content)]
    said = [note.text for one in _metadata(results) for note in one.notes if note.kind in CONCERN_READER]
    return list(dict.fromkeys([*failed, *said]))


def titles(results: Sequence[ToolReturnPart]) -> list[str]:
    listings = [part.content for part in results if part.tool_name == "list_documents"]
    rows = [row for listing in listings if isinstance(listing, list) for row in listing]
    return [str(row["title"]) for row in rows if isinstance(row, dict) and "title" in row]
