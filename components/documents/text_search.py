"""A search in the texts of all documents: the passages that were found, each opened at its place."""

import streamlit as st

from components import links, markdown
from components.backend import run, services
from services.errors import DossierError
from services.models import Hit, Viewpoint
from services.text.wording import count_of, dated_title

MOST = 30
SHOWN_CHARACTERS = 320


def show(words: str, viewpoint: Viewpoint) -> None:
    """The saved setting ranks them, as everywhere."""
    try:
        found = run(services().search.search(words, "hybrid", limit=MOST, viewpoint=viewpoint))
        relevant = run(services().search.relevant(found))
    except DossierError as error:
        st.error(markdown.literal(str(error)), icon=":material/error:")
        return
    if relevant.notice:
        st.caption(markdown.literal(relevant.notice))
    if not relevant.hits:
        st.info(markdown.literal(f"No text has anything of “{words}”."), icon=":material/search_off:")
        return
    documents = len({hit.document_id for hit in relevant.hits})
    st.caption(f"{count_of(len(relevant.hits), 'passage')} in {count_of(documents, 'document')}, the best first.")
    for hit in relevant.hits:
        show_passage(hit)


def show_passage(hit: Hit) -> None:
    with st.container(border=True, gap="xsmall"):
        links.show_passage(hit.citation, markdown.literal(dated_title(hit.citation)), icon=":material/format_quote:")
        text = " ".join(hit.content.split())
        st.caption(markdown.literal(text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]} …"))
