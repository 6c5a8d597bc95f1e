"""Links to a page whose control in the sidebar has a state of its own already."""

import streamlit as st


def follow(page: str, key: str, emptied_by: tuple[str, str]) -> None:
    """Before the control with this key is drawn on `page`, which may be one that a link has led to.

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
