"""Documents chosen for a question: beside its field, by @ in it, by ticked rows of the list; what ticked rows can."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from components.chat.sources import DOCUMENTS, METADATA, SINCE, SOURCES, UNTIL
from services.models import Answer, Turn

OWNERS, MIR = "rocketdyne-owners.html", "mir-long-stays.md"
QUESTION = "Who owned Rocketdyne?"


def ids(dashboard: str) -> dict[str, str]:
    listed = httpx.get(f"{dashboard}/api/documents", params={"limit": 100}).json()["documents"]
    return {one["source"]: one["id"] for one in listed}


def last_turn(page, backend) -> Turn:
    named = page.query_params["conversation"]
    conversation = named if isinstance(named, str) else named[0]
    turns = backend.run(backend.services.conversations.get(conversation)).turns
    return turns[-1]


def asked(page, question: str):
    page.chat_input(key="chat_prompt").set_value(question).run(timeout=60)
    assert not page.exception
    return page


def sources_of(turn: Turn) -> set[str]:
    assert isinstance(turn.answer, Answer)
    return {one.document_source for one in turn.answer.citations}


@pytest.mark.parametrize(
    ("key", "value", "fits"),
    [
        (SOURCES, [OWNERS], lambda one: one == OWNERS),
        (METADATA, ["format=html"], lambda one: one.endswith(".html")),
        (UNTIL, "1900-01-01", lambda one: False),
        (SINCE, "2090-01-01", lambda one: False),
    ],
)
def test_each_filter_narrows_what_is_asked(app_test, attached_backend, key, value, fits):
    page = app_test("chat")
    control = page.date_input(key=key) if key in (SINCE, UNTIL) else page.multiselect(key=key)
    control.set_value(value).run()
    assert key in page.query_params
    found = sources_of(last_turn(asked(page, QUESTION), attached_backend))
    assert all(map(fits, found))


def test_chosen_documents_alone_are_asked_shown_and_kept_when_it_is_asked_again(app_test, attached_backend, dashboard):
    page = app_test("chat")
    page.multiselect(key=DOCUMENTS).set_value([ids(dashboard)[OWNERS]]).run()
    turn = last_turn(asked(page, QUESTION), attached_backend)
    assert sources_of(turn) == {OWNERS}
    assert any("1 chosen document" in one.value for one in page.markdown)
    page.multiselect(key=DOCUMENTS).set_value([]).run()
    page.button(key=f"again-{turn.id}").click().run(timeout=60)
    again = last_turn(page, attached_backend)
    assert again.id != turn.id
    assert again.viewpoint.chosen == turn.viewpoint.chosen


def test_nothing_found_in_them_is_said_and_a_click_asks_all(app_test, attached_backend, dashboard):
    page = app_test("chat", **{DOCUMENTS: ids(dashboard)[MIR]})
    turn = last_turn(asked(page, QUESTION), attached_backend)
    assert OWNERS not in sources_of(turn)
    assert "no others were searched" in turn.answer.text
    page.button(key=f"everywhere-{turn.id}").click().run(timeout=60)
    assert OWNERS in sources_of(last_turn(page, attached_backend))


def test_an_at_sign_names_documents_and_an_unclear_one_is_offered(app_test, attached_backend, dashboard):
    page = asked(app_test("chat"), f"@{OWNERS} Who owned it?")
    turn = last_turn(page, attached_backend)
    assert (turn.prompt, [str(one) for one in turn.viewpoint.chosen.document_ids]) == (
        "Who owned it?", [ids(dashboard)[OWNERS]],
    )  # fmt: skip
    page = asked(app_test("chat"), "Who led it, @nasa-administrators?")
    assert "conversation" not in page.query_params
    assert "can be any of" in page.warning[0].value
    offered = next(one for one in page.button if str(one.key).startswith("meant-"))
    offered.click().run(timeout=60)
    chosen = last_turn(page, attached_backend)
    assert chosen.prompt == "Who led it?"
    assert str(offered.key) == f"meant-{chosen.viewpoint.chosen.document_ids[0]}"
    page = asked(app_test("chat"), "Who led @zzyzx?")
    assert "No document is called “zzyzx”" in page.warning[0].value


@pytest.fixture
def notes(dashboard: str) -> Iterator[list[str]]:
    """Three documents of this test's own, the newest in the list."""
    added = [
        httpx.post(
            f"{dashboard}/api/documents",
            json={"title": f"Zebra note {number}", "content": f"The zebrafish number {number} swims in tank {number}."},
            timeout=60,
        ).json()["document_id"]
        for number in range(3)
    ]
    yield added
    for one in added:
        httpx.delete(f"{dashboard}/api/documents/{one}", timeout=60)


