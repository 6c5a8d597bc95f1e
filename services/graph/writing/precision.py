"""Dates of facts that a language model has read, made as exact as the text that they were read from, and no more."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.models import ImpreciseDate, Metadata, dated_fields
from services.text.named_dates import date_from_quote
from services.text.quotes import Place, QuotedText
from services.text.sentences import LINE, spans

DATES = f"""
    UNWIND $uuids AS uuid
    MATCH ()-[r:RELATES_TO {{uuid: uuid}}]->()
    RETURN r.uuid AS uuid, r.fact AS fact, {", ".join(f"r.{name} AS {name}" for name in records.DATE_PROPERTIES)}
"""
SET_DATES = """
    UNWIND $rows AS row
    MATCH ()-[r:RELATES_TO {uuid: row.uuid}]->()
    SET r += row.dates
"""


@dataclass(frozen=True)
class StatedDates:
    """A fact's dates as an episode left them; `moments` are those that Graphiti wrote."""

    uuid: str
    moments: tuple[datetime | None, datetime | None]
    quote: str


@dataclass(frozen=True)
class EpisodePrecision:
    graph: PreparedGraph

    async def set(self, content: str, supported: Iterable[UUID], before: Mapping[UUID, Metadata]) -> None:
        """After an episode: `supported` by its content, `before`: the facts that were there, as they were.

        Dates that the episode has not touched stay as they are. An end that it gave to another fact is the beginning
        of the fact that took its place, as exactly as that is told.
        """
        new = {str(uuid) for uuid in supported if uuid not in before}
        rows = await self.graph.read(DATES, uuids=[*new, *map(str, before)])
        quoted = QuotedText(content)
        told = [_stated_dates(row, content, quoted) for row in rows if row["uuid"] in new]
        began = {fact.moments[0]: date_from_quote(fact.moments[0], fact.quote) for fact in told if fact.moments[0]}
        written = [_dates(fact) for fact in told]
        for row in rows:
            if row["uuid"] not in new:
                written += _touched(row, before[UUID(records.text(row["uuid"]))], began, content)
        if written:
            await self.graph.write(SET_DATES, rows=written)


def _stated_dates(row: records.Row, content: str, quoted: QuotedText) -> StatedDates:
    passage = quoted.locate(None, records.text(row["fact"]))
    moments = records.moment(row["valid_at"]), records.moment(row["invalid_at"])
    told = content if passage.located == "beginning" else whole_sentences(content, passage)
    return StatedDates(records.text(row["uuid"]), moments, told)


def whole_sentences(content: str, passage: Place) -> str:
    """A fact that stands literally in its sentence is dated by what stands before and after it, too."""
    ends = [(start, end) for line in LINE.finditer(content) for start, end in spans(content, *line.span())]
    start = max((start for start, _ in ends if start <= passage.start_offset), default=passage.start_offset)
    end = min((end for _, end in ends if end >= passage.end_offset), default=passage.end_offset)
    return content[start:end]


def _dates(fact: StatedDates) -> dict[str, object]:
    began, ended = fact.moments
    return date_row(
        fact.uuid,
        date_from_quote(began, fact.quote) if began else None,
        date_from_quote(ended, fact.quote, is_end=True) if ended else None,
    )


def _touched(
    row: records.Row, before: Metadata, began: Mapping[datetime, ImpreciseDate], content: str
) -> Iterable[dict[str, object]]:
    """A fact that was there: only what differs from before is dated anew, the rest put back as it was."""
    old = records.validity(before)
    start, end = old.began, old.ended
    valid_at, invalid_at = records.moment(row["valid_at"]), records.moment(row["invalid_at"])
    if valid_at != old.valid_at:
        start = date_from_quote(valid_at, content) if valid_at else None
    if invalid_at != old.invalid_at:
        told = invalid_at and began.get(invalid_at)
        end = told or (date_from_quote(invalid_at, content, is_end=True) if invalid_at else None)
    yield date_row(records.text(row["uuid"]), start, end)


def date_row(uuid: str, began: ImpreciseDate | None, ended: ImpreciseDate | None) -> dict[str, object]:
    """A fact's dates as SET_DATES takes them: null removes a property."""
    dates = records.date_properties(records.validity(dated_fields(began, ended)))
    return {"uuid": uuid, "dates": dates}
