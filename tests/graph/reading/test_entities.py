"""Entities page by page, by the beginning of a name, and by a name that is nearly right."""

import base64
from datetime import UTC, datetime

import pytest

from services.errors import InvalidInput
from services.models import FactDraft, Viewpoint

PEOPLE = [f"Person {n:03}" for n in range(25)]


@pytest.fixture
async def people(writer, add_document):
    document = await add_document("x")
    drafts = [fact(name) for name in PEOPLE]
    await writer.write_facts(document, drafts)
    return document, drafts


def fact(name, kind="Person"):
    return FactDraft(
        subject="NASA",
        subject_type="Agency",
        relation="EMPLOYS",
        object=name,
        object_type=kind,
        fact=f"NASA employs {name}.",
    )


async def all_pages(service, **query):
    names, cursor = [], None
    while True:
        page = await service.entities(cursor=cursor, **query)
        names += [entity.name for entity in page.entities]
        cursor = page.next_cursor
        if cursor is None:
            return names


async def test_pages_hold_everything_once(service, people):
    assert await all_pages(service, limit=7) == ["NASA", *PEOPLE]
    assert await all_pages(service, limit=26) == ["NASA", *PEOPLE]


async def test_a_type_filters_pages(service, people):
    assert await all_pages(service, type="Person", limit=10) == PEOPLE
    assert await all_pages(service, type="agency") == ["NASA"]


async def test_rows_added_meanwhile_neither_repeat_nor_shift(service, people, writer):
    document, drafts = people
    first = await service.entities(limit=10)
    await writer.write_facts(document, [*drafts, fact("Aaron Before"), fact("Person 0005"), fact("Zed After")])
    rest, cursor = [], first.next_cursor
    while cursor:
        page = await service.entities(limit=10, cursor=cursor)
        rest, cursor = rest + [entity.name for entity in page.entities], page.next_cursor
    assert rest == [*PEOPLE[9:], "Zed After"]


@pytest.mark.parametrize(
    "cursor", ["!", "abc", base64.b64encode(b"{}").decode(), base64.b64encode(b'["a","b"]').decode(), "é"]
)
async def test_a_bad_cursor_is_refused(service, people, cursor):
    with pytest.raises(InvalidInput, match="cursor"):
        await service.entities(cursor=cursor)


@pytest.mark.parametrize("kind", ["Robot", "Entity", "`) DETACH DELETE n //"])
async def test_an_unknown_type_is_refused_with_those_that_exist(service, people, kind):
    with pytest.raises(InvalidInput, match=r"Types in the graph: Person, Agency"):
        await service.entities(type=kind)


async def test_types_are_counted(service, people):
    types = await service.types(viewpoint=Viewpoint.ever())
    assert [(one.name, one.count) for one in types] == [("Person", 25), ("Agency", 1)]


async def test_seen_from_a_date_types_are_those_of_which_something_is_told_and_not_counted(service, people):
    types = await service.types(viewpoint=Viewpoint(as_of=datetime(2100, 1, 1, tzinfo=UTC)))
    assert [(one.name, one.count) for one in types] == [("Agency", None), ("Person", None)]
    assert not await service.types(viewpoint=Viewpoint(known_on=datetime(1900, 1, 1, tzinfo=UTC)))


async def test_suggestions_begin_with_the_text(service, people):
    assert [entity.name for entity in await service.suggest("pers", 3)] == PEOPLE[:3]


@pytest.mark.parametrize(("typed", "meant"), [("Persn 007", "Person 007"), ("NAZA", "NASA"), ("007", "Person 007")])
async def test_suggestions_forgive_typing_errors(service, people, typed, meant):
    assert meant in [entity.name for entity in await service.suggest(typed, 8)]


async def test_without_text_the_busiest_are_suggested(service, people):
    assert (await service.suggest("", 1))[0].name == "NASA"


@pytest.mark.parametrize("text", ["*", '"', "a AND", "OR", "\\", "~~", "(((", "x:y", "😀", "' OR 1=1", "a" * 3000])
async def test_any_text_may_be_typed(service, people, text):
    assert isinstance(await service.suggest(text), tuple)


async def test_all_names_are_listed(service, people):
    assert set(await service.names()) == {"NASA", *PEOPLE}
