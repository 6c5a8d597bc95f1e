"""Ask, and see what the agent did."""

import streamlit as st

from components import as_of, chat, conversation_menu, model_notice

title, controls = st.columns([1, 5], vertical_alignment="bottom")
title.title("Chat")
as_of.strip()
active = chat.answering()
conversation = chat.opened()
with controls:
    conversation_menu.show(conversation.summary if conversation else None)
with st.expander("Profile and model", icon=":material/tune:"):
    chat.profile_selector()
model_notice.show()
chat.show(conversation, active, as_of.current())
