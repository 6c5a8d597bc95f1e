"""The tuner: every control moves its result, drags rank before they are released, grades and settings are kept."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import httpx
import pytest
from playwright.sync_api import expect
from sqlalchemy import make_url
from streamlit.testing.v1 import AppTest

from services import process
from services.backend import Backend
from services.core import Services
from services.errors import EmbeddingUnavailable
from services.models import DocumentDraft, SearchPreferences
from services.search.preferences import PreferenceStore
from services.stores.postgres import Database, postgres_engine
from tests.tuner_screen import HIT, ORDER, QUERY, in_url, open_tuner, order, slider


def found_by_rest(dashboard: str, **parameters: object) -> list[str]:
    answer = httpx.get(f"{dashboard}/api/search", params={"query": QUERY, **parameters}, timeout=30).json()
    return [hit["chunk_id"] for hit in answer["hits"]]


# --- tune --------------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", ["0.00", "0.30", "0.75", "1.00"])
def test_the_page_ranks_as_rest_does(page, dashboard, tuner_settings, weight):
    open_tuner(page, text_weight=weight)
    assert order(page) == found_by_rest(dashboard, text_weight=float(weight), limit=10)


def test_dragging_ranks_anew_before_the_release_and_releasing_commits(page, dashboard, tuner_settings):
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


def test_the_slider_works_by_keyboard_and_says_its_value(page, tuner_settings):
    open_tuner(page)
    slider(page).focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    in_url(page, "text_weight=0.35")
    assert slider(page).get_attribute("aria-valuetext") == "0.35: 35 % words, 65 % meaning"
    assert page.locator(".ranking output").first.text_content() == "0.35"


def test_going_back_to_the_saved_setting_and_to_the_same_weight_again_commits_both(page, tuner_settings):
    open_tuner(page)
    for _ in range(2):
        slider(page).fill("0.8")
        in_url(page, "text_weight=0.80")
        page.get_by_role("button", name="Back to it").click()
        page.wait_for_function("() => !location.href.includes('text_weight')")


def test_the_bump_chart_follows_the_released_weight(page, tuner_settings):
    open_tuner(page)
    expect(page.get_by_label(re.compile("Ranks over text_weight, now at 0.30")).first).to_be_attached()
    slider(page).focus()
    page.keyboard.press("End")
    expect(page.get_by_label(re.compile("Ranks over text_weight, now at 1.00")).first).to_be_attached()


def test_ranks_are_compared_with_the_saved_setting(page, attached_backend, tuner_settings):
    attached_backend.run(tuner_settings.save(SearchPreferences(text_weight=0.0)))
    open_tuner(page, text_weight="1.00")
    moved = page.locator(f"{HIT} .change").all_text_contents()
    assert any(text.startswith(("▲", "▼")) for text in moved)
    open_tuner(page, text_weight="0.00")
    assert set(page.locator(f"{HIT} .change").all_text_contents()) == {"="}


def test_both_scores_are_said_in_numbers(page, dashboard, tuner_settings):
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


def test_the_words_of_the_query_are_marked_and_the_title_opens_the_passage(page, tuner_settings):
    open_tuner(page)
    assert "Rocketdyne" in page.locator(f"{HIT} .snippet mark").all_text_contents()
    link = page.locator(f"{HIT} .title").first.get_attribute("href")
    assert re.fullmatch(r"/documents\?id=[0-9a-f-]{36}&start=\d+&end=\d+", link or "")


def test_another_fusion_changes_the_scores_and_the_url(page, tuner_settings):
    open_tuner(page, text_weight="0.40")
    before = page.locator(f"{HIT} .combined").all_text_contents()
    page.get_by_role("button", name="Fusion: best candidate").click()
    page.get_by_text("reciprocal ranks").click()
    in_url(page, "fusion=rrf")
    expect(page.get_by_role("button", name="Fusion: reciprocal ranks")).to_be_visible()
    expect(page.locator(f"{HIT} .combined").first).not_to_have_text(before[0])


def test_the_limit_shows_fewer_hits(page, tuner_settings):
    open_tuner(page, limit="3")
    expect(page.locator(HIT)).to_have_count(3)
    field = page.get_by_role("spinbutton", name="Hits")
    field.fill("5")
    field.press("Enter")
    expect(page.locator(HIT)).to_have_count(5)
    in_url(page, "limit=5")


def test_a_passage_that_is_looked_at_or_picked_in_list_or_chart_is_so_in_the_other(page, tuner_settings):
    rows = open_tuner(page)
    second = rows.nth(1).get_attribute("data-id")
    line, row = page.locator(f'.line[data-passage="{second}"]'), page.locator(f'.hit[data-id="{second}"]')
    rows.nth(1).hover()
    expect(line).to_have_class(re.compile("looked"))
    rows.nth(1).get_by_role("button", name="2", exact=True).first.click()
    expect(line).to_have_class(re.compile("picked"))
    expect(page.locator(".told")).to_contain_text("rank 2 at 0.30")
    dot = page.locator(f'.dot[data-passage="{second}"]').bounding_box()
    assert dot is not None
    page.mouse.click(dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2)
    expect(row).not_to_have_class(re.compile("picked"))
    expect(row).to_have_class(re.compile("looked"))
    page.mouse.click(dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2)
    expect(row).to_have_class(re.compile("picked"))


def test_comparing_says_what_moved_and_why(page, tuner_settings):
    open_tuner(page, text_weight="0.90")
    page.get_by_text("Compare two settings").click()
    expect(page.get_by_text("words count more (0.90 instead of 0.30)")).to_be_visible()
    expect(page.locator(".ranking.compact")).to_have_count(2)
    lists = page.locator(".ranking.compact").evaluate_all(
        f"lists => lists.map(l => ({ORDER})([...l.querySelectorAll('.hit')]))"
    )
    assert lists[0] != lists[1]


def test_a_weight_in_the_url_that_is_no_number_counts_as_not_there(app_test, tuner_settings):
    for written in ("much", "nan", ""):
        assert ranking_data(app_test("search_tuner", q=QUERY, text_weight=written))["value"] == 0.3
    assert ranking_data(app_test("search_tuner", q=QUERY, text_weight="7"))["value"] == 1
    assert ranking_data(app_test("search_tuner", q=QUERY, limit="many"))["limit"] == 10


def test_candidates_are_fetched_once_a_query(app_test, tuner_settings):
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


# --- semantic search ---------------------------------------------------------------------------


def test_the_threshold_cuts_hits_in_the_browser_as_the_service_and_rest_do(
    page, dashboard, attached_backend, tuner_settings
):
    open_tuner(page, mode="semantic")
    everything = order(page)
    slider(page, "similarity_threshold").fill("0.6")
    in_url(page, "similarity_threshold=0.60")
    kept = page.locator(f"{HIT}:not(.below)")
    expect(kept).not_to_have_count(len(everything))
    ids = order(page)[: kept.count()]
    setting = SearchPreferences(similarity_threshold=0.6)
    found = attached_backend.run(attached_backend.services.search.semantic(QUERY, limit=10, preferences=setting))
    assert ids == [str(hit.chunk_id) for hit in found.hits]
    expect(page.locator(".few").first).to_contain_text(f"{found.below_threshold} of the 10 nearest passages")
    page.get_by_role("button", name="Use in chat").click()
    page.get_by_role("button", name="Use this setting").click()
    expect(page.get_by_text("The chat uses 0.30, best candidate, 10 hits, similarity from 0.60").first).to_be_visible()
    assert found_by_rest(dashboard, mode="semantic") == ids
    page.get_by_role("button", name="Model’s own").click()
    in_url(page, "similarity_threshold=model")
    expect(kept).to_have_count(len(everything))


def test_a_threshold_that_is_no_number_counts_as_not_there(app_test, attached_backend, tuner_settings):
    own = attached_backend.services.search.similarity_threshold
    for written in ("much", "nan", "model"):
        page = app_test("search_tuner", q=QUERY, mode="semantic", similarity_threshold=written)
        assert ranking_data(page)["value"] == own
    assert ranking_data(app_test("search_tuner", q=QUERY, mode="semantic", similarity_threshold="-3"))["value"] == 0


# --- what is found, and what is not ------------------------------------------------------------


def test_an_empty_query_offers_judged_queries_and_a_click_asks_one(app_test, tuner_settings):
    page = app_test("search_tuner")
    offered = [button for button in page.button if (button.key or "").startswith("sample-")]
    assert len(offered) == 8
    offered[0].click().run()
    assert page.text_input(key="q").value
    assert ranking_data(page)["ids"]


def test_nothing_found_is_said_with_the_way_out(app_test, tuner_settings):
    page = app_test("search_tuner", q=QUERY, source="no such source")
    assert "Nothing was found. No document fits the filters" in page.info[0].value
    page.button(key="nothing_clear").click().run()
    assert ranking_data(page)["ids"]


def test_a_query_whose_words_are_nowhere_says_that_meaning_alone_ranks(app_test, tuner_settings):
    page = app_test("search_tuner", q="zzqxj wvvkq")
    assert "No passage holds a word of this query" in page.info[0].value


@pytest.mark.parametrize("query", ["\\' \" :* & | !", "🚀", "a" * 1000, "the of and", "宇宙飞行", "x"])
def test_a_query_can_be_anything(app_test, tuner_settings, query):
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
        process.use_backend(Elsewhere(attached_backend, replace(attached_backend.services, **services)), kept)

    yield exchange
    process.use_backend(attached_backend, kept)


def test_without_embeddings_words_alone_rank(app_test, attached_backend, exchanged, tuner_settings):
    search = attached_backend.services.search
    exchanged(search=replace(search, embedder=NoModelYet(search.embedder)))
    page = app_test("search_tuner", q=QUERY)
    assert "still being fetched" in page.warning[0].value
    assert (ranking_data(page)["value"], ranking_data(page)["fixed"]) == (1, True)


def test_without_postgres_the_page_says_so(app_test, attached_backend, exchanged):
    away = Database(postgres_engine(make_url("postgresql+asyncpg://nobody@127.0.0.1:1/nothing")))
    exchanged(preferences=PreferenceStore(away))
    page = app_test("search_tuner", q=QUERY)
    assert not page.exception
    assert any("PostgreSQL" in said.value or "Postgres" in said.value for said in page.warning)


def test_text_from_documents_stays_text(page, attached_backend, tuner_settings):
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


def test_what_is_used_in_chat_is_what_rest_uses_until_it_is_undone(page, dashboard, tuner_settings):
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


def test_a_setting_of_the_history_can_be_tried(app_test, attached_backend, tuner_settings):
    saved = attached_backend.run(tuner_settings.save(SearchPreferences(text_weight=0.9, fusion="bounded", limit=4)))
    attached_backend.run(tuner_settings.save(SearchPreferences()))
    page = app_test("search_tuner", q=QUERY)
    page.button(key=f"setting_try_{saved.id}").click().run()
    data = ranking_data(page)
    assert (data["value"], data["method"], data["limit"]) == (0.9, "bounded", 4)
    assert data["saved"]["hybrid"] == 0.3
    page.button(key="setting_back").click().run()
    assert ranking_data(page)["value"] == 0.3


def test_a_query_that_is_too_long_is_refused_in_a_sentence_and_not_left_out_of_the_field(page):
    page.goto("/search_tuner")
    page.get_by_label("Query").first.click()
    page.keyboard.insert_text("leak " * 400)
    page.keyboard.press("Enter")
    expect(page.get_by_text("The query has 1,999 characters; write 1 to 1,000 characters.")).to_be_visible()
    assert page.evaluate("location.search") == ""
