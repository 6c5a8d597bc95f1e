"""What each event of an answer promises to other programs, over REST and from the command line. Pure."""

from services.models import ChatEvent

FIELDS: dict[str, set[str]] = {
    "tool_call": {"type", "id", "name", "args"},
    "tool_result": {"type", "id", "name", "result", "duration_ms", "is_error"},
    "text": {"type", "delta"},
    "answer": {"type", "text", "citations", "sources", "usage", "model"},
    "error": {"type", "code", "message"},
}
"""What else the page draws may change."""


def as_public_json(event: ChatEvent) -> str | None:
    """The event as a JSON object; None for a model's thinking, which is for the page alone."""
    fields = FIELDS.get(event.type)
    return None if fields is None else event.model_dump_json(include=fields)
