"""Where new documents go: into a collection that is there, or into a new one with a language of its own."""

from typing import NamedTuple

import streamlit as st

from components.backend import run, services
from components.sidebar import collection as collection_choice
from services.errors import StoreUnavailable
from services.models import LONGEST_COLLECTION

COLLECTION, LANGUAGE = "destination", "destination_language"


class Destination(NamedTuple):
    """None: as configured."""

    collection: str | None = None
    language: str | None = None


def show() -> Destination:
    """At first the collection that the workbench looks in, else the configured one."""
    usual = services().settings.collection
    there = list(dict.fromkeys([usual, *collection_choice.known_collections()]))
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    chosen = left.selectbox(
        "Collection",
        there,
        index=there.index(collection_choice.current() or usual),
        key=COLLECTION,
        accept_new_options=True,
        help="Searches and questions can be asked of one collection alone. Type a new name to begin one.",
    )
    name = " ".join((chosen or usual).split())[:LONGEST_COLLECTION] or usual
    if name in there:
        return Destination(name)
    with right:
        return Destination(name, choose_language())


def choose_language() -> str:
    """Of a collection that is new: its words are read so from the first document on."""
    usual = services().settings.language
    try:
        known = run(services().library.languages())
    except StoreUnavailable:  # the queue below says so
        known = (st.session_state.get(LANGUAGE, usual),)
    return st.selectbox(
        "Its language",
        known,
        index=known.index(usual) if usual in known else 0,
        key=LANGUAGE,
        help="Tells search which words are forms of one (“go”, “going”); “simple”: none are. It stays as it is.",
    )
