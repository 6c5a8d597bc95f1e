"""What runs, from where, and is it well?"""

import streamlit as st

from components.backend import run, services
from components.sidebar import first_minute, viewpoint
from components.status import backup, configuration, figures, health_table, watched
from services.status import status

st.title("Status")
viewpoint.show_banner()
first_minute.show("status")
with st.spinner("Asking every part …"):
    found = run(status(services()))
health_table.show(found.health)
watched.show()
left, right = st.columns(2, gap="large")
with left:
    figures.show("Sizes", found.sizes)
    figures.show("What is used", found.places)
    backup.show(found.backup)
with right:
    figures.show("Versions", found.versions)
configuration.show(found.settings)
