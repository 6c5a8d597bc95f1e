"""How often and where names stand in a text."""

from services.graph.by_rule.names.known_in_text import STARTS_KEPT, find_known_names


def test_names_stand_as_whole_words_and_the_most_mentioned_comes_first():
    found = find_known_names("Mir, Skylab and Mir; the Mirage. (Mir)", {"Skylab": "Station", "Mir": "", "Salyut": ""})
    assert [(one.name, one.type, one.count, one.starts) for one in found] == [
        ("Mir", "", 3, (0, 16, 34)),
        ("Skylab", "Station", 1, (5,)),
    ]


def test_names_with_signs_are_found_and_an_empty_one_is_none():
    assert [one.starts for one in find_known_names("A C++ (fast) and X", {"C++ (fast)": "", "": ""})] == [(2,)]


def test_only_the_first_places_are_kept_and_all_are_counted():
    (found,) = find_known_names("Mir " * 50, {"Mir": ""})
    assert (found.count, len(found.starts)) == (50, STARTS_KEPT)
