"""Names are compared all with all, by their vectors."""

import numpy
import pytest

from services.graph.duplicates import name_likeness
from services.graph.duplicates.name_likeness import NUMBERING, similar_pairs


def unit(rows):
    vectors = numpy.asarray(rows, dtype=numpy.float32)
    return vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True)


def same(count):
    return numpy.zeros(count, dtype=int)


def test_a_pair_is_told_once_and_the_nearest_first():
    vectors = unit([[1, 0], [0.9, 0.1], [0, 1], [1, 0.01]])
    assert similar_pairs(vectors, same(4), 0.9) == [(0, 3), (1, 3), (0, 1)]


def test_rows_of_different_kinds_are_never_a_pair():
    assert similar_pairs(unit([[1, 0], [1, 0], [1, 0]]), numpy.array([0, 1, 0]), 0.9) == [(0, 2)]


def test_blocks_hide_no_pair(monkeypatch):
    vectors = unit(numpy.random.default_rng(5).normal(size=(37, 4)))
    whole = similar_pairs(vectors, same(37), 0.8)
    monkeypatch.setattr(name_likeness, "BLOCK", 5)
    assert whole
    assert sorted(similar_pairs(vectors, same(37), 0.8)) == sorted(whole)


@pytest.mark.parametrize("most", [1, 3])
def test_of_very_many_pairs_the_nearest_are_kept(monkeypatch, most):
    vectors = unit(numpy.random.default_rng(5).normal(size=(30, 3)))
    whole = similar_pairs(vectors, same(30), 0.5)
    monkeypatch.setattr(name_likeness, "MOST_PAIRS", most)
    assert similar_pairs(vectors, same(30), 0.5) == whole[:most]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Apollo 11", "Apollo 12", False),
        ("Launch Complex 39A", "Launch Complex 39B", False),
        ("Atlas III", "Atlas V", False),
        ("Annex A", "Annex B", False),
        ("Henry VIII", "King Henry VIII", True),
        ("John F. Kennedy", "John Kennedy", True),
        ("Vega C", "Vega-C", True),
    ],
)
def test_names_numbered_differently_are_of_different_kinds(one, other, is_same):
    assert (NUMBERING.findall(one) == NUMBERING.findall(other)) is is_same
