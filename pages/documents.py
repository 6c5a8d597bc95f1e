"""What the sources say: a list, and a reader that opens at the cited passage."""

import streamlit as st

from components.documents import document_list, document_view
from components.sidebar import first_minute, viewpoint

st.title("Documents")
viewpoint.show_banner()
first_minute.show("documents")
if opened := document_view.requested_document():
    document_view.show(opened, viewpoint.current())
else:
    document_list.show()
