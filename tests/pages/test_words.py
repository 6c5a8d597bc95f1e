"""What all pages say: no “1 facts”, no doubled full stop, no control whose name ends in one."""

import re

import pytest
from streamlit.testing.v1 import AppTest

VIEWS = [
    ("chat", {}),
    ("search_tuner", {}),
    ("search_tuner", {"q": "longest stay in orbit"}),
    ("search_tuner", {"view": "Judge"}),
    ("search_tuner", {"view": "Evaluate"}),
    ("documents", {}),
    ("documents", {"documents_filter": "Skylab and its three crews"}),
    ("documents", {"as_of_date": "1974-01-01", "sources": "from what was written by then"}),
    *(("graph", {"entity": "Skylab", "view": view}) for view in ("graph", "timeline", "changes", "paths")),
    ("graph", {"entity": "NASA", "view": "changes", "from": "1990-01-01", "to": "2000-01-01"}),
    ("graph", {"entity": "NASA", "view": "paths", "target": "Boeing"}),
    ("graph", {"view": "review"}),
    ("sources", {}),
    ("traces", {}),
    ("status", {}),
]
PLURAL = re.compile(
    r"(?<![\d.,:\\-])\b1\**\s(?!(?:was|is|has|as|its|this|plus|less|across|class|series|status)\b)[a-z]+[^s\W]s\b"
)
DOUBLED = re.compile(r"(?<!\.)\.\.(?!\.)|[?!]\.(?!\w)|\.”\.|\?:|:\.|,,|,\.|;;|\(\)")


def said(page: AppTest) -> list[str]:
    kinds = ("markdown", "caption", "info", "warning", "error", "success", "title", "subheader")
    words = [element.value for kind in kinds for element in getattr(page, kind)]
    controls = ("button", "text_input", "selectbox", "toggle", "date_input", "number_input", "expander")
    for kind in controls:
        words += [element.label for element in getattr(page, kind)]
    return [text for text in words if "<style>" not in text]


def spoilt(text: str) -> str | None:
    found = PLURAL.search(text) or DOUBLED.search(re.sub(r"\\(.)", r"\1", text))
    return found and f"{found[0]!r} in {text[max(0, found.start() - 40) : found.end() + 20]!r}"


@pytest.mark.parametrize("text", ["1 facts", "held 1974?:", "by “….”.", "The end..", "of 1 chunks"])
def test_what_is_looked_for_is_found(text):
    assert spoilt(text)


@pytest.mark.parametrize("text", ["1 fact", "21 facts", "1 has ended", "wait …", "0.1 documents", "(1960) and 1 was"])
def test_what_is_right_is_left_alone(text):
    assert not spoilt(text)


@pytest.mark.parametrize(("name", "query"), VIEWS)
def test_a_page_counts_and_ends_its_sentences(app_test, name, query):
    page = app_test(name, **query)
    assert not page.exception
    words = said(page)
    assert len(words) > 5
    assert not [found for text in words if (found := spoilt(text))]
