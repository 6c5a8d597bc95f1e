"""Which lowest similarity suits semantic search with the local model, on the sample's judged queries.

    python bench/similarity_threshold.py

The finding is in docs/decisions/similarity-threshold.md.
"""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from services.documents.ingest.preparation import PreparedDocument, prepare_documents
from services.documents.reading.readers import read_file
from services.embedding.minilm import MiniLM, open_minilm
from services.sample.corpus import SAMPLE, sample_files
from services.search.judgement_files import read_judgements

RELEVANT = 2
THRESHOLDS = [round(0.2 + 0.05 * step, 2) for step in range(9)]
ELSEWHERE = (
    "how to bake sourdough bread",
    "quarterly revenue of a retail bank",
    "treatment of type 2 diabetes in adults",
    "python asyncio event loop is closed",
    "the rules of cricket",
    "tenant rights when a lease ends",
    "best hiking trails in the Alps",
    "history of the Roman senate",
    "how do vaccines work",
    "fix a leaking kitchen tap",
)


@dataclass(frozen=True)
class Similarities:
    """Of one query to each document's best passage."""

    relevant: list[float]
    others: list[float]


async def main() -> None:
    embedder = open_minilm(Path("data") / "models")
    documents = await prepare_documents([read_file(path, path.name) for path in sample_files()], embedder)
    judged = [
        await similarities(embedder, documents, query.query, query.grades)
        for query in read_judgements(SAMPLE / "judgements").queries
    ]
    for threshold in THRESHOLDS:
        print(line(judged, threshold))
    for query in ELSEWHERE:
        found = await similarities(embedder, documents, query, {})
        print(f"{max(found.others):.2f}  {query}")
    await embedder.close()


async def similarities(
    embedder: MiniLM, documents: Sequence[PreparedDocument], query: str, grades: dict[str, int]
) -> Similarities:
    vector = np.array(await embedder.embed_query(query), np.float32)
    best = {document.draft.source: float((document.vectors @ vector).max()) for document in documents}
    return Similarities(
        [value for source, value in best.items() if grades.get(source, 0) >= RELEVANT],
        [value for source, value in best.items() if grades.get(source, 0) == 0],
    )


def line(judged: Sequence[Similarities], threshold: float) -> str:
    relevant = np.array([value for query in judged for value in query.relevant])
    others = np.array([value for query in judged for value in query.others])
    lost = sum(max(query.relevant, default=1) < threshold for query in judged)
    shown = ((relevant >= threshold).sum() + (others >= threshold).sum()) / len(judged)
    kept = f"relevant kept {(relevant >= threshold).mean():.0%}, others {(others >= threshold).mean():.0%}"
    return f"{threshold:.2f}  {kept}, queries that lose all {lost}, documents shown {shown:.1f}"


if __name__ == "__main__":
    asyncio.run(main())
