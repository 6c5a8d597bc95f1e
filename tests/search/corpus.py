"""Documents put straight into the tables: search is tested without the ingest path."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import insert, select
from sqlalchemy.dialects.postgresql import insert as insert_or_skip

from services.embedding.protocol import Embedder
from services.stores.postgres import Database
from services.stores.tables import chunk, collection, document


@dataclass(frozen=True)
class Text:
    """A document; several passages become several chunks."""

    source: str
    passages: Sequence[str]
    title: str = ""
    metadata: dict[str, object] = field(default_factory=dict)
    reference_time: datetime | None = None
    collection: str = "main"
    language: str = "english"


def text(source: str, *passages: str, **more: object) -> Text:
    return Text(source, passages, **more)


async def store(database: Database, embedder: Embedder, *texts: Text) -> dict[str, UUID]:
    """Document ids by source."""
    ids = {item.source: uuid4() for item in texts}
    for item in texts:
        vectors = await embedder.embed_chunks([f"{item.title} {passage}" for passage in item.passages])
        async with database.transaction() as connection:
            await connection.execute(
                insert_or_skip(collection).values(name=item.collection, language=item.language).on_conflict_do_nothing()
            )
            found = select(collection.c.id).where(collection.c.name == item.collection)
            collection_id = (await connection.execute(found)).scalar_one()
            await connection.execute(
                insert(document).values(
                    id=ids[item.source],
                    collection_id=collection_id,
                    title=item.title,
                    source=item.source,
                    content="\n".join(item.passages),
                    content_hash=item.source,
                    metadata=item.metadata,
                    reference_time=item.reference_time,
                )
            )
            await connection.execute(
                insert(chunk).values(
                    [
                        {
                            "document_id": ids[item.source],
                            "collection_id": collection_id,
                            "chunk_index": number,
                            "content": passage,
                            "start_offset": 0,
                            "end_offset": len(passage),
                            "token_count": len(passage.split()),
                            "embedding": vector,
                            "tsv": "",
                        }
                        for number, (passage, vector) in enumerate(zip(item.passages, vectors, strict=True))
                    ]
                )
            )
    return ids


def random_texts(count: int, seed: int) -> list[Text]:
    """Words of very different frequency, lengths of very different size, some texts twice."""
    dice = random.Random(seed)
    words = [f"word{number}" for number in range(300)]
    frequencies = [1 / (number + 1) for number in range(300)]
    texts = [
        text(f"random-{number}", " ".join(dice.choices(words, frequencies, k=dice.randint(3, 80))))
        for number in range(count)
    ]
    return [*texts, *(text(f"copy-{item.source}", *item.passages) for item in texts[:5])]


def random_queries(count: int, seed: int) -> list[str]:
    dice = random.Random(seed)
    return [
        " ".join(f"word{min(299, int(dice.expovariate(0.05)))}" for _ in range(dice.randint(1, 8)))
        for _ in range(count)
    ]
