"""From a tool call to where its subject is looked into: the tuner, the graph, the same call with other arguments."""

import streamlit as st

from components import as_of, call_again, collection_choice, fusion_method, links, tuner_setting
from components.scope import Scope
from services.agent import setting_notes
from services.models import ToolCall, ToolResult

BY_MEANING = ("vector_search", "perform_comprehensive_search")
SEARCHES = ("hybrid_search", "semantic_search", "auto_search", "retrieve_knowledge_base", *BY_MEANING)
"""The tools that rank passages."""


def show(call: ToolCall, result: ToolResult, scope: Scope, *, key: str) -> None:
    """`scope`: what the question was asked of."""
    query, entity = call.args.get("query"), call.args.get("entity_name")
    if call.name in SEARCHES and isinstance(query, str):
        date = None if setting_notes.is_everywhere(result.notes) else scope.as_of
        search = {"q": query} | setting_used(call, result) | as_of.link(date) | collection_choice.link(scope.collection)
        links.show("search_tuner", "Open in tuner", icon=":material/tune:", **search)
    if isinstance(entity, str) and entity:
        start = as_of.link(scope.as_of) | date_asked(call) | collection_choice.link(scope.collection)
        links.show_entity(entity, "Open in graph", **start)
    st.button(
        "Run again with other arguments",
        key=f"rerun-{key}",
        icon=":material/replay:",
        type="tertiary",
        on_click=call_again.request,
        args=(call, result, scope),
    )


def setting_used(call: ToolCall, result: ToolResult) -> dict[str, str]:
    """The tuner's parameters for the same ranking, as far as the search has noted its setting."""
    used, limit = setting_notes.used(result.notes), call.args.get("limit")
    weight = 0.0 if call.name in BY_MEANING else used.text_weight
    found = {
        tuner_setting.TEXT_WEIGHT: None if weight is None else f"{weight:.2f}",
        fusion_method.PARAMETER: used.fusion,
        tuner_setting.THRESHOLD: None if used.similarity_threshold is None else f"{used.similarity_threshold:.2f}",
        tuner_setting.MODE: None if used.similarity_threshold is None else "semantic",
        tuner_setting.LIMIT: str(limit) if isinstance(limit, int) else None,
    }
    return {name: value for name, value in found.items() if value is not None}


def date_asked(call: ToolCall) -> dict[str, str]:
    """The day that the call itself asked about, for the workbench's “as of”."""
    moment = call.args.get("reference_time") or call.args.get("end_date")
    return {as_of.KEY: moment[:10]} if isinstance(moment, str) else {}
