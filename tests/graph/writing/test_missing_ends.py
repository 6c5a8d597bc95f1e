"""What one document leaves open and another one ends."""

from datetime import UTC, datetime

import pytest

from services.graph.prepared import PreparedGraph
from services.graph.provenance.ledger import Ledger
from services.graph.writing.missing_ends import SET_END
from services.models import FactDraft, SearchFilters, Viewpoint

NEWS = datetime(2014, 5, 6, tzinfo=UTC)
OBITUARY = datetime(2024, 2, 1, tzinfo=UTC)
BEGAN = "Ruth Alder became mayor of Ellmere in 2014."
LEFT = "Ruth Alder resigned as mayor of Ellmere in 2022."


def draft(text, began=None, ended=None, *, origin="rule", relation="MAYOR_OF", who="Ruth Alder"):
    return FactDraft(
        subject=who,
        relation=relation,
        object="Ellmere",
        fact=text,
        valid_at=began,
        invalid_at=ended,
        quote=text,
        origin=origin,
    )


@pytest.fixture
def tell(writer, add_document):
    async def told(one, at=None):
        document = await add_document(one.fact, title=f"{one.fact[:30]} {at}", reference_time=at)
        await writer.write_facts(document, [one])
        return document

    return told


async def quotes_of(service, text, **viewpoint):
    timeline = await service.timeline("Ellmere", viewpoint=Viewpoint(**viewpoint))
    return [one.quote for fact in timeline.facts if fact.fact == text for one in fact.citations]


async def end_of(service, text, **viewpoint):
    timeline = await service.timeline("Ellmere", viewpoint=Viewpoint(**viewpoint))
    [found] = [fact for fact in timeline.facts if fact.fact == text]
    return found.invalid_at.year if found.invalid_at else None


@pytest.mark.parametrize("ends_first", [False, True])
async def test_an_end_that_another_document_tells_ends_what_was_open_until_that_document_goes(
    service, writer, tell, ends_first
):
    if ends_first:
        left, _ = await tell(draft(LEFT, ended="2022"), OBITUARY), await tell(draft(BEGAN, "2014"), NEWS)
    else:
        _, left = await tell(draft(BEGAN, "2014"), NEWS), await tell(draft(LEFT, ended="2022"), OBITUARY)
    assert await end_of(service, BEGAN) == 2022
    assert await end_of(service, BEGAN, published_by=datetime(2020, 1, 1, tzinfo=UTC)) is None
    assert await service.state("Ellmere", Viewpoint(as_of=datetime(2023, 6, 1, tzinfo=UTC))) == ()
    await writer.remove_document(left.id)
    assert await end_of(service, BEGAN) is None


async def test_the_passage_that_tells_the_end_is_cited_wherever_the_end_is_told(service, writer, tell):
    await tell(draft(BEGAN, "2014"), NEWS)
    left = await tell(draft(LEFT, ended="2022"), OBITUARY)
    assert await quotes_of(service, BEGAN) == [BEGAN, LEFT]
    in_2023, in_2020 = datetime(2023, 1, 1, tzinfo=UTC), datetime(2020, 1, 1, tzinfo=UTC)
    assert await quotes_of(service, BEGAN, as_of=in_2023, ended=True) == [BEGAN, LEFT]
    assert await quotes_of(service, BEGAN, as_of=in_2020) == [BEGAN]
    assert await quotes_of(service, BEGAN, published_by=in_2023) == [BEGAN]
    assert await quotes_of(service, BEGAN, known_on=in_2023) == []
    only = SearchFilters(document_ids=(left.id,))
    assert await quotes_of(service, BEGAN, chosen=only) == []
    await writer.remove_document(left.id)
    assert await quotes_of(service, BEGAN) == [BEGAN]


async def test_an_end_stays_as_long_as_one_document_tells_it(service, writer, tell):
    await tell(draft(BEGAN, "2014"), NEWS)
    first = await tell(draft(LEFT, ended="2022"), OBITUARY)
    await tell(draft("She was mayor of Ellmere until 2022.", ended="2022"), OBITUARY)
    await writer.remove_document(first.id)
    assert await end_of(service, BEGAN) == 2022


async def test_a_document_that_no_longer_tells_the_end_takes_it_back(service, writer, tell):
    await tell(draft(BEGAN, "2014"), NEWS)
    left = await tell(draft(LEFT, ended="2022"), OBITUARY)
    await writer.write_facts(left, [draft("Ruth Alder visited Ellmere.", relation="VISIT")])
    assert await end_of(service, BEGAN) is None


class Cut(Exception):
    """As if the process ended there."""


