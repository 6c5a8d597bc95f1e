"""How often each tool was called, how often it failed, how long it took."""

from collections.abc import Callable, Mapping, Sequence

import pandas as pd
import streamlit as st

from components.dates import duration
from services.chat.traces import EVER, Period
from services.models import DoorName, ToolStatistics

FORMATS: Mapping[str, str | Callable[[float], str]] = {
    **dict.fromkeys(("calls", "failed"), "{:,}"),
    **dict.fromkeys(("median", "95 % within", "slowest"), duration),
}


def show(statistics: Sequence[ToolStatistics], door: DoorName | None, period: Period) -> None:
    if not statistics and period != EVER:
        st.info("No tool was called in these days. Choose others, or empty both fields.", icon=":material/date_range:")
        return
    if not statistics and door is not None:
        st.info("No tool has been called through this door yet.", icon=":material/door_front:")
        return
    if not statistics:
        st.info("No tool has been called yet. Ask something on the chat page.", icon=":material/forum:")
        return
    table = pd.DataFrame(
        {
            "tool": row.name,
            "calls": row.calls,
            "failed": row.failed,
            "median": round(row.median_ms),
            "95 % within": round(row.p95_ms),
            "slowest": round(row.slowest_ms),
        }
        for row in statistics
    )
    # What is shown is words, what is sorted by are the numbers below them.
    st.dataframe(table.style.format(FORMATS), hide_index=True, width="stretch")
