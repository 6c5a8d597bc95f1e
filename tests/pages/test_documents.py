"""The documents page: list, filter, reader, marked passage, chunks, facts, deletion."""

import re
import time
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect


@pytest.fixture
def passage(dashboard: str) -> dict[str, object]:
    """A hit's citation: what a number in an answer points to."""
    found = httpx.get(f"{dashboard}/api/search", params={"query": "James Fletcher second term", "limit": 1}).json()
    return found["hits"][0]["citation"]


def add(dashboard: str, title: str, content: str) -> str:
    answer = httpx.post(f"{dashboard}/api/documents", json={"title": title, "content": content}, timeout=60)
    return answer.json()["document_id"]


def test_the_list_shows_every_document_and_the_filter_narrows_it(app_test):
    page = app_test("documents")
    everything = len(page.dataframe[0].value)
    page.text_input(key="documents_filter").set_value("Skylab").run()
    assert 0 < len(page.dataframe[0].value) < everything
    page.text_input(key="documents_filter").set_value("no document is called so").run()
    assert not page.dataframe
    assert "no document is called so" in page.info[0].value


def test_sorting_changes_the_order(app_test):
    page = app_test("documents")
    page.selectbox(key="documents_order").set_value("title").run()
    titles = [title.casefold() for title in page.dataframe[0].value["title"]]
    assert titles == sorted(titles)
    page.selectbox(key="documents_order").set_value("facts").run()
    facts = list(page.dataframe[0].value["facts"])
    assert facts == sorted(facts, reverse=True)


def test_a_citation_opens_at_its_marked_passage(page, passage):
    page.goto(passage["url"])
    marked = page.locator(".document mark")
    expect(marked.first).to_be_in_viewport()
    assert folded(" ".join(marked.all_text_contents())) == folded(str(passage["quote"]))


def test_the_mark_can_be_removed(page, passage):
    page.goto(passage["url"])
    page.locator(".document mark").first.wait_for()
    page.get_by_role("button", name="Remove the mark").click()
    expect(page.locator(".document mark")).to_have_count(0)
    assert "start=" not in page.url


def test_the_outline_scrolls_to_a_heading(page, passage):
    page.goto(passage["url"])
    view = page.locator(".document")
    page.locator(".document mark").first.wait_for()
    page.wait_for_timeout(300)
    before = view.evaluate("element => element.scrollTop")
    page.get_by_role("combobox", name=re.compile("Go to")).click()
    page.get_by_role("option").nth(1).click()
    wait_until(lambda: view.evaluate("element => element.scrollTop") != before)


def test_chunks_are_shown_where_they_are(page, passage):
    page.goto(passage["url"])
    page.get_by_role("radio", name="Chunks").click()
    page.locator(".document .even").first.wait_for()
    assert page.locator(".document .odd").count() > 0


def test_facts_of_the_document_lead_to_their_passages(app_test, passage):
    page = app_test("documents", id=str(passage["document_id"]))
    page.segmented_control(key="document_view").set_value("Facts").run()
    assert any("James Fletcher" in text.value for text in page.markdown)
    assert not page.exception


def test_an_unknown_document_is_a_sentence(app_test):
    page = app_test("documents", id="00000000-0000-0000-0000-000000000000")
    assert "deleted" in page.warning[0].value
    assert "deleted" in app_test("documents", id="nonsense").warning[0].value


def test_a_document_later_than_the_as_of_date_says_so(app_test, passage):
    page = app_test("documents", id=str(passage["document_id"]))
    assert not page.warning
    page.date_input(key="as_of_date").set_value("1990-01-01").run()
    assert "after the date" in page.warning[0].value


def test_a_script_in_a_document_stays_text(page, dashboard):
    hostile = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
    document_id = add(dashboard, f"Hostile {hostile}", f"# Heading {hostile}\n\n{hostile} :red[not red] $x$")
    page.goto(f"/documents?id={document_id}&start=0&end=40")
    page.locator(".document").get_by_text(hostile).first.wait_for()
    assert page.locator(".document script, .document img").count() == 0
    assert page.title() != "owned"
    httpx.delete(f"{dashboard}/api/documents/{document_id}")


def test_deleting_asks_first_and_then_the_document_is_gone(app_test, dashboard):
    document_id = add(dashboard, "To be deleted", "A short text about nothing that will be missed.")
    page = app_test("documents", id=document_id)
    assert page.button(key=f"delete-{document_id}").disabled
    page.checkbox(key=f"delete-sure-{document_id}").check().run()
    page.button(key=f"delete-{document_id}").click().run()
    assert httpx.get(f"{dashboard}/api/documents/{document_id}").status_code == 404


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 15
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def folded(text: str) -> str:
    return " ".join(text.split())
