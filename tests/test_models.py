"""Models as they travel, and as earlier versions have stored them."""

from services.models import Note, ToolResult, UsedSetting


def test_a_note_of_an_earlier_version_is_a_bare_text():
    stored = {"id": "1", "name": "hybrid_search", "result": [], "duration_ms": 1, "is_error": False, "notes": ["said"]}
    result = ToolResult.model_validate(stored)
    assert result.notes == (Note(kind="remark", text="said"),)
    assert result.used_setting == UsedSetting()


def test_a_note_comes_back_from_its_json_and_has_a_setting_only_where_a_search_ranked():
    ranked = Note(kind="setting", text="as saved", used=UsedSetting(text_weight=0.3, fusion="rrf"))
    assert Note.model_validate_json(ranked.model_dump_json()) == ranked
    assert Note(text="said").model_dump(mode="json") == {"kind": "remark", "text": "said"}
