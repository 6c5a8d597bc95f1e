"""Words of one family have one name, others keep their own."""

import pytest

from services.text.kinship import family
from services.text.stems import stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("decide", "decisions"),
        ("edited", "editor"),
        ("chaired", "chairwoman"),
        ("permit", "permission"),
        ("extend", "extension"),
        ("describe", "description"),
        ("acquire", "acquisition"),
        ("apply", "application"),
        ("leave", "leaving"),
        ("depart", "departure"),
        ("deep", "depth"),
        ("long", "length"),
        ("heavy", "weight"),
        ("cost", "price"),
        ("specify", "specification"),
    ],
)
def test_a_verb_and_its_noun_are_of_one_family(one, other):
    assert family(stem(one)) == family(stem(other))


@pytest.mark.parametrize(
    ("one", "other"), [("commit", "commission"), ("station", "state"), ("treaty", "treat"), ("content", "contain")]
)
def test_words_that_only_look_alike_are_not(one, other):
    assert family(stem(one)) != family(stem(other))
