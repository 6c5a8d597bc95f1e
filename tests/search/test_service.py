from dataclasses import replace
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from sqlalchemy import text as sql

from services.embedding.protocol import Embedder
from services.errors import EmbeddingUnavailable, InvalidInput
from services.models import SearchFilters, SearchPreferences, Viewpoint
from services.search.service import SearchService
from services.settings import Settings
from tests.search.corpus import store, text

HOSTILE = [
    "'", '"', '""', '"unbalanced', "\\", "back\\slash", ":*", "& | ! ( ) <->", "a:*b", "-- ; DROP TABLE chunk", "%_%",
    "😀☃", "宇宙飛行士", "космос", "العربية", "x", "the", "the of and a", "NUL\0inside", "\ud800 lone", "‏‎",
    "l" * 1000, "word " * 200, "$1 :query {} %s", "<script>alert(1)</script>", "\ue000\ue001", "“curly” «quotes»",
    "R-7/Soyuz-2.1b", "O'Neill's", '"the of"', "...", "2,000.50", "http://a.b/c?d=e&f=g", "\t\n",
]  # fmt: skip


def sources(result):
    return [hit.document_source for hit in result.hits]


@pytest.mark.parametrize("query", HOSTILE)
async def test_any_query_text_gives_hits_or_nothing_never_a_failure(service, space, query):
    if not query.strip():
        with pytest.raises(InvalidInput, match="empty"):
            await service.hybrid(query)
        return
    for mode in ("hybrid", "vector", "semantic", "auto"):
        result = await service.search(query, mode)
        assert "failed" not in result.notice + result.reasoning
    await service.hybrid(query, text_weight=1.0)
    await service.tuned_query(query)


@pytest.mark.parametrize("query", ["", "   ", "\0", "x" * 1001])
async def test_an_empty_or_endless_query_is_refused_in_words(service, query):
    with pytest.raises(InvalidInput, match=r"empty|1,001 characters"):
        await service.hybrid(query)


@pytest.mark.parametrize(
    ("query", "source"),
    [
        ("LC-39A", "pads.md"),
        ("LC39A", "pads.md"),
        ("RS-68", "engines.md"),
        ("RS–68", "engines.md"),
        ("RS68", "engines.md"),
        ("rs-25 shuttle", "engines.md"),
        ("STS-71", "missions.md"),
        ("CRS-1", "missions.md"),
        ("O'Neill", "crew.md"),
        ("back\\slash", "crew.md"),
    ],
)
async def test_codes_and_names_are_found_as_typed(service, space, query, source):
    assert sources(await service.hybrid(query, text_weight=1.0))[0] == source


async def test_a_code_beats_its_neighbour(service, space):
    first, second = (await service.hybrid("LC-39A", text_weight=1.0)).hits[:2]
    assert first.content.startswith("LC-39A")
    assert first.text_similarity > 2 * second.text_similarity


async def test_a_quoted_phrase_must_stand_there_as_a_phrase(service, space):
    quoted = await service.hybrid('"heavy lift"', text_weight=1.0)
    assert [hit.content for hit in quoted.hits] == ["A heavy lift rocket carries twenty tonnes or more."]
    assert len((await service.hybrid("heavy lift", text_weight=1.0)).hits) == 2


async def test_a_long_question_finds_what_holds_some_of_its_words(service, space):
    question = "I would like to know which of the many engines that people built in those years burned hydrogen"
    assert sources(await service.hybrid(question, text_weight=1.0))[0] == "engines.md"


async def test_words_that_are_nowhere_are_nothing_found_by_words(service, space):
    assert (await service.hybrid("zebra", text_weight=1.0)).hits == ()
    assert len((await service.hybrid("zebra", text_weight=0.5)).hits) > 0


async def test_an_empty_store_finds_nothing(service):
    for mode in ("hybrid", "vector", "semantic", "auto"):
        assert (await service.search("anything", mode)).hits == ()


