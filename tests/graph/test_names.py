"""Normalised names, labels and uuids."""

import re
from datetime import UTC, datetime

import pytest

from services.graph.names import fact_uuid, initials, label_of, normalize, squash_name

SAFE = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*$")


@pytest.mark.parametrize("name", ["NASA", "nasa", "  Nasa ", "ＮＡＳＡ"])
def test_spellings_of_one_name_are_one(name):
    assert normalize(name) == "nasa"


def test_case_folding_knows_more_than_lower_case():
    assert normalize("Straße Eins") == normalize("STRASSE  EINS")


@pytest.mark.parametrize(
    "name", ["King’s Al-Fulan “A”", "Kingʼs Al‑Fulan „A“", "King‘s Al–Fulan «A»", 'King\'s Al‐Fulan "A"']
)
def test_apostrophes_hyphens_and_quotation_marks_of_every_kind_are_alike(name):
    assert normalize(name) == 'king\'s al-fulan "a"'


def test_accents_are_kept():
    assert normalize("Lüst") != normalize("Lust")


@pytest.mark.parametrize(
    "given",
    [
        "Person",
        "Launch vehicle",
        "Per`son) DETACH DELETE n //",
        "人物",
        "Größe",
        "42nd",
        "Episodic",
        "MergedEntity",
        "a" * 500,
    ],
)
def test_a_label_is_always_one_that_cypher_and_graphiti_take(given):
    label = label_of(given)
    assert SAFE.match(label)
    assert label not in ("Entity", "Episodic", "Community", "Saga", "MergedEntity")


@pytest.mark.parametrize("given", [None, "", "  ", "Entity"])
def test_no_type_is_no_label(given):
    assert label_of(given) == ""


def test_different_scripts_get_different_labels():
    assert label_of("人物") != label_of("会社")


def test_a_fact_keeps_its_uuid_whatever_the_spelling_of_its_ends():
    begin = datetime(2001, 1, 1, tzinfo=UTC)
    one = fact_uuid("NASA", "LED_BY", "Sean O'Keefe", "He led it.", begin, None)
    assert one == fact_uuid("nasa", "LED_BY", "SEAN  O'KEEFE", "He led it.", begin, None)
    assert one != fact_uuid("NASA", "LED_BY", "Sean O'Keefe", "He led it.", None, None)
    assert one != fact_uuid("NASA", "LED_BY", "Sean O'Keefe", "He led it.", begin, datetime(2005, 2, 1, tzinfo=UTC))


def test_word_order_and_punctuation_squash():
    assert squash_name("Webb, James E.") == squash_name("James E Webb")


def test_initials_are_the_capitals():
    assert initials("National Aeronautics and Space Administration") == "nasa"
