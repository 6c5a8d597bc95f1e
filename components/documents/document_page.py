"""A page of a document as its original shows it, with the cited passage marked on the picture."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st
from pydantic import JsonValue

from components.backend import run, services
from components.documents import machine_reading, passages
from components.documents.passages import Passage, Steps, open_passage
from services.errors import DossierError
from services.models import Document, MarkedPage, SourcePage

HERE = Path(__file__).parent
THUMBNAILS_BESIDE = 6
"""Pages before and after the present one that are shown small."""
THUMBNAIL_PIXELS = 110
WIDTHS = (900, 1400, 2000, 3000)
"""Pixels of a picture: it is drawn anew for each of them, not for every step of the zoom."""
WIDTH = "page_pixels"

_page = st.components.v2.component(
    "dossier_document_page",
    html=(HERE / "document_page.html").read_text("utf-8"),
    css=(HERE / "document_page.css").read_text("utf-8"),
    js=(HERE / "document_page.js").read_text("utf-8"),
)


@st.fragment
def show(document: Document, pages: Sequence[SourcePage], mark: Passage | None) -> None:
    """`mark` is looked for on its pages; where too little of it is found, nothing is marked and that is said."""
    mark = current_mark(document, mark)
    marked = run(services().pages.marked_pages(document, *mark)) if mark else ()
    number = current_page(pages, mark, marked)
    if mark and not marked:
        st.info(
            "The passage is not marked: less than half of it was found on the page. The text has it.",
            icon=":material/ink_highlighter:",
        )
    try:
        cited = passages.cited_passages(document, passages.conversation_from_url())
        draw_page(document, pages, number, marked, cited.by, passages.steps_from(cited.passages, mark))
    except DossierError as error:
        st.warning(f"{error} The text is here.", icon=":material/broken_image:")
    machine_reading.show(document, pages[number - 1], mark)


def draw_page(
    document: Document,
    pages: Sequence[SourcePage],
    number: int,
    marked: Sequence[MarkedPage],
    cited_by: str,
    cited: Steps,
) -> None:
    assert document.original is not None
    library, page, pixels = services().pages, pages[number - 1], st.session_state.get(WIDTH, WIDTHS[1])
    (picture,) = run(library.pictures(document.original, [number], pixels))
    near = neighbouring_pages(number, len(pages))
    small = run(library.pictures(document.original, near, THUMBNAIL_PIXELS)) if len(pages) > 1 else ()
    boxes = next((one.boxes for one in marked if one.number == number), ())
    key = f"document-page-{document.id}"
    data: dict[str, JsonValue] = {
        "document": str(document.id),
        "title": document.title,
        "number": number,
        "labels": [one.label for one in pages],
        "width": page.width,
        "height": page.height,
        "picture": b64encode(picture).decode(),
        "pixels": pixels,
        "widest": WIDTHS[-1],
        "boxes": [list(box) for box in boxes],
        "thumbnails": [
            {"number": one, "picture": b64encode(picture).decode()}
            for one, picture in zip(near, small, strict=bool(small))
        ],
        "passages": {
            "at": cited.at,
            "count": cited.count,
            "by": cited_by,
            "before": cited.before is not None,
            "after": cited.after is not None,
        },
    }
    _page(
        key=key,
        data=data,
        height="content",
        on_page_change=_told(key, "page", lambda event: open_page(event["number"])),
        on_passage_change=_told(
            key, "passage", lambda event: open_passage(cited.after if event["step"] > 0 else cited.before)
        ),
        on_sharper_change=_told(key, "sharper", lambda event: draw_sharper(event["pixels"])),
    )


def _told(key: str, name: str, react: Callable[[dict[str, int]], None]) -> Callable[[], None]:
    def told() -> None:
        event = getattr(st.session_state[key], name)
        if event:
            react(event)

    return told


def current_mark(document: Document, mark: Passage | None) -> Passage | None:
    """That of the URL: within this page of the reader it changes without a run of the whole."""
    start, end = st.query_params.get("start", ""), st.query_params.get("end", "")
    if not start.isdecimal() or not end.isdecimal():
        return None
    found = int(start), min(int(end), len(document.content))
    return found if found[0] < found[1] else mark


def current_page(pages: Sequence[SourcePage], mark: Passage | None, marked: Sequence[MarkedPage]) -> int:
    """The page that the URL names, else the passage's first, else the first."""
    asked = st.query_params.get("page", "")
    if asked.isdecimal() and 1 <= int(asked) <= len(pages):
        return int(asked)
    if marked:
        return marked[0].number
    holding = [page.number for page in pages if mark and page.start_offset <= mark[0] < page.end_offset]
    return holding[0] if holding else 1


def neighbouring_pages(number: int, count: int) -> list[int]:
    """The numbers of the pages that are shown small: this one with its neighbours."""
    first = max(1, min(number - THUMBNAILS_BESIDE, count - 2 * THUMBNAILS_BESIDE))
    return list(range(first, min(count, first + 2 * THUMBNAILS_BESIDE) + 1))


def open_page(number: int) -> None:
    st.query_params["page"] = str(number)


def draw_sharper(pixels: int) -> None:
    """From now on, on every page: who reads at this size goes on to do so."""
    st.session_state[WIDTH] = next((width for width in WIDTHS if width >= pixels), WIDTHS[-1])
