"""axe-core finds nothing on any page that keeps people out, but for what Streamlit itself draws."""

from importlib.resources import files
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.pages.page_states import STATES, open_state, rest

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RUN = """async (known) => {
    const isKnown = (rule, element) => known.some(([broken, part]) => rule === broken && element?.closest(part));
    const {violations} = await axe.run(document, {resultTypes: ["violations"], elementRef: true});
    return violations.flatMap(({id, nodes}) => nodes.filter(({element}) => !isKnown(id, element))
        .map(({target, html}) => [id, target.flat(5).join(" "), html.slice(0, 300)]));
}"""


class Known(NamedTuple):
    """Of Streamlit's and Vega's own: their parts of that kind break that rule on every page of every program."""

    rule: str
    part: str
    reason: str


NAVIGATION, DROP_ZONE = "[data-testid=stSidebarNavItems]", "[data-testid=stFileUploaderDropzone]"
KNOWN = (
    Known("list", NAVIGATION, "the list of the pages has its groups in divisions"),
    Known("listitem", NAVIGATION, "and so its entries stand in these, not in the list"),
    Known("svg-img-alt", ".brush_brush, .brush_brush_bg", "Vega takes no words for a brush; the table says the same"),
    Known("presentation-role-conflict", DROP_ZONE, "it has the role of nothing, and a name"),
)


class Violation(NamedTuple):
    rule: str
    target: str
    html: str


def violations(page: Page) -> list[Violation]:
    page.evaluate(AXE)
    known = [[one.rule, one.part] for one in KNOWN]
    return [Violation(*found) for found in page.evaluate(RUN, known)]


@pytest.mark.parametrize("state", STATES)
def test_nobody_is_kept_out_of_a_page_in_light_or_dark(page: Page, dashboard: str, state: str) -> None:
    open_state(page, dashboard, state)
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator(".stApp")).to_have_css("color-scheme", "dark")
    rest(page)
    assert not found + violations(page)
