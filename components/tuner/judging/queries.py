"""The queries of a set of judgements: how far each is judged; a row opens its query."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from services.search.models import Judgements

KEY = "judged_queries"


def show(judgements: Judgements | None, *, on_open: Callable[[str], None]) -> None:
    """`on_open` is called with the query of the chosen row."""
    if judgements is None or not judgements.queries:
        st.info(
            "No query is in this set yet. Write a query above and grade its hits: with its first grade it joins the "
            "set. Or import a set.",
            icon=":material/info:",
        )
        return
    rows = queries_table(judgements)
    st.caption(progress_words(rows))

    def opened() -> None:
        chosen = st.session_state[KEY].selection.rows
        if chosen:
            on_open(str(rows["query"].iloc[chosen[0]]))

    # All columns fit beside the hits of a window of 1360 pixels: both counts stand in one.
    counted = rows["relevant"].astype(str) + " of " + rows["judged"].astype(str)
    st.dataframe(
        pd.DataFrame({"query": rows["query"], "relevant": counted, "kind": rows["kind"]}),
        key=KEY,
        hide_index=True,
        width="stretch",
        height=460,
        on_select=opened,
        selection_mode="single-row",
        column_config={
            "query": st.column_config.TextColumn("Query", width=156),
            "relevant": st.column_config.TextColumn(
                "Relevant", help="Documents graded 1 to 3, of those with a grade", width=72
            ),
            "kind": st.column_config.TextColumn("Kind", width=76),
        },
        alt="Queries of the set with the number of judged and of relevant documents",
    )


def queries_table(judgements: Judgements) -> pd.DataFrame:
    """Least judged first, as there is most to do."""
    rows = [
        {
            "query": query.query,
            "judged": len(query.grades),
            "relevant": sum(grade > 0 for grade in query.grades.values()),
            "kind": query.kind,
        }
        for query in judgements.queries
    ]
    return pd.DataFrame(rows).sort_values("judged", kind="stable", ignore_index=True)


def progress_words(rows: pd.DataFrame) -> str:
    """`100 queries, 3 of them without a relevant document. Tick a row to open its query.`"""
    missing = int((rows["relevant"] == 0).sum())
    without = f", {missing} of them without a relevant document" if missing else ""
    return f"{len(rows)} {'query' if len(rows) == 1 else 'queries'}{without}. Tick a row to open its query."
