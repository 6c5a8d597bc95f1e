"""How to keep a copy of everything, for the stores that this workbench uses."""

from collections.abc import Sequence

import streamlit as st


def show(steps: Sequence[str]) -> None:
    st.header("Backup")
    for step in steps:
        st.markdown(f"- {step}")
