"""One tool call outside an agent run: a call of the trace with other arguments, MCP, LangGraph."""

import functools
from typing import Any, Literal, NamedTuple
from uuid import uuid4

from pydantic import ValidationError
from pydantic_ai import RunContext, Tool, ToolReturn
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.usage import RunUsage

from services.agent.deps import ResearchDeps
from services.agent.profiles import FUNCTIONS
from services.agent.tools.result import as_tool_result
from services.errors import InvalidInput, NotFound
from services.models import Metadata, ToolResult
from services.text import cleaning


async def invoke(deps: ResearchDeps, name: str, args: Metadata) -> ToolResult:
    """The tool's result as the chat shows it. Raises NotFound for an unknown tool, InvalidInput for unfit arguments."""
    if name not in FUNCTIONS:
        raise NotFound(f"No tool is called “{name}”.")
    tool = _tool(name)
    context = RunContext(
        deps=deps, model=FunctionModel(_unasked), usage=RunUsage(), run_id=str(uuid4()), tool_name=name
    )
    try:
        checked = tool.function_schema.validator.validate_python(cleaning.replace_in(args, by=" "))
    except ValidationError as error:
        raise InvalidInput(f"{name}: {_what_is_wrong(error)}") from error
    returned = await tool.function_schema.call(checked, context)
    assert isinstance(returned, ToolReturn)
    return as_tool_result(name, returned)


Kind = Literal["string", "integer", "number", "boolean"]


class Parameter(NamedTuple):
    """What a tool can be given; `default` None: nothing, or it must be given."""

    kind: Kind
    default: str | int | float | bool | None = None


def parameters(name: str) -> dict[str, Parameter]:
    """All that the tool can be given, by name. Raises NotFound for an unknown tool."""
    if name not in FUNCTIONS:
        raise NotFound(f"No tool is called “{name}”.")
    schema = _tool(name).function_schema.json_schema
    return {parameter: _parameter(told) for parameter, told in schema["properties"].items()}


def _parameter(told: Any) -> Parameter:
    """One that may be null is `anyOf` its type and null."""
    kinds = [one["type"] for one in told.get("anyOf", [told])]
    return Parameter(kinds[0], told.get("default"))


@functools.cache
def _tool(name: str) -> Tool[ResearchDeps]:
    return Tool(FUNCTIONS[name], takes_ctx=True)


def _unasked(_: list[ModelMessage], __: AgentInfo) -> ModelResponse:
    """A context wants a model, but tools only use the dependencies."""
    raise AssertionError("a tool asked the model")


def _what_is_wrong(error: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg']}" for one in error.errors())