@pytest.mark.parametrize("cut", ["ledger", "graph"])
async def test_an_end_that_was_interrupted_is_never_told_without_a_record_and_is_told_the_next_time(
    service, writer, add_document, tell, monkeypatch, cut
):
    await tell(draft(BEGAN, "2014"), NEWS)
    left = await add_document(LEFT, title="Left", reference_time=OBITUARY)
    ledger, cut_at = writer.missing_ends.ledger, {"ledger": Ledger, "graph": PreparedGraph}[cut]
    whole = cut_at.write

    async def fails(self, given, **named):
        if cut == "ledger" or given == SET_END:
            raise Cut
        return await whole(self, given, **named)

    with monkeypatch.context() as patched:
        patched.setattr(cut_at, "write", fails)
        with pytest.raises(Cut):
            await writer.write_facts(left, [draft(LEFT, ended="2022")])
    assert await end_of(service, BEGAN) is None
    await writer.write_facts(left, [draft(LEFT, ended="2022")])
    assert await end_of(service, BEGAN) == 2022
    (change,) = await ledger.of_episodes([left.id])
    assert change.after["invalid_at"].startswith("2022")
    await writer.remove_document(left.id)
    assert await end_of(service, BEGAN) is None


@pytest.mark.parametrize(
    ("open_fact", "at", "ended"),
    [
        (draft(BEGAN, "2014", origin="given"), NEWS, draft(LEFT, ended="2022")),
        (draft(BEGAN, "2014"), NEWS, draft(LEFT, "2018", "2022")),
        (draft(BEGAN, "2014"), NEWS, draft(LEFT, ended="2012")),
        (draft(BEGAN, "2014"), NEWS, draft(LEFT, ended="2022", relation="HEAD_OF")),
        (draft(BEGAN, "2014"), NEWS, draft(LEFT, ended="2022", who="Tomas Brandt")),
        (draft("She is still mayor of Ellmere.", "2014"), OBITUARY, draft(LEFT, ended="2022")),
        (draft("She is mayor of Ellmere."), NEWS, draft(LEFT, ended="2022")),
    ],
)
async def test_what_is_told_by_others_or_of_others_ends_nothing(service, tell, open_fact, at, ended):
    await tell(open_fact, at)
    await tell(ended, OBITUARY)
    assert await end_of(service, open_fact.fact) is None


@pytest.mark.parametrize(("began", "is_same"), [("2014-05-03", True), ("2014", True), ("2014-06", False)])
async def test_a_beginning_is_the_same_as_far_as_both_are_known(service, tell, began, is_same):
    await tell(draft(BEGAN, began), NEWS)
    await tell(draft(LEFT, "2014-05", "2022"), OBITUARY)
    assert await end_of(service, BEGAN) == (2022 if is_same else None)


GONE = "Ruth Alder left Ellmere in November 2022."


@pytest.mark.parametrize("ends_first", [False, True])
async def test_who_has_left_holds_nothing_there_any_more_until_the_document_goes(service, writer, tell, ends_first):
    began, left = draft(BEGAN, "2014"), draft(GONE, "2022-11", relation="LEAVE")
    told = [await tell(one, at) for one, at in ([(left, OBITUARY), (began, NEWS)][:: 1 if ends_first else -1])]
    assert await end_of(service, BEGAN) == 2022
    assert await quotes_of(service, BEGAN) == [BEGAN, GONE]
    before = Viewpoint(as_of=datetime(2020, 6, 1, tzinfo=UTC))
    assert [fact.fact for fact in await service.state("Ellmere", before)] == [BEGAN]
    after = await service.state("Ellmere", Viewpoint(as_of=datetime(2023, 6, 1, tzinfo=UTC)))
    assert BEGAN not in [fact.fact for fact in after]
    await writer.remove_document(told[0 if ends_first else 1].id)
    assert await end_of(service, BEGAN) is None


async def test_who_returns_after_leaving_is_there_again(service, tell):
    again = "Once more, Ruth Alder became mayor of Ellmere in 2024."
    for one in (draft(BEGAN, "2014"), draft(GONE, "2022-11", relation="LEAVE"), draft(again, "2024")):
        await tell(one, OBITUARY)
    assert await end_of(service, BEGAN) == 2022
    assert await end_of(service, again) is None


TAKEN = "Iain Stroud succeeded Ruth Alder as mayor of Ellmere in May 2021."


@pytest.mark.parametrize("ends_first", [False, True])
async def test_who_was_succeeded_holds_the_office_no_more(service, writer, tell, ends_first):
    taken = draft(TAKEN, "2021-05", relation="SUCCEED", who="Iain Stroud").model_copy(update={"object": "Ruth Alder"})
    member = draft("Ruth Alder joined the Ellmere club in 2010.", "2010", relation="JOIN")
    order = [draft(BEGAN, "2014"), member, taken]
    told = [await tell(one, OBITUARY) for one in (order[::-1] if ends_first else order)]
    assert await end_of(service, BEGAN) == 2021
    assert await quotes_of(service, BEGAN) == [BEGAN, TAKEN]
    assert await end_of(service, member.fact) is None
    await writer.remove_document(told[0 if ends_first else 2].id)
    assert await end_of(service, BEGAN) is None


async def test_the_end_of_an_office_is_told_in_other_words(service, tell):
    await tell(draft("Ruth Alder has led Ellmere since 2014.", "2014", relation="LEAD"), NEWS)
    await tell(draft("She stepped down as leader of Ellmere in 2022.", ended="2022", relation="LEADER_OF"), OBITUARY)
    assert await end_of(service, "Ruth Alder has led Ellmere since 2014.") == 2022
