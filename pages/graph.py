"""What hangs together with an entity, and when: its neighbourhood, its timeline, what changed, how two are joined."""

import streamlit as st

from components import (
    as_of,
    as_of_steps,
    collection_choice,
    diff_view,
    entity_picker,
    graph_detail,
    graph_review,
    graph_state,
    graph_views,
    neighbourhood_view,
    path_view,
    timeline,
)
from components import looking as standpoint
from components.backend import run

VIEWS = {
    "graph": neighbourhood_view.show,
    "timeline": timeline.show,
    "changes": diff_view.show,
    "paths": path_view.show,
}


def show() -> None:
    name, beside = entity_picker.show()
    if name is None:
        graph_state.empty()
        return
    reach = neighbourhood_view.reach(beside)
    view, steps = graph_views.choose()
    if view == "review":
        graph_review.show()
        return
    looking = standpoint.show(view)
    standpoint.strip(looking)
    graph_review.warning()
    own = run(collection_choice.graph().timeline(name, known_on=looking.known_on))
    with steps:
        as_of_steps.show(own.facts)
    left, right = graph_views.split()
    with left:
        drawn = VIEWS[view](own, reach, looking)
    with right:
        graph_detail.show(own, drawn, looking)


st.title("Graph")
as_of.strip()
collection_choice.strip()
with graph_state.guarded():
    show()
