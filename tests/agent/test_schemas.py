"""The tools in the words and forms of other programs' models."""

import json

import pytest

from services.agent.knowledge_base import TOOL_NAME, function_schema
from services.agent.profiles import FUNCTIONS, PROFILES, USES
from services.agent.schemas import tool_schemas
from services.errors import InvalidInput


def test_each_tool_says_when_to_use_it():
    assert set(USES) == set(FUNCTIONS)
    assert len(set(USES.values())) == 13


@pytest.mark.parametrize("profile", [profile.name for profile in PROFILES])
def test_a_profiles_tools_come_in_three_forms_with_the_same_words(profile):
    openai, anthropic, gemini = (tool_schemas(profile, form) for form in ("openai", "anthropic", "gemini"))
    for one, other, third in zip(openai, anthropic, gemini, strict=True):
        function = one["function"]
        assert one["type"] == "function"
        assert (function["name"], function["description"]) == (other["name"], other["description"])
        assert (third["name"], third["description"]) == (other["name"], other["description"])
        assert function["parameters"] == other["input_schema"]
        assert "Use it when " in function["description"]
        assert third["parameters"].get("required") == function["parameters"].get("required")


def test_gemini_is_told_nothing_that_it_refuses():
    schemas = json.dumps([tool_schemas(profile.name, "gemini") for profile in PROFILES])
    for word in ("anyOf", "additionalProperties", '"default"', '"null"'):
        assert word not in schemas
    (declared,) = [one for one in tool_schemas("Hybrid RAG", "gemini") if one["name"] == "hybrid_search"]
    weight = declared["parameters"]["properties"]["text_weight"]
    assert (weight["type"], weight["nullable"]) == ("number", True)


def test_the_sentence_speaks_of_the_deployments_domain(tmp_path):
    file = tmp_path / "profiles.toml"
    file.write_text('[Graph]\nname = "Relations"\ndomain = "the guidelines of our clinic"\n', encoding="utf-8")
    for form in ("openai", "anthropic", "gemini"):
        assert "the guidelines of our clinic" in json.dumps(tool_schemas("Relations", form, profiles_file=file)[0])


def test_an_unknown_profile_is_refused():
    with pytest.raises(InvalidInput):
        tool_schemas("Wizard")


@pytest.mark.parametrize(("form", "arguments"), [("anthropic", "input_schema"), ("gemini", "parameters")])
def test_the_knowledge_base_has_the_other_forms_too(form, arguments):
    schema = function_schema("treatment guidelines", form)
    assert schema["name"] == TOOL_NAME
    assert "Use it when the answer may stand in treatment guidelines" in schema["description"]
    assert schema[arguments]["required"] == ["query"]
