"""The few rules of CSS that the theme cannot say, and the colours that mean something on every page."""

import hashlib

import streamlit as st

# Okabe–Ito, with a lighter twin for the dark theme. A type keeps its colour on every page.
CATEGORY_COLOURS = {
    "light": ("#0072B2", "#D55E00", "#009E73", "#AA4499", "#B8860B", "#5D5FB0", "#117A8B", "#8A5A2B"),
    "dark": ("#56B4E9", "#F0935A", "#4FD1A5", "#D98BC9", "#F0C94A", "#A3A5F0", "#5CC8D7", "#D2A679"),
}
NO_LONGER_TRUE = {"light": "#8A929C", "dark": "#8F97A3"}
KNOWN_TYPES = ("Agency", "Company", "Person", "Spacecraft", "Rocket", "Station", "Mission", "Programme")
CSS = """
<style>
.stMainBlockContainer { max-width: 1500px; padding-top: 2.6rem; padding-bottom: 4rem; }
.stMainBlockContainer, .stSidebar { font-variant-numeric: tabular-nums; }
@media (max-width: 820px) { .stMainBlockContainer { padding-left: 1rem; padding-right: 1rem; } }
</style>
"""


def apply() -> None:
    st.html(CSS)


def theme() -> str:
    """`light` or `dark`: what the browser shows now."""
    return "dark" if st.context.theme.type == "dark" else "light"


def category_index(name: str) -> int:
    """The same name has the same colour in every session; the commonest types never collide."""
    if name in KNOWN_TYPES:
        return KNOWN_TYPES.index(name)
    return hashlib.sha256(name.encode()).digest()[0] % len(KNOWN_TYPES)


def category_colour(name: str) -> str:
    return CATEGORY_COLOURS[theme()][category_index(name)]
