"""Hits, facts and citations for tests that need no store."""

from datetime import UTC, datetime
from uuid import UUID, uuid5

from services.models import Citation, Fact, Hit

SPACE = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")


def named(name: str) -> UUID:
    return uuid5(SPACE, name)


def day(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


def citation(title: str, quote: str, start: int = 0) -> Citation:
    document = named(title)
    return Citation(
        document_id=document,
        chunk_id=named(f"{title} {start}"),
        document_title=title,
        document_source=f"{title}.md",
        start_offset=start,
        end_offset=start + len(quote),
        quote=quote,
    )


def hit(title: str, content: str, score: float = 0.5, start: int = 0) -> Hit:
    cited = citation(title, content, start)
    return Hit(
        chunk_id=cited.chunk_id or named("chunk"),
        document_id=cited.document_id,
        content=content,
        combined_score=score,
        vector_similarity=score,
        text_similarity=score,
        metadata={},
        document_title=title,
        document_source=cited.document_source,
        citation=cited,
    )


def fact(
    text: str,
    source: str,
    target: str,
    valid_at: str | None = None,
    invalid_at: str | None = None,
    relation: str = "LED_BY",
    title: str | None = None,
) -> Fact:
    return Fact(
        uuid=named(text),
        fact=text,
        relation=relation,
        source=source,
        target=target,
        source_uuid=named(source),
        target_uuid=named(target),
        valid_at=day(valid_at),
        invalid_at=day(invalid_at),
        created_at=None,
        expired_at=None,
        citations=(citation(title, text),) if title else (),
    )
