import streamlit as st

from components import as_of

st.title("Add documents")
as_of.strip()
