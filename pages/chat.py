"""Ask, and see what the agent did."""

import streamlit as st

from components import as_of, chat, conversation_menu, model_notice
from components.scope import Scope

title, controls = st.columns([1, 5], vertical_alignment="bottom")
title.title("Chat")
as_of.strip()
active = chat.answering()
conversation = chat.opened()
with controls:
    conversation_menu.show(conversation.summary if conversation else None)
collection = chat.agent_and_documents()
model_notice.show()
chat.show(conversation, active, Scope(as_of.current(), collection))
