"""Sentences of a text, and where they stand."""

import pytest

from services.text.sentences import sentences, spans

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


def spoken(text: str) -> list[str]:
    return [text[start:end] for start, end in spans(text, 0, len(text))]


def test_an_abbreviation_and_an_initial_end_no_sentence() -> None:
    assert spoken("Dr. E. Aldrin, cf. Fig. 3, left. Now approx. 40 others, e.g. Smith et al. Jones, stayed.") == [
        "Dr. E. Aldrin, cf. Fig. 3, left.",
        "Now approx. 40 others, e.g. Smith et al. Jones, stayed.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Conditions of carriage › 4. Animals: “Dogs travel free.” [1]",
        "Statutes › 12.3. Fees and dues are paid in March.",
        "Charter › IV. Of the court and its members.",
        "Hafenmeisterin ist seit dem 1. April 2020 Karin Holdt.",
        "Der Gemeinderat hat die Anschaffung am 17. Januar 2023 beschlossen.",
        "Sandby, 3. Februar 2023",
        "Sie tagte bis 3. Mai 2021 im Haus aus dem 19. Jahrhundert.",
    ],
)
def test_a_headings_number_and_an_ordinal_end_no_sentence(text: str) -> None:
    assert spoken(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "I am 12. The others are older.",
        "The crew numbered 40. Eight were lost.",
        "He lived at number 7. May was his wife.",
        "It is told on page 12. March had been cold.",
        "Die Brücke trägt 38 t, die alte trug 12. Sie wurde 1990 ersetzt.",
        "The report of 2012. January had been quiet.",
    ],
)
def test_a_number_ends_a_sentence_all_the_same(text: str) -> None:
    assert len(spoken(text)) == 2


def test_the_numbers_of_its_sources_belong_to_the_sentence_before_them() -> None:
    assert spoken("It flew in 1998. [2] [3] then it fell [1]. Nobody of NASA Inc. [4] saw it.") == [
        "It flew in 1998. [2] [3]",
        "then it fell [1].",
        "Nobody of NASA Inc. [4]",
        "saw it.",
    ]


def test_a_small_letter_begins_no_sentence_and_a_letter_with_an_accent_may() -> None:
    assert spoken("It weighs 5 tons ... or six. Élan flew. It cost 3 mln. écus.") == [
        "It weighs 5 tons ... or six.",
        "Élan flew.",
        "It cost 3 mln. écus.",
    ]


def test_scripts_without_spaces_between_sentences_have_sentences() -> None:
    assert spoken("火箭发射了。它飞得很高！") == ["火箭发射了。", "它飞得很高！"]


def test_no_sentence_ends_inside_what_is_not_to_be_broken() -> None:
    text = "“It flew. It fell.” Then all went."
    assert [text[a:b] for a, b in spans(text, 0, len(text), [(0, 18)])] == ["“It flew. It fell.”", "Then all went."]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The inspectors visited Hansen Quays Ltd. Northport has two other yards.", 2),
        ("The yard was sold to Trent Shipping Co. The price is not known.", 2),
        ("On Monday Trent Shipping Co. Chairman Hugh Lane said that it was sold.", 1),
        ("Trent Shipping Co. Northport", 1),
        ("Trent Shipping Co. has two yards.", 1),
    ],
)
def test_a_firms_legal_form_ends_a_sentence_where_another_with_its_verb_follows(text, count):
    assert len(list(sentences(text))) == count


def test_a_reference_does_not_end_a_sentence() -> None:
    text = "Order is no master's gift [Op. Cit., vol. 2, ed. Marsh, p. 150]. It grows [see ch. IV]."
    assert [one.text for one in sentences(text)] == [
        "Order is no master's gift [Op. Cit., vol. 2, ed. Marsh, p. 150].",
        "It grows [see ch. IV].",
    ]
