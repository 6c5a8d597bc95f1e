"""Builds the language model that is named: apart from `chat_model`, because its libraries take a second to import."""

from openai import AsyncOpenAI
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

from services.agent.providers import missing_package
from services.errors import InvalidInput
from services.settings import Settings

TRIES = 3


def build_language_model(settings: Settings, wanted: str) -> Model:
    """Raises InvalidInput for an unusable name."""
    provider, colon, rest = wanted.partition(":")
    if not colon or provider in ("openai", "openai-chat"):
        return OpenAIChatModel(rest or wanted, provider=_openai(settings))
    if provider == "openai-responses":
        return OpenAIResponsesModel(rest, provider=_openai(settings))
    if missing := missing_package(wanted):
        raise InvalidInput(f"The chat model “{wanted}” cannot be used. {missing}")
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
