"""What a language model has read goes through the same gate as what a rule has read: what fails waits for a person."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from services.graph import records
from services.graph.by_rule.gate import NOT_LITERAL, Gate
from services.graph.prepared import PreparedGraph
from services.graph.provenance.ledger import Ledger
from services.graph.writing.episodes import Episodes
from services.graph.writing.precision import whole_sentences
from services.models import Document, FactDraft, Refusal
from services.text.quotes import QuotedText

STATED = f"""
    UNWIND $uuids AS uuid
    MATCH (s)-[r:RELATES_TO {{uuid: uuid}}]->(t)
    RETURN r.uuid AS uuid, r.name AS relation, r.fact AS fact, s.name AS subject, t.name AS object,
           COLLECT {{ MATCH (m:MergedEntity {{merged_into: s.uuid}}) RETURN m.name }} AS subject_names,
           COLLECT {{ MATCH (m:MergedEntity {{merged_into: t.uuid}}) RETURN m.name }} AS object_names,
           {", ".join(f"r.{name} AS {name}" for name in records.DATE_PROPERTIES)}
"""


@dataclass(frozen=True)
class ModelGate:
    graph: PreparedGraph
    episodes: Episodes
    ledger: Ledger

    async def take_out_refused(
        self, document: Document, episode: UUID, facts: Sequence[UUID]
    ) -> Mapping[UUID, Refusal]:
        """Take those of the episode's new facts that its document does not say out of the graph again, with the ends
        that they alone gave to other facts."""
        rows = await self.graph.read(STATED, uuids=[str(fact) for fact in facts]) if facts else []
        quoted = QuotedText(document.content)
        drafts = {UUID(records.text(row["uuid"])): _draft(row, document, quoted) for row in rows}
        names = {name: others for row in rows for name, others in _names(row).items()}
        gate = Gate(document, names)
        reasons = {uuid: NOT_LITERAL if not one.quote else gate.reason_against(one) for uuid, one in drafts.items()}
        waiting = {uuid: drafts[uuid] for uuid, reason in reasons.items() if reason}
        if waiting:
            await self._undo(episode, waiting.values(), [one for u, one in drafts.items() if u not in waiting])
            await self.episodes.drop(episode, [*waiting])
        return {
            uuid: Refusal(sentence=one.quote or one.fact, reason=reasons[uuid], draft=one)
            for uuid, one in waiting.items()
        }

    async def _undo(self, episode: UUID, waiting: Iterable[FactDraft], passed: Iterable[FactDraft]) -> None:
        """Graphiti ends a fact when the one that takes its place begins."""
        theirs = {one.valid_at for one in waiting} - {one.valid_at for one in passed}
        ended = [
            change
            for change in await self.ledger.of_episodes([episode])
            if change.kind == "retired" and records.moment(change.after.get("invalid_at")) in theirs
        ]
        for change in ended:
            await self.ledger.put_back(change)


def _draft(row: records.Row, document: Document, quoted: QuotedText) -> FactDraft:
    """Its quote is the sentence that says most of it; none where the document says hardly a word of it."""
    passage = quoted.locate(None, records.text(row["fact"]))
    is_found = passage.located != "beginning"
    return FactDraft(
        subject=records.text(row["subject"]),
        relation=records.text(row["relation"]),
        object=records.text(row["object"]),
        fact=records.text(row["fact"]),
        quote=whole_sentences(document.content, passage) if is_found else None,
        origin="model",
        **records.dates(row),
    )


def _names(row: records.Row) -> dict[str, list[str]]:
    return {records.text(row[end]): records.texts(row[f"{end}_names"]) for end in ("subject", "object")}
