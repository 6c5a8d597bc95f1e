"""The tuner: every control moves its result, drags rank before they are released, grades and settings are kept."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import make_url
from streamlit.testing.v1 import AppTest

from services import process
from services.backend import Backend
from services.core import Services
from services.errors import EmbeddingUnavailable
from services.models import DocumentDraft, SearchPreferences
from services.search.judgements import JudgementStore
from services.search.models import JudgedQuery, Judgements
from services.search.preferences import PreferenceStore
from services.stores.postgres import Database, postgres_engine

QUERY = "Who owned Rocketdyne in 2010?"
SET = "tests of the tuner"
HIT = ".ranking:not(.compact) .hit:not(.leaving)"
ORDER = """rows => rows.map(row => [Number(row.style.getPropertyValue("--place")), row.dataset.id])
    .sort((one, other) => one[0] - other[0]).map(pair => pair[1])"""


@pytest.fixture
def settings(attached_backend: Backend) -> Iterator[PreferenceStore]:
    """Whatever a test saves, the next one finds the setting out of the box."""
    store = attached_backend.services.preferences
    yield store
    attached_backend.run(store.save(SearchPreferences()))


@pytest.fixture
def judgements(attached_backend: Backend) -> Iterator[JudgementStore]:
    """An own set, removed afterwards; `SET` holds one judged query."""
    store = attached_backend.services.judgements
    grades = {"rocketdyne-owners.html": 3}
    attached_backend.run(store.add(Judgements(name=SET, queries=(JudgedQuery(id="q1", query=QUERY, grades=grades),))))
    yield store
    for name in (SET, "imported", "made here"):
        attached_backend.run(store.remove(name))


def open_tuner(page: Page, **parameters: str) -> Locator:
    """The hits, once they are there; grades go into the tests' own set where it is."""
    query = {"q": QUERY, **parameters}
    page.goto(f"/search_tuner?{httpx.QueryParams(query)}")
    page.locator(HIT).first.wait_for()
    return page.locator(HIT)


def order(page: Page) -> list[str]:
    return page.locator(HIT).evaluate_all(ORDER)


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="text_weight").first


def in_url(page: Page, text: str) -> None:
    page.wait_for_function("text => location.href.includes(text)", arg=text)


def found_by_rest(dashboard: str, **parameters: object) -> list[str]:
    answer = httpx.get(f"{dashboard}/api/search", params={"query": QUERY, **parameters}, timeout=30).json()
    return [hit["chunk_id"] for hit in answer["hits"]]


# --- tune --------------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", ["0.00", "0.30", "0.75", "1.00"])
def test_the_page_ranks_as_rest_does(page, dashboard, settings, weight):
    open_tuner(page, text_weight=weight)
    assert order(page) == found_by_rest(dashboard, text_weight=float(weight), limit=10)


