"""Title, date, collection, on and off, gone and back: what follows from each, and what is not done again for it."""

from datetime import UTC, datetime, timedelta

import pytest

from services.documents.ingest.editing import Editing
from services.documents.ingest.ingestion import Ingestion
from services.documents.library import Library
from services.errors import DocumentNotFound, InvalidInput, PostgresUnavailable
from services.models import DocumentDraft, DocumentsChanged, FactDraft, Viewpoint
from services.search.service import SearchService

YEAR = datetime(1998, 1, 1, tzinfo=UTC)


class CountingEmbedder:
    """The run's own, with a count of the passages that it embeds."""

    def __init__(self, embedder):
        self._embedder, self.embedded = embedder, []

    def __getattr__(self, name):
        return getattr(self._embedder, name)

    async def embed_chunks(self, texts):
        self.embedded += texts
        return await self._embedder.embed_chunks(texts)


@pytest.fixture
def counting(embedder) -> CountingEmbedder:
    return CountingEmbedder(embedder)


@pytest.fixture
def editing(ingestion: Ingestion, counting: CountingEmbedder) -> Editing:
    return Editing(Ingestion(**{**vars(ingestion), "embedder": counting}))


@pytest.fixture
def search(database, embedder, settings) -> SearchService:
    return SearchService.build(database, embedder, settings)


@pytest.fixture
def settings(tmp_path):
    from services.settings import Settings

    return Settings(data_dir=tmp_path, openai_api_key=None, openai_base_url=None)


@pytest.fixture
async def mir(ingestion: Ingestion):
    draft = DocumentDraft(title="Mir", source="mir.md", content="Polyakov stayed aboard longest.", reference_time=YEAR)
    fact = FactDraft(subject="Polyakov", relation="STAYED_ON", object="Mir", fact="Polyakov stayed aboard longest.")
    return (await ingestion.add(draft, facts=[fact])).document_id


@pytest.fixture
async def salyut(ingestion: Ingestion):
    draft = DocumentDraft(title="Salyut", source="salyut.md", content="Savinykh repaired the station.")
    return (await ingestion.add(draft)).document_id


async def found(search: SearchService, words: str, **how) -> set[str]:
    hits = (await search.hybrid(words, text_weight=1.0, **how)).hits
    return {hit.document_source for hit in hits if hit.text_similarity > 0}


async def test_what_is_switched_off_is_in_no_search_and_comes_back_without_embedding(
    editing, mir, salyut, search, library: Library, counting
):
    assert (await editing.switch([mir], enabled=False)).changed == (mir,)
    for mode in ("hybrid", "vector", "semantic", "auto"):
        assert "mir.md" not in {hit.document_source for hit in (await search.search("Polyakov", mode)).hits}
    assert {one.source: one.enabled for one in (await library.list()).documents} == {"mir.md": False, "salyut.md": True}
    assert (await library.get(mir)).content.startswith("Polyakov")
    with pytest.raises(DocumentNotFound):
        await library.get(mir, enabled=True)
    assert [one.source for one in (await library.list(enabled=True)).documents] == ["salyut.md"]
    assert (await editing.switch([mir], enabled=False)).changed == ()
    await editing.switch([mir], enabled=True)
    assert await found(search, "Polyakov") == {"mir.md"}
    assert counting.embedded == []


async def test_a_new_title_is_searched_at_once_and_stays_when_the_file_comes_again(
    editing, mir, search, library, ingestion, writer, counting
):
    await editing.retitle(mir, "  Long   stays ")
    assert (await library.get(mir)).title == "Long stays"
    assert await found(search, "stays") == {"mir.md"}
    assert counting.embedded == ["Long stays\nPolyakov stayed aboard longest."]
    assert writer.renamed == {mir: "Long stays"}
    draft = DocumentDraft(title="Mir", source="mir.md", content="Polyakov stayed aboard longest.", reference_time=YEAR)
    assert (await ingestion.add(draft)).status == "unchanged"
    changed = draft.model_copy(update={"content": "Polyakov stayed aboard longest of all."})
    replaced = await ingestion.add(changed)
    assert replaced.status == "replaced"
    assert (await library.get(replaced.document_id)).title == "Long stays"
    with pytest.raises(InvalidInput):
        await editing.retitle(mir, " ")


async def test_a_title_that_is_stored_is_told_as_changed_though_nothing_could_be_noted_for_the_graph(
    editing, mir, library, writer, monkeypatch
):
    async def lose(_, __):
        raise PostgresUnavailable("The database cannot be reached.")

    writer.away = True
    with monkeypatch.context() as lost:
        lost.setattr(Editing, "_tell_graph_later", lose)
        made = await editing.retitle(mir, "Long stays")
    assert (made.changed, (await library.get(mir)).title) == ((mir,), "Long stays")
    (problem,) = made.problems
    assert problem == (
        "The graph names “Long stays” by its former title until its facts are read anew. "
        "The database cannot be reached."
    )


async def test_a_graph_that_is_not_told_the_new_title_is_told_with_the_facts(editing, mir, library, writer, ingestion):
    writer.away = True
    assert await editing.retitle(mir, "Long stays") == DocumentsChanged(changed=(mir,))
    assert (await library.summary(mir)).graph_state == "pending"
    writer.away = False
    await ingestion.resume()
    assert (await library.summary(mir)).graph_state == "done"


