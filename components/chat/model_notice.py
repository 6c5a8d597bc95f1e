"""Says that no language model is configured, what that means, and how to change it."""

import streamlit as st

from components.backend import services
from services.agent.chat_model import OFFLINE, model_name


def show() -> None:
    if model_name(services().settings) != OFFLINE:
        return
    st.caption(
        ":material/info: No language model is configured: tools are chosen by rule and answers are quotations.",
        help="Set OPENAI_API_KEY, or OPENAI_BASE_URL for any compatible server, and start Dossier again. "
        "Searches, citations and the graph are the same with and without one.",
    )
