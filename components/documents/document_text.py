"""A document's text as it is laid out, its cited passages marked, with its headings and a field to find words."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import streamlit as st
from pydantic import JsonValue

from components.documents import blocks as drawing
from components.documents.blocks import Block
from components.documents.marking import Marking, blocks_as_json
from components.documents.passages import Cited, Passage, open_passage, steps_from
from components.documents.shown import shown_window
from services.models import Chunk, Document, Emphasis

HERE = Path(__file__).parent
BELOW_TITLE = 3
"""The rank of a document's highest heading on its page, whose title and the document's come before it."""
_text = st.components.v2.component(
    "dossier_document_text",
    html=(HERE / "document_text.html").read_text("utf-8"),
    css=(HERE / "document_text.css").read_text("utf-8"),
    js=(HERE / "document_text.js").read_text("utf-8"),
)


def show(
    document: Document,
    mark: Passage | None,
    cited: Cited,
    *,
    chunks: Sequence[Chunk] = (),
    emphasis: Sequence[Emphasis] = (),
    as_text: bool = False,
    top_rank: int = BELOW_TITLE,
    on_passage: Callable[[Passage | None], None] = open_passage,
) -> None:
    """`chunks`: underlined in turn; `emphasis`: what the document's file says beside its text; `as_text`: every
    character as the document has it, signs of Markdown too, without that emphasis; `on_passage`: called with the cited
    passage that was stepped to."""
    key = f"document-text-{document.id}"
    passages = steps_from(cited.passages, mark)
    laid_out, shown = lay_out(document, mark, as_text=as_text)
    is_plain = shown is not laid_out
    emphasised = () if is_plain else tuple(emphasis)
    marking = Marking(mark, cited.passages if cited.marked else (), tuple(chunks), emphasised)

    def stepped() -> None:
        event = st.session_state[key].passage
        if event:
            on_passage(passages.after if event["step"] > 0 else passages.before)

    _text(
        key=key,
        data={
            "document": str(document.id),
            "label": document.title,
            "top_rank": top_rank,
            "blocks": blocks_as_json(shown, marking),
            "as_text": is_plain,
            "outline": list(outline_entries(laid_out)),
            "mark": list(mark) if mark else None,
            "show_chunks": bool(chunks),
            "passages": {
                "at": passages.at,
                "count": passages.count,
                "by": cited.by,
                "before": passages.before is not None,
                "after": passages.after is not None,
            },
        },
        height="content",
        on_passage_change=stepped,
    )


def lay_out(document: Document, mark: Passage | None, *, as_text: bool) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """The document's blocks, and what is shown: plain lines too where nothing of the passage is drawn."""
    begin, end = shown_window(document.content, mark[0] if mark else None)
    content = document.content[begin:end]
    laid_out = drawing.split_blocks(content, drawing.style_of(document), begin)
    is_shown = not as_text and (mark is None or any(drawing.holds_words_of(block, mark) for block in laid_out))
    return laid_out, laid_out if is_shown else drawing.plain_blocks(content, begin)


def outline_entries(laid_out: Sequence[Block]) -> Iterator[JsonValue]:
    for block in drawing.heading_blocks(laid_out):
        if block.text.strip():
            yield {"title": " ".join(block.text.split()), "level": block.level, "offset": block.offset}
