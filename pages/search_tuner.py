"""Find the mix of meaning and words, prove it on judged queries, hand it to the chat."""

import streamlit as st

from components.sidebar import first_minute, viewpoint
from components.tuner import tuner

with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    st.title("Search tuner", width="content")
    view = tuner.choose_view()
viewpoint.show_banner()
first_minute.show("search_tuner")
tuner.show(view)
