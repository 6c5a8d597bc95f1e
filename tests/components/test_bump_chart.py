"""Ranks over text_weight as rows of a chart."""

from components.bump_chart import numbered, rank_lines, short_titles, specification
from tests.components.candidates import candidates, tuned

FOUND = tuned(candidates((0.9, 1.0), (0.5, 8.0), (0.4, 2.0), (0.3, 0.0)))


def at(ranks, weight: float) -> list[str]:
    return list(ranks[ranks["text_weight"] == weight].sort_values("rank")["title"])


def test_every_weight_has_the_ranking_of_the_search():
    ranks = rank_lines(FOUND, "best_candidate", 0.3, 10)
    assert at(ranks, 0.0) == ["Title 0", "Title 1", "Title 2", "Title 3"]
    assert at(ranks, 1.0) == ["Title 1", "Title 2", "Title 0"]


def test_a_weight_between_two_steps_has_rows_of_its_own():
    assert len(at(rank_lines(FOUND, "best_candidate", 0.33, 10), 0.33)) == 4


def test_only_the_first_are_drawn():
    assert rank_lines(FOUND, "best_candidate", 0.3, 2)["rank"].max() == 2


def test_a_line_is_broken_where_a_passage_is_not_among_the_first():
    found = tuned(candidates((0.5, 1.0), (0.6, 0.2), (0.58, 0.45)))
    ranks = rank_lines(found, "best_candidate", 0.0, 2)
    for _, line in ranks.groupby("segment"):
        assert (line["step"].diff().dropna() == 1).all()


def test_only_passages_shown_at_the_current_weight_have_a_colour():
    ranks = rank_lines(FOUND, "best_candidate", 1.0, 1)
    assert set(ranks[ranks["colour"] >= 0]["title"]) == {"Title 1"}


def test_passages_of_one_document_are_numbered_as_they_stand_in_it():
    found = tuned(candidates((0.9, 1.0), (0.5, 8.0), (0.4, 2.0)), titles=["Mir", "Salyut", "Mir"])
    assert short_titles(found) == ["Mir (1)", "Salyut", "Mir (2)"]


def test_long_titles_are_cut():
    assert numbered("A very long title of a document about stations", [0], 0) == "A very long title of a docume…"


def test_nothing_found_is_no_error():
    assert rank_lines(tuned(candidates()), "rrf", 0.3, 10).empty


def test_the_specification_is_built_once_and_holds_no_rows():
    assert specification("dark", 10) is specification("dark", 10)
    assert not specification("light", 10).get("datasets")
