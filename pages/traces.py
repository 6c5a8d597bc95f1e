import streamlit as st

from components import as_of

st.title("Tool traces")
as_of.strip()
