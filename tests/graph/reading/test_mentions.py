"""How often and where documents name an entity, and what they name close by."""

from datetime import UTC, datetime

import pytest

from services.models import FactDraft, NamedEntity, Reading, Viewpoint

FAR = 5_000


def named(name, *starts):
    return NamedEntity(name=name, type="", count=len(starts), starts=starts)


@pytest.fixture
async def papers(writer, add_document):
    """Two documents: in both Jena stands beside Zeiss, Leica far away."""
    found = []
    for number, year in enumerate((1990, 2000)):
        document = await add_document(
            "text", f"Paper {number}", datetime(year, 1, 1, tzinfo=UTC), f"collection {number}"
        )
        entities = (named("Carl Zeiss", 10, 90, *range(200, 200 + number)), named("Jena", 40), named("Leica", FAR))
        await writer.write_reading(document, Reading(entities=entities))
        found.append(document)
    return found


async def test_mentions_say_how_often_and_where(service, papers):
    mentions = await service.mentions(await service.entity("Carl Zeiss"))
    assert (mentions.count, mentions.document_count) == (5, 2)
    assert [(one.title, one.count, one.starts[0]) for one in mentions.documents] == [
        ("Paper 1", 3, 10),
        ("Paper 0", 2, 10),
    ]


async def test_what_stands_close_by_is_mentioned_together_and_what_is_far_is_not(service, papers):
    mentions = await service.mentions(await service.entity("Carl Zeiss"))
    assert [(one.entity.name, one.document_count) for one in mentions.together] == [("Jena", 2)]


async def test_mentions_are_those_of_the_viewpoint(service, papers):
    zeiss = await service.entity("Carl Zeiss")
    for viewpoint in (
        Viewpoint(as_of=datetime(1995, 1, 1, tzinfo=UTC)),
        Viewpoint(published_by=datetime(1995, 1, 1, tzinfo=UTC)),
        Viewpoint(collection="collection 0"),
    ):
        mentions = await service.mentions(zeiss, viewpoint=viewpoint)
        assert [one.title for one in mentions.documents] == ["Paper 0"]


async def test_mentioned_together_is_no_path(service, papers):
    assert (await service.neighborhood("Carl Zeiss")).edges == ()


async def test_documents_with_given_facts_say_where_they_name_their_ends(service, writer, add_document):
    document = await add_document("Zeiss bought Schott. Later Zeiss sold it.", "Given")
    fact = FactDraft(subject="Zeiss", relation="BOUGHT", object="Schott", fact="Zeiss bought Schott.")
    await writer.write_facts(document, [fact])
    await writer.accept(document, [fact.model_copy(update={"relation": "OWNED"})])
    mentions = await service.mentions(await service.entity("Zeiss"))
    assert [(one.count, one.starts) for one in mentions.documents] == [(2, (0, 27))]


async def test_names_found_without_a_parser_say_where_they_stand(service, writer, add_document):
    await writer.write_mentions(await add_document("We met Carl Zeiss and Otto Schott in Jena.", "Plain"))
    mentions = await service.mentions(await service.entity("Carl Zeiss"))
    assert [(one.count, one.starts) for one in mentions.documents] == [(1, (7,))]
    assert [one.entity.name for one in mentions.together] == ["Otto Schott"]
