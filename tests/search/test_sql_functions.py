"""The SQL functions against plain Python, and against the service, hit for hit."""

import math

import pytest
from pgvector import Vector
from sqlalchemy import text as sql

from tests.search.corpus import random_queries, random_texts, store, text

QUERIES = ["RS-25 engines", "LC-39A", '"heavy lift" rocket', "who commanded the Shuttle", "zebra", "the of and"]


async def rows(database, statement, **arguments):
    async with database.connection() as connection:
        return (await connection.execute(sql(statement), arguments)).all()


async def hybrid_rows(database, embedder, query, count, weight):
    vector = Vector(await embedder.embed_query(query)).to_text()
    call = "SELECT * FROM hybrid_search(CAST(:v AS vector), :q, :n, :w)"
    return await rows(database, call, v=vector, q=query, n=count, w=weight)


async def match_rows(database, embedder, query, count):
    vector = Vector(await embedder.embed_query(query)).to_text()
    return await rows(database, "SELECT * FROM match_chunks(CAST(:v AS vector), :n)", v=vector, n=count)


async def test_the_functions_have_the_promised_signatures(database):
    found = await rows(
        database,
        "SELECT proname, pg_get_function_arguments(oid) AS arguments FROM pg_proc"
        " WHERE proname IN ('match_chunks', 'hybrid_search') ORDER BY proname",
    )
    assert [tuple(row) for row in found] == [
        ("hybrid_search", "query_embedding vector, query_text text, match_count integer, text_weight double precision"),
        ("match_chunks", "query_embedding vector, match_count integer"),
    ]


async def test_hybrid_search_returns_the_promised_columns(database, embedder, space):
    first = (await hybrid_rows(database, embedder, "RS-25", 3, 0.3))[0]
    assert set(first._fields) == {
        "chunk_id", "document_id", "content", "combined_score", "vector_similarity", "text_similarity", "metadata",
        "document_title", "document_source",
    }  # fmt: skip


@pytest.mark.parametrize("weight", [0.0, 0.3, 0.75, 1.0])
async def test_hybrid_search_agrees_with_the_service_hit_for_hit(database, embedder, service, space, weight):
    for query in QUERIES:
        await assert_same(database, embedder, service, query, weight)


async def test_hybrid_search_agrees_with_the_service_on_random_data(database, embedder, service, random_corpus):
    for number, query in enumerate(random_queries(25, seed=8)):
        await assert_same(database, embedder, service, query, number % 11 / 10)


async def assert_same(database, embedder, service, query, weight):
    ours = (await service.hybrid(query, text_weight=weight, limit=20)).hits
    theirs = await hybrid_rows(database, embedder, query, 20, weight)
    assert [hit.chunk_id for hit in ours] == [row.chunk_id for row in theirs], (query, weight)
    for hit, row in zip(ours, theirs, strict=True):
        assert hit.combined_score == pytest.approx(row.combined_score, abs=1e-12)
        assert hit.text_similarity == pytest.approx(row.text_similarity, abs=1e-12)
        assert hit.content == row.content
        assert row.metadata.items() <= hit.metadata.items()
        assert (hit.document_title, hit.document_source) == (row.document_title, row.document_source)


async def test_match_chunks_agrees_with_vector_search(database, embedder, service, random_corpus):
    for query in random_queries(10, seed=2):
        ours = (await service.vector(query, limit=15)).hits
        theirs = await match_rows(database, embedder, query, 15)
        assert [hit.chunk_id for hit in ours] == [row.chunk_id for row in theirs]
        assert [hit.vector_similarity for hit in ours] == pytest.approx([row.similarity for row in theirs])


async def test_text_scores_are_bm25(database, service, random_corpus):
    """Reckoned again from the tsvectors in plain Python: term frequencies come back exactly from ts_rank."""
    chunks = await rows(database, "SELECT id, tsv::text AS tsv, lexeme_count FROM chunk")
    frequencies = {row.id: term_frequencies(row.tsv) for row in chunks}
    lengths = {row.id: row.lexeme_count for row in chunks}
    assert lengths == {chunk_id: sum(counts.values()) for chunk_id, counts in frequencies.items()}
    repeated = [f"{query} {query.split()[0]}" for query in random_queries(3, seed=9)]
    for query in [*random_queries(10, seed=5), *repeated]:
        found = await service.source.fetch(query, None)
        expected = bm25(query.split(), frequencies, k1=0.9, b=0.4)
        best = sorted(expected.values(), reverse=True)[:100]
        assert sorted(found.text_scores, reverse=True) == pytest.approx(best, rel=1e-5)
        assert found.text_scores == pytest.approx([expected[chunk_id] for chunk_id in found.chunk_ids], rel=1e-5)


def term_frequencies(tsv: str) -> dict[str, int]:
    return {part.split(":")[0].strip("'"): part.count(",") + 1 for part in tsv.split()}


