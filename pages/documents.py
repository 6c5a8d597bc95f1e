"""What the sources say: a list, and a reader that opens at the cited passage."""

import streamlit as st

from components import as_of, collection_choice, document_list, document_view

st.title("Documents")
as_of.strip()
if opened := st.query_params.get("id"):
    document_view.show(opened, as_of.current())
else:
    collection_choice.strip()
    document_list.show()
