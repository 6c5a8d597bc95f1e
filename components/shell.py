"""The main script: page configuration, navigation, and the sidebar that every page shares.

It does not lie beside `pages/`: if it did, a first deep link would run the page without it.
"""

import sys
from pathlib import Path

import streamlit as st

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from components import failures, links, style  # noqa: E402  the path above comes first
from components.sidebar import collection, guide, health, narrow_window, page_top, typed_dates, viewpoint  # noqa: E402
from services.errors import DossierError  # noqa: E402


def main() -> None:
    # Files of ours: an icon by name would be fetched from another server.
    st.set_page_config(page_title="Dossier", page_icon=str(HERE / "icon.svg"), layout="wide")
    st.logo(str(HERE / "logo.svg"), icon_image=str(HERE / "icon.svg"))
    style.apply_style()
    page = st.navigation(page_groups(), position="sidebar")
    with st.sidebar:
        collection.show(page.url_path)
        typed_dates.take_typed_dates()
        viewpoint.show(page.url_path)
        health.show()
        guide.show_button()
        narrow_window.close_sidebar()
        page_top.begin_at_top(page.url_path, scrolls_itself=page.url_path == "")
    try:
        page.run()
    except DossierError as error:
        failures.show(error)


def page_groups() -> dict[str, list[st.Page]]:
    return {
        "Ask and explore": [
            make_page("chat", ":material/forum:"),
            make_page("search_tuner", ":material/tune:"),
            make_page("documents", ":material/description:"),
            make_page("graph", ":material/hub:"),
        ],
        "Manage": [
            make_page("sources", ":material/upload_file:"),
            make_page("traces", ":material/receipt_long:"),
            make_page("status", ":material/monitor_heart:"),
        ],
    }


def make_page(name: str, icon: str) -> st.Page:
    is_first = name == next(iter(links.TITLES))
    return st.Page(links.page_file(name), title=links.TITLES[name], icon=icon, default=is_first)


main()
