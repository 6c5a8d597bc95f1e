"""A tool's result as a table of hits, facts or documents; whatever else it is, as text."""

import re
from collections.abc import Sequence

import pandas as pd
import streamlit as st
from pydantic import JsonValue

from services.models import Dated, Fact
from services.text.wording import date

Row = dict[str, JsonValue]
LISTS = ("results", "vector_results", "graph_results", "related_facts")
"""The fields of an object result that hold lists."""


def show(result: JsonValue, facts: Sequence[Fact] = ()) -> None:
    """A text that tells `facts` is shown as these; the text itself is behind the click on the whole result."""
    if isinstance(result, str):
        show_told_facts(result, facts)
        return
    for name, rows in result_parts(result):
        if name:
            st.caption(name.replace("_", " "))
        if rows:
            show_rows(build_table(rows))
        else:
            st.caption("Nothing found.")


def show_told_facts(text: str, facts: Sequence[Fact]) -> None:
    if facts:
        show_rows(pd.DataFrame([told_fact_row(fact.fact, fact) for fact in facts]))
    else:
        st.text(text)


def show_whole_result(result: JsonValue) -> None:
    """Behind a click."""
    with st.popover("Whole result", type="tertiary"):
        if isinstance(result, str):
            st.text(result)
        else:
            st.json(result)


def show_rows(rows: pd.DataFrame) -> None:
    scores = {name: st.column_config.NumberColumn(format="%.3f") for name in SCORES}
    st.dataframe(rows, hide_index=True, width="stretch", height=table_height(len(rows)), column_config=scores)


def table_height(rows: int) -> int:
    """In pixels: ten rows are shown whole; of more, half of the eleventh says that one can scroll."""
    return 38 + 35 * rows if rows <= 10 else 38 + 35 * 10 + 17


def result_parts(result: JsonValue) -> list[tuple[str, list[Row]]]:
    """The lists of rows that a result holds, by name; a bare list has no name."""
    if isinstance(result, list):
        return [("", rows_of(result))]
    if isinstance(result, dict):
        named = [(name, result[name]) for name in LISTS if name in result]
        return [(name, rows_of(value)) for name, value in named if isinstance(value, list)] or [("", [result])]
    return []


def rows_of(items: list[JsonValue]) -> list[Row]:
    return [item if isinstance(item, dict) else {"value": item} for item in items]


def count_results(result: JsonValue) -> int | None:
    """How many things were found; None for a text."""
    found = result_parts(result)
    return sum(len(rows) for _, rows in found) if found else None


def build_table(rows: list[Row]) -> pd.DataFrame:
    return pd.DataFrame([table_row(row) for row in rows])


def table_row(row: Row) -> dict[str, object]:
    """The columns that an analyst reads; everything is in the JSON beside it."""
    if "fact" in row:
        given = {name: row[name] for name in Dated.model_fields if row.get(name) is not None}
        return told_fact_row(str(row["fact"]), Dated.model_validate(given))
    if "error" in row:
        return {"failed": row["error"]}
    title = row.get("document_title") or row.get("source_document_name") or row.get("title")
    scores = {
        name: round(float(str(row[field])), 3)
        for name, field in SCORES.items()
        if isinstance(row.get(field), int | float)
    }
    passage = row.get("content") or row.get("chunk_text")
    snippet = {"passage": passage_on_one_line(str(passage))[:300]} if passage else {}
    counted = {"chunks": row["chunk_count"]} if "chunk_count" in row else {}
    return {"document": title, **scores, **snippet, **counted}


def told_fact_row(sentence: str, dates: Dated) -> dict[str, object]:
    began, ended = (date(known, with_time=True) if known else "" for known in (dates.began, dates.ended))
    return fact_row(sentence, began, ended)


def fact_row(fact: str, valid_from: str, until: str) -> dict[str, object]:
    return {"fact": fact, "valid from": valid_from, "until": until}


def passage_on_one_line(passage: str) -> str:
    """Without the marks of its headings."""
    return " ".join(HEADING.sub("", passage).split())


HEADING = re.compile(r"^#+\s", re.MULTILINE)
SCORES = {
    "combined": "combined_score",
    "meaning": "vector_similarity",
    "words": "text_similarity",
    "similarity": "similarity",
    "score": "score",
}


def error_text(result: JsonValue) -> str:
    first = result[0] if isinstance(result, list) and result else result
    return str(first.get("error", first)) if isinstance(first, dict) else str(first)
