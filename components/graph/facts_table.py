"""Facts as a table: for keyboards and screen readers, for what cannot be drawn, and for copying."""

from collections.abc import Iterable, Sequence
from typing import Literal

import pandas as pd
import streamlit as st

from components import style
from components.graph import selection
from services.models import Fact
from services.text.wording import date, relation_words


def show_in_expander(facts: Sequence[Fact], *, key: str, words: str = "The same facts as a table") -> None:
    with st.expander(f"{words} ({len(facts)})", icon=":material/table_rows:"):
        show(facts, key=key, height=style.table_height(len(facts), 300))


def show(facts: Sequence[Fact], *, key: str, height: int | Literal["content"]) -> None:
    """A row that is chosen opens its fact."""
    st.dataframe(
        pd.DataFrame(
            table_rows(facts), columns=["subject", "relation", "object", "from", "until", "fact", "documents"]
        ),
        hide_index=True,
        width="stretch",
        height=height,
        on_select=lambda: _chosen(facts, key),
        selection_mode="single-row",
        key=key,
    )


def _chosen(facts: Sequence[Fact], key: str) -> None:
    chosen = st.session_state[key].selection.rows
    selection.choose(fact=str(facts[chosen[0]].uuid) if chosen and chosen[0] < len(facts) else None)


def table_rows(facts: Iterable[Fact]) -> list[dict[str, str]]:
    return [
        {
            "subject": fact.source,
            "relation": relation_words(fact.relation),
            "object": fact.target,
            "from": date(fact.began, with_time=True) if fact.began else "undated",
            "until": end_words(fact),
            "fact": fact.fact,
            "documents": ", ".join(dict.fromkeys(citation.document_title for citation in fact.citations)),
        }
        for fact in facts
    ]


def end_words(fact: Fact) -> str:
    if fact.ended is not None:
        return date(fact.ended, with_time=True)
    return "" if fact.began is None else "still true"
