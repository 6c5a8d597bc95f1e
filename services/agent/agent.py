"""The research agent: a profile's tools, our rules, and the configured model or the offline one."""

from pydantic_ai import Agent
from pydantic_ai.usage import UsageLimits

from services.agent.chat_model import language_model
from services.agent.deps import ResearchDeps, ResearchServices
from services.agent.offline.model import offline_model
from services.agent.offline.rules import Rule
from services.agent.offline.viewpoint_message import ViewpointMessage
from services.agent.profiles import profile_named
from services.agent.prompts import instructions
from services.agent.server_quirks import RepairServerQuirks
from services.agent.telemetry import instrumentation
from services.models import DEFAULT_PROFILE
from services.settings import Settings

TOOL_TRIES = 2
MOST_TOOL_CALLS = 100
"""In one answer; a model that asks for more at once has lost its way."""


def build_agent(
    services: ResearchServices,
    profile: str = DEFAULT_PROFILE,
    *,
    model: str | None = None,
    without: frozenset[Rule] = frozenset(),
) -> Agent[ResearchDeps, str]:
    """An agent with plain text output; `run`, `run_sync` and streaming all work, from any thread or loop.

    `model` None: what the settings say. `without` are rules of the offline model that a measurement leaves out. Raises
    InvalidInput for an unknown profile or an unusable model.
    """
    settings = services.settings
    chosen = profile_named(profile, settings.profiles_file)
    agent = Agent(
        language_model(settings, model) or offline_model(services, without),
        deps_type=ResearchDeps,
        instructions=instructions(chosen),
        toolsets=[chosen.toolset()],
        capabilities=[RepairServerQuirks(), ViewpointMessage()],
        retries=TOOL_TRIES,
        name=f"dossier {chosen.name}",
    )
    agent.instrument = instrumentation(settings)
    return agent


def limits(settings: Settings) -> UsageLimits:
    return UsageLimits(
        request_limit=settings.max_steps, total_tokens_limit=settings.max_tokens, tool_calls_limit=MOST_TOOL_CALLS
    )
