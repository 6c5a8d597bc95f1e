"""Each page in each of its states, by eye and by keyboard: axe-core finds nothing that keeps people out, but for what
Streamlit itself draws; Tab reaches every control, leaves it again, and one sees where it is."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.pages.conftest import opened_tab
from tests.pages.page_states import STATES, open_state, rest

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RUN = """async (known) => {
    const isKnown = (rule, element) => known.some(([broken, part]) => rule === broken && element?.closest(part));
    const {violations} = await axe.run(document, {resultTypes: ["violations"], elementRef: true});
    return violations.flatMap(({id, nodes}) => nodes.filter(({element}) => !isKnown(id, element))
        .map(({target, html}) => [id, target.flat(5).join(" "), html.slice(0, 300)]));
}"""

LOOK = Path(__file__).with_name("tab_order.js").read_text(encoding="utf-8")
MOST_STOPS = 400
AT_ONCE = "*, *::before, *::after { transition: none !important; animation: none !important; }"

FROM_THE_TOP = (
    "() => { document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); }"
)


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
    Known("region", "#stFloatingOverlayPortal", "hints and menus hang outside of all landmarks"),
)


class Violation(NamedTuple):
    rule: str
    target: str
    html: str


def violations(page: Page) -> list[Violation]:
    page.evaluate(AXE)
    known = [[one.rule, one.part] for one in KNOWN]
    return [Violation(*found) for found in page.evaluate(RUN, known)]


class Stop(NamedTuple):
    id: int
    name: str
    is_shown: bool
    """Whether the control looked otherwise when it had the focus than when it had it no more."""


def walk(page: Page) -> Iterator[Stop]:
    """The controls in Tab's order."""
    focused = None
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        seen = page.evaluate(LOOK)
        current = seen["current"]
        if focused and (current is None or current["id"] != focused["id"]):
            yield Stop(focused["id"], focused["name"], seen["before"]["look"] != focused["look"])
        if current is None:
            return
        focused = current
    pytest.fail(f"After {MOST_STOPS} presses of Tab the focus is still on the page, at {focused}")


@pytest.fixture(scope="module", params=STATES)
def state(request: pytest.FixtureRequest, window: BrowserContext, dashboard: str) -> Iterator[Page]:
    """Opened once for all that is looked at in it."""
    with opened_tab(window, dashboard) as tab:
        open_state(tab, dashboard, request.param)
        yield tab


def test_nobody_is_kept_out_of_a_page_in_light_or_dark(state: Page) -> None:
    found = violations(state)
    state.emulate_media(color_scheme="dark")
    expect(state.locator(".stApp")).to_have_css("color-scheme", "dark")
    rest(state)
    assert not found + violations(state)


def test_tab_reaches_and_leaves_every_control_and_shows_where_it_is(state: Page) -> None:
    state.add_style_tag(content=AT_ONCE)
    state.evaluate(FROM_THE_TOP)
    stops = list(walk(state))
    assert len(stops) > 10
    assert not [stop.name for stop in stops if not stop.is_shown]
    assert not state.evaluate(LOOK, True)["left"]
