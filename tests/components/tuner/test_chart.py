"""What the chart beside the hits is given to draw."""

from components.tuner.chart import chart_data, numbered_title, short_titles
from components.tuner.ranking import Trial
from services.models import SearchPreferences
from tests.components.tuner.candidates import candidates, tuned

FOUND = tuned(candidates((0.9, 1.0), (0.5, 8.0), (0.4, 2.0), (0.3, 0.0)))
TRIED, SAVED = SearchPreferences(text_weight=0.6, similarity_threshold=0.5), SearchPreferences(limit=3)


def test_hybrid_search_is_drawn_over_text_weight_and_semantic_search_over_the_threshold():
    hybrid, semantic = (chart_data(FOUND, Trial(mode, TRIED, SAVED, 0.25)) for mode in ("hybrid", "semantic"))
    assert (hybrid["value"], hybrid["saved"]) == (0.6, 0.3)
    assert (semantic["value"], semantic["saved"]) == (0.5, 0.25)
    assert hybrid["caption"] != semantic["caption"]


def test_no_more_ranks_are_drawn_than_hits_are_shown():
    assert chart_data(FOUND, Trial("hybrid", SAVED, SAVED, 0.3))["shown"] == 3
    assert chart_data(FOUND, Trial("hybrid", SearchPreferences(limit=50), SAVED, 0.3))["shown"] == 10


def test_an_arm_that_answered_alone_counts_alone():
    by_words = tuned(candidates((0.0, 1.0), arms="text"))
    assert chart_data(by_words, Trial("hybrid", TRIED, SAVED, 0.3))["value"] == 1


def test_passages_of_one_document_are_numbered_as_they_stand_in_it():
    found = tuned(candidates((0.9, 1.0), (0.5, 8.0), (0.4, 2.0)), titles=["Mir", "Salyut", "Mir"])
    assert short_titles(found) == ["Mir (1)", "Salyut", "Mir (2)"]


def test_long_titles_are_cut():
    assert numbered_title("A very long title of a document about stations", [0], 0) == "A very long title of a docume…"
