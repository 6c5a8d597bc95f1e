"""Sentences of a text, and where they stand."""

from services.text.sentences import sentences

TABLE = """Who led it:

Head | From | To
Yuri Koptev | 25 February 1992 | March 2004
Anatoly Perminov | 12 March 2004 | 29 April 2011
"""


def test_each_row_of_a_table_is_a_sentence_of_its_own() -> None:
    found = [one.text for one in sentences(TABLE)]
    assert found == [
        "Who led it:",
        "Head | From | To",
        "Yuri Koptev | 25 February 1992 | March 2004",
        "Anatoly Perminov | 12 March 2004 | 29 April 2011",
    ]
    assert all(TABLE[one.start : one.end] == one.text for one in sentences(TABLE))


def test_a_line_end_in_prose_ends_no_sentence() -> None:
    prose = "The station was\nlaunched in 1986. It came\ndown in 2001."
    assert [one.text for one in sentences(prose)] == ["The station was\nlaunched in 1986.", "It came\ndown in 2001."]


def test_text_right_below_a_heading_is_prose() -> None:
    notes = "# Releases\n## 2.0\nDropped Python 2.7.\nNew format.\n## 3.0\n- Checksums were added."
    assert [one.text for one in sentences(notes)] == ["Dropped Python 2.7.", "New format.", "Checksums were added."]
