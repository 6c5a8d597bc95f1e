"""Which entity the graph page is about: by name as one types, by type, or by a link (`?entity=`)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import links, markdown, url_state
from components.backend import run, services
from components.graph import selection
from components.sidebar import viewpoint as sidebar
from services.errors import EntityNotFound
from services.models import Count, Entity, Viewpoint

KEY, TYPE = "entity", "entity_type"
MOST_NAMES = 3000
FRESH = 15  # seconds: counting the facts of every entity at every click would make large graphs slow
HASH: dict[str | type[Any], Callable[[Any], Any]] = {Viewpoint: lambda viewpoint: viewpoint.model_dump_json()}
HELP = "Type a part of the name. Offered are the entities seen from here: of the date, and of the collection."


def show() -> tuple[str | None, DeltaGenerator]:
    """The name chosen, to begin with the entity with most facts, and the place beside it. None: the graph is empty."""
    _from_fact()
    left, right, beside = st.container().columns([3, 1.4, 1.1])
    everything = offered_entities(sidebar.current())
    if not everything and not offered_entities(Viewpoint.ever()):
        offered_entities.clear()
        return None, beside
    type_name = _type(everything, right)
    found = entity_names(type_name)
    chosen = choose_entity(
        left, "Entity", found, key=KEY, default=found[0] if found else None, also=selection.clear_selection
    )
    return chosen or (found[0] if found else None), beside


def choose_entity(
    place: DeltaGenerator,
    label: str,
    found: Sequence[str],
    *,
    key: str,
    default: str | None = None,
    also: Callable[[], None] = lambda: None,
) -> str | None:
    """One of the names, or the one that a link gives. Only where the names are too many to be listed, another can be
    typed: it would stand above the known ones."""
    write = url_state.bind(key, default)
    linked = st.session_state[key]
    there = [linked, *found] if linked and linked not in found else list(found)
    chosen: str | None = place.selectbox(
        label,
        there,
        index=None,
        key=key,
        accept_new_options=len(found) >= MOST_NAMES,
        placeholder="Type a name",
        on_change=_both(write, also),
        help=HELP,
    )
    return chosen


def _both(one: Callable[[], None], other: Callable[[], None]) -> Callable[[], None]:
    def react() -> None:
        one()
        other()

    return react


def _from_fact() -> None:
    """A link to a fact need not name its entity."""
    fact = selection.current().fact
    if fact and KEY not in st.session_state and KEY not in st.query_params:
        st.session_state[KEY] = run(services().graph.fact(fact)).source


def _type(everything: Sequence[Entity], place: DeltaGenerator) -> str | None:
    """What is listed, not what is drawn: the legend below the drawing is for that."""
    counts = _counts(everything)
    return place.selectbox(
        "List only",
        list(counts),
        index=None,
        key=TYPE,
        placeholder="entities of any type",
        format_func=lambda name: _counted(name, counts.get(name)),
        on_change=url_state.bind(TYPE, None, url_state.kind_of_options(list(counts))),
        help="Shortens the list under Entity. What is drawn is chosen in the legend below the drawing.",
    )


def _counted(name: str, count: int | None) -> str:
    """Options of a list are no Markdown."""
    return name if count is None else f"{name} ({count:,})"


def _counts(everything: Sequence[Entity]) -> Mapping[str, int | None]:
    """By type, the commonest first; where not all entities are listed, as the graph counts them."""
    viewpoint = sidebar.current()
    if len(everything) >= MOST_NAMES and not viewpoint.chooses_documents:
        return {count.name: count.count for count in _types(viewpoint) if count.name}
    return dict(Counter(entity.type for entity in everything if entity.type).most_common())


@st.cache_data(ttl=FRESH, max_entries=10, show_spinner=False, hash_funcs=HASH)
def _types(viewpoint: Viewpoint) -> tuple[Count, ...]:
    return run(services().graph.types(viewpoint=viewpoint))


@st.cache_data(ttl=FRESH, max_entries=20, show_spinner=False, hash_funcs=HASH)
def offered_entities(viewpoint: Viewpoint) -> tuple[Entity, ...]:
    """The busiest first; where one looks at some of the documents, only what facts of these name."""
    graph = services().graph
    if viewpoint.chooses_documents:
        return run(graph.stated_entities(limit=MOST_NAMES, viewpoint=viewpoint))
    return run(graph.suggest("", limit=MOST_NAMES, viewpoint=viewpoint))


def entity_names(type_name: str | None = None) -> list[str]:
    """The busiest first; with a type, by name. Seen from the workbench's viewpoint."""
    viewpoint = sidebar.current()
    everything = offered_entities(viewpoint)
    if type_name is None:
        return distinct_names(everything)
    if len(everything) < MOST_NAMES or viewpoint.chooses_documents:
        return sorted(distinct_names([one for one in everything if one.type == type_name]), key=str.casefold)
    return _of_type(type_name, viewpoint)


@st.cache_data(ttl=FRESH, max_entries=50, show_spinner=False, hash_funcs=HASH)
def _of_type(type_name: str, viewpoint: Viewpoint) -> list[str]:
    found = run(services().graph.entities(type=type_name, limit=MOST_NAMES, viewpoint=viewpoint))
    return distinct_names(found.entities)


def distinct_names(entities: Sequence[Entity]) -> list[str]:
    return list(dict.fromkeys(entity.name for entity in entities))


def show_not_found(error: EntityNotFound) -> None:
    """Nothing is called so: the closest names, one click each."""
    st.warning(f"No entity is called “{markdown.literal(error.name)}”.", icon=":material/search_off:")
    if not error.suggestions:
        st.markdown(
            "No known name resembles it. Choose one from the list, or look for it in the "
            f"{links.markdown_link('documents', 'documents')}."
        )
        return
    st.markdown("Did you mean one of these?")
    with st.container(horizontal=True):
        for number, name in enumerate(error.suggestions):
            st.button(markdown.literal(name), key=f"suggestion_{number}", on_click=_choose, args=(name,))


def _choose(name: str) -> None:
    st.session_state[KEY] = name
    selection.clear_selection()
