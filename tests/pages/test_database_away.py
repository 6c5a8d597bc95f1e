"""The database is lost while a page is open: what was not done is said, and nothing that was written is lost."""

import socket
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import DESKTOP, wait_until
from tests.pages.cut_line import Line, dossier_over, log_of, store_is
from tests.pages.page_states import documents

QUESTION = "Who led NASA in 1974?"
TEXT = "The heron stood in the reeds all morning."


@pytest.fixture
def line(attached_backend) -> Iterator[Line]:
    address = attached_backend.services.database.engine.url.query

    def reach() -> socket.socket:
        end = socket.socket(socket.AF_UNIX)
        end.connect(f"{address['host']}/.s.PGSQL.{address['port']}")
        return end

    one = Line(reach)
    yield one
    one.cut()


@pytest.fixture
def over_the_line(line, attached_backend, workbench_dir) -> Iterator[str]:
    """Another Dossier over the same stores, whose database is at the end of that line."""
    stores = attached_backend.services.database.engine.url
    address = stores.set(drivername="postgresql", host="127.0.0.1", port=line.port, query={})
    settings = {"DATABASE_URL": address.render_as_string(hide_password=False)}
    with dossier_over("postgres", workbench_dir, settings) as url:
        yield url


@pytest.fixture
def tab(browser, over_the_line) -> Iterator[Page]:
    tab = browser.new_context(viewport=DESKTOP, base_url=over_the_line, reduced_motion="reduce").new_page()
    tab.set_default_timeout(30_000)
    yield tab
    tab.context.close()


@pytest.fixture
def heron(dashboard) -> Iterator[None]:
    yield
    for document in httpx.get(f"{dashboard}/api/documents", params={"limit": 100}).json()["documents"]:
        if document["title"] == "Heron":
            httpx.delete(f"{dashboard}/api/documents/{document['id']}")


def test_what_is_pasted_asked_or_to_be_deleted_stays_while_the_database_is_away(
    tab, over_the_line, line, dashboard, workbench_dir, heron
):
    chosen = documents(dashboard)["markdown"]
    tab.goto(f"/documents?id={chosen}")
    tab.get_by_text("Delete this document").click()
    tab.get_by_text("I am sure").click()
    delete = tab.get_by_role("button", name="Delete", exact=True)
    expect(delete).to_be_enabled()
    second = tab.context.new_page()
    second.goto("/sources?sources_way=Pasted text")
    expect(second.get_by_text("Nothing has been added").or_(second.get_by_text("All done"))).to_be_visible()
    second.get_by_role("textbox", name="Title").click()
    second.keyboard.type("Heron")
    second.get_by_role("textbox", name="Text").click()
    second.keyboard.type(TEXT)
    ingest = second.get_by_role("button", name="Ingest")
    expect(ingest).to_be_enabled()

    third = tab.context.new_page()
    third.goto("/")
    question = third.get_by_test_id("stChatInput").locator("textarea")
    question.click()
    third.keyboard.type(QUESTION)

    line.cut()
    wait_until(lambda: store_is(over_the_line, "postgres", "down"), seconds=60, log=log_of(workbench_dir))
    delete.click()
    expect(tab.get_by_text("was not deleted.").first).to_be_visible()
    ingest.click()
    expect(second.get_by_text("It was not taken in.").first).to_be_visible()

    third.keyboard.press("Enter")
    expect(third.get_by_test_id("stToast").filter(has_text="cannot be reached")).to_be_visible()

    line.mend()
    wait_until(lambda: store_is(over_the_line, "postgres", "ok"), seconds=60, log=log_of(workbench_dir))
    assert documents(dashboard)["markdown"] == chosen
    third.get_by_role("heading", name="Chat").click()
    third.keyboard.press("r")  # Streamlit's own key draws the page anew
    expect(question).to_have_value(QUESTION, timeout=30_000)
    expect(second.get_by_role("textbox", name="Text")).to_have_value(TEXT)
    expect(second.get_by_role("textbox", name="Title")).to_have_value("Heron")
    ingest.click()
    expect(second.get_by_text("on the way")).to_be_visible()
    expect(second.get_by_role("textbox", name="Text")).to_have_value("")
