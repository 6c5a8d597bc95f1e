"""The pages of a PDF as pictures with the cited passage marked on them, read as a person reads them."""

import re
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.pages.page_states import documents

expect.set_options(timeout=30_000)


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


def box(of: Locator) -> Box:
    found = of.bounding_box()
    assert found
    return Box(**found)


@pytest.fixture
def reader(page: Page, dashboard: str) -> Page:
    """A document of two pages, from the list."""
    page.goto(f"/documents?id={documents(dashboard)['pdf']}")
    page.locator(".reader .picture").wait_for()
    return page


@pytest.fixture
def cited(dashboard: str) -> dict[str, object]:
    """A passage that stands on a page of a PDF."""
    found = httpx.get(f"{dashboard}/api/search", params={"query": "Vulcan replaced Atlas RD-180", "limit": 20}).json()
    citations = [hit["citation"] for hit in found["hits"] if hit["document_source"].endswith(".pdf")]
    return next(citation for citation in citations if citation["page"] == "1")


def number(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Go to the page")


def test_a_citation_opens_at_its_page_with_boxes_on_its_lines(page: Page, cited: dict[str, object]) -> None:
    page.goto(str(cited["url"]))
    marks = page.locator(".reader .mark")
    expect(marks.first).to_be_in_viewport()
    expect(number(page)).to_have_value(str(cited["page"]))
    paper = box(page.locator(".reader .paper"))
    found = [box(mark) for mark in marks.all()]
    for mark in found:
        assert paper.x <= mark.x < mark.x + mark.width <= paper.x + paper.width
        assert paper.y <= mark.y < mark.y + mark.height <= paper.y + paper.height
    assert max(mark.width for mark in found) > paper.width / 2
    expect(page.locator(".reader .picture")).to_have_attribute("alt", re.compile("with the passage marked"))


def test_pages_are_turned_by_button_key_number_and_thumbnail(reader: Page) -> None:
    field, sheet = number(reader), reader.locator(".reader .sheet")
    expect(field).to_have_value("1")
    expect(reader.get_by_role("button", name="The page before")).to_be_disabled()
    reader.get_by_role("button", name="The next page").click()
    expect(field).to_have_value("2")
    expect(reader).to_have_url(re.compile("page=2"))
    sheet.focus()
    reader.keyboard.press("ArrowLeft")
    expect(field).to_have_value("1")
    reader.locator(".thumbnail").nth(1).click()
    expect(field).to_have_value("2")
    expect(reader.locator(".thumbnail").nth(1)).to_have_attribute("aria-current", "page")
    field.click(click_count=3)
    reader.keyboard.type("1")
    reader.keyboard.press("Enter")
    expect(reader.locator(".reader .picture")).to_have_attribute("alt", re.compile("^Page 1 "))
    field.click(click_count=3)
    reader.keyboard.type("99")
    reader.keyboard.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")


def test_a_page_is_zoomed_with_its_marks_and_its_picture_gets_sharper(page: Page, cited: dict[str, object]) -> None:
    page.goto(str(cited["url"]))
    mark, paper = page.locator(".reader .mark").first, page.locator(".reader .paper")
    mark.wait_for()
    page.wait_for_timeout(500)
    picture = page.locator(".reader .picture")
    before, marked, pixels = box(paper), box(mark), picture.evaluate("image => image.naturalWidth")
    for _ in range(4):
        page.get_by_role("button", name="Larger").click()
    expect(page.locator(".tool.fit")).to_have_text("244 %")
    assert box(paper).width == pytest.approx(2.44 * before.width, rel=0.02)
    share = (marked.x - before.x) / before.width
    assert (box(mark).x - box(paper).x) / box(paper).width == pytest.approx(share, abs=0.01)
    expect(picture).to_have_js_property("naturalWidth", 2000)
    assert pixels < 2000
    page.locator(".reader .sheet").press("0")
    expect(page.locator(".tool.fit")).to_have_text("100 %")
    assert box(paper).width == pytest.approx(before.width, rel=0.02)


def test_n_and_p_go_from_one_cited_passage_to_the_next_across_pages(reader: Page) -> None:
    said, sheet = reader.locator(".reader .passage"), reader.locator(".reader .sheet")
    expect(said).to_have_text(re.compile(r"^\d+ cited passages$"))
    count = int(said.inner_text().split()[0])
    sheet.focus()
    reader.keyboard.press("n")
    expect(said).to_have_text(f"cited passage 1 of {count}")
    expect(reader.locator(".reader .mark").first).to_be_in_viewport()
    for at in range(2, count + 1):
        reader.get_by_role("button", name="The next cited passage").click()
        expect(said).to_have_text(f"cited passage {at} of {count}")
    expect(number(reader)).to_have_value("2")
    expect(reader.get_by_role("button", name="The next cited passage")).to_be_disabled()
    sheet.press("p")
    expect(said).to_have_text(f"cited passage {count - 1} of {count}")


def test_the_text_of_a_page_is_one_click_away_with_the_same_passage(page: Page, cited: dict[str, object]) -> None:
    page.goto(str(cited["url"]))
    page.locator(".reader .mark").first.wait_for()
    page.get_by_role("radio", name="Text").click()
    expect(page.locator(".document mark").first).to_be_in_viewport()
    page.go_back()
    expect(page.locator(".reader .mark").first).to_be_visible()


def test_in_the_dark_the_paper_is_dimmed_and_its_marks_stay(page: Page, cited: dict[str, object]) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(str(cited["url"]))
    expect(page.locator(".reader .mark").first).to_be_visible()
    expect(page.locator(".reader.dark .paper")).to_have_css("filter", "brightness(0.88)")
