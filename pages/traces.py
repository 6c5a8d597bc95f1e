"""Which tool calls were slow, which failed, across all conversations."""

import streamlit as st

from components import as_of, run_list, tool_statistics
from components.backend import run, services

st.title("Tool traces")
as_of.strip()
st.caption("Every tool call of every conversation: times in milliseconds, arguments and results behind each line.")
traces = services().traces
statistics = run(traces.statistics())
tool_statistics.show(statistics)
if statistics:
    choice = run_list.filters([row.name for row in statistics])
    found = run(traces.runs(name=choice.name, failed_only=choice.failed_only, order=choice.order))
    run_list.show(found, run_list.counted(statistics, choice), choice)