async def test_a_hit_cites_its_passage(service, space):
    hit = (await service.hybrid("STS-71 Mir")).hits[0]
    assert hit.citation.quote == hit.content
    assert hit.citation.document_id == space["missions.md"] == hit.document_id
    assert hit.citation.url.startswith(f"/documents?id={hit.document_id}&start=0&end=")


async def test_limit_is_clamped_and_honoured(service, space):
    assert len((await service.hybrid("Shuttle", limit=2)).hits) == 2
    assert len((await service.vector("Shuttle", limit=0)).hits) == 1


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (SearchFilters(sources=("engines.md",)), {"engines.md"}),
        (SearchFilters(metadata={"kind": "flight"}), {"missions.md"}),
        (SearchFilters(metadata={"tags": "florida"}), {"pads.md"}),
        (SearchFilters(metadata={"kind": "nothing"}), set()),
        (SearchFilters(since=datetime(2014, 1, 1, tzinfo=UTC)), {"pads.md", "missions.md", "crew.md"}),
        (SearchFilters(until=datetime(2012, 1, 1, tzinfo=UTC)), {"engines.md", "lift.md"}),
        (SearchFilters(since=datetime(2005, 1, 1, tzinfo=UTC), until=datetime(2012, 1, 1, tzinfo=UTC)), {"engines.md"}),
        (SearchFilters(sources=("lift.md", "crew.md")), {"lift.md", "crew.md"}),
    ],
)
async def test_filters_leave_only_what_fits(service, space, filters, expected):
    for mode in ("hybrid", "vector"):
        found = await service.search("Shuttle rocket station heavy", mode, limit=50, filters=filters)
        assert set(sources(found)) == expected


@pytest.mark.parametrize(
    ("viewpoint", "expected"),
    [
        (Viewpoint(published_by=datetime(2016, 1, 1, tzinfo=UTC)), {"engines.md", "lift.md", "pads.md"}),
        (Viewpoint(known_on=datetime(2016, 1, 1, tzinfo=UTC)), set()),
        (Viewpoint(collection="elsewhere"), set()),
        (Viewpoint(collection="main", published_by=datetime(2005, 1, 1, tzinfo=UTC)), {"lift.md"}),
    ],
)
async def test_a_viewpoint_leaves_only_what_it_sees(service, space, viewpoint, expected):
    for mode in ("hybrid", "vector"):
        found = await service.search("Shuttle rocket station heavy", mode, limit=50, viewpoint=viewpoint)
        assert set(sources(found)) == expected


async def test_documents_are_filtered_by_id(service, space):
    filters = SearchFilters(document_ids=(space["crew.md"],))
    assert set(sources(await service.hybrid("Shuttle", filters=filters))) == {"crew.md"}


async def test_a_filter_in_a_large_collection_still_fills_the_list(database, embedder, service, random_corpus):
    async with database.transaction() as connection:
        await connection.execute(sql("UPDATE collection SET chunk_count = 100000"))
        await connection.execute(sql("UPDATE document SET metadata = '{\"odd\": \"yes\"}' WHERE source LIKE '%7'"))
    found = await service.hybrid("word1 word5", limit=20, filters=SearchFilters(metadata={"odd": "yes"}))
    assert len(found.hits) == 20
    assert all(hit.document_source.endswith("7") for hit in found.hits)


async def test_each_collection_is_read_in_its_own_language(database, embedder, service):
    await store(
        database,
        embedder,
        text("de", "Die Raketen der Kosmonauten flogen.", collection="deutsch", language="german"),
        text("en", "The rockets of the cosmonauts flew.", collection="english"),
    )
    german = await service.hybrid("Rakete", text_weight=1.0)
    assert sources(german) == ["de"]
    english = await service.hybrid("rocket", text_weight=1.0, filters=SearchFilters(collection="english"))
    assert sources(english) == ["en"]


async def test_a_passage_is_worth_as_much_in_a_small_collection_as_in_a_large_one(database, embedder, service, space):
    twin = "Skylab burned up over the Indian Ocean."
    await store(database, embedder, text("large", twin), text("small", twin, collection="small"))
    by_source = {hit.document_source: hit for hit in (await service.hybrid("Skylab", text_weight=1.0)).hits}
    assert by_source["small"].text_similarity == by_source["large"].text_similarity
    alone = await service.candidates("Skylab", Viewpoint(collection="small"))
    together = await service.candidates("Skylab")
    assert alone.text_bound < together.text_bound


