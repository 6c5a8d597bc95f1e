"""Marks stand on exactly the characters that are cited."""

from pydantic import JsonValue

from components.documents.blocks import split_blocks
from components.documents.marking import Marking, blocks_as_json
from services.models import Emphasis

TEXT = "Vega was **built by Avio** in 2012 &amp; flew.\n\nVehicle: Vega | Launches: 22\nVehicle: Soyuz | Launches: 170"


def pieces(told: JsonValue) -> list[dict[str, JsonValue]]:
    if isinstance(told, list):
        return [piece for one in told for piece in pieces(one)]
    assert isinstance(told, dict)
    own = told.get("pieces", [])
    assert isinstance(own, list)
    return [piece for piece in own if isinstance(piece, dict)] + pieces(told.get("blocks", []))


def marked(start: str, end: str, name: str = "marked", style: str = "markdown") -> list[JsonValue]:
    place = TEXT.index(start), TEXT.index(end) + len(end)
    marking = Marking(place) if name == "marked" else Marking(None, (place,))
    drawn = blocks_as_json(split_blocks(TEXT, style), marking)  # type: ignore[arg-type]
    return [piece["text"] for piece in pieces(drawn) if piece.get(name)]


def test_a_mark_begins_and_ends_in_the_middle_of_words() -> None:
    assert marked("uilt", "by A") == ["uilt by A"]
    assert marked("was", "built") == ["was ", "built"]


def test_a_cited_passage_is_told_from_the_one_that_is_read() -> None:
    assert marked("2012", "flew", "cited") == ["2012 ", "&", " flew"]
    assert marked("2012", "flew", "marked") == ["2012 ", "&", " flew"]


def test_one_cell_can_be_marked() -> None:
    assert marked("170", "170", style="made") == ["170"]


ROWS = "Year: 1931 | Ships: 40\nYear: 1932 | Ships: 12"
MADE = f"## The old quay\n\nIt was built\nin 1931.\n\n- a <b>long</b> item\n\n{ROWS}"


def emphasis(words: str, style: str, text: str = MADE) -> Emphasis:
    return Emphasis(text.index(words), text.index(words) + len(words), style)  # type: ignore[arg-type]


def styled(marking: Marking, text: str = MADE) -> dict[str, JsonValue]:
    drawn = pieces(blocks_as_json(split_blocks(text, "made"), marking))
    return {str(piece["text"]): piece["styles"] for piece in drawn if piece.get("styles")}


def test_emphasis_is_drawn_in_headings_items_lines_and_cells() -> None:
    given = (
        emphasis("old", "italic"),
        emphasis("built\nin", "bold"),
        emphasis("<b>long", "code"),
        emphasis("40", "bold"),
    )
    assert styled(Marking(None, emphasis=given)) == {
        "old": ["em"],
        "built\nin": ["strong"],
        "<b>long": ["code"],
        "40": ["strong"],
    }


def test_emphasis_that_overlaps_is_cut_and_drawn_together() -> None:
    given = (emphasis("It was built", "bold"), emphasis("built\nin", "italic"), emphasis("was", "bold"))
    assert styled(Marking(None, emphasis=given)) == {
        "It ": ["strong"],
        "was": ["strong"],
        " ": ["strong"],
        "built": ["strong", "em"],
        "\nin": ["em"],
    }


def test_a_mark_and_emphasis_may_overlap() -> None:
    place = MADE.index("was"), MADE.index("built") + 3
    drawn = pieces(blocks_as_json(split_blocks(MADE, "made"), Marking(place, emphasis=(emphasis("built", "bold"),))))
    assert [(one["text"], one.get("styles")) for one in drawn if one.get("marked")] == [
        ("was ", None),
        ("bui", ["strong"]),
    ]
    assert [one["text"] for one in drawn if one.get("styles")] == ["bui", "lt"]


def test_the_names_of_columns_have_no_emphasis() -> None:
    """They are said in each row, and stand once above them."""
    text = "1931 | Ships: 40\n1932 | Ships: 12"
    assert styled(Marking(None, emphasis=(emphasis("1931", "code", text),)), text) == {"1931": ["code"]}


def test_emphasis_beside_markdown_adds_to_its_own() -> None:
    given = (Emphasis(TEXT.index("built"), TEXT.index("built") + 5, "italic"),)
    drawn = pieces(blocks_as_json(split_blocks(TEXT, "markdown"), Marking(None, emphasis=given)))
    assert [(one["text"], one["styles"]) for one in drawn if one.get("styles")] == [
        ("built", ["strong", "em"]),
        (" by Avio", ["strong"]),
    ]