def bm25(words, frequencies, k1, b):
    count = len(frequencies)
    average = sum(sum(counts.values()) for counts in frequencies.values()) / count
    scores = {}
    for chunk_id, counts in frequencies.items():
        length = k1 * (1 - b + b * sum(counts.values()) / average)
        for word in filter(counts.__contains__, words):
            having = sum(word in other for other in frequencies.values())
            idf = math.log(1 + (count - having + 0.5) / (having + 0.5))
            scores[chunk_id] = scores.get(chunk_id, 0) + idf * counts[word] * (k1 + 1) / (counts[word] + length)
    return scores


@pytest.mark.parametrize("repeats", [1, 2, 3, 17, 100, 255])
async def test_any_term_frequency_comes_back_from_ts_rank(database, repeats):
    found = await rows(
        database,
        "SELECT round(1 / (1.6449340668482264 * (1 - ts_rank('{1,1,1,1}', to_tsvector('simple', repeat('a ', :n)),"
        " 'a'))) - 0.5) AS frequency",
        n=repeats,
    )
    assert found[0].frequency == repeats


async def test_k1_and_b_move_the_scores(database, embedder, random_corpus, service):
    from services.search.candidates import CandidateSource

    query = "word0 word3 word40"
    plain = text_scores(await service.source.fetch(query, None))
    for k1, b in ((2.0, 0.4), (0.9, 0.0)):
        other = text_scores(await CandidateSource(database, k1=k1, b=b).fetch(query, None))
        assert any(abs(score - plain.get(chunk_id, 0)) > 0.01 for chunk_id, score in other.items())


def text_scores(found):
    return dict(zip(found.chunk_ids, found.text_scores, strict=True))


async def test_the_sql_functions_read_k1_and_b_from_the_session(database, embedder, random_corpus):
    vector = Vector(await embedder.embed_query("word40 word2")).to_text()
    call = sql("SELECT * FROM hybrid_search(CAST(:v AS vector), 'word40 word2', 20, 1)")
    async with database.transaction() as connection:
        plain = (await connection.execute(call, {"v": vector})).all()
        await connection.execute(sql("SELECT set_config('dossier.bm25_b', '1', true)"))
        assert (await connection.execute(call, {"v": vector})).all() != plain


async def test_a_large_collection_goes_through_the_index_and_finds_the_same(database, embedder, service):
    """Few rows counted as many: vectors by the index, only rare words open, every candidate still scored exactly."""
    await store(database, embedder, *random_texts(250, seed=3))
    query = "word7 word90 word200"
    vector = await embedder.embed_query(query)
    exact = await service.source.fetch(query, vector)
    async with database.transaction() as connection:
        await connection.execute(sql("UPDATE collection SET chunk_count = 100000"))
    by_index = await service.source.fetch(query, vector)
    known = dict(zip(exact.chunk_ids, exact.vector_similarities, strict=True))
    measured = dict(zip(by_index.chunk_ids, by_index.vector_similarities, strict=True))
    shared = known.keys() & measured.keys()
    assert len(shared) > 0.9 * len(measured)
    assert all(measured[chunk_id] == known[chunk_id] for chunk_id in shared)


async def lexemes(database):
    found = await rows(database, "SELECT word, document_frequency FROM lexeme")
    return {row.word: row.document_frequency for row in found}


async def counts(database):
    return tuple((await rows(database, "SELECT chunk_count, lexeme_count FROM collection"))[0])


async def recounted(database):
    async with database.transaction() as connection:
        await connection.execute(sql("SELECT recount_collection(id) FROM collection"))
    return await lexemes(database), await counts(database)


async def test_counts_follow_what_is_added_changed_and_deleted(database, embedder, space):
    steps = [
        "DELETE FROM document WHERE source = 'engines.md'",
        "UPDATE chunk SET content = 'entirely other words' WHERE content LIKE 'A heavy%'",
        "UPDATE chunk SET embedding = embedding",
        "DELETE FROM chunk WHERE chunk_index = 1",
    ]
    for statement in steps:
        async with database.transaction() as connection:
            await connection.execute(sql(statement))
        kept = await lexemes(database), await counts(database)
        assert kept == await recounted(database), statement
    assert "entir" in await lexemes(database)
    assert "hydrogen" not in await lexemes(database)


async def test_a_deleted_collection_leaves_no_words(database, space):
    async with database.transaction() as connection:
        await connection.execute(sql("DELETE FROM collection"))
    assert await lexemes(database) == {}


async def test_a_title_is_found_with_every_chunk_and_counts_once(database, embedder):
    await store(
        database,
        embedder,
        text("a", "Zarya was first.", "Unity was second.", title="Station modules"),
        text("b", "# Station modules\nin words", title="Station modules"),
    )
    found = await rows(database, "SELECT lexeme_count, tsv @@ 'modul' AS has_title FROM chunk ORDER BY content")
    assert all(row.has_title for row in found)
    assert found[0].lexeme_count == 3


async def test_two_ingests_at_once_do_not_deadlock(database, embedder):
    import asyncio

    forward, backward = random_texts(60, seed=1), random_texts(60, seed=1)[::-1]
    renamed = [text(f"other-{item.source}", *item.passages) for item in backward]
    await asyncio.gather(store(database, embedder, *forward), store(database, embedder, *renamed))
    assert (await lexemes(database), await counts(database)) == await recounted(database)
