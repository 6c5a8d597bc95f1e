"""The chat page: a question, its trace, its citations; Stop, other clicks, two tabs; conversations."""

import re
from contextlib import suppress
from uuid import UUID, uuid4

import httpx
import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from components.chat import conversation_menu
from services.chat.runs import Runs
from services.chat.traces import CallFilter, Traces
from services.models import Answer, Question, Usage

QUESTION = "Who led NASA in 1974?"


def ask(page: Page, question: str) -> None:
    field = page.get_by_placeholder("Ask about the documents")
    field.fill(question)
    field.press("Enter")


def answered(page: Page) -> None:
    """And drawn to its end."""
    page.get_by_role("button", name="Again").last.wait_for(timeout=60_000)
    page.locator("[data-test-script-state=notRunning]").wait_for()


def message(page: Page) -> Locator:
    """The answer."""
    return page.get_by_test_id("stChatMessage").last


def open_trace(page: Page) -> None:
    """Until it stays open: the answer may still be exchanged for its replay, which is closed."""
    step = message(page).get_by_text("hybrid_search").first
    for _ in range(5):
        if not step.is_visible():
            page.get_by_text(re.compile(r"\d tool calls?")).last.click()
        page.wait_for_timeout(700)
        if step.is_visible():
            return
    expect(step).to_be_visible()


def leave_by_trace(page: Page, call: str, link: str, there: re.Pattern[str]) -> None:
    """Opened again where the trace has closed under the hand, for the same reason."""
    found = page.get_by_role("link", name=link).filter(visible=True).first
    for _ in range(4):
        open_trace(page)
        with suppress(TimeoutError):
            if not found.is_visible():
                message(page).get_by_text(call).first.click()
            found.click(timeout=3_000)
            page.wait_for_url(there, timeout=5_000)
            return
    expect(page).to_have_url(there)


def conversation_of(page: Page) -> UUID:
    return UUID(re.search(r"conversation=([0-9a-f-]{36})", page.url)[1])


def app_chat(app_test, question=QUESTION):
    page = app_test("chat")
    page.chat_input(key="chat_prompt").set_value(question).run(timeout=60)
    assert not page.exception
    return page


def turn_of(page) -> str:
    return next(str(button.key) for button in page.button if str(button.key).startswith("again-"))[len("again-") :]


def test_a_question_shows_its_tool_calls_and_a_cited_answer(page):
    page.goto("/")
    ask(page, QUESTION + " Please." * 250)
    answered(page)
    assert page.get_by_test_id("stChatMessage").first.bounding_box()["height"] < 330
    open_trace(page)
    expect(page.get_by_text("James Fletcher").filter(visible=True).first).to_be_visible()
    expect(page.get_by_text(re.compile("quoted literally|in other words")).first).to_be_visible()


def test_a_citation_leads_to_the_quoted_sentence_also_after_a_reload(page):
    page.goto("/")
    ask(page, "RS-25")
    answered(page)
    page.reload()
    answered(page)
    paragraph = message(page).get_by_role("paragraph").filter(has_text=re.compile(r"“.*” .\d+.")).first
    quote, number = re.search(r"“(.+)” \[(\d+)\]", paragraph.inner_text()).groups()
    source = page.get_by_role("link", name=re.compile(rf"^\[{number}\] \w")).first
    assert f"{paragraph.get_by_role('link').first.get_attribute('href')}".endswith(source.get_attribute("href")[-20:])
    page.goto(paragraph.get_by_role("link").first.get_attribute("href"))
    page.locator(".document mark").first.wait_for()
    assert " ".join("".join(page.locator(".document mark").all_inner_texts()).split()) == quote


def test_a_conversation_looks_the_same_after_a_reload(page):
    page.goto("/")
    ask(page, QUESTION)
    answered(page)
    message(page).get_by_role("link", name=re.compile(r"^\[1\] \w")).wait_for()
    before = message(page).inner_text()
    page.reload()
    answered(page)
    expect(message(page)).to_have_text(re.compile("thumb_down"))
    assert message(page).inner_text() == before
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    message(page).get_by_role("button", name="Copy").click()
    message(page).get_by_text("Copied").wait_for()
    assert re.search(r"James Fletcher .*\[1\].*\n\[1\] \w", page.evaluate("navigator.clipboard.readText()"), re.DOTALL)


def test_the_profile_decides_which_tools_run(app_test):
    page = app_test("chat")
    page.selectbox(key="chat_profile").set_value("Knowledge base").run()
    page.chat_input(key="chat_prompt").set_value(QUESTION).run(timeout=60)
    labels = " ".join(step.label for step in page.expander)
    assert "retrieve_knowledge_base" in labels
    assert "hybrid_search" not in labels


def test_the_as_of_date_changes_the_answer(app_test):
    question = "Who leads NASA?"
    page = app_test("chat")
    page.date_input(key="as_of_date").set_value("1974-06-01").run()
    page.chat_input(key="chat_prompt").set_value(question).run(timeout=60)
    then = " ".join(text.value for text in page.markdown)
    assert "Fletcher" in then


