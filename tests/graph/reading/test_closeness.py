"""Which names stand close to each other."""

from services.graph.reading.closeness import CLOSE, Place, Stretch, pairs_in


def places(**starts):
    return [Place(start, name) for name, all_starts in starts.items() for start in all_starts]


def test_names_within_the_distance_are_a_pair_and_farther_ones_are_none():
    found = pairs_in(places(a=[0], b=[CLOSE], c=[2 * CLOSE + 1]))
    assert found == {("a", "b"): [Stretch(0, CLOSE)]}


def test_passages_that_overlap_are_one_and_others_are_counted_apart():
    found = pairs_in(places(a=[0, 50, 5_000], b=[20, 60, 5_010]))
    assert found == {("a", "b"): [Stretch(0, 60), Stretch(5_000, 5_010)]}


def test_a_long_chain_of_names_is_cut_into_passages_of_bounded_length():
    found = pairs_in(places(a=range(0, 6_000, 200), b=range(100, 6_000, 200)))[("a", "b")]
    assert len(found) > 5
    assert all(stretch.end - stretch.start <= 2 * CLOSE for stretch in found)


def test_a_name_is_no_pair_with_itself_and_the_lesser_comes_first():
    assert list(pairs_in(places(b=[0, 10], a=[20]))) == [("a", "b")]
