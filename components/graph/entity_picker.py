"""Which entity the graph page is about: by name as one types, by type, or by a link (`?entity=`)."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import links, markdown
from components.backend import run, services
from components.graph import selection
from components.sidebar import viewpoint as sidebar
from services.errors import EntityNotFound
from services.models import Count, Entity, Viewpoint

KEY = "entity"
NOW = Viewpoint.now().model_dump_json()
MOST_NAMES = 3000
FRESH = 15  # seconds: counting the facts of every entity at every click would make large graphs slow
HELP = (
    "Type a part of the name. A name that is not listed can be entered, too: the closest known ones are then offered."
)


def show() -> tuple[str | None, DeltaGenerator]:
    """The name chosen, to begin with the entity with most facts, and the place beside it. None: the graph is empty."""
    _from_fact()
    viewpoint = _clocks()
    types = _types(viewpoint.model_dump_json())
    left, right, beside = st.container().columns([3, 1.4, 1.1])
    if not (types or (viewpoint.has_clock and _types(NOW))):
        _types.clear()
        return None, beside
    type_name = _type(types, right)
    found = names(type_name)
    if KEY not in st.session_state and KEY not in st.query_params and found:
        st.session_state[KEY] = found[0]
    chosen = left.selectbox(
        "Entity",
        found,
        index=None,
        key=KEY,
        bind="query-params",
        accept_new_options=True,
        placeholder="Type a name",
        on_change=selection.forget,
        help=HELP,
    )
    return chosen or (found[0] if found else None), beside


def _from_fact() -> None:
    """A link to a fact need not name its entity."""
    fact = selection.current().fact
    if fact and KEY not in st.session_state and KEY not in st.query_params:
        st.session_state[KEY] = run(services().graph.fact(fact)).source


def _type(types: Sequence[Count], place: DeltaGenerator) -> str | None:
    counts = {count.name: count.count for count in types if count.name}
    return place.selectbox(
        "Type",
        list(counts),
        index=None,
        key="entity_type",
        placeholder="All types",
        format_func=lambda name: f"{markdown.literal(name)} ({counts[name]:,})",
        help="Only entities of this type are listed under Entity.",
    )


def _clocks() -> Viewpoint:
    """Entities are offered whatever the collection: one is one however many speak of it."""
    return sidebar.current().model_copy(update={"collection": None})


@st.cache_data(ttl=FRESH, max_entries=10, show_spinner=False)
def _types(clocks: str) -> tuple[Count, ...]:
    """From there; none at a date before all facts, which is no empty graph."""
    return run(services().graph.types(viewpoint=Viewpoint.model_validate_json(clocks)))


def names(type_name: str | None = None) -> list[str]:
    """The busiest first; with a type, by name. Those of which something is told from where one looks."""
    return _names(type_name, _clocks().model_dump_json())


@st.cache_data(ttl=FRESH, max_entries=50, show_spinner=False)
def _names(type_name: str | None, clocks: str) -> list[str]:
    graph, viewpoint = services().graph, Viewpoint.model_validate_json(clocks)
    if type_name:
        return distinct(run(graph.entities(type=type_name, limit=MOST_NAMES, viewpoint=viewpoint)).entities)
    return distinct(run(graph.suggest("", limit=MOST_NAMES, viewpoint=viewpoint)))


def distinct(entities: Sequence[Entity]) -> list[str]:
    return list(dict.fromkeys(entity.name for entity in entities))


def not_found(error: EntityNotFound) -> None:
    """Nothing is called so: the closest names, one click each."""
    st.warning(f"No entity is called “{markdown.literal(error.name)}”.", icon=":material/search_off:")
    if not error.suggestions:
        st.markdown(
            "No known name resembles it. Choose one from the list, or look for it in the "
            f"{links.written('documents', 'documents')}."
        )
        return
    st.markdown("Did you mean one of these?")
    with st.container(horizontal=True):
        for number, name in enumerate(error.suggestions):
            st.button(markdown.literal(name), key=f"suggestion_{number}", on_click=_choose, args=(name,))


def _choose(name: str) -> None:
    st.session_state[KEY] = name
    selection.forget()
