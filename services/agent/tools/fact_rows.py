"""Facts as the graph's tools hand them over: a row each, or a line for the model to read."""

from datetime import datetime

from pydantic import JsonValue
from pydantic_ai import RunContext

from services.agent.deps import ResearchDeps
from services.models import Fact
from services.text.wording import as_sentence, citation_title, relation_words, validity


def fact_row(ctx: RunContext[ResearchDeps], fact: Fact) -> JsonValue:
    return {
        "fact": fact.fact,
        "uuid": str(fact.uuid),
        **validity_fields(fact),
        "relation": fact.relation,
        "source": fact.source,
        "target": fact.target,
        "sources": _sources(ctx, fact),
    }


def timeline_row(ctx: RunContext[ResearchDeps], fact: Fact) -> JsonValue:
    return {
        "fact": fact.fact,
        "uuid": str(fact.uuid),
        **validity_fields(fact),
        **({"began_before": True} if fact.began_before else {}),
        "sources": _sources(ctx, fact),
    }


def validity_fields(fact: Fact) -> dict[str, JsonValue]:
    """The earliest moments, and beside them how exact they are and the source's words."""
    return {
        "valid_at": _iso(fact.valid_at),
        "invalid_at": _iso(fact.invalid_at),
        "valid_precision": fact.valid_precision,
        "invalid_precision": fact.invalid_precision,
        "valid_text": fact.valid_text,
        "invalid_text": fact.invalid_text,
    }


def search_row(ctx: RunContext[ResearchDeps], fact: Fact) -> JsonValue:
    return {
        "fact": fact.fact,
        "uuid": str(fact.uuid),
        **validity_fields(fact),
        "source_node_uuid": str(fact.source_uuid),
        "sources": _sources(ctx, fact),
    }


def _sources(ctx: RunContext[ResearchDeps], fact: Fact) -> list[JsonValue]:
    """The documents that state it, each with the number under which the run knows the passage."""
    return [f"[{ctx.deps.citations.number(citation)}] {citation_title(citation)}" for citation in fact.citations]


def relationship_line(ctx: RunContext[ResearchDeps], fact: Fact) -> str:
    titles = ", ".join(dict.fromkeys(citation_title(citation) for citation in fact.citations))
    source = f" Source: {titles} {ctx.deps.citations.markers(fact.citations)}" if titles else " Source: none recorded"
    relation = relation_words(fact.relation)
    return f"- {fact.source} —{relation}→ {fact.target} ({_when(fact)}): {as_sentence(fact.fact)}{source}"


def _when(fact: Fact) -> str:
    return f"{validity(fact)}; may have held then" if fact.certainty == "may_have_held" else validity(fact)


def _iso(value: datetime | None) -> str | None:
    return value.isoformat().replace("+00:00", "Z") if value else None
