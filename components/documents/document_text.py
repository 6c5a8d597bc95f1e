"""A document's text with the cited passage marked and scrolled to."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import streamlit as st

from components.documents.text_lines import lines
from services.models import Chunk, Document

HERE = Path(__file__).parent
HEIGHT = 620
_text = st.components.v2.component(
    "dossier_document_text",
    html='<div class="document" tabindex="0" role="document"></div>',
    css=(HERE / "document_text.css").read_text("utf-8").replace("var(--height)", f"{HEIGHT}px"),
    js=(HERE / "document_text.js").read_text("utf-8"),
)


def show(
    document: Document, mark: tuple[int, int] | None, *, chunks: Sequence[Chunk] = (), jump: int | None = None
) -> None:
    """`chunks`: underlined in turn; `jump`: the offset of the line to scroll to instead of the mark."""
    _text(
        key=f"document-text-{document.id}",
        data={
            "document": str(document.id),
            "label": document.title,
            "lines": [asdict(line) for line in lines(document.content, mark, chunks)],
            "mark": list(mark) if mark else None,
            "jump": jump,
            "show_chunks": bool(chunks),
        },
        height="content",
    )
