"""Which tool calls were slow, which failed, across all conversations."""

import streamlit as st

from components import as_of, run_list, tool_statistics
from components.backend import run, services

st.title("Tool traces")
as_of.strip()
traces = services().traces
statistics = run(traces.statistics())
tool_statistics.show(statistics)
choice = run_list.filters([row.name for row in statistics])
run_list.show(run(traces.runs(name=choice.name, failed_only=choice.failed_only, order=choice.order)))
