import streamlit as st

from components import as_of

st.title("Graph")
as_of.strip()
