"""Hands the viewpoint to the offline model within the messages: a model sees nothing else of a run."""

from dataclasses import dataclass

from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.models import ModelRequestContext

from services.agent.deps import ResearchDeps
from services.agent.offline.messages import with_viewpoint


@dataclass
class ViewpointMessage(AbstractCapability[ResearchDeps]):
    """Adds the viewpoint to the last request as it is sent; the stored conversation does not have it."""

    async def before_model_request(
        self, ctx: RunContext[ResearchDeps], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        *earlier, last = request_context.messages
        request_context.messages = [*earlier, with_viewpoint(last, ctx.deps.viewpoint)]
        return request_context
