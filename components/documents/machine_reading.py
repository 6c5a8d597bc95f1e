"""What a machine read off the picture of a page: beside the picture, so that one can be held against the other."""

import streamlit as st

from components import markdown
from components.backend import run, services
from services.models import Document, MachineReading, SourcePage
from services.text.wording import count_of

Passage = tuple[int, int]

LONGEST = 600
"""Characters of a passage that are repeated; the text has the rest."""


def show(document: Document, page: SourcePage, mark: Passage | None) -> None:
    """Of the marked passage, else of the page; nothing where no machine read it."""
    start, end = mark or (page.start_offset, page.end_offset)
    reading = run(services().pages.machine_reading(document, start, end))
    if reading is None:
        return
    with st.container(border=True):
        if mark:
            st.markdown(f"> {markdown.literal(shorten_passage(document.content[start:end]))}")
        st.caption(
            reading_words(reading), help="Compare it with the picture: what is found, quoted and checked is this text."
        )


def reading_words(reading: MachineReading) -> str:
    words = count_of(reading.word_count, "word")
    told = f"Read by machine: {words}, {reading.confidence:.0%} sure."
    named = ", ".join(f"“{markdown.literal(one.word)}” ({one.confidence:.0%})" for one in reading.unsure)
    return f"{told} Least sure: {named}." if named else told


def shorten_passage(passage: str) -> str:
    """On one line."""
    folded = " ".join(passage.split())
    return folded if len(folded) <= LONGEST else f"{folded[: LONGEST - 1]}…"
