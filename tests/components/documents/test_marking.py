"""Marks stand on exactly the characters that are cited."""

from pydantic import JsonValue

from components.documents.blocks import blocks
from components.documents.marking import Marking, as_json

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
    drawn = as_json(blocks(TEXT, style), marking)  # type: ignore[arg-type]
    return [piece["text"] for piece in pieces(drawn) if piece.get(name)]


def test_a_mark_begins_and_ends_in_the_middle_of_words() -> None:
    assert marked("uilt", "by A") == ["uilt by A"]
    assert marked("was", "built") == ["was ", "built"]


def test_a_cited_passage_is_told_from_the_one_that_is_read() -> None:
    assert marked("2012", "flew", "cited") == ["2012 ", "&", " flew"]
    assert marked("2012", "flew", "marked") == ["2012 ", "&", " flew"]


def test_one_cell_can_be_marked() -> None:
    assert marked("170", "170", style="made") == ["170"]
