"""The search tuner as a browser test handles it."""

import httpx
from playwright.sync_api import Locator, Page

QUERY = "Who owned Rocketdyne in 2010?"
SET = "tests of the tuner"
HIT = ".ranking:not(.compact) .hit:not(.leaving)"
ORDER = """rows => rows.map(row => [Number(row.style.getPropertyValue("--place")), row.dataset.id])
    .sort((one, other) => one[0] - other[0]).map(pair => pair[1])"""


def open_tuner(page: Page, **parameters: str) -> Locator:
    """The hits, once they are there; grades go into the tests' own set where it is."""
    query = {"q": QUERY, **parameters}
    page.goto(f"/search_tuner?{httpx.QueryParams(query)}")
    page.locator(HIT).first.wait_for()
    return page.locator(HIT)


def order(page: Page) -> list[str]:
    return page.locator(HIT).evaluate_all(ORDER)


def slider(page: Page, name: str = "text_weight") -> Locator:
    return page.get_by_role("slider", name=name).first


def in_url(page: Page, text: str) -> None:
    page.wait_for_function("text => location.href.includes(text)", arg=text)
