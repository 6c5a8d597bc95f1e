"""Folders and web pages that are watched: to be named, seen and given up."""

from collections.abc import Mapping

import streamlit as st

from components import failures, markdown
from components.backend import run, services
from components.dates import day
from components.sources.destination import Destination
from services.errors import DossierError
from services.models import Watch, WatchKind
from services.text.wording import count_of
from services.watching.sources_file import NAME

EVERY: Mapping[str, int | None] = {
    "as usual": None,
    "every 5 minutes": 300,
    "every hour": 3600,
    "every day": 86_400,
    "every week": 604_800,
}
ADDRESS_HELP = (
    "A folder of the machine that Dossier runs on, a web page or a feed. A folder's edits and moves are followed as "
    "they happen; what is deleted there is asked about in Review. A page becomes a dated document each time that its "
    "text has changed, and so does the page of each entry of a feed."
)
ICONS: Mapping[WatchKind, str] = {
    "folder": ":material/folder:",
    "page": ":material/language:",
    "feed": ":material/rss_feed:",
}
ADDRESS, INTERVAL, REFUSAL = "watch_address", "watch_every", "watch_refusal"
"""In the session's state."""
EVERY_HELP = "As usual: a folder every 5 minutes and at each change in it, a page or feed every day."


def show_form(destination: Destination) -> None:
    """What is refused stays in the field, with the reason."""
    with st.form("watch", border=False):
        left, right = st.columns([3, 1], vertical_alignment="bottom")
        left.text_input("Folder, web page or feed", key=ADDRESS, help=ADDRESS_HELP, max_chars=2000)
        right.selectbox("Look", list(EVERY), key=INTERVAL, help=EVERY_HELP)
        st.form_submit_button(
            "Watch", type="primary", icon=":material/visibility:", on_click=add_watch, args=(destination.collection,)
        )
    if refusal := st.session_state.pop(REFUSAL, None):
        st.error(markdown.literal(refusal), icon=":material/error:")


def add_watch(collection: str | None) -> None:
    address, every = st.session_state[ADDRESS], EVERY[st.session_state[INTERVAL]]
    try:
        added = run(services().watches.add(address, collection=collection, every_seconds=every))
    except DossierError as error:
        st.session_state[REFUSAL] = str(error)
        return
    st.session_state[ADDRESS] = ""
    st.toast(f"{markdown.literal(added.address)} is watched from now on.", icon=":material/visibility:")


@st.fragment(run_every=5)
def show_watches() -> None:
    """With when each was seen last and is due next."""
    if problem := services().watches.declared.problem:
        st.warning(markdown.literal(problem), icon=":material/warning:")
    try:
        watches = run(services().watches.all())
    except DossierError as error:
        failures.show(error)
        return
    for watch in watches:
        with st.container(border=True):
            show_watch(watch)


def show_watch(watch: Watch) -> None:
    name, act = st.columns([5, 1.6], vertical_alignment="center")
    name.markdown(f"{ICONS[watch.kind]} {markdown.as_code(watch.address)}")
    name.caption(state_words(watch))
    if watch.problem:
        st.warning(markdown.literal(watch.problem), icon=":material/warning:")
    with act.container(horizontal=True, horizontal_alignment="right"):
        st.button("Look now", key=f"look-{watch.id}", type="tertiary", on_click=look_now, args=(watch,))
        if not watch.declared:
            st.button(
                "Stop",
                key=f"unwatch-{watch.id}",
                type="tertiary",
                on_click=stop_watch,
                args=(watch,),
                help="Its documents stay.",
            )


def state_words(watch: Watch) -> str:
    """“3 documents · last seen 22 Nov 2026 10:55 · next due 22 Nov 2026 11:00”."""
    unseen = "being looked at for the first time" if watch.document_count else "not seen yet"
    seen = f"last seen {day(watch.seen_at)}" if watch.seen_at else unseen
    declared = [f"declared in {NAME}"] if watch.declared else []
    return " · ".join([count_of(watch.document_count, "document"), seen, f"next due {day(watch.due_at)}", *declared])


def look_now(watch: Watch) -> None:
    with failures.show_as_toast("Nothing was looked at."):
        run(services().watches.hurry(watch.id))


def stop_watch(watch: Watch) -> None:
    with failures.show_as_toast("It is still watched."):
        run(services().watches.remove(watch.id))
