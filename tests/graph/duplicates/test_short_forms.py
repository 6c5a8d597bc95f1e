"""An acronym of one document and the full name of another are offered as one."""

from uuid import uuid4

import pytest

from services.graph.duplicates.duplicates import reasons_by_name
from services.models import Entity

LABORATORY = "Johns Hopkins Applied Physics Laboratory"


def named(*names: str) -> list[Entity]:
    return [Entity(uuid=uuid4(), name=name, type="", summary="") for name in names]


@pytest.mark.parametrize(
    ("short", "full"), [("APL", LABORATORY), ("NASA", "National Aeronautics Space Administration")]
)
def test_an_acronym_is_offered_with_the_name_that_it_abbreviates(short, full):
    assert list(reasons_by_name(named(short, full)).values()) == [["initials"]]


@pytest.mark.parametrize("short", ["Apl", "PL", "JHA"])
def test_a_word_two_letters_and_the_first_letters_alone_are_not(short):
    assert not reasons_by_name(named(short, LABORATORY))
