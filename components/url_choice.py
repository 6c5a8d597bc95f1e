"""A choice that the URL carries by its own short name, whatever the label on the screen says.

Streamlit's own binding writes the label into the URL, icons and all, and so ties links to wording.
"""

from collections.abc import Callable

import streamlit as st


def prepare(key: str, options: list[str], default: str) -> Callable[[], None]:
    """Call before the widget of that key: it starts as the URL says. The result belongs into its `on_change`."""
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
