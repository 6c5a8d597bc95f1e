"""Which tool calls were slow, which failed, across all conversations."""

import streamlit as st

from components.backend import run, services
from components.sidebar import first_minute, viewpoint
from components.traces import answer_list, period, run_list, tool_statistics

st.title("Tool traces")
viewpoint.show_banner()
first_minute.show("traces")
st.caption("Every tool call, of the chat and through all other doors. Arguments and results are behind each line.")
traces = services().traces
door, days = run_list.choose_door(), period.choose()
statistics = run(traces.statistics(door, days))
tool_statistics.show(statistics, door, days)
if statistics:
    is_of_answers = run_list.choose_unit()
    choice = run_list.choose([row.name for row in statistics], door, days)
    if is_of_answers:
        answers = run(traces.answers(choice.wanted, order=choice.order, limit=choice.limit))
        answer_list.show(answers, run(traces.count_answers(choice.wanted)), choice.order)
    else:
        found = run(traces.runs(choice.wanted, order=choice.order, limit=choice.limit))
        run_list.show(found, run(traces.count(choice.wanted)), choice)
