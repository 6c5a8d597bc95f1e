"""The pages in their states, as a person meets them: what every test of all pages goes through."""

import httpx
from playwright.sync_api import Page, expect

QUESTION = "Who led NASA in 1974?"
STATES = {
    "chat": "/",
    "answer": "/",
    "beside": "/",
    "tuner": "/search_tuner",
    "tuned query": "/search_tuner?q=longest+stay+in+orbit",
    "judging": "/search_tuner?view=Judge",
    "evaluating": "/search_tuner?view=Evaluate",
    "documents": "/documents",
    "document": "/documents?id={markdown}&start=300&end=520",
    "document's chunks": "/documents?id={markdown}&document_view=Chunks",
    "document's facts": "/documents?id={markdown}&document_view=Facts",
    "document's pages": "/documents?id={pdf}",
    "graph": "/graph?entity=NASA",
    "timeline": "/graph?entity=NASA&view=timeline",
    "changes": "/graph?entity=NASA&view=changes",
    "paths": "/graph?entity=NASA&view=paths&target=Skylab",
    "review": "/graph?view=review",
    "graph as of a day": "/graph?entity=NASA&as_of_date=1974-06-01",
    "sources": "/sources",
    "traces": "/traces",
    "status": "/status",
}
SOURCES = {"markdown": "cumulative-time-records.md", "pdf": "atlas-delta-vulcan-rd-180.pdf"}


def open_state(page: Page, dashboard: str, state: str) -> None:
    """Returns when the page has come to rest."""
    page.goto(STATES[state].format(**documents(dashboard)))
    page.get_by_role("heading", level=1).first.wait_for()
    if state in ("answer", "beside"):
        ask(page)
    if state == "beside":
        page.get_by_role("link", name="[1]").first.click()
        page.locator(".st-key-beside .document mark").first.wait_for()
    rest(page)


def ask(page: Page) -> None:
    page.get_by_test_id("stChatInput").locator("textarea").fill(QUESTION)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Again").first.wait_for(timeout=60_000)
    page.wait_for_timeout(1500)  # the answer is exchanged for its replay
    page.get_by_text("tool call").first.click()


def rest(page: Page) -> None:
    """The pointer stands over nothing, so that no hint of a control hangs over the page."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(1200)
    expect(page.locator("[data-test-script-state=running], [data-testid=stSkeleton]")).to_have_count(0, timeout=30_000)


def documents(dashboard: str) -> dict[str, str]:
    listed = httpx.get(f"{dashboard}/api/documents", params={"limit": 100}).json()["documents"]
    by_source = {one["source"]: one["id"] for one in listed}
    return {name: by_source[source] for name, source in SOURCES.items()}
