"""What moved between two settings, what entered, what left, and why."""

import pytest

from components.tuner.rank_changes import cause_words, rank_changes, summary_words
from services.models import SearchPreferences
from tests.components.tuner.candidates import candidates, chunk_id

MEANING_FIRST = ((0.9, 0.0), (0.5, 8.0), (0.4, 2.0))


def setting(text_weight: float, **others: object) -> SearchPreferences:
    return SearchPreferences.model_validate({"text_weight": text_weight, "limit": 2, **others})


def kinds(found) -> dict[int, tuple[str, int | None, int | None]]:
    return {change.chunk_id.int: (change.kind, change.before, change.after) for change in found}


def test_two_equal_settings_move_nothing():
    found = rank_changes(candidates(*MEANING_FIRST), setting(0.3), setting(0.3))
    assert {change.kind for change in found} == {"same"}
    assert summary_words(found) == "Nothing moves: both settings give the same order."


def test_hits_that_rise_and_fall_are_told_apart():
    found = rank_changes(candidates(*MEANING_FIRST), setting(0.0), setting(0.6))
    assert kinds(found) == {0: ("down", 1, 2), 1: ("up", 2, 1)}


def test_hits_enter_and_leave():
    found = rank_changes(candidates(*MEANING_FIRST), setting(0.0), setting(1.0))
    assert kinds(found) == {2: ("entered", 3, 2), 0: ("left", 1, None), 1: ("up", 2, 1)}
    assert summary_words(found) == "1 entered, 1 left, 1 moved up."


def test_the_reason_names_the_arm_that_counts_more():
    up, down = sorted(
        rank_changes(candidates(*MEANING_FIRST), setting(0.0), setting(0.6)), key=lambda c: c.kind != "up"
    )
    assert up.why == "It passed 1 hit: words score 1.00, theirs 0.00"
    assert down.why == "1 hit passed it: words score 0.00, theirs 1.00"


def test_less_weight_on_words_is_explained_by_meaning():
    found = rank_changes(candidates(*MEANING_FIRST), setting(0.6), setting(0.0))
    assert {change.why for change in found} == {
        "It passed 1 hit: meaning score 0.90, theirs 0.50",
        "1 hit passed it: meaning score 0.50, theirs 0.90",
    }


def test_a_hit_without_any_word_is_explained_at_words_alone():
    found = rank_changes(candidates(*MEANING_FIRST), setting(0.0), setting(1.0))
    left = next(change for change in found if change.kind == "left")
    assert left.why == "It holds no word of the query, and at 1.00 only words count"


def test_a_larger_limit_lets_hits_enter_and_says_so():
    found = rank_changes(candidates(*MEANING_FIRST), setting(0.0), setting(0.0, limit=3))
    assert [change.why for change in found if change.kind == "entered"] == ["3 hits are shown instead of 2"]


def test_another_fusion_is_explained_by_the_arm_that_decided():
    found = rank_changes(
        candidates((0.80, 0.0), (0.79, 1.0), (0.1, 10.0), text_bound=100),
        setting(0.4, fusion="bounded"),
        setting(0.4, fusion="best_candidate"),
    )
    assert "It passed 1 hit: words score 0.10, theirs 0.00" in {change.why for change in found}


@pytest.mark.parametrize("arms", ["text", "vector"])
def test_with_one_arm_alone_the_weight_moves_nothing(arms):
    found = rank_changes(candidates((0.9, 0.1), (0.5, 8.0), arms=arms), setting(0.0), setting(1.0))
    assert {change.kind for change in found} == {"same"}


def test_nothing_found_is_said():
    assert summary_words(rank_changes(candidates(), setting(0.0), setting(1.0))) == "Neither setting finds anything."


def test_the_cause_names_what_differs():
    assert cause_words(setting(0.3), setting(0.5)) == "words count more (0.50 instead of 0.30)."
    assert cause_words(setting(0.3), setting(0.1, fusion="rrf")) == (
        "meaning counts more (0.10 instead of 0.30) and "
        "scores are combined by reciprocal ranks instead of best candidate."
    )
    assert cause_words(setting(0.3), setting(0.3)) == ""


def test_every_change_is_of_a_shown_hit():
    shown = {change.chunk_id for change in rank_changes(candidates(*MEANING_FIRST), setting(0.0), setting(0.0))}
    assert shown == {chunk_id(0), chunk_id(1)}
