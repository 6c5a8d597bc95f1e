"""The clocks of the popover stay in the address on every page: Streamlit keeps only the controls seen there."""

from datetime import date
from pathlib import Path

import streamlit as st

_address = st.components.v2.component(
    "dossier_clock_address", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def keep_clocks(page: str, keys: tuple[str, ...]) -> None:
    """Call after the clocks are drawn on `page`: reloaded or copied, its address leads to what is seen."""
    chosen = {key: f"{day:%Y-%m-%d}" for key in keys if isinstance(day := st.session_state.get(key), date)}
    _address(key="clock-address", data={"page": page, "clocks": chosen}, height=1)
