"""Tables as lines that name their columns."""

from services.documents.reading.tables import MOST_CELLS, Cell, expand_cells, is_row, table_text


def test_each_row_names_its_columns() -> None:
    grid = [["Year", "Revenue", "Profit"], ["2022", "3.2 bn", ""], ["2023", "4.1 bn", "0.6 bn"]]
    assert table_text(grid) == "Year: 2022 | Revenue: 3.2 bn\nYear: 2023 | Revenue: 4.1 bn | Profit: 0.6 bn"


def test_a_row_of_years_at_the_top_names_columns() -> None:
    grid = [["", "2021", "2022"], ["Revenue", "3.2", "4.1"]]
    assert table_text(grid) == "Revenue | 2021: 3.2 | 2022: 4.1"


def test_heads_in_two_rows_are_one_name() -> None:
    grid = [["Year", "Revenue", "Revenue"], ["", "Europe", "Asia"], ["2022", "3.2", "1.1"]]
    assert table_text(grid) == "Year: 2022 | Revenue, Europe: 3.2 | Revenue, Asia: 1.1"


def test_two_columns_without_heads_are_names_and_what_they_say() -> None:
    assert table_text([["Founded", "1967"], ["Seat", "Oslo"]]) == "Founded: 1967\nSeat: Oslo"


def test_two_columns_with_figures_below_have_heads() -> None:
    assert table_text([["Country", "Launches"], ["Norway", "12"], ["Chile", "7"]]) == (
        "Country: Norway | Launches: 12\nCountry: Chile | Launches: 7"
    )


def test_a_row_that_heads_those_below_it_stands_alone() -> None:
    grid = [["Item", "2021", "2022"], ["Assets", "Assets", "Assets"], ["Cash", "1", "2"]]
    assert table_text(grid, 1).split("\n")[0] == "Assets"


def test_a_merged_cell_stands_at_each_place_that_it_covers() -> None:
    rows = [
        [Cell("Year", 1, 2), Cell("Sales", 2, 1)],
        [Cell("North"), Cell("South")],
        [Cell("2020"), Cell("1"), Cell("2")],
    ]
    assert expand_cells(rows) == [["Year", "Sales", "Sales"], ["Year", "North", "South"], ["2020", "1", "2"]]
    assert table_text(expand_cells(rows)) == "Year: 2020 | Sales, North: 1 | Sales, South: 2"


def test_a_cell_that_claims_to_be_endless_is_cut() -> None:
    grid = expand_cells([[Cell("wide", 10**9, 10**9)], [Cell("next")]])
    assert sum(map(len, grid)) <= 2 * MOST_CELLS


def test_a_separator_inside_a_cell_parts_no_cells() -> None:
    line = table_text([["Name", "Kind", "Count"], ["a | b", "x", "1"]])
    assert line == "Name: a / b | Kind: x | Count: 1"


def test_lines_of_a_table_are_known_for_rows() -> None:
    grid = [["Year", "Revenue", "Profit"], ["2022", "3.2 bn", ""], ["2023", "4.1 bn", "0.6 bn"]]
    assert all(map(is_row, table_text(grid).split("\n")))
    assert not is_row("A sentence: with a colon.")
    assert not is_row("one | two")
