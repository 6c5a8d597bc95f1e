"""What hangs together with an entity, and when: its neighbourhood, its timeline, what changed, how two are joined."""

from components.backend import run, services
from components.graph import (
    detail,
    entity_picker,
    neighbourhood,
    origin,
    paths,
    states,
    still_coming,
    views,
)
from components.graph import viewpoint as controls
from components.graph.over_time import as_of_steps, changes, timeline
from components.graph.review import decisions, review
from components.sidebar import first_minute
from components.sidebar import viewpoint as sidebar

VIEWS = {
    "graph": neighbourhood.show,
    "timeline": timeline.show,
    "changes": changes.show,
    "paths": paths.show,
}


def show() -> None:
    name, beside = entity_picker.show()
    if name is None:
        if not still_coming.show():
            states.show_empty()
        return
    reach = neighbourhood.choose_depth(beside)
    view, steps = views.choose_view()
    if view == "review":
        review.show()
        return
    decisions.forget()
    switches = controls.switch_row()
    viewpoint = controls.show(view, switches)
    review.show_warning()
    everything = run(services().graph.timeline(name, viewpoint=viewpoint))
    own = origin.filter_timeline(everything, origin.choose(everything.facts, switches))
    with steps:
        as_of_steps.show(name, viewpoint)
    left, right = views.split_columns()
    with left:
        drawn = VIEWS[view](own, reach, viewpoint)
    with right:
        detail.show(own, drawn, viewpoint)


sidebar.show_title("Graph")
first_minute.show("graph")
with states.explain_failures():
    show()
