"""What every page shares: navigation, the as-of control, the status dots, both themes."""

import pytest
from playwright.sync_api import expect

TITLE_TOP = 39
"""In pixels."""
PAGES = ["chat", "search_tuner", "documents", "graph", "sources", "traces", "status"]


@pytest.mark.parametrize("name", PAGES)
def test_each_page_runs_and_has_one_title(app_test, name):
    page = app_test(name)
    assert not page.exception
    assert len(page.title) == 1


@pytest.mark.parametrize("name", PAGES)
def test_the_as_of_date_is_said_on_every_page(app_test, name):
    page = app_test(name)
    page.date_input(key="as_of_date").set_value("1998-03-12").run()
    assert any("12 Mar 1998" in info.value for info in page.info)
    page.button(key="to_now").click().run()
    assert not any("12 Mar 1998" in info.value for info in page.info)


def test_the_sidebar_says_that_documents_are_ready(app_test):
    assert any("Documents: ready" in line.value for line in app_test("status").sidebar.caption)


@pytest.mark.parametrize("name", PAGES)
def test_a_deep_link_opens_its_page_in_the_browser(page, name):
    page.goto(f"/{name}" if name != "chat" else "/")
    title = page.get_by_role("heading", level=1).first
    title.wait_for()
    page.get_by_text("Documents: ready").wait_for()
    place = title.bounding_box()
    assert place
    assert abs(place["y"] - TITLE_TOP) < 2, "titles stand at one height on all pages"


def test_an_unknown_address_says_so_and_leads_back(browser, dashboard):
    tab = browser.new_page()
    answer = tab.goto(f"{dashboard}/nonsense?x=<b>")
    assert answer.status == 404
    tab.get_by_role("heading", name="There is nothing here").wait_for()
    tab.get_by_role("link", name="Documents", exact=True).click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Documents")
    tab.close()


def test_the_first_page_has_one_address(page):
    page.goto("/chat?collection=main")
    page.get_by_text("Documents: ready").wait_for()
    assert page.url.endswith("/?collection=main") or "/chat" not in page.url


def test_the_as_of_date_survives_a_reload_by_its_url(page):
    page.goto("/status?as_of_date=1998-03-12")
    page.get_by_text("What was true on 12 Mar 1998").wait_for()


def test_no_foreign_script_or_image_may_load(page):
    answer = page.goto("/")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "img-src 'self' data: blob:" in policy


def test_help_explains_the_pages(page):
    page.goto("/status")
    page.locator(".st-key-guide_open button").click()
    page.get_by_role("dialog").get_by_text("Which page answers what").wait_for()


def test_nothing_is_fetched_from_another_server(page, dashboard):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/status")
    page.get_by_text("Documents: ready").wait_for()
    assert not [url for url in asked if not url.startswith((dashboard, "data:", "blob:"))]


def test_the_rest_page_works_offline(page, dashboard):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/api/docs")
    page.locator("#operations-search-search_search_get").wait_for()
    page.get_by_text("/documents/{document_id}").first.wait_for()
    assert not [url for url in asked if not url.startswith((dashboard, "data:", "blob:"))]


def test_a_page_that_cannot_go_on_says_why(app_test, monkeypatch):
    from components import backend
    from services.errors import PostgresUnavailable

    def run(coro):
        coro.close()
        raise PostgresUnavailable("PostgreSQL cannot be reached.")

    monkeypatch.setattr(backend, "run", run)
    monkeypatch.setattr("components.sidebar.health.run", run)
    page = app_test("status")
    assert not page.exception
    assert any("cannot be reached" in warning.value for warning in page.warning)


def test_in_a_narrow_window_the_sidebar_closes_and_stays_as_one_leaves_it(page):
    page.set_viewport_size({"width": 800, "height": 900})
    page.goto("/documents")
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar).to_have_attribute("data-collapsed", "true")
    page.set_viewport_size({"width": 1360, "height": 900})
    page.reload()
    expect(sidebar).not_to_have_attribute("data-collapsed", "true")
    page.set_viewport_size({"width": 800, "height": 900})
    page.reload()
    expect(sidebar).to_have_attribute("data-collapsed", "true")
    page.get_by_role("button", name="Expand sidebar").click()
    expect(sidebar).not_to_have_attribute("data-collapsed", "true")
    sidebar.get_by_role("link", name="Status").click()
    page.get_by_role("heading", name="Status").wait_for()
    expect(sidebar).not_to_have_attribute("data-collapsed", "true")
