"""What went wrong in a run, as an event whose sentence a user can act on.

Never in the server's own words: they may repeat the key.
"""

from pydantic_ai.exceptions import (
    AgentRunError,
    ContentFilterError,
    ModelAPIError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    OutputTokenLimitExceeded,
    RunTimedOut,
    UnexpectedModelBehavior,
    UsageLimitExceeded,
)
from pydantic_ai.messages import FinishReason

from services.errors import DossierError, LimitReached, ModelUnavailable
from services.models import ChatError
from services.settings import Settings
from services.text.wording import count_of

EXPECTED = (DossierError, AgentRunError)
"""All that models, their servers and our own limits raise; anything else is a fault of ours."""

CUT_OFF = (
    "The chat model came to the end of the length that its server lets it write. "
    "Ask for less at once, or raise that limit at the server."
)
WITHHELD = "The chat model or its server refused to answer this. Ask in other words, or choose another model."
NOTHING = "The chat model answered nothing. Ask again; if it stays so, choose another model with DOSSIER_CHAT_MODEL."
WRONG_CALLS = (
    "The chat model called a tool wrongly several times in a row. "
    "Ask again; if it stays so, choose a model with DOSSIER_CHAT_MODEL that is better at calling tools."
)
NO_STREAM = (
    "The chat model's server sent something that is no streamed answer. "
    "Check OPENAI_BASE_URL, which mostly ends with /v1, and whether the server can stream."
)
TOO_LONG = (
    "The question, the conversation and what was found are together too long for the chat model. "
    "Ask for less at once, begin a new conversation, or choose a model that reads more."
)
NO_CREDIT = "The account at the chat model's server has no credit left. Top it up, or choose another server."


def chat_error(error: Exception, settings: Settings) -> ChatError:
    known = error if isinstance(error, DossierError) else _translated(error, settings)
    return ChatError(code=known.code, message=str(known))


def check_whole(text: str, finish_reason: FinishReason | None) -> None:
    """Raises LimitReached and ModelUnavailable for an answer that its server ended before the model did."""
    if finish_reason == "length":
        raise LimitReached(CUT_OFF)
    if finish_reason == "content_filter":
        raise ModelUnavailable(WITHHELD)
    if not text.strip():
        raise ModelUnavailable(NOTHING)


def _translated(error: Exception, settings: Settings) -> DossierError:
    match error:
        case UsageLimitExceeded():
            return LimitReached(_limit(error, settings))
        case RunTimedOut():
            return LimitReached(
                f"The answer took longer than {settings.max_seconds:g} seconds (DOSSIER_MAX_SECONDS) and was ended. "
                "What it found so far is kept."
            )
        case ModelContextWindowExceededError():
            return ModelUnavailable(TOO_LONG)
        case ModelQuotaExceededError():
            return ModelUnavailable(NO_CREDIT)
        case ModelRateLimitError():
            return ModelUnavailable(f"The chat model's server has had too many requests (429). {_patience(error)}")
        case ModelHTTPError():
            return ModelUnavailable(_refusal(error.status_code))
        case ModelAPIError():
            return ModelUnavailable(
                "The chat model's server did not answer, or the connection broke off. "
                "Check OPENAI_BASE_URL, then ask again."
            )
        case OutputTokenLimitExceeded():
            return LimitReached(CUT_OFF)
        case ContentFilterError():
            return ModelUnavailable(WITHHELD)
        case UnexpectedModelBehavior():
            return ModelUnavailable(_misbehaviour(error.message))
        case AgentRunError():
            return ModelUnavailable("The chat model answered in a way that cannot be used. Ask again.")
        case _:
            return DossierError("Something unexpected went wrong; the log has the details. Ask again.")


def _misbehaviour(message: str) -> str:
    """The library tells these apart by their words alone."""
    if "output retries" in message:
        return NOTHING
    if "max retries" in message:
        return WRONG_CALLS
    return (
        NO_STREAM
        if "Streamed response" in message
        else "The chat model answered in a way that cannot be used. Ask again."
    )


def _patience(error: ModelRateLimitError) -> str:
    if error.retry_after is None or error.retry_after <= 5:
        return "Wait a moment and ask again."
    return f"It asks for {error.retry_after:.0f} seconds of patience; then ask again."


def _limit(error: UsageLimitExceeded, settings: Settings) -> str:
    if "tool_calls_limit" in error.message:
        return "The chat model called tools too often for one answer, which was ended. Ask for less at once."
    if "request" in error.message:
        return (
            f"The answer needed more than {count_of(settings.max_steps, 'step')} (DOSSIER_MAX_STEPS) and was ended. "
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
        case 413:
            return TOO_LONG
        case 400 | 422:
            return (
                f"The chat model's server did not accept the request ({status}). Check that the model set with "
                "DOSSIER_CHAT_MODEL can call tools; the server's log says more."
            )
        case _:
            return f"The chat model's server failed ({status}). Ask again; if it stays so, look at the server."
