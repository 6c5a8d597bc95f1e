"""Which language model answers: any pydantic-ai model string, an OpenAI-compatible server, or none."""

from openai import AsyncOpenAI
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

from services.errors import InvalidInput
from services.models import PartHealth
from services.settings import Settings

DEFAULT_OPENAI_MODEL = "gpt-5-mini"
OFFLINE = "offline"
TRIES = 3


def model_name(settings: Settings) -> str:
    """The name to show: `offline` when no language model is configured."""
    if settings.chat_model:
        return settings.chat_model
    return f"openai:{DEFAULT_OPENAI_MODEL}" if settings.uses_openai else OFFLINE


def language_model(settings: Settings, name: str | None = None) -> Model | None:
    """The model called `name`, else the configured one; None: offline. Raises InvalidInput for an unusable name."""
    wanted = name or model_name(settings)
    if wanted == OFFLINE:
        return None
    provider, colon, rest = wanted.partition(":")
    if not colon or provider in ("openai", "openai-chat"):
        return OpenAIChatModel(rest or wanted, provider=_openai(settings))
    if provider == "openai-responses":
        return OpenAIResponsesModel(rest, provider=_openai(settings))
    try:
        return infer_model(wanted)
    except (UserError, ImportError) as error:
        if settings.openai_base_url and "Unknown model" in str(error):
            return OpenAIChatModel(wanted, provider=_openai(settings))  # such as “llama3.1:8b”
        raise InvalidInput(f"The chat model “{wanted}” cannot be used: {error}") from error


def _openai(settings: Settings) -> OpenAIProvider:
    # “openai:” means chat completions here: what every compatible server speaks. A client of its own per model: the
    # library's shared one would be bound to whichever event loop used it first.
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else "not-needed"
    client = AsyncOpenAI(api_key=key, base_url=settings.openai_base_url, max_retries=TRIES - 1)
    return OpenAIProvider(openai_client=client)


def chat_model_health(settings: Settings) -> PartHealth:
    """Configured, not asked: a question costs money."""
    name = model_name(settings)
    if name == OFFLINE:
        return PartHealth(status="off", reason="No language model is configured; answers are quoted, not written.")
    return PartHealth(status="ok", reason=name)
