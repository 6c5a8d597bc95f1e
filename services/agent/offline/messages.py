"""What the offline model reads from a run's messages: questions, tool results, and the answer before. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from pydantic import TypeAdapter
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolReturnPart, UserPromptPart

from services.agent.offline.answer.findings import Notice
from services.agent.tools.result import ToolMetadata, error_messages
from services.models import AnswerParagraph, DocumentName, Fact, Note, NoteKind, Viewpoint

PARAGRAPHS = "paragraphs"
"""The key of a response's metadata under which its answer's paragraphs stand."""
VIEWPOINT = "viewpoint"
"""The key of a request's metadata under which its answer's viewpoint stands."""
NOW = Viewpoint.now()
_PARAGRAPHS = TypeAdapter(tuple[AnswerParagraph, ...])
CONCERN_READER: tuple[NoteKind, ...] = ("no_facts", "missing", "failed", "hindsight")
"""The notes that belong into the answer: what is not there, or is of later; not which setting was used."""
GRAPH_TOOLS = ("search_knowledge_graph", "get_entity_history", "graph_search", "perform_comprehensive_search")


def prompts(messages: Sequence[ModelMessage]) -> list[str]:
    """What the user asked, oldest first; a request that carries tool results holds no question."""
    requests = [message for message in messages if isinstance(message, ModelRequest)]
    asking = [one for one in requests if not any(isinstance(part, ToolReturnPart) for part in one.parts)]
    return [_text(part) for one in asking for part in one.parts if isinstance(part, UserPromptPart)]


def _text(part: UserPromptPart) -> str:
    items = [part.content] if isinstance(part.content, str) else part.content
    return " ".join(item for item in items if isinstance(item, str))


def with_viewpoint(message: ModelMessage, viewpoint: Viewpoint) -> ModelMessage:
    """The request with the viewpoint in its metadata, which no language model sees."""
    if not isinstance(message, ModelRequest):
        return message
    return replace(message, metadata={**(message.metadata or {}), VIEWPOINT: viewpoint})


def viewpoint_of(messages: Sequence[ModelMessage]) -> Viewpoint:
    last = messages[-1] if messages else None
    told = (last.metadata or {}).get(VIEWPOINT) if isinstance(last, ModelRequest) else None
    return told if isinstance(told, Viewpoint) else NOW


def question_time(messages: Sequence[ModelMessage]) -> datetime:
    """The moment from which “last month” counts: the viewpoint's date, else when the last question was asked, which is
    the same at every step of its answer."""
    moments = [part.timestamp for one in messages for part in one.parts if isinstance(part, UserPromptPart)]
    return viewpoint_of(messages).as_of or (moments[-1] if moments else datetime.now(UTC))


def answers_since(
    messages: Sequence[ModelMessage], asked: Sequence[str], question: str
) -> list[tuple[AnswerParagraph, ...]]:
    """What was said to the questions that were `asked` before, the latest first and back to `question`; nothing where
    another model said it."""
    answers = [response_paragraphs(one) for one in messages if isinstance(one, ModelResponse) and _has_text(one)][::-1]
    reached = asked[::-1].index(question) + 1 if question in asked else 1
    return answers[:reached]


def _has_text(response: ModelResponse) -> bool:
    return any(isinstance(part, TextPart) for part in response.parts)


def response_paragraphs(response: ModelResponse) -> tuple[AnswerParagraph, ...]:
    return _PARAGRAPHS.validate_python((response.metadata or {}).get(PARAGRAPHS, ()))


def tool_returns(messages: Sequence[ModelMessage]) -> list[ToolReturnPart]:
    """The tool results since the last question."""
    found: list[ToolReturnPart] = []
    for message in messages:
        if isinstance(message, ModelRequest):
            parts = [part for part in message.parts if isinstance(part, ToolReturnPart)]
            asks = not parts and any(isinstance(part, UserPromptPart) for part in message.parts)
            found = [] if asks else [*found, *parts]
    return found


def waits_for_answer(messages: Sequence[ModelMessage]) -> bool:
    """Whether tools were called a second time already."""
    last = [part for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
    return len(last) < len(tool_returns(messages))


def tool_metadata(results: Sequence[ToolReturnPart]) -> list[ToolMetadata]:
    return [part.metadata for part in results if isinstance(part.metadata, ToolMetadata)]


def found_facts(results: Sequence[ToolReturnPart]) -> list[Fact]:
    return [fact for one in tool_metadata(results) for fact in (*one.facts, *one.further_facts)]


def notices(results: Sequence[ToolReturnPart]) -> list[Notice]:
    """What failed, once each, in the words of the error results, and what the tools had to say beside their results."""
    failed = [Notice(error, is_failure=True) for part in results for error in error_messages(part.content)]
    said = [
        Notice(
            note.text,
            is_of_graph=note.kind in ("no_facts", "missing") and part.tool_name in GRAPH_TOOLS,
            is_failure=note.kind == "failed",
        )
        for part in results
        for note in _notes(part)
        if note.kind in CONCERN_READER
    ]
    return list(dict.fromkeys([*failed, *said]))


def _notes(part: ToolReturnPart) -> Sequence[Note]:
    return part.metadata.notes if isinstance(part.metadata, ToolMetadata) else ()


def listed_documents(results: Sequence[ToolReturnPart]) -> list[DocumentName]:
    listings = [part.content for part in results if part.tool_name == "list_documents"]
    rows = [row for listing in listings if isinstance(listing, list) for row in listing]
    return [DocumentName.model_validate(row) for row in rows if isinstance(row, dict) and "id" in row]
