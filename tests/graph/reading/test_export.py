"""Exports, opened with networkx as their users do."""

import csv
import io
from datetime import UTC, datetime
from uuid import UUID

import networkx

from services.graph.reading.export import to_csv, to_gexf, to_graphml
from services.models import Entity, Fact, Neighborhood

A, B = UUID(int=1), UUID(int=2)


def fact(number, valid_at=None, invalid_at=None, text="said"):
    return Fact(
        uuid=UUID(int=100 + number),
        fact=text,
        relation="LED_BY",
        source="NASA",
        target='He said "x" <b>',
        source_uuid=A,
        target_uuid=B,
        valid_at=valid_at,
        invalid_at=invalid_at,
        created_at=None,
        expired_at=None,
    )


FACTS = (
    fact(1, datetime(1992, 4, 1, tzinfo=UTC), datetime(2001, 11, 17, tzinfo=UTC)),
    fact(2, datetime(2005, 2, 1, tzinfo=UTC)),
    fact(3, text="bell\x07 & <tag>"),
)
ENTITIES = (Entity(uuid=A, name="NASA", type="Agency", summary=""), Entity(uuid=B, name="\x00odd", type="", summary=""))
AROUND = Neighborhood(
    entity=ENTITIES[0], nodes=ENTITIES, edges=FACTS, as_of=None, total_nodes=2, total_edges=3, truncated=False
)


def test_graphml_holds_every_fact_with_its_dates():
    graph = networkx.read_graphml(io.BytesIO(to_graphml(AROUND)), force_multigraph=True)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (2, 3)
    assert graph.nodes[str(A)]["type"] == "Agency"
    dated = {data["valid_at"] for *_, data in graph.edges(data=True)}
    assert dated == {"1992-04-01T00:00:00Z", "2005-02-01T00:00:00Z", ""}


def test_gexf_holds_the_intervals():
    text = to_gexf(AROUND)
    graph = networkx.read_gexf(io.BytesIO(text), version="1.2draft")
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (2, 3)
    intervals = {(data.get("start"), data.get("end")) for *_, data in graph.edges(data=True)}
    assert ("1992-04-01T00:00:00+00:00", "2001-11-17T00:00:00+00:00") in intervals
    assert ("2005-02-01T00:00:00+00:00", None) in intervals
    assert (None, None) in intervals
    assert b'mode="dynamic"' in text
    assert b'timeformat="date' in text


def test_csv_has_a_line_for_each_fact_and_no_formulas():
    rows = list(csv.DictReader(io.StringIO(to_csv([*FACTS, fact(4, text="=1+1")]))))
    assert len(rows) == 4
    assert rows[0]["valid_at"] == "1992-04-01T00:00:00Z"
    assert rows[0]["object"] == 'He said "x" <b>'
    assert rows[3]["fact"] == "'=1+1"
