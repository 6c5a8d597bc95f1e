"""The drawing of a part of the graph: pyvis builds it, vis-network draws it, clicks and expansions come back.

vis-network (470 kB, from pyvis' wheel) is mounted by a component of its own without data: the browser gets it once.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import pyvis
import streamlit as st
from pydantic import JsonValue

from components.graph import selection
from components.graph.drawing import network_data
from services.models import Entity, Fact, MentionLink

HERE = Path(__file__).resolve().parent
VIS = Path(pyvis.__file__).parent / "lib" / "vis-9.1.2" / "vis-network.min.js"
SCRIPTS = ("network_memory", "network_marks", "network_layout", "network_picture", "network_drawing", "network")
SOURCE_MAP = "//# sourceMappingURL=vis-network.min.js.map"  # would be looked for on our server

_vis = st.components.v2.component(
    "dossier_vis", js=VIS.read_text(encoding="utf-8").replace(SOURCE_MAP, "") + "\nexport default function () {}\n"
)
_graph = st.components.v2.component(
    "dossier_graph",
    html=(HERE / "network.html").read_text(encoding="utf-8"),
    css=(HERE / "network.css").read_text(encoding="utf-8"),
    js="\n".join((HERE / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS),
)


def show(
    entities: Sequence[Entity],
    facts: Sequence[Fact],
    state_of: network_data.StateOf,
    *,
    key: str,
    centre: Entity,
    title: str,
    together: Sequence[MentionLink] = (),
    expanded: Sequence[str] = (),
    message: str = "",
    height: int = 560,
    beside: int = 0,
) -> None:
    """`title` is for the saved picture, `message` for the drawing. What is clicked goes into the URL (selection.py).

    `height` in pixels is the least; with `beside`, the drawing takes what that leaves of the window's height.
    """
    _vis(key="vis", height=1)
    nodes, edges = network_data.build_network(entities, facts, state_of, together)
    chosen = selection.current()
    data: dict[str, JsonValue] = {
        "nodes": list(nodes),
        "edges": list(edges),
        "marks": network_data.marks_of_types(entities),
        "states": network_data.lines_as_json(),
        "centre": str(centre.uuid),
        "selected": {"node": chosen.entity, "fact": chosen.fact or chosen.pair},
        "expanded": list(expanded),
        "memory": f"{key} {centre.uuid}",
        "title": title,
        "file": file_name(title),
        "message": message,
        "height": height,
        "beside": beside,
    }
    _graph(
        key=key,
        data=data,
        height="content",
        on_picked_change=_told(
            key, "picked", lambda event: selection.choose_drawn(event.get("node"), event.get("fact"))
        ),
        on_expanded_change=_told(key, "expanded", lambda event: selection.expand_entity(event["node"])),
        on_collapsed_change=_told(key, "collapsed", lambda event: selection.collapse_entity(event["node"])),
    )


def _told(key: str, name: str, react: Callable[[dict[str, str]], None]) -> Callable[[], None]:
    def told() -> None:
        event = getattr(st.session_state[key], name)
        if event:
            react(event)

    return told


def file_name(title: str) -> str:
    """Letters, digits and hyphens: safe in every file system."""
    kept = "".join(character if character.isalnum() else "-" for character in title)
    return "-".join(filter(None, kept.split("-")))[:60] or "graph"
