"""Questions of several profiles and two subjects reach the tools made for them, planned without a model; any other
model is measured with the same questions."""

import json
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel

from services.agent import routing
from services.agent.offline.planning import plan_calls
from services.agent.offline.reading.documents import DocumentIndex
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from services.agent.profiles import PROFILES
from services.agent.routing import Route, RoutingQuestion, ask_routes, known_tools, read_routing, routing_table
from services.errors import InvalidInput
from services.models import DocumentName
from services.sample.corpus import ROUTING

ROOT = Path(__file__).resolve().parents[2]
SUBJECTS = {"space": ROOT / "samples" / "space", "company": ROOT / "tests" / "corpora" / "company"}
QUESTIONS = {
    "space": read_routing(ROUTING),
    "company": read_routing(SUBJECTS["company"] / "routing.jsonl"),
}
TOOLS = {profile.name: profile.tools for profile in PROFILES}
NOW = datetime(2026, 6, 1, tzinfo=UTC)


def names_of(folder: Path) -> NameIndex:
    facts = [json.loads(line) for line in (folder / "facts.jsonl").read_text("utf-8").splitlines()]
    return NameIndex.of({fact[end] for fact in facts for end in ("subject", "object")})


def documents_of(folder: Path) -> DocumentIndex:
    own = folder / "documents" if (folder / "documents").exists() else folder
    files = [file for file in own.iterdir() if file.suffix in (".md", ".html", ".pdf", ".docx", ".txt")]
    return DocumentIndex.of(DocumentName(id=uuid4(), title=file.stem, source=file.name) for file in files)


@pytest.fixture(scope="module")
def indexes():
    return {name: (names_of(folder), documents_of(folder)) for name, folder in SUBJECTS.items()}


def test_there_are_at_least_sixty_questions_of_every_profile_on_two_subjects():
    everything = [question for questions in QUESTIONS.values() for question in questions]
    assert len({question.id for question in everything}) >= 60
    assert len(QUESTIONS["company"]) >= 20
    for questions in QUESTIONS.values():
        assert {question.profile for question in questions} == set(TOOLS)


@pytest.mark.parametrize(
    ("subject", "question"),
    [(subject, question) for subject, questions in QUESTIONS.items() for question in questions],
    ids=lambda value: getattr(value, "id", value),
)
def test_the_offline_planner_reaches_the_tools(subject, question, indexes):
    names, documents = indexes[subject]
    parsed = read_question(question.prompt, names, NOW, documents=documents)
    called = known_tools(call.name for call in plan_calls(parsed, TOOLS[question.profile]))
    route = Route(question=question, called=called)
    assert route.is_right, f"“{question.prompt}” went to {called}, and not to {route.missed_groups or 'no tool'}"


def asked(*tools: tuple[str, ...], profile: str = "Analyst") -> RoutingQuestion:
    return RoutingQuestion(id="1", profile=profile, prompt="Who?", tools=tools)


def test_of_each_group_one_tool_is_enough():
    question = asked(("hybrid_search",), ("get_entity_history", "get_entity_timeline"))
    assert Route(question=question, called=("get_entity_timeline", "hybrid_search")).is_right
    missed = Route(question=question, called=("hybrid_search",))
    assert missed.missed_groups == (("get_entity_history", "get_entity_timeline"),)
    assert not missed.is_right


def test_where_no_tool_is_wanted_none_may_be_called():
    assert Route(question=asked(), called=()).is_right
    assert not Route(question=asked(), called=("hybrid_search",)).is_right


def test_the_table_names_the_questions_that_went_elsewhere():
    right = Route(question=asked(("hybrid_search",)), called=("hybrid_search",))
    wrong = Route(question=asked(("list_documents",), profile="Hybrid RAG"), called=("hybrid_search",))
    failed = Route(question=asked(("hybrid_search",)), called=(), failure="The model is down.")
    table = "\n".join(routing_table([right, wrong, failed]))
    assert "| Analyst | 2 | 1 | 50% |" in table
    assert "| all | 3 | 1 | 33% |" in table
    assert "“Who?”: wanted list_documents; went to hybrid_search" in table
    assert "went to The model is down." in table


async def test_any_model_is_asked_and_its_calls_are_really_run(workbench, monkeypatch):
    def model(messages, _):
        is_answered = any(part.part_kind == "tool-return" for part in messages[-1].parts)
        return ModelResponse([TextPart("Done.") if is_answered else ToolCallPart("hybrid_search", {"query": "Mir"})])

    build = routing.build_agent

    def with_model(services, profile, **_):
        agent = build(services, profile)
        agent.model = FunctionModel(model)
        return agent

    monkeypatch.setattr(routing, "build_agent", with_model)
    found = [one async for one in ask_routes(workbench, [asked(("hybrid_search",)), asked(("list_documents",))])]
    assert [one.called for one in found] == [("hybrid_search",), ("hybrid_search",)]
    assert [one.is_right for one in found] == [True, False]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("not json", "line 1"),
        ('{"id": "1", "profile": "Wizard", "prompt": "?", "tools": []}', "no profile is called “Wizard”"),
        ('{"id": "1", "profile": "Graph", "prompt": "?", "tools": [["fly"]]}', "Graph has no tool fly"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path, line, said):
    file = tmp_path / "routing.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(InvalidInput, match=said):
        read_routing(file)
