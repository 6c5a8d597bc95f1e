"""Which relevance floor suits the local model: on the sample's judged queries and on texts of two other subjects.

    python -m bench.relevance_floor

A hit is relevant when its document is judged so. The finding is in docs/decisions/relevance-floor.md.
"""

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.judged_questions import judged_collection
from bench.search import own_database
from services.documents.ingest.preparation import prepare_documents, tidy_draft
from services.documents.reading.readers import read_file
from services.documents.storage import collection_id, store_documents
from services.embedding.minilm import MiniLM, open_minilm
from services.models import SearchResult
from services.sample.corpus import SAMPLE, sample_files
from services.search.judgement_files import read_judgements
from services.search.service import SearchService
from services.settings import Settings
from services.stores.embedded.postgres import EmbeddedPostgres
from services.stores.postgres import Database

RELEVANT = 2
FLOORS = [round(0.16 + 0.02 * step, 2) for step in range(9)]
OF_OTHER_SUBJECTS = (
    "baking sourdough bread with rye",
    "quarterly revenue of a retail bank",
    "python asyncio event loop is closed",
    "the rules of cricket",
    "tenant rights when a lease ends",
    "best hiking trails in the Alps",
    "history of the Roman senate",
    "fix a leaking kitchen tap",
    "how to prune an apple tree in winter",
    "chords of a twelve bar blues in E",
)


@dataclass(frozen=True)
class Asked:
    """`relevant` are sources of documents; none: the collection cannot answer."""

    query: str
    relevant: frozenset[str]


async def main() -> None:
    embedder = open_minilm(Path("data") / "models")
    with tempfile.TemporaryDirectory(prefix="dossier-bench-") as folder:
        server = EmbeddedPostgres(Path(folder))
        await server.ensure_running()
        try:
            for name, documents, questions in subjects():
                async with own_database(server, name) as database:
                    await fill(database, documents, embedder)
                    search = SearchService.build(database, embedder, Settings())
                    print("\n".join([line async for line in report(name, search, questions)]), flush=True)
        finally:
            await server.close()
    await embedder.close()


def subjects() -> Iterator[tuple[str, Sequence[Path], Sequence[Asked]]]:
    judged = [
        Asked(query.query, frozenset(source for source, grade in query.grades.items() if grade >= RELEVANT))
        for query in read_judgements(SAMPLE / "judgements").queries
    ]
    yield "sample", list(sample_files()), [*judged, *(Asked(query, frozenset()) for query in OF_OTHER_SUBJECTS)]
    for name in ("company", "medicine"):
        collection = judged_collection(name)
        asked = [
            Asked(one.prompt, frozenset(one.relevant)) for one in collection.questions if one.cites and not one.follows
        ]
        yield name, collection.documents, [*asked, *(Asked(query, frozenset()) for query in OF_OTHER_SUBJECTS)]


async def fill(database: Database, documents: Sequence[Path], embedder: MiniLM) -> None:
    prepared = await prepare_documents([tidy_draft(read_file(path, path.name)) for path in documents], embedder)
    async with database.transaction() as opened:
        await store_documents(opened, await collection_id(opened, "main", "english"), prepared, "off")


async def report(name: str, search: SearchService, questions: Sequence[Asked]) -> AsyncIterator[str]:
    found = [(asked, await search.hybrid(asked.query, limit=10)) for asked in questions]
    for floor in FLOORS:
        floored = replace(search, relevance_floor=floor)
        counts = Counter[str]()
        for asked, before in found:
            counts += counted(asked, before, await floored.relevant(before))
        yield (
            f"{name} {floor:.2f}: relevant hits lost {counts['lost']} of {counts['relevant']}, "
            f"hits of unanswerable questions dropped {counts['dropped']} of {counts['hits']}, "
            f"questions left without any {counts['silent']} of {counts['unanswerable']}"
        )


def counted(asked: Asked, before: SearchResult, after: SearchResult) -> Counter[str]:
    if not asked.relevant:
        dropped, silent = len(before.hits) - len(after.hits), int(not after.hits)
        return Counter(hits=len(before.hits), dropped=dropped, silent=silent, unanswerable=1)
    relevant, kept = (sum(hit.document_source in asked.relevant for hit in one.hits) for one in (before, after))
    return Counter(relevant=relevant, lost=relevant - kept)


if __name__ == "__main__":
    asyncio.run(main())
