import streamlit as st

from components import as_of

st.title("Documents")
as_of.strip()
