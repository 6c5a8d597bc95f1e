import streamlit as st

from components import as_of

st.title("Search tuner")
as_of.strip()
