"""Getting documents in: files, pasted text, facts, what is watched; and what became of them."""

import streamlit as st

from components import url_state
from components.sidebar import first_minute, viewpoint
from components.sources import destination, ingest_queue, upload_form, watched

st.title("Add documents")
viewpoint.show_banner()
first_minute.show("sources")
ways = ["Files", "Folder", "Pasted text", "Watched folder or page"]
way = st.segmented_control(
    "From", ways, required=True, key="sources_way", on_change=url_state.bind_options("sources_way", ways, "Files")
)
where = destination.show()
if way in ("Files", "Folder"):
    upload_form.show_files(where, folder=way == "Folder")
elif way == "Pasted text":
    upload_form.show_paste_form(where)
else:
    watched.show_form(where)
    watched.show_watches()
st.header("Queue and history", anchor=False)
ingest_queue.show()
