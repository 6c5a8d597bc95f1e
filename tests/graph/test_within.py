"""The graph as one collection's documents tell it."""

import pytest

from services.models import FactDraft, Viewpoint
from tests.graph.conftest import moment

PRESS = [
    ("NASA", "LED_BY", "Daniel Goldin", "Daniel Goldin led NASA.", "1992-04-01", "2001-11-17"),
    (
        "Daniel Goldin",
        "WROTE",
        "Faster Better Cheaper",
        "Daniel Goldin wrote Faster Better Cheaper.",
        "1994-01-01",
        None,
    ),
]
MINUTES = [
    ("NASA", "LED_BY", "Daniel Goldin", "Daniel Goldin led NASA.", "1992-04-01", "2001-11-17"),
    ("NASA", "LED_BY", "Sean O'Keefe", "Sean O'Keefe led NASA.", "2001-12-21", "2005-02-01"),
    *(
        ("NASA", "LED_BY", f"Deputy {number}", f"Deputy {number} led NASA for a day.", "1999-01-01", "1999-01-02")
        for number in range(12)
    ),
]


def drafts(rows):
    return [
        FactDraft(
            subject=subject,
            relation=relation,
            object=target,
            fact=fact,
            valid_at=moment(began),
            invalid_at=moment(ended),
        )
        for subject, relation, target, fact, began, ended in rows
    ]


@pytest.fixture
async def press(service, writer, add_document):
    """The press states two facts; one of them the minutes state, too, with a dozen and one that nobody else does."""
    for collection, rows in (("press", PRESS), ("minutes", MINUTES)):
        text = "\n".join(row[3] for row in rows)
        await writer.write_facts(await add_document(text, title=collection, collection=collection), drafts(rows))
    return Viewpoint(collection="press")


async def test_a_search_tells_only_what_the_collection_states(service, press):
    words = "NASA was led for a day; who wrote?"
    everywhere = await service.search_facts(words, limit=2)
    told = await service.search_facts(words, limit=2, viewpoint=press.or_ever())
    assert {fact.fact for fact in told} == {row[3] for row in PRESS}
    assert {fact.fact for fact in everywhere} != {fact.fact for fact in told}


async def test_only_entities_of_its_own_facts_are_offered(service, press):
    offered = await service.stated_entities(viewpoint=press)
    assert [one.name for one in offered] == ["Daniel Goldin", "Faster Better Cheaper", "NASA"]
    before = Viewpoint(collection="press", as_of=moment("1993-01-01"))
    assert {one.name for one in await service.stated_entities(viewpoint=before)} == {"Daniel Goldin", "NASA"}
    assert len(await service.stated_entities(2, viewpoint=Viewpoint(collection="minutes"))) == 2


async def test_a_fact_that_two_collections_state_cites_the_one_that_is_asked(service, press):
    (told,) = (await service.timeline("NASA", viewpoint=press)).facts
    (known, *_) = (await service.timeline("NASA")).facts
    assert [citation.document_title for citation in told.citations] == ["press"]
    assert {citation.document_title for citation in known.citations} == {"press", "minutes"}


async def test_a_neighbourhood_is_walked_over_the_collections_facts(service, press):
    around = await service.neighborhood("NASA", depth=2, viewpoint=press.with_ended())
    assert {node.name for node in around.nodes} == {"NASA", "Daniel Goldin", "Faster Better Cheaper"}
    assert around.total_edges == 2
    assert (await service.neighborhood("NASA", depth=2, viewpoint=Viewpoint.ever())).total_edges == 15


async def test_history_state_and_changes_are_the_collections_own(service, press):
    assert "O'Keefe" in (await service.history("NASA")).text
    assert "O'Keefe" not in (await service.history("NASA", viewpoint=press)).text
    assert not await service.state("NASA", Viewpoint(as_of=moment("2003-01-01"), collection="press"))
    changes = await service.diff("NASA", moment("2000-01-01"), moment("2003-01-01"), viewpoint=press)
    assert [fact.target for fact in changes.ended] == ["Daniel Goldin"]
    assert not [*changes.added, *changes.replaced]


async def test_a_path_leads_over_the_collections_facts(service, press):
    then = Viewpoint(as_of=moment("2003-01-01"))
    assert await service.paths("NASA", "Sean O'Keefe", viewpoint=then)
    in_press = then.model_copy(update={"collection": "press"})
    assert not await service.paths("NASA", "Sean O'Keefe", viewpoint=in_press)


async def test_a_collection_that_nobody_knows_states_nothing(service, press):
    unheard = Viewpoint.ever().model_copy(update={"collection": "unheard of"})
    assert not await service.search_facts("Who led NASA?", viewpoint=unheard)
