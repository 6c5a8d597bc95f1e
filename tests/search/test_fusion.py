import itertools
import random
from uuid import UUID

import pytest

from services.search.fusion import rank
from services.search.models import Candidates

METHODS = ("best_candidate", "bounded", "rrf")


def candidates(*scores: tuple[float, float], bound: float = 20.0) -> Candidates:
    """`scores` are (cosine, BM25); the n-th has the id n."""
    numbers = tuple(UUID(int=n) for n in range(len(scores)))
    return Candidates(
        query="q",
        chunk_ids=numbers,
        document_ids=numbers,
        vector_similarities=tuple(cosine for cosine, _ in scores),
        text_scores=tuple(bm25 for _, bm25 in scores),
        text_bound=bound,
    )


def ids(ranked) -> list[int]:
    return [item.chunk_id.int for item in ranked]


def random_candidates(seed: int) -> Candidates:
    dice = random.Random(seed)
    return candidates(*((dice.uniform(-0.2, 1), dice.choice([0, 0, dice.uniform(0, 15)])) for _ in range(60)))


def test_the_default_weighs_cosine_against_bm25_divided_by_the_best():
    first, second = rank(candidates((0.5, 10), (0.9, 5)), 0.3)
    assert (first.chunk_id.int, second.chunk_id.int) == (1, 0)
    assert first.combined_score == pytest.approx(0.7 * 0.9 + 0.3 * 0.5)
    assert second.combined_score == pytest.approx(0.7 * 0.5 + 0.3 * 1.0)
    assert second.text_similarity == 1.0


def test_the_bounded_form_divides_by_what_the_query_could_score_at_most():
    hit = rank(candidates((0.5, 10), bound=40), 0.3, "bounded")[0]
    assert hit.text_similarity == 0.25
    assert hit.combined_score == pytest.approx(0.7 * 0.5 + 0.3 * 0.25)


def test_a_bounded_score_does_not_depend_on_the_other_candidates():
    alone = rank(candidates((0.5, 10)), 0.3, "bounded")[0]
    among = rank(candidates((0.5, 10), (0.2, 19)), 0.3, "bounded")[0]
    assert alone.combined_score == among.combined_score


def test_reciprocal_ranks_count_places_not_scores():
    first, second = rank(candidates((0.9, 1), (0.1, 9)), 0.5, "rrf")
    assert first.combined_score == second.combined_score == pytest.approx(61 * (0.5 / 61 + 0.5 / 62))
    assert ids((first, second)) == [0, 1]


def test_reciprocal_ranks_give_nothing_for_words_that_are_not_there():
    last = rank(candidates((0.9, 0), (0.8, 3)), 0.5, "rrf")[-1]
    assert last.combined_score == pytest.approx(0.5)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(5))
def test_text_weight_0_is_exactly_the_vector_order(method, seed):
    found = random_candidates(seed)
    by_vector = sorted(range(60), key=lambda n: (-found.vector_similarities[n], n))
    assert ids(rank(found, 0, method)) == by_vector


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(5))
def test_text_weight_1_is_exactly_the_text_order_of_what_holds_a_word(method, seed):
    found = random_candidates(seed)
    by_text = sorted((n for n in range(60) if found.text_scores[n] > 0), key=lambda n: (-found.text_scores[n], n))
    assert ids(rank(found, 1, method)) == by_text


@pytest.mark.parametrize("method", METHODS)
def test_equal_scores_keep_the_order_of_their_ids(method):
    assert ids(rank(candidates(*[(0.5, 2.0)] * 8), 0.3 if method != "rrf" else 0, method)) == list(range(8))


@pytest.mark.parametrize("method", METHODS)
def test_text_weight_moves_the_ranking(method):
    found = random_candidates(1)
    orders = {tuple(ids(rank(found, step / 10, method)))[:10] for step in range(11)}
    assert len(orders) > 5


@pytest.mark.parametrize(("method", "weight"), list(itertools.product(METHODS, (0, 0.3, 1))))
def test_scores_shown_are_between_0_and_1_and_fall(method, weight):
    ranked = rank(random_candidates(4), weight, method)
    for item in ranked:
        assert 0 <= item.combined_score <= 1
        assert 0 <= item.vector_similarity <= 1
        assert 0 <= item.text_similarity <= 1
    assert all(a.combined_score >= b.combined_score for a, b in itertools.pairwise(ranked))


def test_without_any_word_found_the_vector_order_remains():
    found = candidates((0.2, 0), (0.8, 0), bound=0)
    assert ids(rank(found, 0.9)) == [1, 0]
    assert rank(found, 1) == ()


def test_nothing_found_is_nothing_ranked():
    assert rank(candidates(bound=0), 0.3) == ()
