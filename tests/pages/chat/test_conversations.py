"""Many conversations and long ones: what is listed, what is drawn, what an older answer takes with it."""

from uuid import UUID, uuid4

import pytest

from components.chat import conversation_menu
from services.backend import Backend
from services.models import Answer, Question, TextDelta, Usage
from tests.pages.conftest import ROOT


def asked(backend: Backend, *questions: str) -> UUID:
    """A conversation of these questions, each answered with itself."""
    conversations = backend.services.conversations
    home: UUID | None = None
    for question in questions:
        turn = backend.run(conversations.begin(Question(prompt=question, model="offline", conversation=home)))
        answer = Answer(text=f"Answer to {question}", citations=(), usage=Usage(), model="offline")
        backend.run(conversations.save(turn.id, (answer,), "done"))
        home = turn.conversation_id
    assert home is not None
    return home


def questions(page) -> list[str]:
    return [text.value for text in page.text]


def named(page, start: str) -> list:
    return [button for button in page.button if str(button.key).startswith(start)]


def test_of_a_long_conversation_the_latest_turns_are_drawn_and_the_others_at_a_click(app_test, attached_backend):
    every = [f"Question {number}" for number in range(25)]
    page = app_test("chat", conversation=str(asked(attached_backend, *every)))
    assert questions(page) == every[10:]
    assert page.button(key="earlier_turns").label == "Show the 10 earlier questions"
    page.button(key="earlier_turns").click().run()
    assert questions(page) == every


@pytest.mark.parametrize("status", ["running", "stopped"])
def test_an_answer_without_an_end_is_said_to_be_cut_off(app_test, attached_backend, status):
    """Also long after: a turn that says for many minutes that it runs is taken for stopped."""
    conversations = attached_backend.services.conversations
    turn = attached_backend.run(conversations.begin(Question(prompt="Will it end?", model="offline")))
    attached_backend.run(conversations.save(turn.id, (TextDelta(delta="It has"),), status))
    page = app_test("chat", conversation=str(turn.conversation_id))
    assert "cut off" in page.warning[0].value


def test_an_older_answer_is_not_replaced_without_saying_what_goes_with_it(app_test, attached_backend):
    page = app_test("chat", conversation=str(asked(attached_backend, "One", "Two", "Three")))
    assert [button.label for button in named(page, "again-")] == ["Ask again here", "Ask again here", "Again"]
    assert sum("drops the 2 questions after it" in caption.value for caption in page.caption) == 1
    named(page, "edit-")[1].click().run()
    assert sum("drops the question after it" in caption.value for caption in page.caption) == 2


def test_again_asks_with_the_profile_that_is_chosen_now(app_test, attached_backend):
    home = asked(attached_backend, "Who led NASA in 1974?")
    page = app_test("chat", conversation=str(home))
    page.selectbox(key="chat_profile").set_value("Graph").run()
    named(page, "again-")[0].click().run()
    turns = attached_backend.run(attached_backend.services.conversations.get(home)).turns
    assert [one.profile for one in turns] == ["Graph"]


def test_conversations_are_listed_in_steps_when_the_list_is_opened(app_test, attached_backend, monkeypatch):
    monkeypatch.setattr(conversation_menu, "STEP", 2)
    word = uuid4().hex
    made = [asked(attached_backend, f":red[one] {word} {number}") for number in range(3)]
    page = app_test("chat")
    assert not named(page, "open-")
    page.session_state[conversation_menu.MENU] = True
    page.run()
    page.text_input(key="conversation_search").set_value(word).run()
    assert [button.key for button in named(page, "open-")] == [f"open-{one}" for one in (made[2], made[1])]
    next(button for button in page.button if button.label == "Show older ones").click().run()
    assert len(named(page, "open-")) == 3
    assert not [button for button in page.button if button.label == "Show older ones"]
    named(page, "open-")[0].click().run()
    assert page.query_params["conversation"] in (str(made[2]), [str(made[2])])
    assert not named(page, "open-")  # it has closed


def test_the_chat_comes_back_to_its_conversation_from_another_page_but_not_after_new(app_test, attached_backend):
    page = app_test("chat", conversation=str(asked(attached_backend, "Where was I?")))
    for is_new in (False, True):
        page.switch_page(str(ROOT / "pages" / "status.py")).run()
        page.query_params.clear()
        page.switch_page(str(ROOT / "pages" / "chat.py")).run()
        assert ("Where was I?" in questions(page)) is not is_new
        if not is_new:
            page.button(key="conversation_new").click().run()


def test_a_question_that_is_too_long_is_refused_in_words(app_test):
    page = app_test("chat")
    page.chat_input(key="chat_prompt").set_value("z" * 20_001).run()
    assert "20,000 characters" in page.toast[0].value
    assert not page.chat_message


@pytest.mark.parametrize("tab_is_open", [True, False])
def test_an_answer_waits_for_who_looks_elsewhere_in_an_open_tab(attached_backend, tab_is_open):
    run = attached_backend.run(attached_backend.services.runs.start(Question(prompt="Which modules did Mir have?")))
    assert run.is_abandoned(grace=0) is False  # nobody has come yet
    next(reader := run.tail())
    reader.close()
    run.wait_for("tab", lambda: tab_is_open)
    assert run.is_abandoned(grace=0) is not tab_is_open


@pytest.mark.parametrize(
    ("title", "name"),
    [("Who led NASA in 1974?", "who-led-nasa-in-1974"), ("Кто? / ..", "кто"), ("😀", "conversation")],
)
def test_an_exported_file_is_named_after_its_conversation(title, name):
    assert conversation_menu.file_name(title) == name
