"""Collections at the browser: documents go into one, a question is asked of one, and its trace's links stay in it."""

import re
import time

import pytest

from components.sidebar import collection
from services.models import DocumentDraft, FactDraft, Viewpoint
from tests.pages.chat.test_chat import answered, leave_by_trace
from tests.pages.conftest import ROOT

TEXT = "The harbour master of Lisbon wrote that tardigrades sank with the pilot boat in 1998."
NAME = "harbour papers"


@pytest.fixture
def harbour(attached_backend):
    ingestion = attached_backend.services.ingestion.for_collection(NAME)
    draft = DocumentDraft(title="Harbour", source="harbour.txt", content=TEXT)
    added = attached_backend.run(ingestion.add(draft, graph=False))
    yield
    attached_backend.run(ingestion.delete(added.document_id))


def test_documents_begin_a_collection_of_their_own(page, attached_backend):
    page.goto("/sources")
    page.get_by_text("Pasted text").click()
    page.get_by_role("combobox", name="Collection").fill("tide tables")
    page.keyboard.press("Enter")
    page.get_by_role("combobox", name="Its language").fill("portuguese")
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="Title").fill("Tides")
    page.get_by_role("textbox", name="Text").fill("As marés sobem duas vezes por dia.")
    page.get_by_role("button", name="Ingest").click()
    page.get_by_text("You can leave this page").wait_for()
    library, deadline = attached_backend.services.library, time.monotonic() + 20
    while not (found := attached_backend.run(library.list(viewpoint=Viewpoint(collection="tide tables"))).documents):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    attached_backend.run(attached_backend.services.ingestion.delete(found[0].id))
    assert [one.title for one in found] == ["Tides"]


def test_documents_go_where_the_workbench_looks(app_test, harbour):
    assert app_test("sources").selectbox(key="destination").value == "main"
    assert app_test("sources", collection=NAME).selectbox(key="destination").value == NAME


def test_the_list_of_all_collections_documents_names_them(app_test, harbour):
    table = app_test("documents").dataframe[0].value.set_index("title")
    assert table.loc["Harbour", "collection"] == NAME
    assert set(table["collection"]) == {NAME, "main"}
    assert "collection" not in app_test("documents", collection=NAME).dataframe[0].value


def test_a_question_is_asked_of_one_collection(app_test, harbour):
    page = app_test("chat")
    page.selectbox(key="collection").set_value(NAME).run()
    assert page.chat_input(key="chat_prompt").placeholder == f"Ask about the collection “{NAME}”"
    page.chat_input(key="chat_prompt").set_value("Who led NASA in 1974?").run(timeout=60)
    page.chat_input(key="chat_prompt").set_value("What did the harbour master write?").run(timeout=60)
    assert not page.exception
    first, nothing, second, answer = map(words, page.chat_message)
    assert f":material/folder: {NAME}" in first
    assert f":material/folder: {NAME}" in second
    assert nothing.startswith(("Nothing that was found ", "The knowledge graph holds no such relationship."))
    assert "Harbour: “The harbour master of Lisbon" in answer


def test_a_question_that_is_asked_again_is_asked_of_its_own_collection(app_test, harbour):
    page = app_test("chat", collection=NAME)
    page.chat_input(key="chat_prompt").set_value("What did the harbour master write?").run(timeout=60)
    page.selectbox(key="collection").set_value(None)
    next(button for button in page.button if str(button.key).startswith("again-")).click().run(timeout=60)
    question, answer = map(words, page.chat_message)
    assert f":material/folder: {NAME}" in question
    assert "Harbour: “The harbour master of Lisbon" in answer


def words(message) -> str:
    return "".join(part.value for part in message.markdown)


def test_a_traces_link_looks_in_the_collection_that_was_asked(page, harbour):
    page.goto(f"/?collection={NAME.replace(' ', '+')}")
    field = page.get_by_placeholder(f"Ask about the collection “{NAME}”")
    field.fill("What did NASA do?")
    field.press("Enter")
    answered(page)
    leave_by_trace(page, "hybrid_search", "Open in tuner", re.compile(r"/search_tuner\?.*collection=harbour"))
    page.get_by_text("Harbour", exact=True).first.wait_for()


def test_a_link_that_means_all_collections_says_so_before_what_the_url_still_holds(app_test, harbour):
    page = app_test("chat", collection=NAME)
    assert page.selectbox(key="collection").value == NAME
    page.query_params.update(collection.link_parameters(None))
    page.switch_page(str(ROOT / "pages" / "search_tuner.py")).run()
    assert page.selectbox(key="collection").value is None


def test_the_graph_is_looked_at_as_the_collection_tells_it(app_test, attached_backend):
    ingestion = attached_backend.services.ingestion.for_collection(NAME)
    fact = FactDraft(subject="NASA", relation="OWES", object="Lisbon harbour", fact="NASA owes Lisbon harbour a boat.")
    draft = DocumentDraft(title="Harbour", source="harbour.txt", content=fact.fact)
    added = attached_backend.run(ingestion.add(draft, facts=[fact]))
    try:
        page = app_test("graph", entity="NASA", collection=NAME)
        assert not page.exception
        assert f"Collection **{NAME}** only" in page.info[0].value
        assert "■ Agency · 1 fact, not true now" in [part.value for part in page.caption]
    finally:
        attached_backend.run(ingestion.delete(added.document_id))