def test_dragging_ranks_anew_before_the_release_and_releasing_commits(page, dashboard, settings):
    open_tuner(page)
    before, box = order(page), slider(page).bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.3 * box["width"], middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, middle, steps=5)
    page.wait_for_function("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    dragged = order(page)
    assert dragged != before
    assert "text_weight" not in page.evaluate("location.search")
    page.mouse.up()
    in_url(page, "text_weight=1.00")
    assert order(page) == dragged == found_by_rest(dashboard, text_weight=1, limit=10)


def test_the_slider_works_by_keyboard_and_says_its_value(page, settings):
    open_tuner(page)
    slider(page).focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    in_url(page, "text_weight=0.35")
    assert slider(page).get_attribute("aria-valuetext") == "0.35: 35 % words, 65 % meaning"
    assert page.locator(".ranking output").first.text_content() == "0.35"


def test_the_bump_chart_follows_the_released_weight(page, settings):
    open_tuner(page)
    expect(page.get_by_label(re.compile("Ranks over text_weight, now at 0.30")).first).to_be_attached()
    slider(page).focus()
    page.keyboard.press("End")
    expect(page.get_by_label(re.compile("Ranks over text_weight, now at 1.00")).first).to_be_attached()


def test_ranks_are_compared_with_the_saved_setting(page, attached_backend, settings):
    attached_backend.run(settings.save(SearchPreferences(text_weight=0.0)))
    open_tuner(page, text_weight="1.00")
    moved = page.locator(f"{HIT} .change").all_text_contents()
    assert any(text.startswith(("▲", "▼")) for text in moved)
    open_tuner(page, text_weight="0.00")
    assert set(page.locator(f"{HIT} .change").all_text_contents()) == {"="}


def test_both_scores_are_said_in_numbers(page, dashboard, settings):
    open_tuner(page, text_weight="0.40")
    answer = httpx.get(f"{dashboard}/api/search", params={"query": QUERY, "text_weight": 0.4, "limit": 1}).json()
    first = answer["hits"][0]
    score = page.locator(f'[data-id="{first["chunk_id"]}"] .score').first
    score.hover()
    card = score.locator(".card")
    expect(card).to_be_visible()
    numbers = [float(number) for number in card.locator("dd").all_text_contents()]
    expected = [first["vector_similarity"], first["text_similarity"], None, None, first["combined_score"]]
    assert numbers[0] == pytest.approx(expected[0], abs=0.001)
    assert numbers[1] == pytest.approx(expected[1], abs=0.001)
    assert numbers[4] == pytest.approx(expected[4], abs=0.001)
    assert numbers[2] + numbers[3] == pytest.approx(numbers[4], abs=0.002)


def test_the_words_of_the_query_are_marked_and_the_title_opens_the_passage(page, settings):
    open_tuner(page)
    assert "Rocketdyne" in page.locator(f"{HIT} .snippet mark").all_text_contents()
    link = page.locator(f"{HIT} .title").first.get_attribute("href")
    assert re.fullmatch(r"/documents\?id=[0-9a-f-]{36}&start=\d+&end=\d+", link or "")


def test_another_fusion_changes_the_scores_and_the_url(page, settings):
    open_tuner(page, text_weight="0.40")
    before = page.locator(f"{HIT} .combined").all_text_contents()
    page.get_by_role("button", name="Fusion: best candidate").click()
    page.get_by_text("reciprocal ranks").click()
    in_url(page, "fusion=rrf")
    expect(page.get_by_role("button", name="Fusion: reciprocal ranks")).to_be_visible()
    expect(page.locator(f"{HIT} .combined").first).not_to_have_text(before[0])


def test_the_limit_shows_fewer_hits(page, settings):
    open_tuner(page, limit="3")
    expect(page.locator(HIT)).to_have_count(3)
    field = page.get_by_role("spinbutton", name="Hits")
    field.fill("5")
    field.press("Enter")
    expect(page.locator(HIT)).to_have_count(5)
    in_url(page, "limit=5")


def test_comparing_says_what_moved_and_why(page, settings):
    open_tuner(page, text_weight="0.90")
    page.get_by_text("Compare two settings").click()
    expect(page.get_by_text("words count more (0.90 instead of 0.30)")).to_be_visible()
    expect(page.locator(".ranking.compact")).to_have_count(2)
    lists = page.locator(".ranking.compact").evaluate_all(
        f"lists => lists.map(l => ({ORDER})([...l.querySelectorAll('.hit')]))"
    )
    assert lists[0] != lists[1]


def test_a_weight_in_the_url_that_is_no_number_counts_as_not_there(app_test, settings):
    for written in ("much", "nan", ""):
        assert ranking_data(app_test("search_tuner", q=QUERY, text_weight=written))["weight"] == 0.3
    assert ranking_data(app_test("search_tuner", q=QUERY, text_weight="7"))["weight"] == 1
    assert ranking_data(app_test("search_tuner", q=QUERY, limit="many"))["limit"] == 10


def test_candidates_are_fetched_once_a_query(app_test, settings):
    page = app_test("search_tuner", q=QUERY)
    first = page.session_state["tuner_memory"].found
    page.query_params["text_weight"] = "0.80"
    page.run()
    assert page.session_state["tuner_memory"].found is first
    page.text_input(key="q").set_value("Skylab").run()
    assert page.session_state["tuner_memory"].found is not first


def ranking_data(page: AppTest) -> dict:
    assert not page.exception
    return json.loads(page.get("bidi_component")[0].proto.json)


# --- filters -----------------------------------------------------------------------------------


def sources(page: AppTest) -> set[str]:
    components = page.get("bidi_component")
    return {passage["source"] for passage in json.loads(components[0].proto.json)["passages"]} if components else set()


def dates(backend: Backend) -> dict[str, str]:
    """When each document is from, in ISO 8601."""
    found = backend.run(backend.services.library.list(limit=1000)).documents
    return {document.source: str(document.reference_time or document.created_at) for document in found}


def test_each_filter_narrows_the_search(app_test, attached_backend, settings):
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
    assert all(known[source] < "2005-01-02" for source in sources(page))
    assert any(known[source] > "2005-01-02" for source in everything)


def test_clearing_the_filters_brings_everything_back(app_test, settings):
    page = app_test("search_tuner", q=QUERY, source="rocketdyne-owners.html")
    assert sources(page) == {"rocketdyne-owners.html"}
    next(button for button in page.button if button.label == "Clear all filters").click().run()
    assert len(sources(page)) > 1


def test_the_as_of_date_hides_documents_that_came_later(app_test, attached_backend, settings):
    page, known = app_test("search_tuner", q=QUERY), dates(attached_backend)
    assert any(known[source] > "2005-01-02" for source in sources(page))
    page.date_input(key="as_of_date").set_value("2005-01-01").run()
    assert sources(page)
    assert all(known[source] < "2005-01-02" for source in sources(page))


# --- what is found, and what is not ------------------------------------------------------------


def test_an_empty_query_offers_judged_queries_and_a_click_asks_one(app_test, settings):
    page = app_test("search_tuner")
    offered = [button for button in page.button if (button.key or "").startswith("sample-")]
    assert len(offered) == 8
    offered[0].click().run()
    assert page.text_input(key="q").value
    assert ranking_data(page)["ids"]


def test_nothing_found_is_said_with_the_way_out(app_test, settings):
    page = app_test("search_tuner", q=QUERY, source="no such source")
    assert "Nothing was found. No document fits the filters" in page.info[0].value
    page.button(key="nothing_clear").click().run()
    assert ranking_data(page)["ids"]


def test_a_query_whose_words_are_nowhere_says_that_meaning_alone_ranks(app_test, settings):
    page = app_test("search_tuner", q="zzqxj wvvkq")
    assert "No passage holds a word of this query" in page.info[0].value


@pytest.mark.parametrize("query", ["\\' \" :* & | !", "🚀", "a" * 1000, "the of and", "宇宙飞行", "x"])
def test_a_query_can_be_anything(app_test, settings, query):
    page = app_test("search_tuner", q=query)
    assert not page.exception
    assert not page.error


class Elsewhere:
    """The running backend with some of its services exchanged."""

    def __init__(self, backend: Backend, services: Services) -> None:
        self.services, self.run, self.stream, self.call, self.close = (
            services,
            backend.run,
            backend.stream,
            backend.call,
            lambda: None,
        )


class NoModelYet:
    """An embedder whose model is still on its way."""

    def __init__(self, embedder: object) -> None:
        self.model, self.identity, self.dimension = "m", "i", 384
        self.similarity_threshold, self.state = 0.5, embedder.state

    async def embed_query(self, text: str) -> list[float]:
        raise EmbeddingUnavailable("The embedding model is still being fetched.")


@pytest.fixture
def exchanged(attached_backend: Backend) -> Iterator[Callable[..., None]]:
    kept = process.settings()

    def exchange(**services: object) -> None:
        process.use(Elsewhere(attached_backend, replace(attached_backend.services, **services)), kept)

    yield exchange
    process.use(attached_backend, kept)


def test_without_embeddings_words_alone_rank_and_the_slider_rests(app_test, attached_backend, exchanged, settings):
    search = attached_backend.services.search
    exchanged(search=replace(search, embedder=NoModelYet(search.embedder)))
    page = app_test("search_tuner", q=QUERY)
    assert "still being fetched" in page.warning[0].value
    assert (ranking_data(page)["weight"], ranking_data(page)["fixed"]) == (1, True)


def test_without_postgres_the_page_says_so(app_test, attached_backend, exchanged):
    away = Database(postgres_engine(make_url("postgresql+asyncpg://nobody@127.0.0.1:1/nothing")))
    exchanged(preferences=PreferenceStore(away))
    page = app_test("search_tuner", q=QUERY)
    assert not page.exception
    assert any("PostgreSQL" in said.value or "Postgres" in said.value for said in page.warning)


def test_text_from_documents_stays_text(page, attached_backend, settings):
    hostile = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    draft = DocumentDraft(
        title=f"Zyxwort {hostile}", source=f"zyxwort {hostile}.md", content=f"zyxwort {hostile} zyxwort"
    )
    added = attached_backend.run(attached_backend.services.ingestion.add(draft, graph=False))
    try:
        open_tuner(page, q="zyxwort", text_weight="1.00")
        row = page.locator(HIT).first
        assert hostile in (row.locator(".title").text_content() or "")
        assert "<script>" in (row.locator(".snippet").text_content() or "")
        assert page.locator(f"{HIT} img, {HIT} script").count() == 0
        page.get_by_text("Compare two settings").click()
        page.locator(".ranking.compact").first.wait_for()
        assert page.title() != "owned"
    finally:
        attached_backend.run(attached_backend.services.ingestion.delete(added.document_id))


# --- the setting in use ------------------------------------------------------------------------


def test_what_is_used_in_chat_is_what_rest_uses_until_it_is_undone(page, dashboard, settings):
    open_tuner(page, text_weight="0.85")
    page.get_by_role("button", name="Use in chat").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Note").fill("names matter here")
    page.get_by_role("button", name="Use this setting").click()
    expect(page.get_by_text("The chat uses 0.85, best candidate, 10 hits").first).to_be_visible()
    answer = httpx.get(f"{dashboard}/api/search", params={"query": QUERY}).json()
    assert answer["text_weight"] == 0.85
    page.get_by_role("button", name="History").click()
    expect(page.get_by_text("by Ada (names matter here)").first).to_be_visible()
    page.get_by_role("button", name="Undo the last change").click()
    expect(page.get_by_text("Back to 0.30, best candidate, 10 hits")).to_be_visible()
    assert httpx.get(f"{dashboard}/api/search", params={"query": QUERY}).json()["text_weight"] == 0.3


def test_a_setting_of_the_history_can_be_tried(app_test, attached_backend, settings):
    saved = attached_backend.run(settings.save(SearchPreferences(text_weight=0.9, fusion="bounded", limit=4)))
    attached_backend.run(settings.save(SearchPreferences()))
    page = app_test("search_tuner", q=QUERY)
    page.button(key=f"setting_try_{saved.id}").click().run()
    data = ranking_data(page)
    assert (data["weight"], data["method"], data["limit"]) == (0.9, "bounded", 4)
    assert data["saved"]["weight"] == 0.3
    page.button(key="setting_back").click().run()
    assert ranking_data(page)["weight"] == 0.3


# --- judge -------------------------------------------------------------------------------------


def grade_of(backend: Backend, source: str) -> int | None:
    found = backend.run(backend.services.judgements.grades(SET, QUERY)).get(source)
    return found.grade if found else None


def test_a_grade_is_given_in_one_click_and_survives_a_reload_until_it_is_undone(
    page, attached_backend, judgements, settings
):
    hits = open_tuner(page, judgements=SET)
    unjudged = hits.filter(has_text="unjudged").first
    chunk = unjudged.get_attribute("data-id")
    row = page.locator(f'[data-id="{chunk}"]')
    row.get_by_role("button", name="2, relevant").click()
    expect(page.get_by_text("2 documents are judged for this query")).to_be_visible()
    page.reload()
    row.wait_for()
    expect(row.get_by_role("button", name="2, relevant")).to_have_attribute("aria-pressed", "true")
    row.get_by_role("button", name="1, related").click()
    expect(row.locator(".graded")).to_have_text("related")
    page.get_by_role("button", name="Undo the last grade").click()
    expect(row.get_by_role("button", name="2, relevant")).to_have_attribute("aria-pressed", "true")
    row.get_by_role("button", name="2, relevant").click()
    expect(row.locator(".graded")).to_have_text("unjudged")
    expect(page.get_by_text("1 document is judged for this query")).to_be_visible()
    page.reload()
    row.wait_for()
    expect(row.locator(".graded")).to_have_text("unjudged")
    assert grade_of(attached_backend, "rocketdyne-owners.html") == 3


def test_who_judged_stands_beside_the_grade(page, attached_backend, judgements, settings):
    hits = open_tuner(page, judgements=SET, view="Judge")
    page.get_by_label("Your name").fill("Grace")
    page.get_by_label("Your name").press("Enter")
    row = page.locator(f'[data-id="{hits.filter(has_text="unjudged").first.get_attribute("data-id")}"]')
    row.get_by_role("button", name="3, exactly what was sought").click()
    expect(row.locator(".graded")).to_have_text("exact · Grace")
    expect(page.get_by_text("2 judgements by Grace")).to_be_visible()


def test_a_set_is_made_imported_and_exported(page, attached_backend, judgements, settings):
    open_tuner(page, view="Judge", judgements=SET)
    page.get_by_role("button", name="New set").click()
    page.get_by_label("Name of the new set").fill("made here")
    page.get_by_role("button", name="Create").click()
    in_url(page, "judgements=made+here")
    expect(page.get_by_text("No query is in this set yet")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Name of the set", exact=True).fill("imported")
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        [
            {"name": "queries.tsv", "mimeType": "text/plain", "buffer": b"a\tRS-25\nb\tSkylab\n"},
            {
                "name": "qrels.txt",
                "mimeType": "text/plain",
                "buffer": b"a 0 rocketdyne-owners.html 2\nb 0 skylab.md 1\n",
            },
        ]
    )
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Import").click()
    in_url(page, "judgements=imported")
    expect(page.get_by_text("2 queries, 2 judgements")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Export").click()
    for label, member in (("BEIR", "imported/qrels/test.tsv"), ("TREC", "imported/qrels.txt")):
        with page.expect_download() as download:
            page.get_by_role("button", name=label).click()
        content = zipfile.ZipFile(io.BytesIO(Path(download.value.path()).read_bytes())).read(member).decode()
        assert "rocketdyne-owners.html" in content


def test_a_broken_import_gets_a_sentence(page, judgements, settings):
    open_tuner(page, view="Judge", judgements=SET)
    page.get_by_role("button", name="Import").click()
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        [{"name": "queries.tsv", "mimeType": "text/plain", "buffer": b"a\tRS-25\n"}]
    )
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Import").click()
    expect(page.get_by_text("The grades are missing")).to_be_visible()


# --- evaluate ----------------------------------------------------------------------------------


def test_an_evaluation_finds_and_a_row_opens_its_query(page, settings):
    page.goto("/search_tuner?view=Evaluate")
    page.get_by_role("button", name=re.compile(r"Evaluate \d+ queries")).click()
    expect(page.get_by_text("within noise of").first).to_be_visible(timeout=60_000)
    expect(page.get_by_text("Held out:")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Unjudged: \d+ of the \d+ documents"))).to_be_visible()
    page.get_by_text("Recall@5").click()
    expect(page.get_by_text("among the first five")).to_be_visible()
    expect(page.get_by_label(re.compile(r"^Recall@5 by text_weight")).first).to_be_attached()
    table = page.get_by_test_id("stDataFrame").last
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 20, box["y"] + 52)
    page.locator(HIT).first.wait_for()
    in_url(page, "text_weight=")
    assert page.get_by_label("Query", exact=True).input_value()


def test_too_few_judgements_are_said_to_be_too_few(app_test, judgements, settings):
    page = app_test("search_tuner", view="Evaluate", judgements=SET)
    page.button(key="evaluate").click().run(timeout=60)
    assert "Too few judgements to tell" in page.warning[0].value
    page.radio(key="tuner_fusion").set_value("rrf").run()
    assert any("changed since" in said.value for said in page.warning)


def test_a_set_without_relevant_documents_is_a_sentence(app_test, attached_backend, judgements, settings):
    attached_backend.run(judgements.grade(SET, QUERY, "rocketdyne-owners.html", 0))
    page = app_test("search_tuner", view="Evaluate", judgements=SET)
    page.button(key="evaluate").click().run(timeout=60)
    assert "has a relevant document" in page.error[0].value
