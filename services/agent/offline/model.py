"""The model that answers when none is configured: plans by rule, calls the tools, quotes what they find."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from time import monotonic
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models import ModelRequestParameters, StreamedResponse
from pydantic_ai.models.function import (
    AgentInfo,
    DeltaThinkingCalls,
    DeltaThinkingPart,
    DeltaToolCall,
    DeltaToolCalls,
    FunctionModel,
)
from pydantic_ai.settings import ModelSettings

from services.agent.chat_model import OFFLINE
from services.agent.deps import ResearchServices, run_on_loop
from services.agent.offline.answer.answer import described_entity_answers
from services.agent.offline.answer.facts.paragraphs import fact_sentence
from services.agent.offline.answer.findings import Findings, findings
from services.agent.offline.answer.hindsight import all_sentences_to_compare, compose_with_hindsight
from services.agent.offline.answer.parts import answer_of_parts
from services.agent.offline.answer.quotes.other_words import (
    nearest_word,
    reword_question,
    unmentioned_words,
    words_to_compare,
)
from services.agent.offline.answer.quotes.relevance import (
    relevant_findings,
    respell_question,
    words_to_say,
    words_to_weigh,
)
from services.agent.offline.answer.quotes.similarity import Similarity
from services.agent.offline.messages import (
    PARAGRAPHS,
    answers_since,
    found_facts,
    listed_documents,
    notices,
    prompts,
    question_time,
    tool_metadata,
    tool_returns,
    viewpoint_of,
    waits_for_answer,
)
from services.agent.offline.planning import PlannedCall, follow_up_calls, plan_calls, planning_reasons
from services.agent.offline.reading.documents import DocumentIndex
from services.agent.offline.reading.names import NameIndex, capitalised_words
from services.agent.offline.reading.question import ParsedQuestion, PreviousTurn, read_question
from services.agent.offline.rules import Rule
from services.agent.offline.two_steps import described_entity, question_with_name, question_with_person
from services.errors import GraphUnavailable
from services.models import AnswerParagraph, Viewpoint

NAMES_KEPT_SECONDS = 60
MOST_WEIGHED_WORDS = 8
PERSON = "Person"
"""The type of an entity that “he” and “she” may speak of."""
FACT_SEARCHES = ("search_knowledge_graph", "graph_search", "perform_comprehensive_search")
Part = str | DeltaToolCalls | DeltaThinkingCalls


def offline_model(services: ResearchServices, without: frozenset[Rule] = frozenset()) -> "OfflineModel":
    """`without` are the rules that a measurement leaves out."""
    return OfflineModel(OfflineResearcher(services, Similarity(services.embedder), without))


class OfflineModel(FunctionModel):
    """What each answer was made of stands in its response's metadata, so that the next question can go on from it."""

    def __init__(self, researcher: "OfflineResearcher") -> None:
        super().__init__(researcher.respond, stream_function=researcher.stream, model_name=OFFLINE)
        self._researcher = researcher

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncIterator[StreamedResponse]:
        told: list[AnswerParagraph] = []
        one = FunctionModel(
            stream_function=lambda asked, info: self._researcher.stream(asked, info, told), model_name=OFFLINE
        )
        async with one.request_stream(messages, model_settings, model_request_parameters, run_context) as response:
            response.metadata = {PARAGRAPHS: told}
            yield response


