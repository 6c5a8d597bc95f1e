"""Where one is among the pages and the cited passages of a document."""

import pytest

from components.documents.document_page import neighbouring_pages
from components.documents.passages import Steps, steps_from

CITED = ((10, 20), (30, 45), (44, 60), (90, 99))


def test_the_next_passage_begins_after_the_mark() -> None:
    assert steps_from(CITED, (30, 45)) == Steps(2, 4, (10, 20), (44, 60))
    assert steps_from(CITED, (60, 70)) == Steps(0, 4, (44, 60), (90, 99))


def test_passages_that_share_most_of_their_words_are_one_place() -> None:
    cited = ((10, 20), (30, 45), (30, 50), (35, 40), (44, 58), (90, 99))
    assert steps_from(cited, None) == Steps(0, 4, None, (10, 20))
    assert steps_from(cited, (10, 20)) == Steps(1, 4, None, (30, 50))
    assert steps_from(cited, (30, 45)) == Steps(2, 4, (10, 20), (44, 58))
    assert steps_from(cited, (44, 58)) == Steps(3, 4, (30, 50), (90, 99))


def test_a_sentence_of_a_cited_passage_is_at_that_passage() -> None:
    assert steps_from(((10, 80), (90, 99)), (40, 60)) == Steps(1, 2, None, (90, 99))


def test_the_first_and_the_last_passage_have_one_neighbour() -> None:
    assert steps_from(CITED, (10, 20)).before is None
    assert steps_from(CITED, (90, 99)).after is None


def test_without_a_mark_the_first_passage_comes_next() -> None:
    assert steps_from(CITED, None) == Steps(0, 4, None, (10, 20))


@pytest.mark.parametrize(
    ("number", "count", "first", "last"), [(1, 3, 1, 3), (1, 100, 1, 13), (50, 100, 44, 56), (100, 100, 88, 100)]
)
def test_as_many_pages_are_shown_small_at_the_ends_as_in_the_middle(
    number: int, count: int, first: int, last: int
) -> None:
    near = neighbouring_pages(number, count)
    assert (near[0], near[-1]) == (first, last)
    assert number in near
