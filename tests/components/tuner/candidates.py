"""Candidates of a made-up query, for what ranks them without a database."""

from collections.abc import Sequence
from uuid import UUID

from services.models import Citation
from services.search.models import Arms, Candidates, Passage, TunedQuery


def chunk_id(number: int) -> UUID:
    return UUID(int=number)


def candidates(*scores: tuple[float, float], text_bound: float = 10.0, arms: Arms = "both") -> Candidates:
    """One for each (cosine, BM25), with chunk ids 0, 1, 2 …"""
    return Candidates(
        query="who flew it",
        chunk_ids=tuple(chunk_id(i) for i in range(len(scores))),
        document_ids=tuple(UUID(int=100 + i) for i in range(len(scores))),
        vector_similarities=tuple(vector for vector, _ in scores),
        text_scores=tuple(words for _, words in scores),
        text_bound=text_bound,
        arms=arms,
    )


def tuned(found: Candidates, titles: Sequence[str] = ()) -> TunedQuery:
    """With a passage for each candidate; of one title, the passages are of one document."""
    passages = {}
    for i, chunk in enumerate(found.chunk_ids):
        title = titles[i] if titles else f"Title {i}"
        document = UUID(int=1000 + (list(titles).index(title) if titles else i))
        citation = Citation(
            document_id=document,
            chunk_id=chunk,
            document_title=title,
            document_source=f"{title}.md",
            start_offset=10 * i,
            end_offset=10 * i + 9,
            quote="a passage",
        )
        passages[chunk] = Passage(
            chunk_id=chunk, document_id=document, chunk_index=i, content="a passage", metadata={}, citation=citation
        )
    return TunedQuery(candidates=found, passages=passages)
