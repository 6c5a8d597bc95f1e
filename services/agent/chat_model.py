"""Which language model answers: any pydantic-ai model string, an OpenAI-compatible server, or none."""

from typing import TYPE_CHECKING

from services.agent.providers import missing_package
from services.models import PartHealth
from services.settings import Settings

if TYPE_CHECKING:
    from pydantic_ai.models import Model

DEFAULT_OPENAI_MODEL = "gpt-5-mini"
OFFLINE = "offline"


def model_name(settings: Settings) -> str:
    """The name to show: `offline` when no language model is configured."""
    if settings.chat_model:
        return settings.chat_model
    return f"openai:{DEFAULT_OPENAI_MODEL}" if settings.uses_openai else OFFLINE


def language_model(settings: Settings, name: str | None = None) -> "Model | None":
    """The model called `name`, else the configured one; None: offline. Raises InvalidInput for an unusable name."""
    wanted = name or model_name(settings)
    if wanted == OFFLINE:
        return None
    from services.agent.language_model import build_language_model

    return build_language_model(settings, wanted)


def chat_model_health(settings: Settings) -> PartHealth:
    """Configured, not asked: a question costs money."""
    name = model_name(settings)
    if name == OFFLINE:
        return PartHealth(status="off", reason="No language model is configured; answers are quoted, not written.")
    if missing := missing_package(name):
        return PartHealth(status="down", reason=missing)
    return PartHealth(status="ok", reason=name)
