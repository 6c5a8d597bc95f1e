"""What the graph page says when there is nothing to draw: starting, down, empty."""

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

LOST = "graph_is_lost"


@contextmanager
def explain_failures() -> Iterator[None]:
    """Whatever the graph answers instead of facts is said in words, with what to do."""
    try:
        yield
    except EntityNotFound as error:
        entity_picker.show_not_found(error)
        still_coming.show()
    except GraphUnavailable as error:
        show_unavailable(error)
    except (InvalidInput, NotFound) as error:
        st.warning(markdown.literal(str(error)), icon=":material/info:")
    except DossierError as error:
        st.error(markdown.literal(str(error)), icon=":material/error:")


def show_unavailable(error: GraphUnavailable) -> None:
    if services().graph_store.state.status == "starting":
        st.info(
            "The graph is starting, which takes about ten seconds. This page goes on by itself. "
            "You can already search the documents.",
            icon=":material/hourglass_top:",
        )
        st.session_state[LOST] = True
    else:
        st.error(markdown.literal(str(error)), icon=":material/error:")
        status = links.markdown_link("status", "status page")
        is_lost = services().graph_store.state.status != "ok"
        if isinstance(error, GraphTooSlow):
            st.markdown("Ask for less, such as a shorter reach or an earlier date, or try again.")
        else:
            goes_on = "This page goes on by itself once the graph is back. " if is_lost else ""
            st.markdown(f"{goes_on}The {status} says what is wrong.")
        st.button("Try again", icon=":material/refresh:", key="try_again")
        st.session_state[LOST] = is_lost
    _look_again()


@st.fragment(run_every=2)
def _look_again() -> None:
    """The page is drawn anew as soon as a graph that was away is there. One that is there, and took too long or
    gave no answer, is asked again by a click only."""
    status = services().graph_store.state.status
    if status != "ok":
        st.session_state[LOST] = True
    elif st.session_state.pop(LOST, False):
        st.rerun(scope="app")


def show_empty() -> None:
    st.info("The graph is empty: no document has brought any facts yet.", icon=":material/hub:")
    links.show("sources", "Add documents", icon=":material/upload_file:")
    st.markdown(
        "Facts come with documents: a language model reads them in the text where one is configured, else English "
        "sentences are read by rule. A facts file can bring them, too (`python -m services ingest --facts FILE`)."
    )


def nothing_held_words(name: str, facts: int, viewpoint: Viewpoint) -> str:
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
