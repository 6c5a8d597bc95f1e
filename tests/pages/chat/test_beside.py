"""A citation opens beside the chat, and from a document one gets back to the answer."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

expect.set_options(timeout=30_000)


def asked(page: Page, question: str) -> None:
    page.goto("/")
    expect(page.get_by_test_id("stChatInput").locator("textarea")).to_be_focused()
    page.keyboard.type(question)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Again").first.wait_for(timeout=60_000)


def test_a_number_opens_its_passage_beside_the_answer_and_back_closes_it(page: Page) -> None:
    asked(page, "Who led NASA in 1974?")
    page.get_by_test_id("stChatMessage").last.evaluate("message => (message.isAsItWas = true)")
    number = page.get_by_role("link", name="[1]").first
    assert (number.get_attribute("title") or "").startswith("“")
    number.click()
    beside = page.locator(".st-key-beside")
    beside.locator(".document mark").first.wait_for()
    expect(page).to_have_url(re.compile("passage="))
    question = page.get_by_test_id("stChatMessage").first
    expect(question).to_be_visible()
    answer = page.get_by_test_id("stChatMessage").last
    assert answer.evaluate("message => message.isAsItWas"), "the conversation is not built anew"
    page.reload()
    beside.locator(".document mark").first.wait_for()
    page.go_back()
    expect(beside).to_have_count(0)


def test_a_source_of_the_list_opens_there_too_and_its_document_leads_back(page: Page) -> None:
    asked(page, "Who led NASA in 1974?")
    conversation = re.search("conversation=([0-9a-f-]+)", page.url)
    assert conversation
    page.locator("[class*=st-key-citations-] a").first.click()
    page.locator(".st-key-beside").get_by_role("link", name="Open in Documents").click()
    page.locator(".document mark").first.wait_for()
    assert "Cited by the conversation" in (page.locator(".passage").get_attribute("title") or "")
    page.get_by_role("link", name="Back to the answer").click()
    expect(page).to_have_url(re.compile(f"conversation={conversation[1]}"))
    page.get_by_role("button", name="Again").first.wait_for()


def test_the_emphasis_of_a_file_is_drawn_beside_the_chat_too(page: Page, dashboard: str) -> None:
    file = {"file": ("quay.html", b"<p>It was <b>built in 1931</b>.</p>")}
    document_id = httpx.post(f"{dashboard}/api/documents", files=file, timeout=60).json()["document_id"]
    page.goto(f"/?passage={document_id}%203%2012")
    text = page.locator(".st-key-beside .document")
    expect(text.locator("strong")).to_have_text(["built", " in 1931"])
    expect(text.locator("mark")).to_have_text(["was ", "built"])
    httpx.delete(f"{dashboard}/api/documents/{document_id}")


def test_what_was_clicked_stays_under_the_hand_while_the_pane_opens(page: Page) -> None:
    page.set_viewport_size({"width": 1360, "height": 700})
    asked(page, "Who led NASA in 1974?")
    page.wait_for_timeout(2000)  # until the question has come to rest at the top
    page.mouse.move(700, 300)
    page.mouse.wheel(0, -3000)
    page.wait_for_timeout(500)
    number = page.locator(".stChatMessage").get_by_role("link", name="[1]").first
    before = number.bounding_box()
    assert before
    page.mouse.click(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.locator(".st-key-beside .document mark").first.wait_for()
    page.wait_for_timeout(1000)
    after = number.bounding_box()
    assert after
    assert abs(after["y"] - before["y"]) < 30  # within its own line


QUESTIONS = ("Who led NASA in 1974?", "What did Skylab do?", "When was Mir launched?", "Who flew on Apollo 11?")


def long_conversation(page: Page) -> None:
    asked(page, QUESTIONS[0])
    for number, question in enumerate(QUESTIONS[1:], 2):
        page.get_by_test_id("stChatInput").locator("textarea").click()
        page.keyboard.type(question)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Again")).to_have_count(number)
    page.wait_for_timeout(2000)  # until the question has come to rest at the top


def scroll_to(page: Page, target: Locator) -> None:
    """By the wheel, as a reader does."""
    page.mouse.move(700, 300)
    for _ in range(60):
        box = target.bounding_box()
        assert box
        if 200 < box["y"] < 420:
            break
        page.mouse.wheel(0, max(-300, min(300, box["y"] - 300)))
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)


def height_at_rest(page: Page, target: Locator) -> float:
    """Where it stands once nothing moves any more."""
    seen: list[float] = []
    for _ in range(60):
        box = target.bounding_box()
        seen.append(box["y"] if box else -1)
        if len(seen) > 8 and len({round(one) for one in seen[-8:]}) == 1:
            break
        page.wait_for_timeout(250)
    return seen[-1]


def test_on_a_slow_machine_too_what_was_clicked_stays_and_so_it_does_when_the_pane_closes(page: Page) -> None:
    long_conversation(page)
    number = page.locator(".stChatMessage").nth(5).get_by_role("link", name="[1]").first
    with slowed(page, 12):
        scroll_to(page, number)
        before = number.bounding_box()
        assert before
        page.mouse.click(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
        page.locator(".st-key-beside .document mark").first.wait_for()
        assert abs(height_at_rest(page, number) - before["y"]) < 30
        page.locator(".st-key-close_beside button").click()
        expect(page.locator(".st-key-beside")).to_have_count(0)
        assert 0 < height_at_rest(page, number) < 700


@contextmanager
def slowed(page: Page, times: int) -> Iterator[None]:
    """The tab stays for the whole run, and so would its brake: each later test would wait, its processor busy."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})
    try:
        yield
    finally:
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        session.detach()


