"""Widgets whose value is kept elsewhere (the URL) and may be changed there."""

import streamlit as st


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
