"""A tool's result as a table of hits, facts or documents; whatever else it is, as text."""

import re

import pandas as pd
import streamlit as st
from pydantic import JsonValue

from components.dates import day
from services.models import ToolResult

Row = dict[str, JsonValue]
LISTS = ("results", "vector_results", "graph_results", "related_facts")
"""The fields of an object result that hold lists."""


def show(result: ToolResult) -> None:
    lists = dict(parts(result.result))
    if not lists:
        st.text(result.result if isinstance(result.result, str) else "")
    for name, rows in lists.items():
        if name:
            st.caption(name.replace("_", " "))
        if rows:
            st.dataframe(
                table(rows),
                hide_index=True,
                width="stretch",
                height=height(len(rows)),
                column_config={name: st.column_config.NumberColumn(format="%.3f") for name in SCORES},
            )
        else:
            st.caption("Nothing found.")


def height(rows: int) -> int:
    """In pixels: ten rows are shown whole; of more, half of the eleventh says that one can scroll."""
    return 38 + 35 * rows if rows <= 10 else 38 + 35 * 10 + 17


def parts(result: JsonValue) -> list[tuple[str, list[Row]]]:
    """The lists of rows that a result holds, by name; a bare list has no name."""
    if isinstance(result, list):
        return [("", rows_of(result))]
    if isinstance(result, dict):
        named = [(name, result[name]) for name in LISTS if name in result]
        return [(name, rows_of(value)) for name, value in named if isinstance(value, list)] or [("", [result])]
    return []


def rows_of(items: list[JsonValue]) -> list[Row]:
    return [item if isinstance(item, dict) else {"value": item} for item in items]


def count(result: JsonValue) -> int | None:
    """How many things were found; None for a text."""
    found = parts(result)
    return sum(len(rows) for _, rows in found) if found else None


def table(rows: list[Row]) -> pd.DataFrame:
    return pd.DataFrame([row_of(row) for row in rows])


def row_of(row: Row) -> dict[str, object]:
    """The columns that an analyst reads; everything is in the JSON beside it."""
    if "fact" in row:
        return {"fact": row["fact"], "valid from": when(row.get("valid_at")), "until": when(row.get("invalid_at"))}
    if "error" in row:
        return {"failed": row["error"]}
    title = row.get("document_title") or row.get("source_document_name") or row.get("title")
    scores = {
        name: round(float(str(row[field])), 3)
        for name, field in SCORES.items()
        if isinstance(row.get(field), int | float)
    }
    passage = row.get("content") or row.get("chunk_text")
    snippet = {"passage": one_line(str(passage))[:300]} if passage else {}
    counted = {"chunks": row["chunk_count"]} if "chunk_count" in row else {}
    return {"document": title, **scores, **snippet, **counted}


def one_line(passage: str) -> str:
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


def when(moment: JsonValue) -> str:
    if not isinstance(moment, str):
        return ""
    return day(pd.Timestamp(moment).to_pydatetime())


def error_text(result: JsonValue) -> str:
    first = result[0] if isinstance(result, list) and result else result
    return str(first.get("error", first)) if isinstance(first, dict) else str(first)
