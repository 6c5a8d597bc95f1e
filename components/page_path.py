"""Where a page's file is: Streamlit looks for `pages/…` beside the main script, and ours does not lie there."""

from pathlib import Path

PAGES = Path(__file__).resolve().parent.parent / "pages"


def page_path(name: str) -> str:
    """For `st.page_link` and `st.switch_page`: `page_path("documents")`."""
    return str(PAGES / f"{name}.py")
