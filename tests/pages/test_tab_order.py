"""Each page by its keyboard alone: Tab reaches every control, leaves it again, and one sees where it is."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from tests.pages.page_states import STATES, open_state

LOOK = Path(__file__).with_name("tab_order.js").read_text(encoding="utf-8")
MOST_STOPS = 400
AT_ONCE = "*, *::before, *::after { transition: none !important; animation: none !important; }"

FROM_THE_TOP = (
    "() => { document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); }"
)


class Stop(NamedTuple):
    id: int
    name: str
    is_shown: bool
    """Whether the control looked otherwise when it had the focus than when it had it no more."""


def walk(page: Page) -> Iterator[tuple[Stop, list[str]]]:
    """The controls in Tab's order, each with those that Tab has not come to until then."""
    focused = None
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        seen = page.evaluate(LOOK)
        current = seen["current"]
        if focused and (current is None or current["id"] != focused["id"]):
            yield Stop(focused["id"], focused["name"], seen["before"]["look"] != focused["look"]), seen["left"]
        if current is None:
            return
        focused = current
    pytest.fail(f"After {MOST_STOPS} presses of Tab the focus is still on the page, at {focused}")


@pytest.mark.parametrize("state", STATES)
def test_tab_reaches_and_leaves_every_control_and_shows_where_it_is(page: Page, dashboard: str, state: str) -> None:
    open_state(page, dashboard, state)
    page.add_style_tag(content=AT_ONCE)
    page.evaluate(FROM_THE_TOP)
    stops, left = zip(*walk(page), strict=True)
    assert len(stops) > 10
    assert not [stop.name for stop in stops if not stop.is_shown]
    assert not left[-1]