async def test_when_the_text_arm_fails_vectors_answer_and_say_so(database, service, space):
    async with database.transaction() as connection:
        await connection.execute(sql("UPDATE collection SET language = 'klingon'"))
    result = await service.hybrid("RS-25 engines", text_weight=0.9)
    assert result.hits
    assert result.text_weight == 0.0
    assert "full-text arm failed" in result.notice
    assert "klingon" in result.notice
    assert [hit.chunk_id for hit in result.hits] == [
        hit.chunk_id for hit in (await service.vector("RS-25 engines")).hits
    ]


class SilentEmbedder:
    """An embedding server that is away."""

    model = identity = "silent"
    dimension = 384
    similarity_threshold = 0.3
    relevance_floor = 0.24

    async def embed_query(self, text: str) -> list[float]:
        raise EmbeddingUnavailable("The embedding server did not answer.")


@pytest.fixture
def service_without_vectors(database) -> SearchService:
    embedder: Embedder = SilentEmbedder()  # type: ignore[assignment]
    return SearchService.build(database, embedder, Settings())


async def test_when_the_embedding_model_fails_words_answer_and_say_so(service_without_vectors, space):
    result = await service_without_vectors.hybrid("RS-68", text_weight=0.2)
    assert sources(result)[0] == "engines.md"
    assert result.text_weight == 1.0
    assert "did not answer" in result.notice


async def test_auto_falls_back_when_the_chosen_search_fails(service_without_vectors, space):
    result = await service_without_vectors.auto("how to carry hydrogen")
    assert result.search_type == "hybrid"
    assert result.hits
    assert "failed" in result.reasoning


async def test_semantic_search_keeps_what_is_above_the_threshold_and_reports_the_rest(service, space):
    await service.preferences.save(SearchPreferences(similarity_threshold=0.2))
    some = await service.semantic("the Shuttle flew from it")
    assert 0 < len(some.hits) < 7
    assert all(hit.vector_similarity >= 0.2 for hit in some.hits)
    assert some.below_threshold > 0
    assert some.best_below < 0.2
    assert f"{some.best_below:.2f}" in some.notice
    await service.preferences.save(SearchPreferences(similarity_threshold=0.99))
    none = await service.semantic("the Shuttle flew from it")
    assert none.hits == ()
    assert none.best_below == pytest.approx(some.hits[0].vector_similarity)


async def test_words_that_only_ask_take_no_passage_away_that_holds_the_others(service, space):
    floored = replace(service, relevance_floor=0.99)
    kept = await floored.relevant(await floored.hybrid("How much hydrogen would you get?"))
    assert kept.hits
    assert all("hydrogen" in hit.content for hit in kept.hits)
    assert kept.below_threshold > 0


async def test_what_happened_takes_no_passage_away_that_holds_the_rest(service, space):
    floored = replace(service, relevance_floor=0.99)
    kept = await floored.relevant(await floored.hybrid("What happened to hydrogen?"))
    assert kept.hits
    assert all("hydrogen" in hit.content for hit in kept.hits)


async def test_a_passage_that_has_a_code_of_the_query_stays(service, space):
    floored = replace(service, relevance_floor=0.99)
    query = "Which committee looked into the RS-25 last winter?"
    kept = await floored.relevant(await floored.hybrid(query))
    assert kept.hits
    assert all("RS-25" in hit.content for hit in kept.hits)
    other = await floored.relevant(await floored.hybrid(query.replace("RS-25", "last one")))
    assert not any("RS-25" in hit.content for hit in other.hits)


async def test_a_passage_that_has_a_full_name_of_the_query_stays(service, database, embedder, space):
    await store(
        database, embedder, text("isle.md", "The top of the island is Ben Carrick.", "Ben the miller met Carrick.")
    )
    floored = replace(service, relevance_floor=0.99)
    kept = await floored.relevant(await floored.hybrid("How many metres high is old Ben Carrick up north?"))
    assert [hit.content for hit in kept.hits] == ["The top of the island is Ben Carrick."]