async def test_a_document_is_deleted_though_the_database_is_lost_before_the_graph_is_told(
    ingestion, mir, library, writer
):
    writer.refuses = PostgresUnavailable("The database cannot be reached.")
    await ingestion.delete(mir)
    with pytest.raises(DocumentNotFound):
        await library.get(mir)
    assert await ingestion.graph.waiting() == 1
    writer.refuses = None
    await ingestion.resume()
    assert (writer.removed, await ingestion.graph.waiting()) == ([mir], 0)


async def test_a_passage_that_begins_with_its_title_is_not_embedded_for_another(editing, ingestion, counting):
    draft = DocumentDraft(title="Old", source="old.md", content="# New name\n\nIt says little.")
    document = (await ingestion.add(draft)).document_id
    await editing.retitle(document, "New name")
    assert counting.embedded == ["# New name\n\nIt says little."]
    counting.embedded.clear()
    await editing.retitle(document, "New name")
    assert counting.embedded == []


async def test_a_new_date_stays_and_the_facts_are_read_anew_from_it(
    editing, mir, salyut, library, ingestion, counting, writer
):
    other = datetime(2001, 3, 23, tzinfo=UTC)
    assert set((await editing.redate([mir, salyut], other)).changed) == {mir, salyut}
    assert {one.graph_state for one in (await library.list()).documents} == {"pending"}
    writer.facts.clear()
    await editing.finish([mir])
    assert [one.subject for one in writer.facts[mir]] == ["Polyakov"]
    assert (await library.summary(mir)).graph_state == "done"
    draft = DocumentDraft(title="Mir", source="mir.md", content="Polyakov stayed aboard longest.", reference_time=YEAR)
    await ingestion.add(draft)
    assert (await library.get(mir)).reference_time == other
    assert [one.source for one in (await library.list(viewpoint=Viewpoint(published_by=other))).documents]
    await editing.redate([mir], None)
    assert (await library.get(mir)).reference_time is None
    assert counting.embedded == []


async def test_documents_move_with_their_passages(editing, mir, salyut, search, ingestion, library, counting):
    elsewhere = DocumentDraft(title="Another", source="salyut.md", content="Something else.")
    await ingestion.for_collection("stations").add(elsewhere)
    made = await editing.move([mir, salyut], "stations")
    assert made.changed == (mir,)
    assert made.problems == ("“Salyut” stays where it is: “stations” has a document of that source.",)
    assert await found(search, "Polyakov", viewpoint=Viewpoint(collection="stations")) == {"mir.md"}
    assert await found(search, "Polyakov", viewpoint=Viewpoint(collection="main")) == set()
    assert counting.embedded == []
    counted = {count.word: count.chunks for count in await search.source.word_counts(["Polyakov"])}
    assert counted == {"Polyakov": 1}
    await editing.move([mir], "a new one")
    assert "a new one" in await library.collections()


async def test_of_two_with_one_source_that_move_together_one_stays(editing, mir, ingestion, library):
    other = DocumentDraft(title="Mir elsewhere", source="mir.md", content="Another text of that name.")
    twin = (await ingestion.for_collection("stations").add(other)).document_id
    made = await editing.move([mir, twin], "third")
    assert made.changed == (mir,)
    assert made.problems == ("“Mir elsewhere” stays where it is: “third” has a document of that source.",)
    assert (await library.summary(twin)).title == "Mir elsewhere"


async def test_a_deleted_document_is_nowhere_and_comes_back_as_it_was(editing, mir, salyut, search, library, counting):
    await editing.switch([salyut], enabled=False)
    before = await library.summary(mir)
    assert set((await editing.delete([mir, salyut])).changed) == {mir, salyut}
    assert (await library.list()).total == 0
    assert await library.collections() == ()
    assert await found(search, "Polyakov") == set()
    for asked in (library.get(mir), library.summary(mir)):
        with pytest.raises(DocumentNotFound):
            await asked
    assert {one.source for one in await editing.deleted()} == {"mir.md", "salyut.md"}
    await editing.bring_back([mir, salyut])
    assert await library.summary(mir) == before
    assert (await library.summary(salyut)).enabled is False
    assert await found(search, "Polyakov") == {"mir.md"}
    assert counting.embedded == []
    assert await editing.deleted() == ()


async def test_after_an_hour_it_goes_for_good(editing, mir, salyut, writer):
    await editing.delete([mir])
    assert await editing.forget_deleted() == 0
    assert await editing.forget_deleted(kept=timedelta(0)) == 1
    assert writer.removed == [mir]
    assert await editing.deleted() == ()
    with pytest.raises(DocumentNotFound):
        await editing.bring_back([mir])


async def test_what_was_deleted_is_there_again_when_its_file_comes_again(editing, mir, ingestion, library, search):
    await editing.delete([mir])
    draft = DocumentDraft(title="Mir", source="mir.md", content="Polyakov stayed aboard longest.")
    again = await ingestion.add(draft)
    assert again.status in ("created", "replaced")
    assert await found(search, "Polyakov") == {"mir.md"}
    assert await editing.deleted() == ()
    assert (await library.list()).total == 1
