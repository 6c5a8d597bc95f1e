"""Names of the collection, found in a text by their words."""

import time

from services.graph.by_rule.names.known_names import KnownNames


def test_names_stand_in_the_text_in_any_case_the_most_frequent_first():
    known = KnownNames.of([("Carl Zeiss", "Organisation"), ("Jena", "Place"), ("Leica", "Organisation")])
    found = known.in_text("In JENA stands the works of Carl Zeiss; Jena is small.")
    assert list(found.items()) == [("Jena", "Place"), ("Carl Zeiss", "Organisation")]


def test_a_part_of_a_word_is_no_name():
    assert KnownNames.of([("Jen", "Person")]).in_text("Jena is small.") == {}


def test_a_type_that_is_known_is_not_lost_to_one_that_is_not():
    known = KnownNames.of([("Jena", "Place"), ("Jena", "")])
    assert known.in_text("Jena") == {"Jena": "Place"}


def test_a_name_that_is_added_is_found_and_signs_are_no_patterns():
    known = KnownNames.of([])
    known.add("A.*(B", "Product")
    assert known.in_text("Here is A.*(B.") == {"A.*(B": "Product"}
    assert known.in_text("Here is AxxB.") == {}


def test_the_time_does_not_grow_with_the_number_of_names():
    known = KnownNames.of((f"Name{number} Family{number}", "") for number in range(100_000))
    begun = time.process_time()
    assert list(known.in_text("Name5 Family5 met nobody. " * 1_000)) == ["Name5 Family5"]
    assert time.process_time() - begun < 5