def tick(page: Page, *rows: int) -> None:
    """The boxes before the rows, as one clicks them."""
    canvas = page.get_by_test_id("stDataFrame").locator("canvas").first
    canvas.wait_for()
    page.wait_for_timeout(500)
    for row in rows:
        canvas.click(position={"x": 18, "y": 36 + 35 * row + 17}, force=True)  # an editor lies above the drawing
        page.wait_for_timeout(300)
    page.locator("[data-test-script-state=notRunning]").wait_for()


def of_titles(dashboard: str, word: str) -> dict[str, dict]:
    listed = httpx.get(f"{dashboard}/api/documents", params={"limit": 100}).json()["documents"]
    return {one["title"]: one for one in listed if word in one["title"]}


def test_ticked_rows_are_asked(page: Page, dashboard: str, notes: list[str]) -> None:
    page.goto("/documents?documents_filter=Zebra")
    tick(page, 0, 1)
    expect(page.get_by_text("2 documents ticked")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Ask these").click()
    page.wait_for_url(re.compile(r"ask_document="))
    expect(page.get_by_role("button", name=re.compile("Sources: 2 documents"))).to_be_visible(timeout=30_000)
    field = page.get_by_placeholder("Ask about the documents")
    field.fill("Which tank?")
    field.press("Enter")
    expect(page.get_by_text("2 chosen documents").first).to_be_visible(timeout=60_000)


def test_ticked_rows_are_switched_off_redated_deleted_and_brought_back(
    page: Page, dashboard: str, notes: list[str]
) -> None:
    page.goto("/documents?documents_filter=Zebra")
    tick(page, 0, 1, 2)
    page.get_by_role("button", name="Switch off").click()
    expect(page.get_by_text("3 documents switched off", exact=False)).to_be_visible(timeout=30_000)
    assert [one.get("enabled") for one in of_titles(dashboard, "Zebra").values()] == [False] * 3
    found = httpx.get(f"{dashboard}/api/search", params={"query": "zebrafish", "limit": 50}).json()["hits"]
    assert not [hit for hit in found if hit["document_id"] in notes]
    tick(page, 0, 1, 2)
    page.get_by_role("button", name="Switch on").click()
    expect(page.get_by_text("3 documents switched on")).to_be_visible(timeout=30_000)
    assert [one.get("enabled", True) for one in of_titles(dashboard, "Zebra").values()] == [True] * 3
    tick(page, 0)
    page.get_by_role("button", name="Title", exact=False).filter(has_text="Title").click()
    field = page.get_by_label("Title", exact=True).last
    field.press("ControlOrMeta+a")
    field.press_sequentially("Zebra renamed")
    page.get_by_role("button", name="Set the title").click()  # straight from the field, as one does
    expect(page.get_by_text("1 document retitled")).to_be_visible(timeout=30_000)
    assert "Zebra renamed" in of_titles(dashboard, "Zebra")
    tick(page, 0)
    page.get_by_role("button", name="Date", exact=False).filter(has_text="Date").click()
    page.get_by_label("Written on").get_by_role("spinbutton").first.click()
    page.keyboard.type("20190501", delay=40)
    page.get_by_role("button", name="Set the date").click()  # though the calendar is open below the field
    expect(page.get_by_text("1 document dated anew")).to_be_visible(timeout=30_000)
    tick(page, 0, 1)
    table = page.locator("[data-testid=stDataFrame]").first
    top = table.bounding_box()["y"]
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("2 documents deleted").first).to_be_visible(timeout=30_000)
    assert len(of_titles(dashboard, "Zebra")) == 1
    expect(page.get_by_role("button", name="Undo").first).to_be_visible()
    assert table.bounding_box()["y"] == pytest.approx(top, abs=1)  # nothing moves under the hand
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_text("2 documents brought back")).to_be_visible(timeout=30_000)
    assert len(of_titles(dashboard, "Zebra")) == 3
    tick(page, 0, 1, 2)
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No title, file or note has “Zebra” in it.")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Undo").first.click()  # also where nothing is listed any more
    expect(page.get_by_text("3 documents brought back")).to_be_visible(timeout=30_000)


def test_the_texts_of_all_documents_are_searched_from_the_list(app_test, notes):
    page = app_test("documents")
    page.text_input(key="documents_query").set_value("zebrafish tank").run()
    assert not page.dataframe
    assert any(":yellow-background[zebrafish] number" in one.value for one in page.caption)
    page.text_input(key="documents_query").set_value("").run()
    assert page.dataframe