def test_the_question_stays_in_view_when_its_answer_is_there(page: Page) -> None:
    asked(page, "Who led NASA in 1974?")
    page.keyboard.type("What did Skylab do?")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Again").first.wait_for()
    expect(page.locator("[class*=st-key-question-]")).to_have_count(2)
    page.wait_for_timeout(3000)
    box = page.locator("[class*=st-key-question-]").last.bounding_box()
    assert box
    assert 0 < box["y"] < 250


def test_the_question_comes_back_into_view_when_the_page_grows_late(page: Page) -> None:
    """On a slow machine parts of the answer are drawn long after its end, and Streamlit follows them to the bottom."""
    asked(page, "Who led NASA in 1974?")
    page.wait_for_timeout(3000)
    page.evaluate(
        """() => {
            const part = Object.assign(document.createElement("div"), { style: "height: 900px" });
            document.querySelector("[data-testid=stMainBlockContainer]").append(part);
            let view = part;
            while (!/auto|scroll/.test(getComputedStyle(view).overflowY)) view = view.parentElement;
            view.scrollTo({ top: view.scrollHeight });
        }"""
    )
    page.wait_for_timeout(1500)
    box = page.locator("[class*=st-key-question-]").last.bounding_box()
    assert box
    assert 0 < box["y"] < 250


def test_a_conversation_is_opened_at_its_latest_question(page: Page) -> None:
    asked(page, "Who led NASA in 1974?")
    page.reload()
    page.get_by_role("button", name="Again").first.wait_for()
    page.wait_for_timeout(3000)
    box = page.locator("[class*=st-key-question-]").last.bounding_box()
    assert box
    assert 0 < box["y"] < 250


def test_in_a_narrow_window_the_title_of_a_source_is_read_whole(page: Page) -> None:
    page.set_viewport_size({"width": 800, "height": 850})
    asked(page, "Who led NASA in 1974?")
    title = page.locator("[class*=st-key-citations-] a").first.locator("p")
    title.evaluate("title => title.append(' and what became of the agency in all of the years after that, told twice')")
    cut = title.evaluate(
        """(title) => {
            const words = document.createRange();
            words.selectNodeContents(title);
            const ends = [...words.getClientRects()].map((line) => line.right);
            const frames = [];
            for (let one = title; one && !one.matches(".stPageLink"); one = one.parentElement) frames.push(one);
            return frames.some((one) => one.scrollWidth > one.clientWidth + 1) || Math.max(...ends) > innerWidth;
        }"""
    )
    assert not cut


def test_lines_are_at_most_about_ninety_characters_long(page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1000})
    asked(page, "Who led NASA in 1974?")
    widths = page.locator(".stChatMessage [data-testid=stMarkdownContainer] p").evaluate_all(
        """(lines) => lines.map((line) => {
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = getComputedStyle(line).font;
            const sentence = "The passage says who led the agency in that year, and what came after it, in words.";
            return line.clientWidth / (pen.measureText(sentence).width / sentence.length);
        })"""
    )
    assert widths
    assert max(widths) <= 105


def test_the_field_is_as_wide_as_what_stands_above_it(page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1000})
    asked(page, "Who led NASA in 1974?")
    blocks = [page.locator(".stMainBlockContainer"), page.get_by_test_id("stBottomBlockContainer")]
    above, field = (block.bounding_box() for block in blocks)
    assert above
    assert field
    assert (above["x"], above["width"]) == (field["x"], field["width"])


@pytest.mark.parametrize(("width", "height"), [(800, 850), (1360, 700), (1920, 1080)])
def test_the_pane_is_seen_to_its_end_and_the_field_beside_it_is_reached(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    asked(page, "Who led NASA in 1974?")
    page.locator("[class*=st-key-citations-] a").first.click()
    text = page.locator(".st-key-beside .document")
    text.locator("mark").first.wait_for()
    page.wait_for_timeout(1000)
    box = text.bounding_box()
    assert box
    lowest = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] - 4}
    assert lowest["y"] < height
    assert page.evaluate("({x, y}) => document.elementFromPoint(x, y).closest('.st-key-beside') !== null", lowest)
    field = page.get_by_test_id("stChatInput").locator("textarea")
    field.click()
    page.keyboard.type("What did Skylab do?")
    expect(field).to_have_value("What did Skylab do?")


def test_back_to_the_answer_leads_to_what_cites_the_passage_and_not_to_the_last_question(page: Page) -> None:
    long_conversation(page)
    number = page.locator(".stChatMessage").nth(1).get_by_role("link", name="[1]").first
    scroll_to(page, number)
    number.click()
    page.locator(".st-key-beside").get_by_role("link", name="Open in Documents").click()
    page.get_by_role("link", name="Back to the answer").click()
    page.locator(".st-key-beside .document mark").first.wait_for()
    expect(number).to_be_in_viewport()
    assert 0 < height_at_rest(page, number) < 600
