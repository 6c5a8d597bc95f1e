"""An entity's summary, made of its facts' sentences: short, one a line, and marked as made so."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.models import SUMMARY_MARK as MARK
from services.text.sentences import content_words, word_overlap

OLDER_MARK = "By rule: "
"""Of graphs of earlier versions, with the sentences one after another."""
MOST_FACTS = 3
ALIKE = 0.6
"""Jaccard overlap of two sentences' content words from which the second adds too little."""
LONGEST_FACT = 240
LONGEST = 600
BATCH = 500
_LEANS = re.compile(r"(?:he|she|it|they|his|her|hers|its|their|this|these|that|those|there)\b", re.IGNORECASE)
FACTS_OF = f"""
    UNWIND $uuids AS uuid
    MATCH (n:Entity {{uuid: uuid}})
    WHERE coalesce(n.summary, '') = '' OR n.summary STARTS WITH '{MARK}' OR n.summary STARTS WITH '{OLDER_MARK}'
    CALL (n) {{
        MATCH (n)-[r:RELATES_TO]-()
        RETURN r
        ORDER BY startNode(r) = n DESC, r.valid_at, r.fact
        LIMIT 12
    }}
    RETURN n.uuid AS uuid, n.name AS name, n.summary AS summary,
           collect([r.fact, startNode(r) = n, {records.epoch_microseconds("r.valid_at")}]) AS facts
"""
WRITE = """
    UNWIND $rows AS row
    MATCH (n:Entity {uuid: row.uuid})
    SET n.summary = row.summary
"""


class SummarisedFact(NamedTuple):
    """A fact as a summary tells it; `is_subject`: the entity is what it speaks of."""

    fact: str
    is_subject: bool
    began: int | None


@dataclass(frozen=True)
class Summaries:
    """Rewrites those that it made; whatever a model or a person wrote stays."""

    graph: PreparedGraph

    async def refresh(self, entities: Collection[UUID]) -> None:
        uuids = sorted(str(uuid) for uuid in entities)
        for start in range(0, len(uuids), BATCH):
            rows = await self.graph.read(FACTS_OF, uuids=uuids[start : start + BATCH])
            changed = [row for found in rows if (row := _changed(found)) is not None]
            if changed:
                await self.graph.write(WRITE, rows=changed)


def _changed(row: records.Row) -> dict[str, str] | None:
    given = row["facts"] if isinstance(row["facts"], list) else []
    summary = summary_of(records.text(row["name"]), [SummarisedFact(*fact) for fact in given])
    return None if summary == records.text(row["summary"]) else {"uuid": records.text(row["uuid"]), "summary": summary}


def summary_of(name: str, facts: Sequence[SummarisedFact]) -> str:
    """The first sentences that say something of it: those that begin with its name first, then by date; of several
    that are alike, one. One that leans on the sentence before it in its document is told only where no other is."""
    told: list[str] = []
    for fact in sorted(facts, key=lambda fact: _order(name, fact)):
        is_new = fact.fact not in told and all(
            word_overlap(content_words(fact.fact), content_words(other)) < ALIKE for other in told
        )
        if told and _LEANS.match(fact.fact):
            continue
        if is_new and len(fact.fact) <= LONGEST_FACT and len(told) < MOST_FACTS:
            told.append(fact.fact)
    text = "\n".join(sentence if sentence[-1] in ".!?" else f"{sentence}." for sentence in told)
    return f"{MARK}{text[:LONGEST]}" if text else ""


def _order(name: str, fact: SummarisedFact) -> tuple[bool, bool, bool, bool, float, str]:
    """A row of a table says little by itself: it comes after all sentences, and so does what leans on another."""
    date = float("inf") if fact.began is None else fact.began
    does_lean, is_row = _LEANS.match(fact.fact) is not None, " | " in fact.fact
    return (does_lean, is_row, not fact.fact.startswith(name), not fact.is_subject, date, fact.fact)
