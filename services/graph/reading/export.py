"""A neighbourhood for other tools: CSV, GraphML, and GEXF with the intervals in which facts held."""

import csv
import io
import re
from collections.abc import Iterable
from datetime import datetime

import networkx

from services.models import Entity, Fact, Neighborhood
from services.models.dates import FOREVER

EXACTNESS = ("valid_precision", "valid_text", "invalid_precision", "invalid_text")
"""How exactly `valid_at` and `invalid_at`, the earliest moments, are known."""
COLUMNS = (
    *("subject", "relation", "object", "fact", "valid_at", "invalid_at", "created_at", "expired_at", "sources"),
    *EXACTNESS,
)
FORBIDDEN_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(facts: Iterable[Fact]) -> str:
    """One line a fact. Cells that a spreadsheet would run as a formula begin with an apostrophe."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for fact in facts:
        sources = "; ".join(dict.fromkeys(citation.document_title for citation in fact.citations))
        dates = map(_iso, (fact.valid_at, fact.invalid_at, fact.created_at, fact.expired_at))
        row = (fact.source, fact.relation, fact.target, fact.fact, *dates, sources, *_exactness(fact).values())
        writer.writerow([_cell(value) for value in row])
    return text.getvalue()


def to_graphml(neighborhood: Neighborhood) -> bytes:
    graph = networkx.MultiDiGraph()
    for entity in neighborhood.nodes:
        graph.add_node(str(entity.uuid), **_node(entity))
    for fact in neighborhood.edges:
        dates = {"valid_at": _iso(fact.valid_at), "invalid_at": _iso(fact.invalid_at), **_exactness(fact)}
        graph.add_edge(str(fact.source_uuid), str(fact.target_uuid), key=str(fact.uuid), **_edge(fact), **dates)
    text = io.BytesIO()
    networkx.write_graphml(graph, text)
    return text.getvalue()


def to_gexf(neighborhood: Neighborhood) -> bytes:
    """A dynamic graph: `start` and `end` on each edge are the longest time in which the fact may have held."""
    graph = networkx.MultiDiGraph(mode="dynamic", timeformat="date")
    for entity in neighborhood.nodes:
        node = _node(entity)
        graph.add_node(str(entity.uuid), label=node.pop("name"), **node)
    for fact in neighborhood.edges:
        latest = fact.ended.latest if fact.ended and fact.ended.latest < FOREVER else None
        interval = {"start": _day(fact.valid_at), "end": _day(latest), **_exactness(fact)}
        dated = {key: value for key, value in interval.items() if value}
        graph.add_edge(
            str(fact.source_uuid), str(fact.target_uuid), key=str(fact.uuid), id=str(fact.uuid), **_edge(fact), **dated
        )
    text = io.BytesIO()
    networkx.write_gexf(graph, text, version="1.2draft")
    return text.getvalue()


def _node(entity: Entity) -> dict[str, str]:
    return {"name": _plain(entity.name), "type": _plain(entity.type), "summary": _plain(entity.summary)}


def _edge(fact: Fact) -> dict[str, str]:
    sources = "; ".join(dict.fromkeys(citation.document_title for citation in fact.citations))
    return {"relation": _plain(fact.relation), "fact": _plain(fact.fact), "sources": _plain(sources)}


def _exactness(fact: Fact) -> dict[str, str]:
    return {name: _plain(getattr(fact, name) or "") for name in EXACTNESS}


def _plain(text: str) -> str:
    return FORBIDDEN_IN_XML.sub(" ", text)


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def _iso(moment: datetime | None) -> str:
    return moment.isoformat().replace("+00:00", "Z") if moment else ""


def _day(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""
