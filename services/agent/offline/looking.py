"""Lets the offline model know from where an answer looks: of a run, a model sees the messages alone."""

from dataclasses import dataclass

from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.models import ModelRequestContext

from services.agent.deps import ResearchDeps
from services.agent.offline.messages import looking_from


@dataclass
class TellViewpoint(AbstractCapability[ResearchDeps]):
    """On the last request, as it is sent: what is kept of the conversation says nothing of it."""

    async def before_model_request(
        self, ctx: RunContext[ResearchDeps], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        *earlier, last = request_context.messages
        request_context.messages = [*earlier, looking_from(last, ctx.deps.viewpoint)]
        return request_context
