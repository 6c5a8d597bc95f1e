"""The help of the whole workbench: which page answers which question, and what its words mean."""

import streamlit as st

GUIDE = """
**Which page answers what**

- **Chat** – ask in your own words. Tool calls are shown as they run; **[1]** opens the passage behind a sentence.
- **Search tuner** – see how the mix of words and meaning ranks a query, judge hits, and hand the setting to the chat.
- **Documents** – read what the sources say, with cited passages marked.
- **Graph** – who is connected with whom, what was true when, what changed between two dates.
- **Add documents** – files, and files of dated facts. **Tool traces** – which calls were slow or failed.

**As of** in the sidebar moves the whole workbench to a date: only facts that held then and documents that were known
then count. A strip under each title says so; *Back to now* ends it.

**Dots** in the sidebar: green is ready, orange is starting, red is down, grey is not configured. The Status page has
the reasons, the settings and how to make a backup.

**Other doors**: REST at [/api/docs](/api/docs), MCP at `/mcp`, the command line with `python -m services --help`.
"""


def show_button() -> None:
    if st.button("Help", icon=":material/help:", key="guide_open", type="tertiary"):
        _dialog()


@st.dialog("How Dossier works", width="large")
def _dialog() -> None:
    st.markdown(GUIDE)
