"""Settings in words, and when two of them are the same."""

from components.tuner.setting import is_same_setting, setting_words
from services.models import SearchPreferences


def test_the_threshold_is_told_where_it_is_not_the_models_own():
    assert setting_words(SearchPreferences()) == "0.30, best candidate, 10 hits"
    assert setting_words(SearchPreferences(limit=1, similarity_threshold=0.4)) == (
        "0.30, best candidate, 1 hit, similarity from 0.40"
    )


def test_another_threshold_is_another_setting():
    assert is_same_setting(SearchPreferences(), SearchPreferences())
    assert not is_same_setting(SearchPreferences(), SearchPreferences(similarity_threshold=0.3))
