"""The agent's own thirteen tools over MCP: the same names, arguments, results and notes as in the chat."""

from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from fastmcp.exceptions import ToolError
from fastmcp.tools import Tool, ToolResult
from mcp.types import ToolAnnotations
from pydantic import JsonValue, PrivateAttr, ValidationError

from services.agent.deps import ResearchDeps
from services.agent.invocation import invoke
from services.agent.profiles import DEFAULT_DOMAIN, FUNCTIONS, tool_description
from services.agent.schemas import parameters
from services.agent.tools.result import error_messages, is_error_value
from services.api.dependencies import Door
from services.backend import Backend
from services.core import Services
from services.documents.choice import Choice
from services.errors import DossierError
from services.models import Metadata, Viewpoint
from services.models import ToolResult as Outcome

CLOCKS = {
    "as_of": "ISO 8601: the world as it was then. Omitted: now.",
    "published_by": "ISO 8601: only what documents dated by then state.",
    "known_on": "ISO 8601: only what was in Dossier by then.",
    "collection": "Only this one's documents, and the facts that they state. Omitted: all.",
}
OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "result": {"description": "As the tool of the chat returns it."},
        "notes": {"type": "array", "items": {"type": "string"}, "description": "What was clamped, cut or left out."},
        "citations": {"type": "array", "items": {"type": "object"}, "description": "The passages of the result."},
    },
    "required": ["result", "notes", "citations"],
}
CHOSEN = "chosen"
ReadViewpoint = Callable[..., Coroutine[Any, Any, Viewpoint]]


class ResearchTool(Tool):
    """One of the thirteen, with the viewpoint beside its own arguments."""

    _backend: Callable[[], Backend] = PrivateAttr()
    _viewpoint: ReadViewpoint = PrivateAttr()

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        clocks = {name: arguments.get(name) for name in CLOCKS}
        viewpoint = await self._viewpoint(**clocks, chosen=_choice(arguments.get(CHOSEN)))
        args = {name: value for name, value in arguments.items() if name not in (*CLOCKS, CHOSEN)}
        try:
            door = Door(self._backend())
            told = await door.call(_called(door.services, self.name, args, viewpoint))
        except DossierError as error:
            raise ToolError(str(error)) from error
        if is_error_value(told.result):
            raise ToolError("; ".join(error_messages(told.result)))
        return ToolResult(structured_content=_shape(told))


def research_tools(
    backend: Callable[[], Backend], viewpoint: ReadViewpoint, annotations: ToolAnnotations, taken: set[str]
) -> Iterator[Tool]:
    """The agent's tools, but for those whose names are `taken` by tools that do the same."""
    for name in FUNCTIONS:
        if name not in taken:
            tool = ResearchTool(
                name=name,
                description=tool_description(name, DEFAULT_DOMAIN),
                parameters=_with_viewpoint(name),
                output_schema=OUTPUT,
                annotations=annotations,
            )
            tool._backend, tool._viewpoint = backend, viewpoint
            yield tool


async def _called(services: Services, name: str, args: Metadata, viewpoint: Viewpoint) -> Outcome:
    return await invoke(ResearchDeps(services, viewpoint=viewpoint, door="mcp"), name, args)


def _with_viewpoint(name: str) -> dict[str, Any]:
    own: dict[str, Any] = parameters(name)
    clocks = {
        clock: {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None, "description": told}
        for clock, told in CLOCKS.items()
    }
    chosen = {
        "anyOf": [Choice.model_json_schema(), {"type": "null"}],
        "default": None,
        "description": "Only these documents, and the facts that they state. Omitted: all.",
    }
    return {**own, "properties": {**own["properties"], **clocks, CHOSEN: chosen}}


def _choice(given: object) -> Choice:
    try:
        return Choice.model_validate(given or {})
    except ValidationError as error:
        raise ToolError(f"`chosen` is not understood: {error.errors()[0]['msg']}.") from error


def _shape(told: Outcome) -> dict[str, JsonValue]:
    return {
        "result": told.result,
        "notes": [note.text for note in told.notes],
        "citations": [citation.model_dump(mode="json") for citation in told.citations],
    }
