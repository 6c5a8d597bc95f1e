"""The tools as other programs' models are told of them: function schemas in the forms of OpenAI, Anthropic and Gemini.

    tools = tool_schemas("Analyst", form="anthropic")

What a model calls is run by `invocation.invoke`, over MCP, or for the knowledge base by its LangGraph node.
"""

from pathlib import Path
from typing import Literal, cast

from pydantic import JsonValue
from pydantic_ai import Tool

from services.agent.profiles import FUNCTIONS, profile_named
from services.models import DEFAULT_PROFILE

Form = Literal["openai", "anthropic", "gemini"]
Schema = dict[str, JsonValue]

GEMINI_KNOWS = {"type", "description", "properties", "required", "enum", "items", "nullable"}
"""Of JSON Schema; it refuses what it does not know."""


def tool_schemas(
    profile: str = DEFAULT_PROFILE, form: Form = "openai", *, profiles_file: Path | None = None
) -> list[Schema]:
    """Every tool of the profile, in its words and for its domain. Raises InvalidInput for an unknown profile.

    For Gemini: the `function_declarations` of one tool.
    """
    chosen = profile_named(profile, profiles_file)
    return [schema_in_form(form, name, chosen.description(name), parameters(name)) for name in chosen.tools]


def parameters(name: str) -> Schema:
    """The JSON Schema of a tool's arguments."""
    return cast(Schema, Tool(FUNCTIONS[name], takes_ctx=True).function_schema.json_schema)


def schema_in_form(form: Form, name: str, description: str, parameters: Schema) -> Schema:
    match form:
        case "openai":
            function: Schema = {"name": name, "description": description, "parameters": parameters}
            return {"type": "function", "function": function}
        case "anthropic":
            return {"name": name, "description": description, "input_schema": parameters}
        case "gemini":
            return {"name": name, "description": description, "parameters": _for_gemini(parameters)}


def _for_gemini(schema: Schema) -> Schema:
    """An argument that may be null is its type and `nullable` there."""
    kinds = schema.get("anyOf")
    if isinstance(kinds, list):
        (kind,) = [one for one in kinds if isinstance(one, dict) and one.get("type") != "null"]
        rest = {name: value for name, value in schema.items() if name != "anyOf"}
        return _for_gemini({**rest, **kind, "nullable": True})
    known = {name: value for name, value in schema.items() if name in GEMINI_KNOWS}
    if isinstance(properties := known.get("properties"), dict):
        known["properties"] = {name: _for_gemini(one) for name, one in properties.items() if isinstance(one, dict)}
    return known