def test_starters_and_follow_ups_are_asked_by_a_click(app_test):
    page = app_test("chat")
    page.button(key="starter-0").click().run(timeout=60)
    assert len(page.chat_message) == 2
    follow_up = next(button for button in page.button if str(button.key).startswith("follow-"))
    follow_up.click().run(timeout=60)
    assert len(page.chat_message) == 4


def test_again_replaces_the_answer_and_edit_changes_the_question(app_test):
    page = app_chat(app_test)
    next(button for button in page.button if str(button.key).startswith("again-")).click().run(timeout=60)
    assert len(page.chat_message) == 2
    edited = f"edited-{turn_of(page)}"
    next(button for button in page.button if str(button.key).startswith("edit-")).click().run()
    page.text_area(key=edited).set_value("   ")
    next(button for button in page.button if button.label == "Ask").click().run(timeout=60)
    page.text_area(key=edited).set_value("Who led ESA in 2010?")
    next(button for button in page.button if button.label == "Ask").click().run(timeout=60)
    assert any("ESA" in text.value for text in page.text)
    assert len(page.chat_message) == 2


def test_thumbs_are_kept(app_test, attached_backend):
    page = app_chat(app_test)
    turn_id = turn_of(page)
    page.feedback(key=f"thumbs-{turn_id}").set_value(1).run()
    stored = attached_backend.run(attached_backend.services.conversations.turn(UUID(turn_id)))
    assert stored.thumbs == 1


def test_a_note_is_kept_with_the_thumbs(app_test, attached_backend):
    page = app_chat(app_test)
    turn_id = turn_of(page)
    assert not [area for area in page.text_area if area.key == f"note-{turn_id}"]
    page.feedback(key=f"thumbs-{turn_id}").set_value(0).run()
    page.text_area(key=f"note-{turn_id}").set_value("It names the wrong year.").run()
    stored = attached_backend.run(attached_backend.services.conversations.turn(UUID(turn_id)))
    assert (stored.thumbs, stored.thumbs_note) == (-1, "It names the wrong year.")
    page.feedback(key=f"thumbs-{turn_id}").set_value(None).run()
    stored = attached_backend.run(attached_backend.services.conversations.turn(UUID(turn_id)))
    assert (stored.thumbs, stored.thumbs_note) == (None, "It names the wrong year.")


def test_a_source_that_states_a_fact_shows_its_validity_and_leads_to_the_graph(page):
    page.goto("/")
    ask(page, QUESTION)
    answered(page)
    link = message(page).get_by_role("link", name=re.compile("fact, from 27 Apr 1971 until 2 May 1977"))
    link.first.click()
    page.wait_for_url(re.compile("/graph.*entity=NASA.*fact="))
    page.get_by_text("True from 27 Apr 1971").first.wait_for()


def test_from_a_trace_one_looks_from_the_date_of_the_question_and_comes_back(page):
    page.goto("/?as_of_date=1974-06-01")
    ask(page, "Who leads NASA?")
    answered(page)
    page.get_by_role("button", name="Back to now").click()
    expect(page.get_by_role("button", name="Back to now")).to_have_count(0)
    answered(page)
    leave_by_trace(page, "search_knowledge_graph", "Open in graph", re.compile("/graph"))
    page.get_by_role("button", name="Back to now").wait_for()
    page.go_back()
    answered(page)
    expect(page.get_by_role("button", name="Back to now")).to_have_count(0)


def test_the_same_question_goes_to_another_model_and_both_answers_stand_beside_each_other(page):
    page.goto("/")
    ask(page, QUESTION)
    answered(page)
    page.get_by_role("button", name="Ask as of").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Model").fill("no-such-provider:model")
    dialog.get_by_role("textbox", name="Model").press("Tab")
    dialog.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_text("no-such-provider").filter(visible=True).first.wait_for()  # said; nothing was asked
    expect(page.get_by_test_id("stChatMessage")).to_have_count(2)
    page.get_by_role("button", name="Ask as of").click()
    dialog.get_by_role("textbox", name="Model").fill("offline")
    dialog.get_by_role("textbox", name="Model").press("Tab")
    dialog.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_text("Compare with the earlier answer").click(timeout=60_000)
    expect(page.get_by_text("Now · Analyst · offline · text_weight 0.3", exact=True)).to_have_count(2)
    expect(page.get_by_test_id("stChatMessage")).to_have_count(4)


def test_a_conversation_is_renamed_found_and_deleted(app_test, attached_backend):
    page = app_chat(app_test)
    shown = page.query_params["conversation"]
    conversation_id = shown if isinstance(shown, str) else shown[0]
    name = f"Renamed {uuid4().hex[:6]}"
    other = app_test("chat", conversation=conversation_id)
    page.text_input(key=f"title-{conversation_id}").set_value(f" {name} ").run()
    assert page.text_input(key=f"title-{conversation_id}").value == name
    other.run()  # another tab shows the new name, and does not bring back the old one
    assert other.text_input(key=f"title-{conversation_id}").value == name
    page.text_input(key=f"title-{conversation_id}").set_value("  ").run()
    assert page.text_input(key=f"title-{conversation_id}").value == name
    page.session_state[conversation_menu.MENU] = True
    page.run()
    page.text_input(key="conversation_search").set_value(name).run()
    assert [button.key for button in page.button if str(button.key).startswith("open-")] == [f"open-{conversation_id}"]
    page.checkbox(key=f"delete-sure-{conversation_id}").check().run()
    page.button(key=f"delete-{conversation_id}").click().run()
    listed = attached_backend.run(attached_backend.services.conversations.list(name))
    assert not listed


