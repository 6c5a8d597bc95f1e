"""How high a table is drawn."""

from components.style import table_height


def test_a_short_table_is_as_high_as_its_rows_and_a_long_one_scrolls() -> None:
    assert table_height(13, 480) == "content"
    assert table_height(14, 480) == 480
