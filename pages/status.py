"""What runs, from where, and is it well?"""

import streamlit as st

from components import as_of, backup, configuration, figures, health_table
from components.backend import run, services
from services.status import status

st.title("Status")
as_of.strip()
found = run(status(services()))
health_table.show(found.health)
figures.show_numbers("Sizes", found.sizes)
left, right = st.columns(2)
with left:
    figures.show_list("Where it is kept", found.places)
    backup.show(found.backup)
with right:
    figures.show_list("Versions", found.versions)
configuration.show(found.settings)