def test_a_deleted_conversation_in_the_url_is_a_sentence(app_test):
    page = app_test("chat", conversation=str(uuid4()))
    assert "deleted" in page.warning[0].value


@pytest.fixture
def slow_question() -> str:
    """Many entities and dates: several rounds of tools."""
    return "Compare NASA, ESA, JAXA, ISRO and Roscosmos in 1995, 2005 and 2015: who led them, and what changed since?"


def test_another_click_does_not_end_an_answer(page, slow_question):
    page.goto("/")
    ask(page, slow_question)
    page.get_by_role("button", name="Stop").wait_for()
    page.get_by_text("Conversations").first.click(timeout=60_000)  # it is not at rest while much is drawn
    answered(page)
    expect(page.get_by_text("Stopped.")).to_have_count(0)


def test_two_tabs_watch_one_conversation(page, browser, dashboard):
    page.goto("/")
    ask(page, QUESTION)
    answered(page)
    other = browser.new_context(base_url=dashboard).new_page()
    other.goto(f"/?conversation={conversation_of(page)}")
    other.get_by_text("James Fletcher").filter(visible=True).first.wait_for(timeout=30_000)
    other.context.close()


def test_no_language_model_is_said_on_the_page(app_test):
    assert any("No language model is configured" in caption.value for caption in app_test("chat").caption)


def test_a_call_runs_again_with_other_arguments(page):
    page.goto("/")
    ask(page, QUESTION)
    answered(page)
    open_trace(page)
    message(page).get_by_text("hybrid_search").first.click()
    page.get_by_role("button", name="Run again with other arguments").filter(visible=True).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Before", exact=True).wait_for()
    dialog.get_by_text("Now", exact=True).wait_for()
    found = dialog.get_by_text("Hubble, Herschel, Webb")
    assert found.count() == 0
    dialog.get_by_role("textbox", name="query").fill("the largest mirror in space, Hubble or Webb")
    dialog.get_by_role("button", name="Run", exact=True).click()
    found.first.wait_for(state="attached")


def test_traces_can_be_browsed_by_tool_and_order(app_test, attached_backend, dashboard):
    httpx.post(f"{dashboard}/api/chat", json={"prompt": QUESTION}, timeout=60)
    page = app_test("traces")
    everything = len(page.expander)
    assert everything > 0
    page.selectbox(key="runs_tool").set_value("hybrid_search").run()
    assert all("hybrid_search" in one.label for one in page.expander)
    assert len(page.expander) <= everything
    (latest,) = attached_backend.run(attached_backend.services.traces.runs(CallFilter("hybrid_search"), limit=1))
    page.session_state[f"run-{latest.id}"] = True  # opened: what it found is drawn then
    assert set(page.run().dataframe[1].value) >= {"document", "combined", "passage"}
    page.text_input(key="runs_words").set_value("100% of nothing").run()
    assert not page.expander
    assert "No call fits these filters." in [caption.value for caption in page.caption]
    page.text_input(key="runs_words").set_value("led nasa in").run()
    assert page.expander
    page.toggle(key="runs_failed").set_value(True).run()
    assert all("failed" in one.label for one in page.expander)
    page.segmented_control(key="runs_order").set_value("slowest").run()
    assert not page.exception


def test_before_the_first_call_the_traces_have_no_filters(app_test, monkeypatch):
    async def none_yet(*_):
        return ()

    monkeypatch.setattr(Traces, "statistics", none_yet)
    page = app_test("traces")
    assert "No tool has been called yet." in page.info[0].value
    assert not page.selectbox


def test_an_answer_that_ends_while_the_page_is_drawn_is_shown_whole(app_test, attached_backend, monkeypatch):
    """The conversation is read as running, and has ended by the time that its run is looked for."""
    conversations = attached_backend.services.conversations
    turn = attached_backend.run(conversations.begin(Question(prompt="Will it end?", model="offline")))
    usage = Usage(input_tokens=0, output_tokens=0, first_token_ms=None, total_ms=1.0, cost=None)
    answer = Answer(text="It has ended.", citations=(), usage=usage, model="offline")

    def ends_now(*_):
        attached_backend.run(conversations.save(turn.id, (answer,), "done"))

    monkeypatch.setattr(Runs, "of_conversation", ends_now)
    page = app_test("chat", conversation=str(turn.conversation_id))
    assert not page.exception
    assert not page.warning
    assert any("It has ended." in text.value for text in page.markdown)