@dataclass
class OfflineResearcher:
    """Two or three steps a question: all planned calls at once, what follows from them, then the answer."""

    services: ResearchServices
    similarity: Similarity
    without: frozenset[Rule] = frozenset()
    _names: NameIndex = field(default_factory=NameIndex)
    _read_at: float = float("-inf")
    _documents: DocumentIndex = field(default_factory=DocumentIndex)
    _documents_read_at: float = float("-inf")

    async def respond(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        question = await self._read(messages)
        if calls := _due(question, messages, info):
            return ModelResponse(parts=[ToolCallPart(call.name, dict(call.args)) for call in calls])
        told = [paragraph async for paragraph in self._answer(question, messages)]
        text = "\n\n".join(paragraph.text for paragraph in told)
        return ModelResponse(parts=[TextPart(text)], metadata={PARAGRAPHS: told})

    async def stream(
        self, messages: list[ModelMessage], info: AgentInfo, told: list[AnswerParagraph] | None = None
    ) -> AsyncIterator[Part]:
        """The planned calls, or else the answer by paragraphs, each of which is also added to `told`."""
        question = await self._read(messages)
        calls, made = _due(question, messages, info), len(tool_returns(messages))
        if not calls:
            async for place, paragraph in _numbered(self._answer(question, messages)):
                if told is not None:
                    told.append(paragraph)
                yield paragraph.text if place == 0 else f"\n\n{paragraph.text}"
            return
        if (said := planning_reasons(question)) and (not made or question.dated_event):
            yield {0: DeltaThinkingPart(content=" ".join(said))}
        for index, call in enumerate(calls, 1):
            args, number = json.dumps(dict(call.args)), index + made
            yield {index: DeltaToolCall(call.name, args, tool_call_id=f"call_{number}_{call.name}")}

    async def _read(self, messages: Sequence[ModelMessage]) -> ParsedQuestion:
        asked, names, now = prompts(messages), await self._known_names(), question_time(messages)
        named = next((one for one in asked[-2::-1] if names.names_in(one) or capitalised_words(one)), "")
        said = answers_since(messages, asked[:-1], named)
        before = PreviousTurn(
            named,
            next((facts for one in said if (facts := tuple(fact for part in one for fact in part.facts))), ()),
            tuple(text for one in said[:1] for part in one for text in part.quotations),
        )
        read = _read_once(asked[-1] if asked else "", names, now, before, await self._known_documents(), self.without)
        question = await self._as_told(read, viewpoint_of(messages))
        return question.dated_by([hit for one in tool_metadata(tool_returns(messages)) for hit in one.hits], now)

    async def _as_told(self, question: ParsedQuestion, viewpoint: Viewpoint) -> ParsedQuestion:
        """The question without documents that the viewpoint does not show, and without entities that have nothing to
        tell there: the graph knows these from later on."""
        if question.documents and viewpoint != Viewpoint.now():
            counted = {one.id for one in await run_on_loop(self.services.loop, self.services.library.names(viewpoint))}
            kept = tuple(one for one in question.documents if one.id in counted)
            question = question.model_copy(update={"documents": kept})
        named = {*question.entities, *question.close_names}
        if not named or not (viewpoint.has_clock or not viewpoint.chosen.is_empty):
            return question
        try:
            told = await run_on_loop(self.services.loop, self.services.graph.told_names(named, viewpoint=viewpoint))
        except GraphUnavailable:
            return question  # the tools will say so
        return question.without_entities(named - set(told))

    async def _answer(
        self, question: ParsedQuestion, messages: Sequence[ModelMessage]
    ) -> AsyncIterator[AnswerParagraph]:
        """Of a question that consists of several, each is answered for itself."""
        told: list[list[AnswerParagraph]] = []
        for part in question.parts:
            asked = await self._with_person_told(part, question.parts[0], told, messages)
            told.append([one async for one in self._answer_one(asked, messages)] if asked is not None else [])
        if told:
            whole = [one async for one in self._answer_one(question, messages)]
            for paragraph in answer_of_parts(question, whole, told):
                yield paragraph
            return
        async for paragraph in self._answer_one(question, messages):
            yield paragraph

    async def _with_person_told(
        self,
        part: ParsedQuestion,
        first: ParsedQuestion,
        told: Sequence[Sequence[AnswerParagraph]],
        messages: Sequence[ModelMessage],
    ) -> ParsedQuestion | None:
        """The part; where it asks who came beside the one that answers the first, with the name of that one. None if
        the first answer names nobody plainly."""
        if part.succession is None or part.succession.name or not told:
            return part
        names = await self._known_names()
        text = question_with_person(first, part.succession.place, told[0], names)
        return read_question(text, names, question_time(messages), without=part.without) if text else None

    async def _answer_one(
        self, question: ParsedQuestion, messages: Sequence[ModelMessage]
    ) -> AsyncIterator[AnswerParagraph]:
        threshold, now = self.services.embedder.similarity_threshold, datetime.now(UTC)
        floor = self.services.embedder.relevance_floor
        brought = _findings(messages)
        question = await self._in_their_words(respell_question(question, brought), brought)
        first_step = described_entity(question, brought.facts, now)
        is_answered = False
        if first_step is not None and brought.as_of is not None and all(one.later for one in first_step.fact.citations):
            first_step = None  # what only later sources state is told apart, and starts no answer
        if first_step is not None:
            question = read_question(
                question_with_name(question, first_step), await self._known_names(), question_time(messages)
            )
            is_answered = described_entity_answers(question, first_step, brought, now)
            told_apart = tuple(fact for fact in brought.facts if fact != first_step.fact)
            brought = replace(brought, facts=told_apart)
        weighed = words_to_weigh(question)[:MOST_WEIGHED_WORDS] if "unspoken words" not in self.without else ()
        without = await run_on_loop(self.services.loop, self.similarity.without_words(question.asked, weighed))
        found = relevant_findings(question, brought, threshold, without, floor)
        texts = all_sentences_to_compare(question, found, now) if "similarity" not in self.without else []
        similarities = await run_on_loop(self.services.loop, self.similarity.to_question(question.asked, texts))
        if first_step is not None and not is_answered:
            yield fact_sentence(first_step.fact, brought)
        for paragraph in compose_with_hindsight(question, found, now, similarities, words_to_say(question, without)):
            yield paragraph
        if first_step is not None and is_answered:
            yield fact_sentence(first_step.fact, brought)

    async def _in_their_words(self, question: ParsedQuestion, brought: Findings) -> ParsedQuestion:
        """The question with each word that no passage has replaced by one of theirs that means nearly the same."""
        if "other words" in self.without:
            return question
        found: dict[str, str] = {}
        lacking = unmentioned_words(question, brought, words_to_weigh(question))
        for word in lacking:
            alike = await run_on_loop(self.services.loop, self.similarity.to_question(word, words_to_compare(brought)))
            if (other := nearest_word(alike)) is not None:
                found[word] = other
        return reword_question(question, found)

    async def _known_documents(self) -> DocumentIndex:
        if monotonic() - self._documents_read_at > NAMES_KEPT_SECONDS:
            names = await run_on_loop(self.services.loop, self.services.library.names())
            self._documents = await asyncio.to_thread(DocumentIndex.of, names)
            self._documents_read_at = monotonic()
        return self._documents

    async def _known_names(self) -> NameIndex:
        if monotonic() - self._read_at > NAMES_KEPT_SECONDS:
            try:
                typed = await run_on_loop(self.services.loop, self.services.graph.typed_names())
                # Tens of thousands of names take a moment, in which other answers go on.
                people = [name for name, kind in typed if kind == PERSON]
                self._names = await asyncio.to_thread(NameIndex.of, [name for name, _ in typed], people)
                self._read_at = monotonic()
            except GraphUnavailable:
                # The tools will say so; until the graph is back, no name is known.
                self._names = NameIndex(is_read=False)
        return self._names


_read_once = lru_cache(maxsize=64)(read_question)
"""A run asks at each of its steps; the questions of a crowd are kept, and soon those of the next."""


def _due(question: ParsedQuestion, messages: Sequence[ModelMessage], info: AgentInfo) -> Sequence[PlannedCall]:
    """The planned calls, then once what follows from their facts, then none: the answer is due."""
    tools, results = [tool.name for tool in info.function_tools], tool_returns(messages)
    if not results:
        return plan_calls(question, tools)
    if waits_for_answer(messages):
        return ()
    hits = [hit for one in tool_metadata(results) for hit in one.hits]
    return follow_up_calls(question, found_facts(results), tools, question_time(messages), hits)


def _findings(messages: Sequence[ModelMessage]) -> Findings:
    results = tool_returns(messages)
    searched = [part for part in results if part.tool_name in FACT_SEARCHES]
    return findings(tool_metadata(results), notices(results), listed_documents(results), tool_metadata(searched))


async def _numbered(paragraphs: AsyncIterator[AnswerParagraph]) -> AsyncIterator[tuple[int, AnswerParagraph]]:
    place = 0
    async for paragraph in paragraphs:
        yield place, paragraph
        place += 1
