"""What is configured, and from where; never a secret's value."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from services.status import SettingLine


def show(lines: Sequence[SettingLine]) -> None:
    st.header("Settings")
    st.caption("Environment variables, read once at the start. To change one, set it and start Dossier again.")
    only_set = st.toggle("Only what the environment sets", key="settings_only_set")
    shown = [line for line in lines if line.origin == "environment" or not only_set]
    if not shown:
        st.info("The environment sets none of them: all settings are Dossier's own.", icon=":material/info:")
        return
    st.dataframe(
        pd.DataFrame([line.model_dump() | {"meaning": line.meaning.replace("`", "")} for line in shown]),
        hide_index=True,
        width="stretch",
        height="content",
        column_config={
            "variable": st.column_config.TextColumn("Variable", width="medium"),
            "value": st.column_config.TextColumn("Value", width="medium"),
            "origin": st.column_config.TextColumn("From", width="small"),
            "meaning": st.column_config.TextColumn("Meaning", width="large"),
        },
    )
