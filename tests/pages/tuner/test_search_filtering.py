"""The tuner's filters: each narrows the search, all are in the URL, and a choice is offered only where there is one."""

import json
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from streamlit.testing.v1 import AppTest

from services.backend import Backend
from services.models import DocumentDraft
from tests.tuner_screen import QUERY


def sources(page: AppTest) -> set[str]:
    components = page.get("bidi_component")
    return {passage["source"] for passage in json.loads(components[0].proto.json)["passages"]} if components else set()


def dates(backend: Backend) -> dict[str, str]:
    """When each document is from, in ISO 8601."""
    found = backend.run(backend.services.library.list(limit=1000)).documents
    return {document.source: str(document.reference_time or document.created_at) for document in found}


def test_each_filter_narrows_the_search(app_test, attached_backend, tuner_settings):
    page = app_test("search_tuner", q=QUERY)
    everything = sources(page)
    page.multiselect(key="source").set_value(["rocketdyne-owners.html"]).run()
    assert sources(page) == {"rocketdyne-owners.html"}
    page.multiselect(key="source").set_value([])
    page.multiselect(key="document").set_value(["Rocketdyne and its owners"]).run()
    assert sources(page) == {"rocketdyne-owners.html"}
    page.multiselect(key="document").set_value([])
    page.multiselect(key="metadata").set_value(["format=html"]).run()
    assert sources(page)
    assert all(source.endswith(".html") for source in sources(page))
    page.multiselect(key="metadata").set_value([])
    page.date_input(key="until").set_value("2005-01-01").run()
    known = dates(attached_backend)
    assert sources(page)
    assert all(known[source] < "2005-01-02" for source in sources(page))
    assert any(known[source] > "2005-01-02" for source in everything)


@pytest.fixture
def second_collection(attached_backend: Backend) -> Iterator[str]:
    """A document in a collection of its own."""
    ingestion = replace(attached_backend.services.ingestion, collection="second")
    draft = DocumentDraft(title="Owners", source="owners.md", content="Who owned Rocketdyne? Pratt & Whitney, in 2010.")
    added = attached_backend.run(ingestion.add(draft, graph=False))
    yield "owners.md"
    attached_backend.run(ingestion.delete(added.document_id))


def test_there_is_no_choice_of_one_collection(app_test, tuner_settings):
    for name in ("search_tuner", "documents"):
        assert not [box for box in app_test(name, q=QUERY).selectbox if box.key == "collection"]


def test_a_collection_narrows_search_documents_and_rest(app_test, dashboard, second_collection, tuner_settings):
    page = app_test("search_tuner", q=QUERY)
    assert len(sources(page)) > 1
    page.selectbox(key="collection").set_value("second").run()
    assert sources(page) == {second_collection}
    assert page.multiselect(key="document").options == ["Owners"]
    documents = app_test("documents", collection="second")
    assert list(documents.dataframe[0].value["file"]) == [second_collection]
    for path in ("search", "documents"):
        found = httpx.get(f"{dashboard}/api/{path}", params={"query": QUERY, "collection": "second"}).json()
        assert len(found.get("hits") or found["documents"]) == 1


def test_clearing_the_filters_brings_everything_back(app_test, tuner_settings):
    page = app_test("search_tuner", q=QUERY, source="rocketdyne-owners.html")
    assert sources(page) == {"rocketdyne-owners.html"}
    next(button for button in page.button if button.label == "Clear all filters").click().run()
    assert len(sources(page)) > 1


def test_what_was_written_by_then_hides_documents_that_came_later(app_test, attached_backend, tuner_settings):
    page, known = app_test("search_tuner", q=QUERY), dates(attached_backend)
    assert any(known[source] > "2005-01-02" for source in sources(page))
    page.date_input(key="as_of_date").set_value("2005-01-01").run()
    assert any(known[source] > "2005-01-02" for source in sources(page))
    page.radio(key="sources").set_value("from what was written by then").run()
    assert sources(page)
    assert all(known[source] < "2005-01-02" for source in sources(page))
