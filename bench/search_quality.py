"""How good the ranking is on the sample's judgements: ours, the tutorials', and bm25s as the text arm's reference."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

import bm25s
import numpy as np
import snowballstemmer
from pgvector.sqlalchemy import VECTOR
from sqlalchemy import bindparam, text

from services.documents.ingest.preparation import prepare_documents, tidy_draft
from services.documents.reading.readers import read_file
from services.documents.storage import collection_id, store_documents
from services.embedding.factory import open_embedder
from services.embedding.protocol import Embedder
from services.models import SearchMode
from services.sample.corpus import SAMPLE, sample_files
from services.search.judgement_files import read_judgements
from services.search.metrics import measure
from services.search.service import SearchService
from services.settings import Settings
from services.stores.postgres import Database

JUDGED = read_judgements(SAMPLE / "judgements")
CHUNKS = """
    SELECT c.id, d.source, d.title, c.content, tsvector_to_array(c.tsv) AS lexemes, c.tsv::text AS tsv
    FROM chunk AS c JOIN document AS d ON d.id = c.document_id ORDER BY c.id
"""
TUTORIAL = text("""
    SELECT d.source
    FROM chunk AS c JOIN document AS d ON d.id = c.document_id
    ORDER BY 0.7 * (1 - (c.embedding <=> :vector))
             + 0.3 * ts_rank(c.tsv, plainto_tsquery('english', :query)) DESC
    LIMIT 100
""").bindparams(bindparam("vector", type_=VECTOR()))
WORDS = "SELECT word FROM query_terms('english', :query)"

Ranking = Callable[[str], Awaitable[Sequence[str]]]


async def quality(database: Database) -> AsyncIterator[str]:
    settings = Settings(database_url=None, openai_api_key=None, openai_base_url=None, embedding_model="local")
    embedder = open_embedder(settings)
    await _ingest(database, embedder)
    search = SearchService.build(database, embedder, settings)
    contenders = await _contenders(database, embedder, search)
    yield f"Quality on the sample: {len(JUDGED.queries)} judged queries, documents by their best chunk, nDCG@10:"
    yield ""
    yield "| | nDCG@10 |"
    yield "|---|---:|"
    for name, ranking in contenders.items():
        yield f"| {name} | {await _ndcg(ranking):.3f} |"
    await embedder.close()


async def _ingest(database: Database, embedder: Embedder) -> None:
    drafts = [tidy_draft(read_file(path, path.name, max_megabytes=100)) for path in sample_files()]
    prepared = await prepare_documents(drafts, embedder)
    async with database.transaction() as connection:
        collection = await collection_id(connection, "main", "english")
        await store_documents(connection, collection, prepared, "off")


async def _ndcg(ranking: Ranking) -> float:
    rankings = {query.id: list(dict.fromkeys(await ranking(query.query))) for query in JUDGED.queries}
    values = measure(rankings, {query.id: query.grades for query in JUDGED.queries})
    return float(np.mean(list(values["ndcg_10"].values())))


async def _contenders(database: Database, embedder: Embedder, search: SearchService) -> dict[str, Ranking]:
    def mode(name: SearchMode, text_weight: float | None = None) -> Ranking:
        async def ranking(query: str) -> Sequence[str]:
            result = await search.search(query, name, text_weight=text_weight, limit=50)
            return [hit.document_source for hit in result.hits]

        return ranking

    async def tutorial(query: str) -> Sequence[str]:
        vector = await embedder.embed_query(query)
        async with database.connection() as connection:
            return (await connection.scalars(TUTORIAL, {"vector": vector, "query": query})).all()

    return {
        "hybrid, text_weight 0.3": mode("hybrid", 0.3),
        "vector arm alone": mode("hybrid", 0.0),
        "full-text arm alone": mode("hybrid", 1.0),
        **await _by_bm25s(database),
        "cosine + ts_rank as tutorials write it": tutorial,
        "auto": mode("auto"),
    }


async def _by_bm25s(database: Database) -> dict[str, Ranking]:
    async with database.connection() as connection:
        rows = (await connection.execute(text(CHUNKS))).all()
    sources = [row.source for row in rows]
    texts = [f"{row.title}\n{row.content}" for row in rows]
    by_ours = bm25s.BM25(k1=0.9, b=0.4, method="lucene")
    by_ours.index([_repeated(row.tsv) for row in rows], show_progress=False)

    def tokenised(stemmer: object | None) -> Ranking:
        tokeniser = Tokeniser(stemmer)
        index = tokeniser.index(texts)

        async def ranking(query: str) -> Sequence[str]:
            return _found(index, tokeniser.words([query]), sources)

        return ranking

    async def same_words(query: str) -> Sequence[str]:
        async with database.connection() as connection:
            words = (await connection.scalars(text(WORDS), {"query": query})).all()
        return _found(by_ours, [list(dict.fromkeys(words))], sources)

    return {
        "bm25s, its own tokeniser with Snowball stems": tokenised(snowballstemmer.stemmer("english")),
        "bm25s, its own tokeniser without stems": tokenised(None),
        "bm25s, Postgres' lexemes": same_words,
    }


@dataclass(frozen=True)
class Tokeniser:
    """bm25s's own, with its English stop words; `stemmer` None: words as they are written."""

    stemmer: object | None

    def words(self, texts: Sequence[str]) -> list[list[str]]:
        return bm25s.tokenize(texts, stopwords="en", stemmer=self.stemmer, show_progress=False, return_ids=False)

    def index(self, texts: Sequence[str]) -> bm25s.BM25:
        """k1 and b as in Dossier."""
        index = bm25s.BM25(k1=0.9, b=0.4, method="lucene")
        index.index(self.words(texts), show_progress=False)
        return index


def _repeated(tsv: str) -> list[str]:
    """The lexemes of a tsvector, each as often as it has positions."""
    parts = [part.rsplit(":", 1) for part in tsv.split()]
    return [word.strip("'") for word, places in parts for _ in places.split(",")]


def _found(index: bm25s.BM25, tokens: list[list[str]], sources: Sequence[str]) -> Sequence[str]:
    if not any(tokens):
        return []
    chunks, scores = index.retrieve(tokens, k=100, show_progress=False)
    return [sources[i] for i, score in zip(chunks[0], scores[0], strict=True) if score > 0]
