"""What is configured, and from where; never a secret's value."""

from collections.abc import Iterator

import pandas as pd
import streamlit as st
from pydantic import SecretStr

from services.settings import Settings


def show(settings: Settings) -> None:
    st.subheader("Settings")
    st.caption("Environment variables, read once at the start. To change one, set it and start Dossier again.")
    st.dataframe(pd.DataFrame(rows(settings)), hide_index=True, width="stretch")


def rows(settings: Settings) -> Iterator[dict[str, str]]:
    for name, field in Settings.model_fields.items():
        yield {
            "variable": str(field.validation_alias),
            "value": written(getattr(settings, name)),
            "from": "environment" if name in settings.model_fields_set else "default",
        }


def written(value: object) -> str:
    if value is None:
        return "not set"
    return "set, not shown" if isinstance(value, SecretStr) else str(value)
