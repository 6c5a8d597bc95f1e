"""What is drawn, for other tools: CSV, GraphML, GEXF with the intervals in which facts held."""

import streamlit as st

from components.graph.drawing.network import file_name
from services.graph.reading.export import to_csv, to_gexf, to_graphml
from services.models import Neighborhood


def show(neighborhood: Neighborhood, *, key: str) -> None:
    """The picture (PNG) is saved by the graph's own toolbar."""
    name = file_name(neighborhood.entity.name)
    csv, graphml, gexf = to_csv(neighborhood.edges), to_graphml(neighborhood), to_gexf(neighborhood)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{key}_export"):
        st.caption("Save these facts as", width="content")
        _button("CSV", csv.encode(), f"{name}.csv", "text/csv", "One line a fact, for a spreadsheet.")
        _button("GraphML", graphml, f"{name}.graphml", "application/graphml+xml", "For yEd, Cytoscape, networkx.")
        _button("GEXF", gexf, f"{name}.gexf", "application/gexf+xml", "For Gephi, with the intervals of each fact.")


def _button(label: str, data: bytes, name: str, mime: str, help: str) -> None:
    st.download_button(
        label, data, file_name=name, mime=mime, help=help, on_click="ignore", key=f"save_{name}", type="tertiary"
    )
