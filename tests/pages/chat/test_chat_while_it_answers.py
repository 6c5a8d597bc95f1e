"""A slow language model behind the chat page: Stop, other clicks, a closed tab, two tabs at once."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from services.backend import Backend
from tests.openai_server import OpenAIServer, Reply
from tests.pages.conftest import ROOT, free_port, wait_until

SLOW = Reply(text=" ".join(f"word{number}" for number in range(2_400)), token_delay=0.05)


@pytest.fixture(scope="module")
def model() -> Iterator[OpenAIServer]:
    with OpenAIServer() as server:
        server.answer_with(lambda request: SLOW)
        yield server


@pytest.fixture(scope="module")
def online(dashboard: str, workbench_dir: Path, model: OpenAIServer) -> Iterator[str]:
    """A second replica over the same stores, with a language model."""
    port = free_port()
    log = workbench_dir / "online.log"
    environment = os.environ | {
        "DOSSIER_DATA_DIR": str(workbench_dir),
        "DOSSIER_EMBEDDING_MODEL": "local",
        "DOSSIER_SAMPLE": "0",
        "OPENAI_API_KEY": model.key,
        "OPENAI_BASE_URL": model.url,
        "PORT": str(port),
    }
    url = f"http://127.0.0.1:{port}"
    with log.open("wb") as output:
        server = subprocess.Popen([sys.executable, "app.py"], cwd=ROOT, env=environment, stdout=output, stderr=output)
        try:
            wait_until(lambda: is_up(url), seconds=120, log=log)
            yield url
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)


def is_up(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/health", timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.fixture
def tab(browser: Browser, online: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1360, "height": 900}, base_url=online)
    context.set_default_timeout(30_000)
    yield context.new_page()
    context.close()


def ask(tab: Page, question: str) -> None:
    tab.goto("/")
    field = tab.get_by_placeholder("Ask about the documents")
    field.fill(question)
    field.press("Enter")
    tab.get_by_text("word3").first.wait_for()


def test_stop_ends_the_answer_and_keeps_what_was_written(tab):
    ask(tab, "Stop me")
    tab.get_by_role("button", name="Stop", exact=True).click()
    tab.get_by_text("Stopped. What was written until then is kept.").wait_for()
    expect(tab.get_by_text("word3").first).to_be_visible()
    expect(tab.get_by_text("word599")).to_have_count(0)
    expect(tab.get_by_placeholder("Ask about the documents")).to_be_enabled()


def test_a_question_sent_twice_is_asked_once_and_the_next_one_waits_in_the_field(tab, attached_backend):
    once, following = (f"{words} {uuid4().hex[:6]}" for words in ("Ask me once", "Ask me next"))  # tried again: others
    tab.goto("/")
    field = tab.get_by_placeholder("Ask about the documents")
    field.fill(once)
    field.press("Enter")
    field.press("Enter")
    tab.get_by_text("word3").first.wait_for()
    tab.keyboard.type(following)  # the field has kept the cursor
    field.press("Enter")
    tab.get_by_text("An answer is being written here.").wait_for()
    expect(field).to_have_value(following)
    assert prompts(attached_backend, once) == [once]
    tab.get_by_role("button", name="Stop", exact=True).click()
    tab.get_by_text("Stopped. What was written until then is kept.").wait_for()
    field.press("Enter")
    expect(tab.get_by_test_id("stChatMessage")).to_have_count(4)
    expect(field).to_have_value("")
    assert prompts(attached_backend, once) == [once, following]
    assert not attached_backend.run(attached_backend.services.conversations.list(following))[1:]


def prompts(backend: Backend, question: str) -> list[str]:
    """Of the one conversation in which this was asked."""
    (found,) = backend.run(backend.services.conversations.list(question))
    return [turn.prompt for turn in backend.run(backend.services.conversations.get(found.id)).turns]


def test_an_unrelated_click_does_not_end_the_answer(tab):
    ask(tab, "Go on")
    tab.get_by_text("Profile: Analyst").first.click()
    tab.get_by_text("Conversations").first.click()
    tab.get_by_text("word60 ").first.wait_for()
    expect(tab.get_by_text("Stopped.")).to_have_count(0)


def test_a_question_asked_from_above_comes_into_view_and_leaves_nothing_of_what_it_replaced(tab):
    tab.set_viewport_size({"width": 1000, "height": 420})
    ask(tab, "Stop me first")
    tab.get_by_text("word30 ").wait_for()
    tab.get_by_role("button", name="Stop", exact=True).click()
    tab.get_by_role("button", name="Edit").click()
    form = tab.get_by_label("Change the question")
    form.fill("Ask me instead")
    tab.mouse.move(700, 150)
    tab.mouse.wheel(0, -5000)
    tab.get_by_role("button", name="Ask", exact=True).click()
    tab.get_by_text("Ask me instead", exact=True).first.wait_for()
    tab.get_by_text("word9 ").wait_for()
    expect(tab.get_by_role("button", name="Stop", exact=True)).to_be_in_viewport()
    expect(form).to_have_count(0)
    expect(tab.get_by_text("Stop me first", exact=True)).to_have_count(0)
    expect(tab.get_by_test_id("stChatMessage")).to_have_count(2)


def test_an_answer_goes_on_while_its_tab_shows_another_page(tab):
    ask(tab, "Wait for me")
    tab.get_by_role("link", name="Status").click()
    tab.get_by_role("heading", name="Status").wait_for()
    tab.wait_for_timeout(2_500)  # longer than an answer waits for a reader who has gone
    tab.get_by_role("link", name="Chat").click()
    expect(tab.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    tab.get_by_text("word60 ").wait_for()


def test_two_tabs_watch_one_answer(tab, browser, online):
    ask(tab, "Watch me")
    tab.wait_for_url("**conversation=*")
    other = browser.new_context(base_url=online).new_page()
    other.goto(tab.url)
    other.get_by_text("word3").first.wait_for()
    field = other.get_by_placeholder("Ask about the documents")
    field.fill("Both at once")
    field.press("Enter")
    other.get_by_text("An answer is being written here.").wait_for()
    expect(field).to_have_value("Both at once")
    other.get_by_role("button", name="Stop", exact=True).click()
    tab.get_by_text("Stopped.").first.wait_for()
    other.context.close()


def test_closing_the_tab_ends_the_answer(tab, attached_backend):
    ask(tab, "Leave me")
    tab.context.close()
    assert ended_as(attached_backend, "Leave me") == "stopped"


def ended_as(backend: Backend, question: str) -> str:
    """How the latest turn with this question ended, once it has."""
    deadline = time.monotonic() + 30
    status = "running"
    while status == "running" and time.monotonic() < deadline:
        time.sleep(0.3)
        found = backend.run(backend.services.conversations.list(question, 1))
        turns = backend.run(backend.services.conversations.get(found[0].id)).turns
        status = turns[-1].status
    return status
