"""A real model over a real wire: too small to be judged by what it says, but it streams, calls tools or fails to.

Outside the default suite: `make test-model` installs the server with the weights and runs it.
"""

import logging

import pytest

from services.models import Answer, ChatError, Question, TextDelta, ToolCall, ToolResult
from tests.chat.following import finished
from tests.small_model import NAME

logger = logging.getLogger(__name__)
pytestmark = pytest.mark.small_model


async def test_what_a_small_model_says_is_shown_as_it_is_piece_by_piece(small):
    run = await small.runs().start(Question(prompt="Who led NASA in 2003?", profile="Knowledge base"))
    events = await finished(run)
    pieces = [event.delta for event in events if isinstance(event, TextDelta)]
    calls = [event.id for event in events if isinstance(event, ToolCall)]
    assert calls == [event.id for event in events if isinstance(event, ToolResult)], "each call has its result"
    assert len(pieces) > 5 or calls
    last = events[-1]
    assert isinstance(last, Answer | ChatError)
    if isinstance(last, Answer):
        assert (last.model, "".join(pieces).endswith(last.text)) == (NAME, True)
        assert last.usage.input_tokens > 100, "instructions and tools were sent"
    (turn,) = (await small.conversations.get(run.conversation_id)).turns
    assert turn.events[-1] == last
    logger.warning("%d calls, %d pieces: %s", len(calls), len(pieces), getattr(last, "text", last))


async def test_one_that_is_asked_again_after_prose_is_sent_what_was_said(small):
    first = await small.runs().start(Question(prompt="Say one word.", profile="Knowledge base"))
    await finished(first)
    again = Question(prompt="And another?", profile="Knowledge base", conversation=first.conversation_id)
    events = await finished(await small.runs().start(again))
    assert isinstance(events[-1], Answer | ChatError)
    turns = (await small.conversations.get(first.conversation_id)).turns
    assert [turn.prompt for turn in turns] == ["Say one word.", "And another?"]
