"""What the graph page says when there is nothing to draw: starting, down, empty."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from components import links, markdown
from components.backend import services
from components.dates import date_of
from components.graph import entity_picker, still_coming
from services.errors import DossierError, EntityNotFound, GraphTooSlow, GraphUnavailable, InvalidInput, NotFound
from services.models import Viewpoint
from services.text.wording import list_words

LOOK_AGAIN_SECONDS = 2


@contextmanager
def guarded() -> Iterator[None]:
    """Whatever the graph answers instead of facts is said in words, with what to do."""
    try:
        yield
    except EntityNotFound as error:
        entity_picker.not_found(error)
        still_coming.show()
    except GraphUnavailable as error:
        unavailable(error)
    except (InvalidInput, NotFound) as error:
        st.warning(markdown.literal(str(error)), icon=":material/info:")
    except DossierError as error:
        st.error(markdown.literal(str(error)), icon=":material/error:")


def unavailable(error: GraphUnavailable) -> None:
    if services().graph_store.state.status == "starting":
        st.info(
            "The graph is starting, which takes about ten seconds. This page goes on by itself. "
            "You can already search the documents.",
            icon=":material/hourglass_top:",
        )
    else:
        st.error(markdown.literal(str(error)), icon=":material/error:")
        if isinstance(error, GraphTooSlow):
            st.markdown("Ask for less, such as a shorter reach or an earlier date, or try again.")
        else:
            status = links.written("status", "status page")
            st.markdown(f"This page goes on by itself as soon as the graph is back. The {status} says what is wrong.")
        st.button("Try again", icon=":material/refresh:", key="try_again")
    if not isinstance(error, GraphTooSlow):
        _look_again(services().graph_store.state.status, time.monotonic())


@st.fragment(run_every=LOOK_AGAIN_SECONDS)
def _look_again(before: str, drawn_at: float) -> None:
    """Until the graph answers: what was chosen is in the URL, and so is there again.

    The page that says so is drawn first: a server that was just lost counts as there until the loss is noticed.
    """
    if may_answer(before, services().graph_store.state.status, time.monotonic() - drawn_at):
        st.rerun(scope="app")


def may_answer(before: str, status: str, seconds: float) -> bool:
    """Whether the graph, of that status now, may answer what it did not `seconds` ago."""
    return status != before or (status == "ok" and seconds > LOOK_AGAIN_SECONDS / 2)


def empty() -> None:
    st.info("The graph is empty: no document has brought any facts yet.", icon=":material/hub:")
    links.show("sources", "Add documents", icon=":material/upload_file:")
    st.markdown(
        "Facts come with documents: a language model reads them in the text where one is configured, else English "
        "sentences are read by rule. A facts file can bring them, too (`python -m services ingest --facts FILE`)."
    )


def nothing_then(name: str, facts: int, viewpoint: Viewpoint) -> str:
    """For an entity that is known, but of which nothing held at the date; `facts` are known of it at all."""
    if facts == 0 and viewpoint.collection is not None:
        where = f"the collection “{viewpoint.collection}”"
        return f"No document of {where} states a fact about {name}. Choose another, or all."
    if facts == 0 and viewpoint.published_by is not None:
        dated = date_of(viewpoint.published_by)
        return (
            f"No document dated by {dated} states a fact about {name}. Look in all sources to see what later ones say."
        )
    if facts == 0 and viewpoint.known_on is not None:
        return f"Dossier knew no fact of {name} yet at the end of {date_of(viewpoint.known_on)}."
    if facts == 0 and viewpoint.as_of is not None:
        return f"Nothing is known to be true of {name} at this date. Look from a later one."
    if facts == 0:
        return f"{name} is only mentioned in documents: no fact names it."
    return (
        f"Nothing is known to be true of {name} {'at this date' if viewpoint.as_of else 'now'}. "
        f"{_elsewhere(facts)}: {_way_on(viewpoint)}."
    )


def _elsewhere(facts: int) -> str:
    return (
        "One fact of it lies at another time or has no date"
        if facts == 1
        else (f"{facts:,} facts of it lie at other times or have no date")
    )


def _way_on(viewpoint: Viewpoint) -> str:
    """What can still be switched on."""
    options = [] if viewpoint.ended else ["“Ended and later facts”"]
    options += [] if viewpoint.counts_undated else ["“Undated facts”"]
    return f"step to a change, or switch on {list_words(options, last='or')}" if options else "step to a change"
