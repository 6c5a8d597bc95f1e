"""Turns what pydantic-ai streams into the chat's own events, and keeps what the final answer needs."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pydantic import JsonValue
from pydantic_ai import AgentRunResultEvent, AgentStreamEvent
from pydantic_ai.messages import (
    FunctionToolCallEvent,
    FunctionToolResultEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
)
from pydantic_ai.usage import RunUsage

from services.agent.citations.numbers import CitationNumbers, Renumbering
from services.agent.offline.messages import response_paragraphs
from services.agent.tools.result import ToolMetadata, as_json, is_error_value
from services.chat.failures import check_whole
from services.models import (
    AnswerParagraph,
    ChatEvent,
    Citation,
    Metadata,
    Note,
    TextDelta,
    ThinkingDelta,
    ToolCall,
    ToolResult,
)
from services.text import cleaning

Clock = Callable[[], float]


@dataclass
class EventTranslator:
    """One run's. `text` is the answer so far: what came after the last tool call, its citations counted from [1]."""

    register: CitationNumbers
    clock: Clock = time.perf_counter
    text: str = ""
    usage: RunUsage | None = None
    first_token_ms: float | None = None
    paragraphs: tuple[AnswerParagraph, ...] = ()
    _started: float = field(init=False)
    _calls: dict[str, float] = field(default_factory=dict)
    _renumbering: Renumbering = field(init=False)

    def __post_init__(self) -> None:
        self._started = self.clock()
        self._renumbering = Renumbering(self.register)

    @property
    def citations(self) -> tuple[Citation, ...]:
        return tuple(self._renumbering.cited)

    @property
    def elapsed_ms(self) -> float:
        return (self.clock() - self._started) * 1000

    def feed(self, event: AgentStreamEvent | AgentRunResultEvent[str]) -> Iterator[ChatEvent]:
        """Raises LimitReached and ModelUnavailable at the end of an answer that is not whole."""
        match event:
            case PartStartEvent(part=TextPart(content=content)):
                yield from self._text(content)
            case PartDeltaEvent(delta=TextPartDelta(content_delta=content)):
                yield from self._text(content)
            case PartStartEvent(part=ThinkingPart(content=content)) if content:
                yield from self._thinking(content)
            case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=content)) if content:
                yield from self._thinking(content)
            case FunctionToolCallEvent():
                yield from self._call(event)
            case FunctionToolResultEvent():
                yield self._result(event)
            case AgentRunResultEvent():
                self.usage = event.result.usage
                yield from self.finish()
                self.paragraphs = tuple(map(self._renumbered, response_paragraphs(event.result.response)))
                check_whole(self.text, event.result.response.finish_reason)
            case _:
                pass

    def finish(self) -> Iterator[ChatEvent]:
        """What was held back at the end of the text."""
        yield from self._shown(self._renumbering.finish())

    def _renumbered(self, paragraph: AnswerParagraph) -> AnswerParagraph:
        """With the numbers that its citations have in the text."""
        return paragraph.model_copy(update={"text": self._renumbering.rewrite(cleaning.replace(paragraph.text))})

    def _text(self, content: str) -> Iterator[ChatEvent]:
        self._first_token()
        yield from self._shown(self._renumbering.feed(cleaning.replace(content)))

    def _shown(self, text: str) -> Iterator[ChatEvent]:
        if text:
            self.text += text
            yield TextDelta(delta=text)

    def _thinking(self, content: str) -> Iterator[ChatEvent]:
        self._first_token()
        yield ThinkingDelta(delta=cleaning.replace(content))

    def _call(self, event: FunctionToolCallEvent) -> Iterator[ChatEvent]:
        self._first_token()
        yield from self.finish()
        self.text = ""
        part, begun = event.part, self.elapsed_ms
        self._calls[part.tool_call_id] = begun
        yield ToolCall(id=part.tool_call_id, name=part.tool_name, args=_args(event), begun_ms=begun)

    def _result(self, event: FunctionToolResultEvent) -> ToolResult:
        part = event.part
        waited = self.elapsed_ms - self._calls.get(part.tool_call_id, self.elapsed_ms)
        value = cleaning.replace_in(as_json(part.content))
        if not isinstance(part.metadata, ToolMetadata):
            return _refused(part.tool_call_id, part.tool_name, value, waited, part.outcome != "success")
        return ToolResult(
            id=part.tool_call_id,
            name=part.tool_name,
            result=value,
            duration_ms=part.metadata.duration_ms,
            is_error=part.metadata.is_error,
            notes=part.metadata.notes,
            citations=part.metadata.citations,
            facts=part.metadata.facts,
        )

    def _first_token(self) -> None:
        if self.first_token_ms is None:
            self.first_token_ms = self.elapsed_ms


def _args(event: FunctionToolCallEvent) -> Metadata:
    """What the model asked for; arguments that are no JSON object are shown as they came."""
    try:
        return {cleaning.replace(name): cleaning.replace_in(value) for name, value in event.part.args_as_dict().items()}
    except ValueError:
        return {"arguments": cleaning.replace(str(event.part.args))}


ASKED_AGAIN = Note(kind="failed", text="The model was asked to call again with other arguments.")


def _refused(call_id: str, name: str, value: JsonValue, duration_ms: float, failed: bool) -> ToolResult:
    """The model called a tool that does not exist or with arguments that do not fit; it is asked to try again."""
    error = failed or is_error_value(value)
    return ToolResult(
        id=call_id,
        name=name,
        result={"error": value} if failed else value,
        duration_ms=duration_ms,
        is_error=error,
        notes=(ASKED_AGAIN,) if failed else (),
    )