async def test_the_threshold_comes_from_setting_then_configuration_then_model(database, embedder, space):
    assert SearchService.build(database, embedder, Settings()).similarity_threshold == embedder.similarity_threshold
    assert SearchService.build(database, embedder, Settings(similarity_threshold=0.9)).similarity_threshold == 0.9


async def test_auto_chooses_and_says_why(service, space):
    code = await service.auto("RS-25")
    assert (code.search_type, code.reasoning) == ("hybrid", "Hybrid search, because “RS-25” is a code.")
    meaning = await service.auto("how to carry a heavy rocket")
    assert meaning.search_type == "semantic"
    assert "asks for an explanation" in meaning.reasoning


async def test_auto_counts_the_words_of_the_collection_that_is_asked(service, database, embedder, space):
    rare = await service.auto("elevator building")
    assert (rare.search_type, rare.reasoning) == (
        "hybrid",
        "Hybrid search, because “elevator” is a technical term here: 1 of 7 passages have it; “building” is a "
        "technical term here: 1 of 7 passages have it.",
    )
    assert rare.hits[0].document_source == "lift.md"
    common = await service.auto("shuttle")
    assert common.reasoning.startswith("Semantic search, because no name")


async def test_auto_tries_the_other_when_nothing_is_found(service, space):
    await service.preferences.save(SearchPreferences(similarity_threshold=1.0))
    result = await service.auto("how to commanded hydrogen cargo")
    assert result.search_type == "hybrid"
    assert result.hits
    assert "found nothing" in result.reasoning
    assert "hybrid search was tried" in result.reasoning


async def test_hybrid_reads_the_saved_setting(service, space):
    await service.preferences.save(SearchPreferences(text_weight=1.0, fusion="bounded", limit=1))
    result = await service.hybrid("hydrogen Shuttle")
    assert (result.text_weight, result.fusion, len(result.hits)) == (1.0, "bounded", 1)
    assert (await service.hybrid("hydrogen Shuttle", text_weight=0.0)).text_weight == 0.0


async def test_a_setting_that_was_saved_with_a_date_is_read_without_it(service, space):
    await service.preferences.save(SearchPreferences(limit=7))
    everything = await service.hybrid("Shuttle lift")
    async with service.source.database.transaction() as connection:
        with_date = """UPDATE search_setting SET preferences = preferences || '{"as_of": "2005-01-01T00:00:00Z"}'"""
        await connection.execute(sa.text(with_date))
    assert await service.preferences.current() == SearchPreferences(limit=7)
    assert await service.hybrid("Shuttle lift") == everything


async def test_the_tuner_gets_passages_with_the_matched_words_marked(service, space):
    tuned = await service.tuned_query('burning RS-25 "heavy lift"')
    marked = {
        passage.citation.document_source: {passage.content[a:b] for a, b in passage.marks}
        for passage in tuned.passages.values()
        if passage.marks
    }
    assert {"burned", "RS", "25"} <= marked["engines.md"]
    assert marked["lift.md"] == {"heavy", "lift"}
    assert set(tuned.passages) == set(tuned.candidates.chunk_ids)


async def test_preferences_that_are_handed_in_hold_instead_of_the_saved_ones(service, space):
    await service.preferences.save(SearchPreferences(text_weight=0.1, limit=3, similarity_threshold=0.0))
    own = SearchPreferences(text_weight=0.8, limit=2, similarity_threshold=1.0, fusion="rrf")
    result = await service.hybrid("Shuttle", preferences=own)
    assert (result.text_weight, len(result.hits), result.fusion) == (0.8, 2, "rrf")
    assert len((await service.vector("Shuttle", preferences=own)).hits) == 2
    assert (await service.semantic("Shuttle", preferences=own)).hits == ()
    assert (await service.auto("how to lift", preferences=own)).search_type == "hybrid"
