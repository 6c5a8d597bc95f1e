"""A conversation as a file: whoever opens it loads and runs nothing that a model or a document wrote."""

from datetime import UTC, datetime
from uuid import uuid4

from services.chat.transcript import as_markdown
from services.models import (
    Answer,
    Citation,
    Conversation,
    ConversationSummary,
    ToolCall,
    ToolResult,
    Turn,
    Usage,
    Viewpoint,
)

NOW = datetime(2024, 5, 1, tzinfo=UTC)
PIXEL = "![x](http://example.org/pixel.png)"


def conversation(*events) -> Conversation:
    home = uuid4()
    turn = Turn(
        id=uuid4(),
        conversation_id=home,
        turn_index=0,
        prompt="Who?",
        profile="Analyst",
        viewpoint=Viewpoint.now(),
        status="done",
        events=events,
        model="offline",
        thumbs=None,
        thumbs_note="",
        created_at=NOW,
    )
    summary = ConversationSummary(
        id=home, title="Who?", profile="Analyst", turn_count=1, created_at=NOW, updated_at=NOW
    )
    return Conversation(summary=summary, turns=(turn,))


def test_no_image_tag_or_script_of_an_answer_a_call_or_a_source_is_live():
    source = Citation(
        document_id=uuid4(),
        chunk_id=None,
        document_title=f"Title {PIXEL}",
        document_source="<b>source</b>.md",
        start_offset=0,
        end_offset=5,
        quote=f"quote\n{PIXEL}",
    )
    answer = Answer(text=f"{PIXEL} [x](javascript:run()) <b> [1]", citations=(source,), usage=Usage(), model="offline")
    text = as_markdown(conversation(ToolCall(id="1", name=f"made` {PIXEL}", args={"query": f"`{PIXEL}"}), answer))
    assert rf"\{PIXEL} [x]\(javascript:run()) \<b> [1]" in text
    assert r"[1] Title !\[x\](http://example.org/pixel.png) (\<b>source\</b>.md, undated, characters 0–5)" in text
    assert text.count("`") == 2


def test_how_long_a_call_took_is_told_as_on_the_page():
    call = ToolCall(id="1", name="search", args={})
    result = ToolResult(id="1", name="search", result=[], duration_ms=6263, is_error=False)
    assert "- `search()`: done in 6.3 s" in as_markdown(conversation(call, result))
