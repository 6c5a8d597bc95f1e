"""How the value of a control and the page's URL stay the same: read at first, followed afterwards, and written back."""

from collections.abc import Callable

import streamlit as st


def prepare(key: str, options: list[str], default: str) -> Callable[[], None]:
    """Call before the widget of that key: it starts as the URL says. The result belongs into its `on_change`.

    The URL carries the option's own short name. Streamlit's own binding writes the label into it, icons and all, and so
    ties links to wording.
    """
    if key not in st.session_state:
        asked = st.query_params.get(key, default)
        st.session_state[key] = asked if asked in options else default
    return lambda: _write(key, default)


def _write(key: str, default: str) -> None:
    """The default is not worth a parameter."""
    chosen = st.session_state[key]
    if chosen == default:
        st.query_params.pop(key, None)
    else:
        st.query_params[key] = chosen


def is_new(key: str, value: object) -> bool:
    """Call before the widget of that key: True when it must be given `value` as its default.

    One that is there already follows `value`. Setting the state of a new widget would show its first option for a
    moment, and would come back as if the user had chosen.
    """
    if key not in st.session_state:
        return True
    if st.session_state[key] != value:
        st.session_state[key] = value
    return False


def follow_link(page: str, key: str, emptied_by: tuple[str, str]) -> None:
    """Call before the control of that key is drawn on `page`, which may be one that a link has led to.

    Streamlit reads a control's parameter on the first page of a tab; on one that a link leads to, the control's own
    state would win, so it is dropped. A link empties the control by the parameter `emptied_by`, which comes first: what
    the control said is in the URL still.
    """
    seen = f"{key}_page"
    if st.session_state.setdefault(seen, page) == page:
        return
    st.session_state[seen] = page
    name, value = emptied_by
    if st.query_params.get(name) == value:
        st.session_state[key] = None
    elif key in st.query_params:
        st.session_state.pop(key, None)
