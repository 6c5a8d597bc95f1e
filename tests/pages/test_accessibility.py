"""axe-core finds nothing on any page that keeps people out, but for what Streamlit itself draws."""

from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.pages.page_states import STATES, open_state, rest

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.flatMap((violation) =>
    violation.nodes.map(({target, html}) => [violation.id, target.flat(5).join(" "), html.slice(0, 300)]))"""


class Known(NamedTuple):
    """Of Streamlit's own: its elements of that kind break that rule, on every page of every Streamlit program."""

    rule: str
    marked_by: str
    reason: str


KNOWN = (
    Known("list", 'data-testid="stSidebarNavItems"', "the navigation's list has its groups in divisions"),
    Known("listitem", 'data-testid="stSidebarNavLink', "and so its entries stand in these, not in the list"),
    Known("presentation-role-conflict", 'data-testid="stFileUploaderDropzone"', "its drop zone has a role and a name"),
)


class Violation(NamedTuple):
    rule: str
    target: str
    html: str


def violations(page: Page) -> Iterator[Violation]:
    page.evaluate(AXE)
    for violation in map(Violation._make, page.evaluate(RUN)):
        if not any(known.rule == violation.rule and known.marked_by in violation.html for known in KNOWN):
            yield violation


@pytest.mark.parametrize("state", STATES)
def test_nobody_is_kept_out_of_a_page_in_light_or_dark(page: Page, dashboard: str, state: str) -> None:
    open_state(page, dashboard, state)
    found = list(violations(page))
    page.emulate_media(color_scheme="dark")
    expect(page.locator(".stApp")).to_have_css("color-scheme", "dark")
    rest(page)
    assert not [*found, *violations(page)]
