"""Facts out of plain text: Graphiti's `add_episode` with a language model, watched by the ledger."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from services.graph import records
from services.graph.graphiti.client import GraphitiSearch
from services.graph.names import part_uuid
from services.graph.prepared import PreparedGraph
from services.graph.provenance.citations import Citations, Statement
from services.graph.provenance.ledger import Ledger
from services.graph.viewpoint import now
from services.graph.writing.episodes import Episode, EpisodeContent, Episodes
from services.graph.writing.model_gate import ModelGate
from services.graph.writing.precision import EpisodePrecision
from services.graph.writing.transaction import Transaction
from services.models import Document, ReadingSummary, Refusal
from services.text.sentences import LINE, spans

LONGEST_PART = 12_000
"""Characters that one call of the language model reads; longer documents become several episodes."""
MOST_REFUSALS = 50
"""Of a document, kept for the review; the others are counted."""
EXAMPLES = """
    MATCH (n:Entity)
    UNWIND labels(n) AS label
    WITH label, n WHERE label <> 'Entity'
    WITH label, count(n) AS count, collect(n.name)[0..4] AS names
    RETURN label, names
    ORDER BY count DESC
    LIMIT 12
"""
MARK = """
    MATCH (e:Episodic {uuid: $uuid})
    SET e.document_id = $document_id
"""
NEW_FACTS = """
    UNWIND $uuids AS uuid
    MATCH ()-[r:RELATES_TO {uuid: uuid}]->()
    SET r.origin = 'model', r.expired_at = CASE WHEN r.invalid_at IS NULL THEN r.expired_at END
"""
"""Of new facts: a language model stated them. Graphiti takes one that has an end for one that nobody believes any
longer: it is known, with its end."""


@dataclass(frozen=True)
class ExtractedPart:
    """Of a document: what it states, and what of it waits for a person."""

    statements: Sequence[Statement]
    refused: Sequence[Refusal]


@dataclass(frozen=True)
class Extraction:
    graph: PreparedGraph
    graphiti: GraphitiSearch
    episodes: Episodes
    citations: Citations
    ledger: Ledger
    precision: EpisodePrecision
    gate: ModelGate
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # Graphiti wants one episode after the other

    async def extract(self, document: Document) -> int:
        async with self._lock:
            try:
                read = [await self._add(document, *part) for part in enumerate(content_parts(document.content))]
            except BaseException:
                await self.episodes.remove(document.id)
                raise
        statements = [statement for part in read for statement in part.statements]
        refused = [refusal for part in read for refusal in part.refused]
        count = len({statement.fact_uuid for statement in statements})
        await self.episodes.set_reading(document.id, _reading_summary(document, count, refused))
        await self.citations.write(document, statements)
        return count

    async def _add(self, document: Document, number: int, content: str) -> "ExtractedPart":
        opened = await self.graphiti.open()
        episode = Episode(part_uuid(document.id, number), document, content, f"{document.source} (language model)")
        previous = part_uuid(document.id, number - 1) if number else None
        async with Transaction(self.graph) as writes:
            await self.episodes.write([EpisodeContent(episode, (), (), now())], writes)
        added = await opened.add_episode(episode, previous, await self._types())
        await self.graph.write(MARK, uuid=str(episode.uuid), document_id=str(document.id))
        await self.graph.name_entities()
        await self.graph.write(NEW_FACTS, uuids=[str(uuid) for uuid in added.supported if uuid not in added.before])
        await self.precision.set(content, added.supported, added.before)
        after = await self.ledger.states(list(added.before))
        await self.ledger.record(added.before, after, episode.uuid, document.id)
        refused = await self.gate.take_out_refused(
            document, episode.uuid, [u for u in added.supported if u not in added.before]
        )
        passed = [(fact, text) for fact, text in added.supported.items() if fact not in refused]
        return ExtractedPart(
            [Statement(fact, text, None, episode.uuid) for fact, text in passed],
            [refusal for fact, refusal in refused.items() if fact not in added.before],
        )

    async def _types(self) -> dict[str, list[str]]:
        """The types that the graph has, with examples, so that new entities are typed like the old ones."""
        rows = await self.graph.read(EXAMPLES)
        return {records.text(row["label"]): records.texts(row["names"]) for row in rows}


def _reading_summary(document: Document, fact_count: int, refused: Sequence[Refusal]) -> ReadingSummary:
    return ReadingSummary(
        fact_count=fact_count,
        entity_count=0,
        sentence_count=sum(
            1 for line in LINE.finditer(document.content) for _ in spans(document.content, *line.span())
        ),
        refused_count=len(refused),
        refused=tuple(refused[:MOST_REFUSALS]),
        by="model",
    )


def content_parts(content: str) -> Iterator[str]:
    """Cut at paragraphs where possible, at white space where not, at the limit where there is none."""
    rest = content.strip()
    while len(rest) > LONGEST_PART:
        cut = max(rest.rfind("\n\n", 0, LONGEST_PART), 0) or _last_space(rest) or LONGEST_PART
        yield rest[:cut].strip()
        rest = rest[cut:].strip()
    if rest:
        yield rest


def _last_space(text: str) -> int:
    spaces = [match.start() for match in re.finditer(r"\s", text[:LONGEST_PART])]
    return spaces[-1] if spaces else 0
