"""What held, may have held or did not, against plain Python over intervals: at least 2,000 cases, `--many` for 20,000.

A case is one question with its whole answer.
"""

import asyncio
import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from services.models import Fact, FactDraft, Viewpoint
from tests.graph import reckoning
from tests.graph.reckoning import Claim, certainty, edges_of, folded, known_state, may_lie_in

NAMES = sorted({folded(name): name for name in reckoning.NAMES}.values())
TOGETHER = 12
"""Questions that are asked at the same time."""


@pytest.fixture
def times(request) -> int:
    return 10 if request.config.getoption("--many") else 1


@pytest.fixture
def made() -> list[Claim]:
    return reckoning.claims(360)


@pytest.fixture
async def written(writer, add_document, made) -> None:
    document = await add_document("\n".join(claim.draft.fact for claim in made), title="Claims")
    await writer.write_facts(document, [claim.draft for claim in made])


def touching(made: Iterable[Claim], name: str) -> list[Claim]:
    return [c for c in made if folded(name) in (folded(c.draft.subject), folded(c.draft.object))]


def told(facts: Iterable[Fact]) -> dict[str, str | None]:
    return {fact.fact: fact.certainty for fact in facts}


async def test_every_answer_equals_the_reckoning(service, written, made, times):
    cases = list(questions(made, times))
    assert len(cases) >= 2_000 * times
    for start in range(0, len(cases), TOGETHER):
        await asyncio.gather(*(check(service, *given) for check, *given in cases[start : start + TOGETHER]))


def questions(made: list[Claim], times: int) -> Iterator[Sequence[Any]]:
    """Each with the check of its answer in front."""
    dice = random.Random(8)
    for name in NAMES:
        mine = touching(made, name)
        yield from ((state, name, mine, at, dice.random() < 0.3) for at in edges_of(mine, 80 * times, dice))
        yield from ((diff, name, mine, *pair) for pair in pairs(mine, 20 * times, dice))
        yield from ((timeline, name, mine, *pair) for pair in pairs(mine, 15 * times, dice))
        yield from ((history, name, mine, at) for at in edges_of(mine, 8 * times, dice))
    yield from ((neighbourhood, made, at, dice.choice((1, 2))) for at in edges_of(made, 30 * times, dice))
    yield from ((path, made, *dice.sample(NAMES, 2), at) for at in edges_of(made, 30 * times, dice))
    yield from ((search, dice.choice(made), at) for at in edges_of(made, 60 * times, dice))


def pairs(mine: Iterable[Claim], count: int, dice: random.Random) -> list[list[datetime]]:
    return [sorted(edges_of(mine, 2, dice)) for _ in range(count)]


async def state(service, name, mine, at, undated):
    found = await service.state(name, Viewpoint(as_of=at, undated=undated))
    assert told(found) == known_state(mine, at, undated), (name, at)


async def diff(service, name, mine, start, end):
    found = await service.diff(name, start, end)
    before, after = set(known_state(mine, start)), set(known_state(mine, end))
    old, new = {pair.old.fact for pair in found.replaced}, {pair.new.fact for pair in found.replaced}
    assert {fact.fact for fact in found.added} | new == after - before, (name, start, end)
    assert {fact.fact for fact in found.ended} | old == before - after, (name, start, end)


async def timeline(service, name, mine, start, end):
    found = (await service.timeline(name, start, end)).facts
    assert {fact.fact for fact in found} == {c.draft.fact for c in mine if may_lie_in(c.began, start, end)}


async def history(service, name, mine, at):
    found = await service.history(name, reference_time=at)
    assert told(found.state) == known_state(mine, at), (name, at)
    then = found.text.partition("\nChanged from")[0]
    for fact in found.state:
        shown = [line for line in then.splitlines() if fact.fact in line and line.startswith("- ")]
        doubtful = any("may have held" in line for line in shown)
        assert not shown or doubtful == (fact.certainty == "may_have_held"), (shown, fact.certainty)


async def neighbourhood(service, made, at, depth):
    holding = known_state(made, at)
    drafts = [claim.draft for claim in made if claim.draft.fact in holding]
    near = {n for n, away in reckoning.distances(drafts, "NASA").items() if away < depth}
    walked = [draft.fact for draft in drafts if {folded(draft.subject), folded(draft.object)} & near]
    found = await service.neighborhood("NASA", depth=depth, viewpoint=Viewpoint(as_of=at))
    assert told(found.edges) == {fact: holding[fact] for fact in walked}, at


async def path(service, made, first, last, at):
    holding = known_state(made, at)
    drafts = [claim.draft for claim in made if claim.draft.fact in holding]
    distance = reckoning.distances(drafts, first).get(folded(last))
    found = await service.paths(first, last, viewpoint=Viewpoint(as_of=at))
    assert [len(found[0].facts)] == [distance] if found else distance is None or distance > 6
    for one in found:
        assert {fact.fact: fact.certainty for fact in one.facts}.items() <= holding.items()


async def search(service, claim, at):
    """The fact's own words find it exactly where it held or may have held, and all that is found did."""
    found = told(await service.search_facts(claim.draft.fact, limit=40, viewpoint=Viewpoint(as_of=at)))
    assert found.get(claim.draft.fact) == certainty(claim, at), (claim, at)


async def test_an_office_that_changed_in_some_year_may_have_had_either(service, writer, add_document):
    heads = [FactDraft.model_validate(one) for one in (head("Bigot", "1990", "1997"), head("Luton", "1997"))]
    await writer.write_facts(await add_document("Two heads."), heads)
    for at, known in (
        (reckoning.day(1990, 6), {"Bigot": "may_have_held"}),
        (reckoning.day(1995, 6), {"Bigot": "held"}),
        (reckoning.day(1997, 6), {"Bigot": "may_have_held", "Luton": "may_have_held"}),
        (reckoning.day(1998), {"Luton": "held"}),
    ):
        found = await service.state("Arianespace", Viewpoint(as_of=at))
        assert {fact.target: fact.certainty for fact in found} == known


def head(name: str, began: str, ended: str | None = None) -> dict[str, object]:
    given = {"subject": "Arianespace", "relation": "LED_BY", "object": name, "fact": f"{name} headed Arianespace."}
    return {**given, "valid_at": began, "invalid_at": ended}


async def test_a_fact_without_a_date_set_says_nothing_of_its_certainty(service, writer, add_document):
    await writer.write_facts(await add_document("x"), [FactDraft.model_validate(head("Luton", "1997"))])
    (fact,) = (await service.timeline("Arianespace")).facts
    assert (fact.certainty, "certainty" in fact.model_dump()) == (None, False)
    (seen,) = (await service.neighborhood("Arianespace", viewpoint=Viewpoint(as_of=reckoning.day(1997, 6)))).edges
    assert seen.model_dump()["certainty"] == "may_have_held"
    assert seen == fact


async def test_a_day_counts_from_its_start_for_who_comes_and_who_goes(service, writer, add_document):
    day = "2009-07-17"
    heads = [FactDraft.model_validate(one) for one in (head("Old", "2005", day), head("New", day))]
    await writer.write_facts(await add_document("x"), heads)
    at = reckoning.day(2009, 7, 17)
    before, then = [
        await service.state("Arianespace", Viewpoint(as_of=one)) for one in (at - timedelta(microseconds=1), at)
    ]
    assert [(fact.target, fact.certainty) for fact in (*before, *then)] == [("Old", "held"), ("New", "held")]
