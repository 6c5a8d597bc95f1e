"""A document's text as lines and tables, with what is marked of each."""

from components.documents.text_lines import Cell, Piece, lines

ROWS = "Vehicle: Vega | Launches: 22\nVehicle: Soyuz | Launches: 170 | Site: Kourou"
TEXT = f"Of rockets.\n{ROWS}\n\nA | B is no row."


def said(cell: Cell) -> tuple[str, str]:
    return cell.head, "".join(piece.text for piece in cell.pieces)


def test_rows_below_each_other_are_a_table() -> None:
    found = lines(TEXT, None)
    assert [bool(line.cells) for line in found] == [False, True, True, False, False]
    assert [said(cell) for cell in found[2].cells] == [("Vehicle", "Soyuz"), ("Launches", "170"), ("Site", "Kourou")]


def test_a_row_alone_stays_text() -> None:
    assert not lines("One: two | Three: four\n\nText.", None)[0].cells


def test_one_cell_can_be_marked() -> None:
    start = TEXT.index("170")
    found = lines(TEXT, (start, start + 3))
    marked = [piece for line in found for cell in line.cells for piece in cell.pieces if piece.marked]
    assert marked == [Piece("170", True, None)]
