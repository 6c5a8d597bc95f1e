"""A file that changes: the earlier text stays for citations and for those who look from an earlier date."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from services.documents.ingest.editing import Editing
from services.documents.ingest.ingestion import Ingestion
from services.documents.library import Library
from services.errors import DocumentNotFound
from services.graph.provenance.citations import Citations
from services.models import DocumentDraft, FactDraft, SearchFilters, Viewpoint
from services.search.service import SearchService
from services.settings import Settings

CHARTER = DocumentDraft(
    title="Charter",
    source="charter.md",
    content="The guild keeps its lanterns in the granary.",
    reference_time=datetime(1963, 1, 1, tzinfo=UTC),
)
AMENDED = CHARTER.model_copy(
    update={
        "content": "The guild keeps its lanterns in the lighthouse.",
        "reference_time": datetime(1970, 1, 1, tzinfo=UTC),
    }
)
IN_1965, IN_1971, IN_1950 = (
    Viewpoint(published_by=datetime(year, 6, 1, tzinfo=UTC), ended=True) for year in (1965, 1971, 1950)
)


@pytest.fixture
def editing(ingestion: Ingestion) -> Editing:
    return Editing(ingestion)


@pytest.fixture
def search(database, embedder, tmp_path) -> SearchService:
    return SearchService.build(database, embedder, Settings(data_dir=tmp_path, openai_api_key=None))


@pytest.fixture
async def both(ingestion: Ingestion):
    """The ids of the first version and the second."""
    first = await ingestion.add(CHARTER)
    return first.document_id, (await ingestion.add(AMENDED)).document_id


async def found(search: SearchService, words: str, viewpoint: Viewpoint | None = None, **how) -> set[str]:
    hits = (await search.hybrid(words, text_weight=1.0, viewpoint=viewpoint or Viewpoint.ever(), **how)).hits
    return {hit.content for hit in hits if hit.text_similarity > 0}


async def test_searches_of_today_know_the_newest_version_alone(both, search, library: Library):
    assert await found(search, "lanterns") == {AMENDED.content}
    assert await found(search, "granary") == set()
    page = await library.list()
    assert (page.total, [one.id for one in page.documents]) == (1, [both[1]])
    assert [one.id for one in await library.names()] == [both[1]]
    hits = (await search.search("granary", "vector")).hits
    assert {hit.document_id for hit in hits} == {both[1]}


async def test_a_search_from_an_earlier_date_finds_the_version_of_its_time(both, search, library: Library):
    assert await found(search, "lanterns", IN_1965) == {CHARTER.content}
    assert await found(search, "lanterns", IN_1971) == {AMENDED.content}
    assert await found(search, "lanterns", IN_1950) == set()
    assert [one.id for one in (await library.list(viewpoint=IN_1965)).documents] == [both[0]]
    assert [one.id for one in (await library.list(viewpoint=IN_1971)).documents] == [both[1]]


async def test_what_was_known_on_a_day_is_the_version_that_was_there(both, search, library: Library):
    came = (await library.get(both[1])).created_at
    before = Viewpoint(known_on=came - timedelta(microseconds=1), ended=True)
    assert await found(search, "lanterns", before) == {CHARTER.content}
    assert await found(search, "lanterns", Viewpoint(known_on=came, ended=True)) == {AMENDED.content}


async def test_an_earlier_version_is_read_by_its_id_and_knows_when_it_was_replaced(both, library: Library):
    earlier, newest = await library.get(both[0]), await library.get(both[1])
    assert (earlier.content, earlier.version, newest.version) == (CHARTER.content, 1, 2)
    assert earlier.replaced_at == newest.created_at
    assert newest.replaced_at is None
    for asked in both:
        versions = await library.versions(asked)
        assert [(one.id, one.version, one.reference_time) for one in versions] == [
            (both[0], 1, CHARTER.reference_time),
            (both[1], 2, AMENDED.reference_time),
        ]
    assert [chunk.content for chunk in await library.chunks(both[0])] == [CHARTER.content]


async def test_the_same_bytes_a_new_date_or_a_new_title_make_no_version(ingestion: Ingestion, library: Library):
    first = await ingestion.add(CHARTER)
    again = await ingestion.add(CHARTER)
    redated = await ingestion.add(CHARTER.model_copy(update={"reference_time": datetime(1964, 1, 1, tzinfo=UTC)}))
    retitled = await ingestion.add(CHARTER.model_copy(update={"title": "The charter"}))
    assert {one.document_id for one in (again, redated, retitled)} == {first.document_id}
    assert len(await library.versions(first.document_id)) == 1


async def test_a_text_that_comes_back_is_a_third_version(ingestion: Ingestion, library: Library, both, search):
    back = await ingestion.add(CHARTER.model_copy(update={"reference_time": datetime(1980, 1, 1, tzinfo=UTC)}))
    assert back.status == "replaced"
    assert back.document_id not in both
    assert [one.version for one in await library.versions(both[0])] == [1, 2, 3]
    assert await found(search, "lanterns", IN_1971) == {AMENDED.content}
    assert await found(search, "lanterns") == {CHARTER.content}


async def test_a_chosen_document_is_chosen_in_whichever_version_is_looked_at(both, search, library: Library):
    for one in both:
        chosen = SearchFilters(document_ids=(one,))
        assert await found(search, "lanterns", filters=chosen) == {AMENDED.content}
        from_1965 = IN_1965.model_copy(update={"chosen": chosen})
        assert await found(search, "lanterns", from_1965) == {CHARTER.content}
        assert (await library.list(viewpoint=from_1965)).total == 1


async def test_facts_of_the_earlier_version_count_when_it_is_looked_at(database, both):
    citations = Citations(database)
    assert await citations.episodes_and_unused(Viewpoint.now()) == (None, [str(both[0])])
    assert await citations.episodes_and_unused(IN_1965) == ([str(both[0])], [])
    assert await citations.episodes_and_unused(IN_1971) == ([str(both[1])], [str(both[0])])


async def test_an_undated_version_is_published_by_no_date(ingestion: Ingestion, search):
    await ingestion.add(CHARTER)
    await ingestion.add(AMENDED.model_copy(update={"reference_time": None}))
    assert await found(search, "lanterns", IN_1971) == {CHARTER.content}
    assert await found(search, "lanterns") == {AMENDED.content}


async def test_a_document_is_deleted_with_its_versions_and_comes_back_with_them(
    both, editing: Editing, library: Library, search, writer
):
    assert (await editing.delete([both[1]])).changed == (both[1],)
    assert [one.id for one in await editing.deleted()] == [both[1]]
    for one in both:
        with pytest.raises(DocumentNotFound):
            await library.get(one)
    assert await found(search, "lanterns", IN_1965) == set()
    assert (await editing.bring_back([both[1]])).changed == (both[1],)
    assert await found(search, "lanterns", IN_1965) == {CHARTER.content}
    await editing.delete([both[1]])
    await editing.forget_deleted(kept=timedelta(0))
    assert set(writer.removed) == set(both)
    with pytest.raises(DocumentNotFound):
        await library.versions(both[0])


async def test_an_earlier_version_is_deleted_alone(both, editing: Editing, library: Library):
    await editing.delete([both[0]])
    assert [one.id for one in await library.versions(both[1])] == [both[1]]
    assert (await library.list()).total == 1
    await editing.bring_back([both[0]])
    assert len(await library.versions(both[1])) == 2


async def test_switching_off_and_moving_take_the_versions_along(both, editing: Editing, library: Library, search):
    assert (await editing.switch([both[1]], enabled=False)).changed == (both[1],)
    assert await found(search, "lanterns", IN_1965) == set()
    await editing.switch([both[1]], enabled=True)
    assert (await editing.move([both[1]], "guilds")).changed == (both[1],)
    there = IN_1965.model_copy(update={"collection": "guilds"})
    assert await found(search, "lanterns", there) == {CHARTER.content}
    assert len(await library.versions(both[1])) == 2


async def test_a_document_that_is_off_stays_off_when_it_changes(ingestion: Ingestion, editing: Editing, library):
    first = await ingestion.add(CHARTER)
    await editing.switch([first.document_id], enabled=False)
    changed = await ingestion.add(AMENDED)
    assert (await library.get(changed.document_id)).enabled is False


async def test_a_date_said_by_a_person_gives_way_to_a_later_one_of_a_new_version(
    ingestion: Ingestion, editing: Editing, library: Library
):
    first = await ingestion.add(CHARTER)
    said = datetime(1966, 1, 1, tzinfo=UTC)
    await editing.redate([first.document_id], said)
    amended = await ingestion.add(AMENDED)
    assert (await library.get(amended.document_id)).reference_time == AMENDED.reference_time
    earlier = AMENDED.model_copy(update={"content": "No lanterns are left.", "reference_time": None})
    await editing.redate([amended.document_id], said)
    third = await ingestion.add(earlier)
    assert (await library.get(third.document_id)).reference_time == said


async def test_a_version_that_is_withdrawn_leaves_the_one_before(both, ingestion: Ingestion, search, library: Library):
    await ingestion.withdraw(both[1])
    assert await found(search, "lanterns") == {CHARTER.content}
    assert (await library.get(both[0])).replaced_at is None


async def test_what_is_made_of_a_facts_file_has_no_versions(ingestion: Ingestion, library: Library):
    fact = FactDraft(subject="Ada", relation="LED", object="Guild", fact="Ada led the guild.", source="roll.txt")
    await ingestion.add_facts([fact], source="facts.jsonl")
    more = fact.model_copy(update={"subject": "Boris", "fact": "Boris led the guild."})
    added = await ingestion.add_facts([fact, more], source="facts.jsonl")
    assert len(await library.versions(added.documents[0].document_id)) == 1
    real = await ingestion.add(DocumentDraft(title="Roll", source="roll.txt", content="Ada led, then Boris."))
    assert len(await library.versions(real.document_id)) == 1


async def test_of_many_versions_the_oldest_go(ingestion: Ingestion, library: Library, search, writer):
    few = replace(ingestion, keep_versions=1)
    ids = [
        (await few.add(CHARTER.model_copy(update={"content": f"It has {count} lanterns."}))).document_id
        for count in ("seven", "eight", "nine")
    ]
    assert [one.id for one in await library.versions(ids[-1])] == ids[1:]
    assert writer.removed == ids[:1]


async def test_a_version_says_how_exactly_its_date_is_known(ingestion: Ingestion, library: Library):
    first = await ingestion.add(CHARTER.model_copy(update={"metadata": {"dated_to": "year"}}))
    await ingestion.add(AMENDED.model_copy(update={"metadata": {"saved": "1970-01-01T00:00:00+00:00"}}))
    earlier, newest = await library.versions(first.document_id)
    assert (earlier.dated_to, earlier.dated_by_saving) == ("year", False)
    assert (newest.dated_to, newest.dated_by_saving) == (None, True)
    assert earlier.model_dump(mode="json")["dated_to"] == "year"
    assert not {"dated_to", "metadata"} & set(newest.model_dump(mode="json"))
