"""Every page's state is in its URL: Back, Forward, a reload and a copied link bring back what was seen."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.pages.page_states import rest

expect.set_options(timeout=20_000)


def entity(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Entity", exact=True)


def leave_to(page: Page, name: str) -> None:
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def type_into(page: Page, field: Locator, words: str) -> None:
    field.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(words)
    page.keyboard.press("Enter")


def view(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=name)


def test_back_leads_through_what_was_seen_of_the_graph(page: Page) -> None:
    page.goto("/graph?entity=NASA")
    expect(entity(page)).to_have_value("NASA")
    type_into(page, entity(page), "Skylab")
    expect(page).to_have_url(re.compile("entity=Skylab$"))
    view(page, "Changes").click()
    expect(page).to_have_url(re.compile("entity=Skylab&view=changes"))
    page.get_by_text("compared with that").wait_for()
    leave_to(page, "Documents")
    page.go_back()
    expect(page).to_have_url(re.compile("entity=Skylab&view=changes"))
    expect(entity(page)).to_have_value("Skylab")
    expect(view(page, "Changes")).to_be_checked()
    page.go_back()
    expect(view(page, "Graph")).to_be_checked()
    page.go_back()
    expect(entity(page)).to_have_value("NASA")
    page.go_forward()
    expect(entity(page)).to_have_value("Skylab")


def test_a_switch_and_a_date_of_the_graph_survive_a_reload_and_a_copied_link(page: Page) -> None:
    page.goto("/graph?entity=Mir")
    page.locator("label", has_text="Ended and later facts").click()
    expect(page).to_have_url(re.compile("history=true"))
    for opened in (page.reload, lambda: page.goto(page.url)):
        opened()
        expect(page.get_by_role("switch", name="Ended and later facts")).to_be_checked()
    page.go_back()
    expect(page.get_by_role("switch", name="Ended and later facts")).not_to_be_checked()


def test_the_query_of_the_tuner_comes_back(page: Page) -> None:
    page.goto("/search_tuner")
    type_into(page, page.get_by_label("Query"), "longest stay in orbit")
    expect(page).to_have_url(re.compile(r"q=longest\+stay"))
    leave_to(page, "Documents")
    page.go_back()
    expect(page.get_by_label("Query")).to_have_value("longest stay in orbit")
    page.get_by_text("longest").first.wait_for()


def test_the_list_of_documents_is_as_it_was_left(page: Page) -> None:
    page.goto("/documents")
    type_into(page, page.get_by_label("Filter"), "Skylab")
    expect(page).to_have_url(re.compile("documents_filter=Skylab"))
    table = page.get_by_test_id("stDataFrame")
    table.wait_for()
    page.wait_for_timeout(1000)
    box = table.bounding_box()
    assert box
    page.mouse.click(box["x"] + 60, box["y"] + 52)
    page.get_by_role("button", name="All documents").wait_for()
    expect(page).to_have_url(re.compile(r"\bid="))
    page.go_back()
    expect(page.get_by_label("Filter")).to_have_value("Skylab")
    page.go_forward()
    page.get_by_role("button", name="All documents").wait_for()
    rest(page)
    page.get_by_role("button", name="All documents").click()
    expect(page.get_by_label("Filter")).to_have_value("Skylab")
    assert "id=" not in page.url


def test_the_date_looked_from_stays_when_a_document_is_closed(page: Page, app_test: Callable) -> None:
    page.goto("/documents?as_of_date=1969-07-20&documents_order=title")
    page.get_by_text("What was true on 20 Jul 1969").first.wait_for()
    table = page.get_by_test_id("stDataFrame")
    table.wait_for()
    page.wait_for_timeout(1000)
    box = table.bounding_box()
    assert box
    page.mouse.click(box["x"] + 60, box["y"] + 52)
    page.get_by_role("button", name="All documents").click()
    expect(page).to_have_url(re.compile("as_of_date=1969-07-20"))
    expect(page).to_have_url(re.compile("documents_order=title"))


def test_a_date_chosen_stays_in_the_address_beside_what_a_link_has_named(page: Page) -> None:
    page.goto("/graph")
    first = entity(page)
    expect(first).not_to_have_value("")
    name = first.input_value()
    page.goto(f"/graph?entity={name}")
    expect(entity(page)).to_have_value(name)
    year = page.get_by_test_id("stSidebar").get_by_role("spinbutton").first
    year.click()
    page.keyboard.type("20180601")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    page.get_by_text("What was true on 1 Jun 2018").first.wait_for()
    page.wait_for_timeout(1000)
    expect(page).to_have_url(re.compile("as_of_date=2018-06-01"))
    expect(page).to_have_url(re.compile(f"entity={name}"))


def test_the_filters_of_the_traces_come_back(page: Page) -> None:
    page.goto("/")
    page.get_by_placeholder("Ask about").click()
    page.keyboard.type("Who led NASA in 1974?")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Again").first.wait_for(timeout=60_000)
    leave_to(page, "Tool traces")
    type_into(page, page.get_by_label("Words"), "1974")
    expect(page).to_have_url(re.compile("runs_words=1974"))
    page.get_by_text("Failed only").click()
    expect(page).to_have_url(re.compile("runs_failed=true"))
    leave_to(page, "Status")
    page.go_back()
    expect(page.get_by_label("Words")).to_have_value("1974")
    expect(page.get_by_role("switch", name="Failed only")).to_be_checked()


def scrolled(page: Page) -> float:
    """How far, once the page is at rest."""
    rest(page)
    return float(page.locator(".stMain").evaluate("main => main.scrollTop"))


def test_what_is_opened_begins_at_its_top_and_back_leads_to_where_one_was(page: Page) -> None:
    page.goto("/status")
    page.get_by_role("heading", name="Backup").wait_for()
    rest(page)
    page.mouse.move(340, 600)
    page.mouse.wheel(0, 700)
    left = scrolled(page)
    assert left > 200
    leave_to(page, "Tool traces")
    assert scrolled(page) == 0
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Status")
    assert abs(scrolled(page) - left) < 2
