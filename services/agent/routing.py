"""Does a model reach for the right tools? Questions with the tools that each should reach, asked of any model.

One question a line: `{"id": …, "profile": "Analyst", "prompt": …, "tools": [["get_entity_history", …], …]}`.
Of each group at least one tool must be called; no group at all: no tool may be called, as for a greeting.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_ai.exceptions import AgentRunError
from pydantic_ai.messages import ToolCallPart

from services.agent.agent import build_agent, limits
from services.agent.deps import ResearchDeps, ResearchServices
from services.agent.profiles import FUNCTIONS, PROFILES
from services.errors import InvalidInput


class RoutingQuestion(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    profile: str
    prompt: str
    tools: tuple[tuple[str, ...], ...]


class Route(BaseModel):
    """Where a question went: the tools that were called, each once, in their order, or why there are none."""

    model_config = ConfigDict(frozen=True)

    question: RoutingQuestion
    called: tuple[str, ...]
    failure: str = ""

    @property
    def missed_groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups of which no tool was called."""
        return tuple(group for group in self.question.tools if not set(group) & set(self.called))

    @property
    def is_right(self) -> bool:
        needless = bool(self.called) and not self.question.tools
        return not (self.missed_groups or needless or self.failure)


def read_routing(file: Path) -> tuple[RoutingQuestion, ...]:
    """Raises InvalidInput, which names the line that cannot be used."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidInput(f"{file} cannot be read: {error.strerror}.") from error
    return tuple(_question(file, number, line) for number, line in enumerate(lines, 1) if line.strip())


def _question(file: Path, number: int, line: str) -> RoutingQuestion:
    try:
        question = RoutingQuestion.model_validate_json(line)
    except ValidationError as error:
        raise InvalidInput(f"{file}, line {number}: {error.errors()[0]['msg']}.") from error
    offered = next((profile.tools for profile in PROFILES if profile.name == question.profile), None)
    if offered is None:
        raise InvalidInput(f"{file}, line {number}: no profile is called “{question.profile}”.")
    if unknown := {name for group in question.tools for name in group} - set(offered):
        raise InvalidInput(f"{file}, line {number}: {question.profile} has no tool {', '.join(sorted(unknown))}.")
    return question


async def ask_routes(
    services: ResearchServices, questions: Sequence[RoutingQuestion], model: str | None = None
) -> AsyncIterator[Route]:
    """Each question asked of `model`, None: the configured one; what it calls is really run."""
    for question in questions:
        agent = build_agent(services, question.profile, model=model)
        deps = ResearchDeps(services, door="command line")
        try:
            result = await agent.run(question.prompt, deps=deps, usage_limits=limits(services.settings))
        except AgentRunError as error:
            yield Route(question=question, called=(), failure=str(error))
            continue
        calls = [part for one in result.all_messages() for part in one.parts if isinstance(part, ToolCallPart)]
        yield Route(question=question, called=known_tools(call.tool_name for call in calls))


def known_tools(names: Iterable[str]) -> tuple[str, ...]:
    """The names that are tools of ours, each once, in their order; a model may make up others."""
    return tuple(dict.fromkeys(name for name in names if name in FUNCTIONS))


def routing_table(found: Sequence[Route]) -> list[str]:
    """A row for each profile and one for all, then the questions that went elsewhere."""
    profiles = dict.fromkeys(route.question.profile for route in found)
    rows = [_row(name, [route for route in found if route.question.profile == name]) for name in profiles]
    head = ["| profile | questions | right | share |", "|---|---:|---:|---:|"]
    return [*head, *rows, _row("all", found), *_elsewhere(found)]


def _row(name: str, found: Sequence[Route]) -> str:
    right = sum(route.is_right for route in found)
    return f"| {name} | {len(found)} | {right} | {right / max(len(found), 1):.0%} |"


def _elsewhere(found: Sequence[Route]) -> list[str]:
    wrong = [route for route in found if not route.is_right]
    return ["", "Went elsewhere:", *map(_line, wrong)] if wrong else []


def _line(route: Route) -> str:
    question = route.question
    wanted = " and ".join(" or ".join(group) for group in question.tools) or "no tool"
    went = route.failure or ", ".join(route.called) or "no tool"
    return f"- {question.id} ({question.profile}) “{question.prompt}”: wanted {wanted}; went to {went}"
