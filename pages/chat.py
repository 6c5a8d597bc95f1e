import streamlit as st

from components import as_of

st.title("Chat")
as_of.strip()
