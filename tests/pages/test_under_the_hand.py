"""What is clicked stays where it is, and counts at the first click."""

import re

from playwright.sync_api import Page, expect

from tests.pages.page_states import rest

FIRST_ROW = {"x": 260.0, "y": 36 + 17.0}


def test_the_first_click_on_a_row_counts_after_the_order_was_changed(page: Page) -> None:
    page.goto("/documents")
    for order in ("title", "date", "facts"):
        page.get_by_label("Sort by", exact=True).first.click()
        page.get_by_role("option", name=order, exact=True).click()
        rest(page)
        page.get_by_test_id("stDataFrame").locator("canvas").first.click(position=FIRST_ROW, force=True)
        expect(page.get_by_text("All documents")).to_be_visible()
        page.get_by_text("All documents").click()
        page.get_by_label("Sort by", exact=True).first.wait_for()
        rest(page)
        expect(page).not_to_have_url(re.compile(r"\bid="))


def test_rows_that_are_ticked_one_after_the_other_stay_where_they_are(page: Page) -> None:
    page.goto("/documents")
    rest(page)
    table = page.get_by_test_id("stDataFrame")
    place = table.bounding_box()
    assert place
    for row in range(3):
        page.mouse.move(place["x"] + 18, place["y"] + FIRST_ROW["y"] + 33 * row)
        page.mouse.down()
        page.mouse.up()
        expect(page.get_by_text(f"{row + 1} document{'s' if row else ''} ticked")).to_be_visible()
        rest(page)
        assert table.bounding_box() == place


def test_a_step_through_the_dates_moves_none_of_its_buttons(page: Page) -> None:
    page.goto("/graph?entity=NASA")
    rest(page)
    earlier, later = (
        page.locator(f".st-key-as_of_{step}").get_by_role("button").first for step in ("earlier", "later")
    )
    places = []
    for _ in range(3):
        places.append((earlier.bounding_box(), later.bounding_box()))
        earlier.click()
        rest(page)
    later.click()
    rest(page)
    places.append((earlier.bounding_box(), later.bounding_box()))
    assert len({str(place) for place in places}) == 1
