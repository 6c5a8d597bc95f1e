"""Ask, and see what the agent did."""

import streamlit as st

from components.chat import beside, chat, conversation_menu, model_notice
from components.sidebar import first_minute, viewpoint

title, controls = st.columns([1, 5], vertical_alignment="bottom")
title.title("Chat")
viewpoint.show_banner()
first_minute.show("chat")
active = chat.active_run()
conversation = chat.open_conversation()
with controls:
    conversation_menu.show(conversation.summary if conversation else None)
with st.expander(f"Profile: {chat.chosen_profile()}", icon=":material/tune:"):
    chat.profile_selector()
model_notice.show()
beside.show(by_itself=active is None)
chat.show(conversation, active, viewpoint.current())
