"""From a tool call to where its subject is looked into: the tuner, the graph, the same call with other arguments."""

import streamlit as st

from components import links
from components.chat import call_again
from components.sidebar import as_of
from components.sidebar import viewpoint as sidebar
from components.tuner import fusion_method, setting
from services.models import ToolCall, ToolResult, Viewpoint

BY_MEANING = ("vector_search", "perform_comprehensive_search")
SEARCHES = ("hybrid_search", "semantic_search", "auto_search", "retrieve_knowledge_base", *BY_MEANING)
"""The tools that rank passages."""


def show(call: ToolCall, result: ToolResult, viewpoint: Viewpoint, *, key: str) -> None:
    """`viewpoint`: where the question was asked from."""
    query, entity = call.args.get("query"), call.args.get("entity_name")
    if call.name in SEARCHES and isinstance(query, str):
        search = {"q": query} | used_setting_parameters(call, result) | sidebar.link_parameters(viewpoint)
        links.show("search_tuner", "Open in tuner", icon=":material/tune:", **search)
    if isinstance(entity, str) and entity:
        start = sidebar.link_parameters(viewpoint) | as_of_parameters(call)
        links.show_entity(entity, "Open in graph", **start)
    st.button(
        "Run again with other arguments",
        key=f"rerun-{key}",
        icon=":material/replay:",
        type="tertiary",
        on_click=call_again.request_dialog,
        args=(call, result, viewpoint),
    )


def used_setting_parameters(call: ToolCall, result: ToolResult) -> dict[str, str]:
    """The tuner's parameters for the same ranking, as far as the search has noted its setting."""
    used, limit = result.used_setting, call.args.get("limit")
    weight = 0.0 if call.name in BY_MEANING else used.text_weight
    found = {
        setting.TEXT_WEIGHT: None if weight is None else f"{weight:.2f}",
        fusion_method.PARAMETER: used.fusion,
        setting.THRESHOLD: None if used.similarity_threshold is None else f"{used.similarity_threshold:.2f}",
        setting.MODE: None if used.similarity_threshold is None else "semantic",
        setting.LIMIT: str(limit) if isinstance(limit, int) else None,
    }
    return {name: value for name, value in found.items() if value is not None}


def as_of_parameters(call: ToolCall) -> dict[str, str]:
    """The day that the call itself asked about, for the workbench's “as of”."""
    moment = call.args.get("reference_time") or call.args.get("end_date")
    return {as_of.KEY: moment[:10]} if isinstance(moment, str) else {}
