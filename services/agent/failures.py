"""What went wrong in a run, as an event whose sentence a user can act on."""

from pydantic_ai.exceptions import (
    AgentRunError,
    ModelAPIError,
    ModelHTTPError,
    RunTimedOut,
    UnexpectedModelBehavior,
    UsageLimitExceeded,
)

from services.errors import DossierError, LimitReached, ModelUnavailable
from services.models import ChatError
from services.settings import Settings

EXPECTED = (DossierError, AgentRunError)
"""All that models, their servers and our own limits raise; anything else is a fault of ours."""


def chat_error(error: Exception, settings: Settings) -> ChatError:
    known = error if isinstance(error, DossierError) else _translated(error, settings)
    return ChatError(code=known.code, message=str(known))


def _translated(error: Exception, settings: Settings) -> DossierError:
    match error:
        case UsageLimitExceeded():
            return LimitReached(_limit(error, settings))
        case RunTimedOut():
            return LimitReached(
                f"The answer took longer than {settings.max_seconds:g} seconds (DOSSIER_MAX_SECONDS) and was ended. "
                "What it found so far is kept."
            )
        case ModelHTTPError():
            return ModelUnavailable(_refusal(error.status_code))
        case ModelAPIError():
            return ModelUnavailable(
                "The chat model's server did not answer, or the connection broke off. "
                "Check OPENAI_BASE_URL, then ask again."
            )
        case UnexpectedModelBehavior() | AgentRunError():
            return ModelUnavailable(f"The chat model answered in a way that cannot be used: {error.message}")
        case _:
            return DossierError("Something unexpected went wrong; the log has the details. Ask again.")


def _limit(error: UsageLimitExceeded, settings: Settings) -> str:
    if "request" in error.message:
        return (
            f"The answer needed more than {settings.max_steps} steps (DOSSIER_MAX_STEPS) and was ended. "
            "What it found so far is kept; ask for less at once."
        )
    return (
        f"The answer used more than {settings.max_tokens:,} tokens (DOSSIER_MAX_TOKENS) and was ended. "
        "What it found so far is kept; ask for less at once."
    )


def _refusal(status: int) -> str:
    match status:
        case 401 | 403:
            return f"The chat model's server refused the key ({status}). Check OPENAI_API_KEY."
        case 404:
            return (
                "The chat model's server does not know this model, or this address (404). "
                "Check DOSSIER_CHAT_MODEL and OPENAI_BASE_URL, which mostly ends with /v1."
            )
        case 429:
            return "The chat model's server has had too many requests (429). Wait a moment and ask again."
        case 400 | 413 | 422:
            return f"The chat model's server did not accept the request ({status}); it may be too long for it."
        case _:
            return f"The chat model's server failed ({status}). Ask again; if it stays so, look at the server."
