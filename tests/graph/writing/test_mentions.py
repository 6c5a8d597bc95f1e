"""Names found by rule."""

from services.graph.writing.mentions import find_mentions

TEXT = """The International Space Station was visited by Sunita Williams. The station is large.
Later NASA and Roscosmos agreed. Roscosmos paid; Roscosmos flew. However, nothing else happened in Apollo 11."""


def test_capitalised_names_of_several_words_and_codes_are_found():
    found = find_mentions(TEXT, [])
    assert {"International Space Station", "Sunita Williams", "NASA", "Apollo 11"} <= {
        n.removeprefix("The ") for n in found
    }


def test_a_single_word_must_come_back_to_count():
    found = find_mentions(TEXT, [])
    assert "Roscosmos" in found
    assert "However" not in found
    assert "Later" not in found


def test_names_the_graph_knows_are_found_in_any_case():
    assert find_mentions("they flew to the space station mir.", ["Mir", "Skylab"]) == ("Mir",)


def test_a_known_name_is_not_found_inside_a_word():
    assert find_mentions("the miracle", ["Mir"]) == ()
