"""Names and titles as an ill-wisher writes them: every one is words on the page, and nothing else."""

from urllib.parse import quote

import pytest

from services.models import DocumentDraft, FactDraft
from tests.pages.page_states import rest

NAME = "Wharf www.example.org"
TITLE = "Mail m@example.org, see https://example.org/a and <script>alert(1)</script> [x](https://example.org) :red[y]"
OTHER = "Port http://example.org/p"
TEXT = f"{NAME} belongs to {OTHER} since 2001."


@pytest.fixture(scope="module")
def hostile(attached_backend):
    services = attached_backend.services
    ingestion = services.ingestion.for_collection("hostile")
    facts = [
        FactDraft(
            subject=NAME,
            subject_type="Harbour",
            relation="BELONGS_TO",
            object=OTHER,
            object_type="Harbour",
            fact=TEXT,
            valid_at="2001-01-01T00:00:00Z",
            quote=TEXT,
        )
    ]
    draft = DocumentDraft(title=TITLE, source="hostile.md", content=TEXT)
    document = attached_backend.run(ingestion.add(draft, facts=facts)).document_id
    yield document
    attached_backend.run(ingestion.delete(document))


PAGES = {
    "neighbourhood": "/graph?entity={entity}&collection=hostile",
    "timeline": "/graph?entity={entity}&view=timeline&collection=hostile",
    "changes": "/graph?entity={entity}&view=changes&from=1990-01-01&collection=hostile",
    "paths": "/graph?entity={entity}&view=paths&target={other}&collection=hostile",
    "document": "/documents?id={document}",
    "facts": "/documents?id={document}&document_view=Facts",
}


@pytest.mark.parametrize("place", PAGES)
def test_no_word_of_a_document_is_a_link_or_runs(page, hostile, place):
    names = {"entity": quote(NAME), "other": quote(OTHER), "document": hostile}
    page.goto(PAGES[place].format(**names))
    page.get_by_role("heading", level=1).first.wait_for()
    rest(page)
    page.get_by_text("example.org").filter(visible=True).first.wait_for()
    links = page.evaluate("[...document.querySelectorAll('a[href]')].map(link => link.getAttribute('href'))")
    assert not [link for link in links if "example.org" in link.split("?")[0]], links
    assert ":small[]" not in page.locator("body").inner_text()


def test_an_answer_that_quotes_such_a_document_makes_no_link_of_it(page, hostile):
    page.goto("/?collection=hostile")
    box = page.get_by_test_id("stChatInput").locator("textarea")
    box.click()
    page.keyboard.type("Who owns Wharf www.example.org?", delay=5)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Again").first.wait_for(timeout=60_000)
    rest(page)
    answer = page.get_by_test_id("stChatMessage").last
    assert "example.org" in answer.inner_text()
    links = answer.evaluate("node => [...node.querySelectorAll('a[href]')].map(link => link.getAttribute('href'))")
    assert not [link for link in links if link.startswith(("http://www.", "mailto:")) or "//example.org" in link], links


LINKED = "[Wharf ledger](https://example.org/ledger)"


@pytest.fixture(scope="module")
def linking(attached_backend):
    """A document whose title, heading and text are links in Markdown."""
    ingestion = attached_backend.services.ingestion.for_collection("linking")
    text = f"# {LINKED}\n\nThe tonnage of Wharf {LINKED} was 512 tonnes in 2003, as <https://example.org> says."
    document = attached_backend.run(ingestion.add(DocumentDraft(title=LINKED, source="linking.md", content=text)))
    yield
    attached_backend.run(ingestion.delete(document.document_id))


def test_an_answer_of_quotations_makes_no_link_of_a_title_a_heading_or_a_quoted_link(page, linking):
    page.goto("/?collection=linking")
    page.get_by_test_id("stChatInput").locator("textarea").click()
    page.keyboard.type("What was the tonnage of the wharf in 2003?", delay=5)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Again").first.wait_for(timeout=60_000)
    rest(page)
    answer = page.get_by_test_id("stChatMessage").last
    assert "512 tonnes" in answer.inner_text()
    links = answer.evaluate("node => [...node.querySelectorAll('a[href]')].map(link => link.getAttribute('href'))")
    assert links
    assert not [link for link in links if "example.org" in link.split("?")[0]], links
