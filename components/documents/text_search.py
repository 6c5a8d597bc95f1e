"""A search in the texts of all documents: the passages that were found, each opened at its place."""

from collections.abc import Sequence

import streamlit as st

from components import links, markdown
from components.backend import run, services
from components.snippets import Range, make_snippet
from services.errors import DossierError
from services.models import Hit, Viewpoint
from services.text.wording import count_of, dated_title

MOST = 30
SHOWN_CHARACTERS = 320
MARKED = ":yellow-background[{}]"


def show(words: str, viewpoint: Viewpoint) -> None:
    """The saved setting ranks them, as everywhere."""
    try:
        found = run(services().search.search(words, "hybrid", limit=MOST, viewpoint=viewpoint))
        relevant = run(services().search.relevant(found))
        passages = run(services().search.marked_passages(relevant, viewpoint))
    except DossierError as error:
        st.error(markdown.literal(str(error)), icon=":material/error:")
        return
    if relevant.notice:
        st.caption(markdown.literal(relevant.notice))
    if not relevant.hits:
        st.info(markdown.literal(f"No text has anything of “{words}”."), icon=":material/search_off:")
        return
    marks = {chunk: passage.marks for chunk, passage in passages.items()}
    st.caption(found_words(relevant.hits, sum(bool(marks.get(hit.chunk_id)) for hit in relevant.hits)))
    for hit in relevant.hits:
        show_passage(hit, marks.get(hit.chunk_id, ()))


def found_words(hits: Sequence[Hit], holding: int) -> str:
    """How many there are, and of how many the words themselves are found in them."""
    documents = len({hit.document_id for hit in hits})
    counted = f"{count_of(len(hits), 'passage')} in {count_of(documents, 'document')}, the best first"
    if holding == len(hits):
        return f"{counted}."
    held = (
        f"{holding:,} of them {'has' if holding == 1 else 'have'} words of the query"
        if holding
        else "None has a word of the query"
    )
    return f"{counted}. {held}; {'the others are' if holding else 'all are'} close in meaning."


def show_passage(hit: Hit, marks: Sequence[Range]) -> None:
    with st.container(border=True, gap="xsmall"):
        links.show_passage(hit.citation, markdown.literal(dated_title(hit.citation)), icon=":material/format_quote:")
        st.caption(excerpt(hit.content, marks))


def excerpt(content: str, marks: Sequence[Range]) -> str:
    """Where most of the words stand, as Markdown that marks them."""
    parts = make_snippet(content, marks, SHOWN_CHARACTERS)
    return "".join(MARKED.format(literal_part(text)) if marked else literal_part(text) for text, marked in parts)


def literal_part(text: str) -> str:
    """With the white space at its ends, which parts it from its neighbours."""
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{markdown.literal(text)}{after}" if text.strip() else text
