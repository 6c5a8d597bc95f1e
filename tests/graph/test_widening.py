"""How far a search of facts asks its index on, and what a viewpoint has looked at in each fact."""

from datetime import UTC, datetime

import pytest

from services.graph.graphiti.search_interface import BY_MEANING, BY_WORDS, ENDS, Filters, search_fact_rows
from services.graph.viewpoint import HOLDS, TOLD, UNENDED, ResolvedViewpoint
from services.models import Viewpoint

DAY = datetime(1995, 6, 1, tzinfo=UTC)
NARROW = Filters([], {}, ours=True)
NARROW.narrow = True


class Index:
    """Offers so many facts of a graph, the nearest first; none of them passes."""

    def __init__(self, facts: int, least: float) -> None:
        self.facts, self.least = facts, least
        self.asked: list[int] = []

    async def read(self, cypher: str, **parameters: object) -> list[dict[str, object]]:
        width = int(str(parameters["width"]))
        self.asked.append(width)
        return [{"rows": [], "offered": min(width, self.facts), "least": self.least}]


@pytest.mark.parametrize(
    ("asking", "facts", "least", "asked"),
    [
        (BY_MEANING, 100_000, 0.9, [60, 360, 2160, 8000]),
        (BY_MEANING, 300, 0.9, [60, 360]),
        (BY_MEANING, 100_000, 0.55, [60]),
        (BY_WORDS, 100_000, 0.9, [100, 600, 3600, 8000]),
    ],
    ids=["far enough", "no more than there is", "not beyond what is near enough", "more at once by words"],
)
async def test_the_index_is_asked_on(asking, facts, least, asked):
    index = Index(facts, least)
    given = {"vector": [], "min_score": 0.6}
    assert await search_fact_rows(index, asking + ENDS, NARROW, 10, given) == []
    assert index.asked == asked


def test_a_viewpoint_without_clocks_looks_at_nothing():
    view = ResolvedViewpoint(Viewpoint.ever())
    assert "r." not in view.holds_condition
    assert view.with_conditions(f"WHERE {TOLD}") == "WHERE true"


def test_each_clock_has_the_facts_looked_at_for_itself_alone():
    known = ResolvedViewpoint(Viewpoint(known_on=DAY, ended=True)).holds_condition
    published = ResolvedViewpoint(Viewpoint(published_by=DAY, ended=True), None, {}, ["e"]).holds_condition
    assert "created_at" in known
    assert "episodes" not in known
    assert "episodes" in published
    assert "created_at" not in published


def test_ends_that_came_later_are_looked_up_only_where_there_are_any():
    viewpoint = Viewpoint(as_of=DAY, known_on=DAY)
    without, with_ends = (ResolvedViewpoint(viewpoint, DAY, was).holds_condition for was in ({}, {"u": UNENDED}))
    changed = ResolvedViewpoint(viewpoint, DAY, {"u": {"valid_at": DAY}}).holds_condition
    assert "$unended" not in without
    assert "$unended" in with_ends
    assert "$was" not in with_ends
    assert "$was" in changed
    assert HOLDS not in ResolvedViewpoint(viewpoint, DAY).with_conditions(f"{HOLDS} {TOLD}")
