"""What is configured, and from where; never a secret's value."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components.markdown import literal
from services.status import SettingLine


def show(lines: Sequence[SettingLine]) -> None:
    st.header("Settings")
    st.caption("Environment variables, read once at the start. To change one, set it and start Dossier again.")
    only_set = st.toggle("Only what the environment sets", key="settings_only_set")
    shown = [line for line in lines if line.origin == "environment" or not only_set]
    if not shown:
        st.info("The environment sets none of them: all settings are Dossier's own.", icon=":material/info:")
        return
    st.table(pd.DataFrame(map(table_row, shown)), border="horizontal", hide_index=True)


def table_row(line: SettingLine) -> dict[str, str]:
    """A table of text, whose long lines are broken and not cut."""
    return {
        "Variable": literal(line.variable),
        "Value": literal(line.value),
        "From": line.origin,
        "Meaning": literal(line.meaning.replace("`", "")),
    }
