"""The browser ranks with the same arithmetic as Python: every method, weight and tie; its lines are of those ranks."""

import itertools
import random
from pathlib import Path
from uuid import UUID

import pytest

from services.models import FusionMethod
from services.search.fusion import Scores, order, rank
from services.search.models import Candidates

COMPONENTS = Path(__file__).resolve().parents[3] / "components"
FUSION = (COMPONENTS / "tuner" / "fusion.js").read_text(encoding="utf-8")
LINES = (COMPONENTS / "tuner" / "rank_lines.js").read_text(encoding="utf-8")
WEIGHTS = [0, 0.01, 0.3, 0.35, 0.5, 0.77, 0.99, 1]
METHODS: list[FusionMethod] = ["best_candidate", "bounded", "rrf"]


def random_candidates(generator: random.Random) -> Candidates:
    """Few different values, so that there are ties; negative cosines; chunks without a word."""
    count = generator.choice([0, 1, 2, 30, 200])
    numbers = tuple(UUID(int=i) for i in range(count))
    return Candidates(
        query="q",
        chunk_ids=numbers,
        document_ids=numbers,
        vector_similarities=tuple(generator.choice([generator.uniform(-0.2, 1), 0.25, 0.5]) for _ in numbers),
        text_scores=tuple(generator.choice([generator.uniform(0, 12), 0, 0, 3.5]) for _ in numbers),
        text_bound=generator.choice([15.0, 0.0]),
    )


def columns(candidates: Candidates) -> dict[str, object]:
    return {
        "vector": candidates.vector_similarities,
        "text": candidates.text_scores,
        "bound": candidates.text_bound,
    }


@pytest.mark.parametrize("method", METHODS)
def test_browser_and_python_rank_alike(browser, method):
    generator, page = random.Random(7), browser.new_page()
    cases = [(random_candidates(generator), weight) for weight in WEIGHTS for _ in range(5)]
    script = f"(cases) => {{ {FUSION}; return cases.map(([s, w]) => fuse(s, w, {method!r})); }}"
    answers = page.evaluate(script, [[columns(candidates), weight] for candidates, weight in cases])
    page.close()
    for (candidates, weight), answer in zip(cases, answers, strict=True):
        ours = rank(candidates, weight, method)
        assert [entry["index"] for entry in answer] == [hit.chunk_id.int for hit in ours]
        assert [entry["combined"] for entry in answer] == pytest.approx([hit.combined_score for hit in ours])


@pytest.mark.parametrize("method", METHODS)
def test_the_two_shares_add_up_to_the_combined_score(browser, method):
    page = browser.new_page()
    candidates = random_candidates(random.Random(3))
    script = f"([s, w]) => {{ {FUSION}; return fuse(s, w, {method!r}); }}"
    for entry in page.evaluate(script, [columns(candidates), 0.4]):
        assert max(0, entry["meaning"] + entry["words"]) == pytest.approx(entry["combined"])
    page.close()


def test_lines_are_the_ranks_at_every_weight_and_break_where_a_passage_is_not_among_the_first(browser):
    candidates = random_candidates(random.Random(5))
    page = browser.new_page()
    script = f"""([scores, shown]) => {{ {FUSION}; {LINES};
        return [WEIGHTS, [...rankLines(firstOnes(scores, "best_candidate", shown))]]; }}"""
    weights, lines = page.evaluate(script, [columns(candidates), 5])
    page.close()
    drawn = {(step, place): index for index, runs in lines for run in runs for step, place in run}
    for step, weight in enumerate(weights):
        expected = order(Scores.of(candidates), weight, "best_candidate")[:5]
        assert [drawn.get((step, place)) for place in range(len(expected))] == expected
    for _, runs in lines:
        assert all(later[0] == step + 1 for run in runs for (step, _), later in itertools.pairwise(run))
        assert all(after[0][0] > before[-1][0] + 1 for before, after in itertools.pairwise(runs))
