"""What two versions of a text do not share."""

from hypothesis import given
from hypothesis import strategies as st

from services.text.differences import differences, differences_in_passage

EARLIER = "# Charter\n\nThe guild has nine lanterns.\n\nIt meets on Mondays.\n\nNobody may whistle."
LATER = "# Charter\n\nThe guild has ten lanterns.\n\nNobody may whistle.\n\nDogs are welcome."


def text_of(parts) -> str:
    return "".join(part.text for part in parts)


def test_a_changed_word_is_marked_on_both_sides():
    (changed,) = differences_in_passage(EARLIER, LATER, (EARLIER.index("nine"), EARLIER.index("nine") + 4))
    assert next(part.text.strip() for part in changed.earlier if part.differs) == "nine"
    assert [part.text.strip() for part in changed.later if part.differs] == ["ten"]


def test_what_came_and_what_went_stand_alone():
    found = [(text_of(one.earlier), text_of(one.later)) for one in differences(EARLIER, LATER) if not one.same]
    assert ("", "Dogs are welcome.") in found
    assert any("It meets on Mondays." in before and "Mondays" not in after for before, after in found)


def test_a_passage_that_stays_is_the_same():
    start = EARLIER.index("Nobody")
    assert [one.same for one in differences_in_passage(EARLIER, LATER, (start, start + 6))] == [True]


def test_another_line_break_is_no_difference():
    assert all(one.same for one in differences("One line\nand another.", "One line and\nanother."))


texts = st.lists(st.sampled_from(["a b c", "a x c", "d", "e\nf", "", " ", "long words here"]), max_size=8).map(
    "\n\n".join
)


@given(texts, texts)
def test_no_word_of_either_text_is_lost(earlier, later):
    found = list(differences(earlier, later))
    assert " ".join(text_of(one.earlier) for one in found).split() == earlier.split()
    assert " ".join(text_of(one.later) for one in found).split() == later.split()
    for one in found:
        assert earlier[slice(*one.earlier_span)].split() == text_of(one.earlier).split()
