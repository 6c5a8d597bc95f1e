"""A line on each page says what to try there, until it is dismissed."""

import pytest
from playwright.sync_api import Page, expect

from components.sidebar.first_minute import TIPS
from tests.pages.page_states import rest


@pytest.mark.parametrize("name", ["status", "sources"])
def test_the_line_says_what_to_try_and_goes_for_good(page: Page, name: str) -> None:
    page.goto(f"/{name}")
    line = page.get_by_text(TIPS[name])
    expect(line).to_be_visible()
    line.locator("..").get_by_role("button", name="Got it").click()
    expect(line).to_be_hidden()
    page.reload()
    page.get_by_text("Documents: ready").wait_for()
    expect(line).to_be_hidden()


def test_every_page_has_its_line(app_test) -> None:
    for name in TIPS:
        assert not app_test(name).exception


@pytest.mark.parametrize("view", ["graph", "changes"])
def test_a_drawing_with_its_legend_stands_whole_in_the_window_below_the_line(page: Page, view: str) -> None:
    page.goto(f"/graph?entity=NASA&view={view}")
    page.get_by_text(TIPS["graph"]).wait_for()
    legend = page.locator(".legend")
    legend.get_by_role("button").first.wait_for()
    rest(page)
    room = page.evaluate("innerHeight")
    assert legend.evaluate("node => node.getBoundingClientRect().bottom") <= room
    page.get_by_role("button", name="Got it").click()
    rest(page)
    assert legend.evaluate("node => node.getBoundingClientRect().bottom") <= room
