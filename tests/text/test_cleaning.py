"""What a database cannot hold, refused or replaced."""

import pytest

from services.errors import InvalidInput
from services.text import cleaning
from services.text.queries import LONGEST_QUERY, query_text


def test_what_no_database_holds_is_replaced_and_the_length_stays():
    assert cleaning.replace("a\0b\ud800c\x1bd\n\te") == "a�b�c�d\n\te"


def test_what_no_database_holds_is_refused_and_all_else_returned():
    for unstorable in ("a\0b", "a\ud800b"):
        with pytest.raises(ValueError, match="null characters or half characters"):
            cleaning.refuse(unstorable)
    assert cleaning.refuse("a\x1b 🚀") == "a\x1b 🚀"


def test_texts_deep_in_json_are_cleaned_with_their_keys():
    assert cleaning.replace_in({"a\0": ["\udfff", 1, None, {"b": "c\0"}]}) == {"a�": ["�", 1, None, {"b": "c�"}]}


def test_a_document_has_one_kind_of_line_end_and_no_marks_of_its_encoding():
    assert cleaning.document_text("\ufeffone\r\ntwo\rthree\x0cfour\x85five\0\ud800") == "one\ntwo\nthree\nfour\nfive"


@pytest.mark.parametrize("unstorable", ["\0", "\ud800"])
def test_a_null_character_and_half_a_character_in_a_query_become_a_space(unstorable):
    assert query_text(f" Mir{unstorable}station{unstorable} ") == "Mir station"


@pytest.mark.parametrize(
    ("written", "problem"),
    [("", "is empty"), (" \n\0\ud800", "is empty"), ("x" * (LONGEST_QUERY + 1), "has 1,001 characters")],
)
def test_a_query_without_words_or_with_too_many_is_refused_in_one_sentence(written, problem):
    with pytest.raises(InvalidInput, match=f"^The query {problem}; write 1 to 1,000 characters.$"):
        query_text(written)


def test_a_query_of_a_thousand_characters_and_white_space_around_it_is_taken():
    assert query_text(f" {'x' * LONGEST_QUERY} ") == "x" * LONGEST_QUERY
