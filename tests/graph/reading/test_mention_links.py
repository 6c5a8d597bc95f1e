"""Weak links between entities that are mentioned together, the passages they stand in, and paths over them."""

from datetime import UTC, datetime, timedelta

import pytest

from services.graph.reading import mention_links
from services.models import FactDraft, NamedEntity, Reading, Viewpoint
from services.text.quotes import fold

NOW = Viewpoint.now()
NEAR = "Carl Zeiss worked in Jena. He met Otto Schott there, in a mill by the river. Nobody else came."
APART = " It rained." * 60
LATER = "Otto Schott went to Witten."


def reading(text, *names):
    return Reading(
        entities=tuple(
            NamedEntity(name=name, type="", count=1, starts=(text.index(name),)) for name in names if name in text
        )
    )


@pytest.fixture
async def papers(writer, add_document):
    """Zeiss, Jena and Schott stand together in two documents; Schott and Witten in a third of another collection."""
    found = []
    for title, text, year, collection in (
        ("First", NEAR, 1990, "one"),
        ("Second", f"{NEAR}{APART} Leica is far from them.", 2000, "one"),
        ("Third", LATER, 2005, "two"),
    ):
        document = await add_document(text, title, datetime(year, 1, 1, tzinfo=UTC), collection)
        await writer.write_reading(document, reading(text, "Carl Zeiss", "Jena", "Otto Schott", "Leica", "Witten"))
        found.append(document)
    return found


async def names_of(service, *names, viewpoint=NOW, beside=()):
    centres = [await service.entity(name) for name in names]
    others = [await service.entity(name) for name in beside]
    found = await service.mentioned_together(centres, others, viewpoint=viewpoint)
    links = {(frozenset((one.source, one.target)), one.document_count, one.passage_count) for one in found.links}
    return [one.name for one in found.entities], links, found


async def test_companions_and_the_links_between_all_of_them_are_found(service, papers):
    names, links, found = await names_of(service, "Carl Zeiss")
    assert names == ["Jena", "Otto Schott"]
    pairs = ({"Carl Zeiss", "Jena"}, {"Carl Zeiss", "Otto Schott"}, {"Jena", "Otto Schott"})
    assert links == {(frozenset(pair), 2, 2) for pair in pairs}
    assert (found.total_entities, found.total_links, found.is_whole) == (2, 3, True)


async def test_each_further_centre_brings_its_own_companions(service, papers):
    names, links, _ = await names_of(service, "Carl Zeiss", "Otto Schott")
    assert names == ["Jena", "Witten"]
    assert (frozenset(("Otto Schott", "Witten")), 1, 1) in links


async def test_entities_beside_are_joined_but_bring_none(service, papers):
    names, links, _ = await names_of(service, "Carl Zeiss", beside=["Otto Schott"])
    assert names == ["Jena"]
    assert (frozenset(("Carl Zeiss", "Otto Schott")), 2, 2) in links


async def test_links_are_those_of_the_viewpoint(service, papers):
    early, middle = datetime(1995, 1, 1, tzinfo=UTC), papers[0].created_at
    for viewpoint, documents in (
        (Viewpoint(as_of=early), 1),
        (Viewpoint(published_by=early), 1),
        (Viewpoint(collection="one"), 2),
        (Viewpoint(collection="two"), 0),
        (Viewpoint(known_on=middle - timedelta(days=1)), 0),
    ):
        names, links, _ = await names_of(service, "Carl Zeiss", viewpoint=viewpoint)
        assert names == (["Jena", "Otto Schott"] if documents else []), viewpoint
        assert {count for _, count, _ in links} == ({documents} if documents else set()), viewpoint


async def test_what_is_left_out_is_counted(service, papers, monkeypatch):
    monkeypatch.setattr(mention_links, "MOST_COMPANIONS", 1)
    monkeypatch.setattr(mention_links, "MOST_LINKS", 1)
    names, links, found = await names_of(service, "Otto Schott")
    assert (len(names), len(links)) == (1, 1)
    assert found.total_entities == 3
    monkeypatch.setattr(mention_links, "MOST_MENTIONS", 1)
    assert not (await names_of(service, "Otto Schott"))[2].is_whole


async def test_the_passages_are_literal_sentences_in_which_both_stand(service, papers):
    one, other = await service.entity("Carl Zeiss"), await service.entity("Otto Schott")
    shared = await service.shared_passages(one.uuid, other.uuid)
    assert (shared.document_count, shared.passage_count) == (2, 2)
    assert {citation.document_title for citation in shared.passages} == {"First", "Second"}
    for citation in shared.passages:
        assert citation.quote == "Carl Zeiss worked in Jena. He met Otto Schott there, in a mill by the river."
        text = next(document.content for document in papers if document.id == citation.document_id)
        assert fold(text[citation.start_offset : citation.end_offset]) == fold(citation.quote)
    seen = await service.shared_passages(one.uuid, other.uuid, viewpoint=Viewpoint(collection="two"))
    assert (seen.passages, seen.passage_count) == ((), 0)


async def test_a_path_goes_over_mentions_only_when_asked_and_says_which_steps_are_such(service, papers):
    assert await service.paths("Carl Zeiss", "Witten") == ()
    path, *_ = await service.paths("Carl Zeiss", "Witten", over_mentions=True)
    assert [entity.name for entity in path.entities] == ["Carl Zeiss", "Otto Schott", "Witten"]
    assert path.facts == ()
    assert [(step.document_count, step.passage_count) for step in path.steps] == [(2, 2), (1, 1)]


async def test_a_fact_goes_before_a_mention_of_the_same_two(service, writer, papers):
    fact = FactDraft(subject="Carl Zeiss", relation="MET", object="Otto Schott", fact="He met Otto Schott there.")
    await writer.accept(papers[0], [fact])
    path, *_ = await service.paths("Carl Zeiss", "Witten", over_mentions=True)
    assert [type(step).__name__ for step in path.steps] == ["Fact", "MentionLink"]
    assert [one.fact for one in path.facts] == ["He met Otto Schott there."]


async def test_paths_over_mentions_obey_the_viewpoint(service, papers):
    assert await service.paths("Carl Zeiss", "Witten", over_mentions=True, viewpoint=Viewpoint(collection="one")) == ()
