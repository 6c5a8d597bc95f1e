"""What runs, from where, and how well."""

import streamlit as st

from components import as_of, configuration, health_table
from components.backend import run, services

st.title("Status")
as_of.strip()
health_table.show(run(services().health()))
configuration.show(services().settings)
