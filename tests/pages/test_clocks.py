"""The sidebar's three clocks: what they say, what they change, and the way back to all sources."""

import re
from datetime import date

import pytest
from playwright.sync_api import Page, expect

from tests.pages.page_states import rest
from tests.pages.typed import type_date

THEN = "from what was written by then"


def sidebar(page):
    return " ".join(line.value for line in page.sidebar.caption)


@pytest.mark.parametrize("name", ["chat", "graph", "status"])
def test_one_sentence_says_what_holds(app_test, name):
    page = app_test(name)
    assert "What is true now, from all sources." in sidebar(page)
    page.date_input(key="as_of_date").set_value("1980-01-01").run()
    assert page.info[0].value == "What was true on 1 Jan 1980, from all sources."
    assert "What was true" not in sidebar(page)
    page.radio(key="sources").set_value(THEN).run()
    assert "What was true on 1 Jan 1980, as published by 1 Jan 1980." in page.info[0].value
    page.date_input(key="published_by").set_value("1990-02-03").run()
    page.date_input(key="known_on").set_value("2020-02-03").run()
    said = "What was true on 1 Jan 1980, as published by 3 Feb 1990, as known in Dossier on 3 Feb 2020."
    assert page.info[0].value == said


def test_a_link_brings_all_clocks(app_test):
    page = app_test("graph", entity="NASA", as_of_date="1980-01-01", sources=THEN, known_on="2020-02-03")
    assert "as published by 1 Jan 1980, as known in Dossier on 3 Feb 2020" in page.info[0].value


def test_one_click_leaves_all_clocks(app_test):
    page = app_test("status", published_by="1990-02-03", known_on="2020-02-03")
    assert "as known in Dossier on 3 Feb 2020" in page.info[0].value
    next(button for button in page.button if button.label == "Back to now").click().run()
    assert "What is true now, from all sources." in sidebar(page)
    assert not [button for button in page.button if button.label == "Back to now"]


def test_what_was_written_by_then_is_left_by_a_click(app_test):
    page = app_test("search_tuner", q="Who led NASA?", as_of_date="1900-01-01", sources=THEN)
    assert any("Only documents dated by 1 Jan 1900 are searched." in info.value for info in page.info)
    page.button(key="all_sources").click().run()
    assert page.radio(key="sources").value == "from all sources"
    assert not any("Only documents dated" in info.value for info in page.info)


def test_an_answer_marks_hindsight_and_says_how_late_its_sources_are(app_test):
    page = app_test("chat", as_of_date="1974-06-01")
    page.chat_input(key="chat_prompt").set_value("Who leads NASA?").run(timeout=90)
    text = " ".join(text.value for text in page.markdown)
    assert "With hindsight:" in text
    assert "hindsight" in text.partition("With hindsight:")[2]
    said = " ".join(caption.value for caption in page.caption)
    assert "later than the date" in said
    assert "First known in full on" in said


def test_nothing_written_by_then_is_said_and_all_sources_are_a_click_away(app_test):
    page = app_test("chat", as_of_date="1930-06-01", sources=THEN)
    page.chat_input(key="chat_prompt").set_value("Who leads NASA?").run(timeout=90)
    text = " ".join(text.value for text in page.markdown)
    assert "No document dated by 1 Jun 1930 matches" in text
    everywhere = next(button for button in page.button if str(button.key).startswith("everywhere-"))
    everywhere.click().run(timeout=90)
    assert len(page.chat_message) == 4


def test_the_strip_asks_as_of_another_day(app_test):
    page = app_test("chat")
    page.chat_input(key="chat_prompt").set_value("How has NASA changed over time?").run(timeout=90)
    (strip,) = [pills for pills in page.pills if str(pills.key).startswith("stops-")]
    assert 1 < len(strip.options) <= 20
    strip.set_value(strip.options[0]).run(timeout=90)
    assert len(page.chat_message) == 4


def test_later_facts_are_drawn_only_when_switched_on(app_test):
    page = app_test("graph", entity="NASA", as_of_date="1965-01-01")
    shown = " ".join(caption.value for caption in page.caption)
    whole = app_test("graph", entity="NASA", as_of_date="1965-01-01", history="true")
    assert not page.exception
    assert not whole.exception
    assert "2021" not in shown


@pytest.mark.parametrize("key", ["Enter", "Escape", "Tab Tab"])
@pytest.mark.parametrize("label", ["Published by", "Known on"])
def test_a_date_that_is_typed_among_the_other_clocks_counts(page, label, key):
    page.goto("/status")
    rest(page)
    page.get_by_role("button", name="Other clocks").click()
    field = page.get_by_role("group", name=label, exact=True)
    field.get_by_role("spinbutton", name="year").click()
    page.keyboard.type("20300203", delay=20)
    expect(field.get_by_role("spinbutton", name="day")).to_have_text("03")
    for pressed in key.split():
        page.keyboard.press(pressed)
    said = "as published by 3 Feb 2030" if label == "Published by" else "as known in Dossier on 3 Feb 2030"
    expect(page.get_by_test_id("stAlert").get_by_text(said).first).to_be_visible()


def test_what_is_set_among_the_other_clocks_is_said_while_they_are_closed(page):
    page.goto("/status?published_by=1990-02-03")
    rest(page)
    button = page.get_by_test_id("stPopover").get_by_role("button")
    expect(button).to_contain_text("Other clocks: published by 3 Feb 1990")
    button.click()
    page.get_by_role("group", name="Known on", exact=True).get_by_role("spinbutton", name="year").click()
    page.keyboard.type("20300203", delay=20)
    page.keyboard.press("Enter")
    expect(button).to_contain_text("published by 3 Feb 1990 and known on 3 Feb 2030")
    expect(page.get_by_role("group", name="Known on", exact=True)).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    expect(button).not_to_contain_text("Other clocks:")
    rest(page)
    page.goto("/status?published_by=1990-02-03")
    expect(button).to_contain_text("Other clocks: published by 3 Feb 1990")
    box = button.bounding_box()
    assert box["width"] <= page.get_by_test_id("stSidebar").bounding_box()["width"]
    assert button.evaluate("node => node.scrollWidth <= node.clientWidth + 1")


def test_enter_in_the_sidebars_date_takes_it_and_the_next_tab_goes_on(page):
    page.goto("/status")
    rest(page)
    page.get_by_role("group", name="As of", exact=True).get_by_role("spinbutton", name="year").click()
    page.keyboard.type("19740601", delay=20)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("stAlert").get_by_text("What was true on 1 Jun 1974").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Back to now")).to_be_focused()


def test_the_clocks_of_the_popover_stay_in_the_address_of_every_page(page: Page) -> None:
    page.goto("/?published_by=1990-02-03")
    said = page.get_by_text("as published by 3 Feb 1990").first
    expect(said).to_be_visible()
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Documents", exact=True).click()
    expect(page).to_have_url(re.compile(r"/documents\?published_by=1990-02-03$"))
    page.reload()
    expect(said).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    expect(page).to_have_url(re.compile(r"/documents$"))


@pytest.mark.parametrize("path", ["/documents", "/search_tuner?q=longest+stay+in+orbit"])
def test_a_page_that_is_scrolled_stays_where_it_is_when_a_date_is_set(page, path):
    page.goto(path)
    page.get_by_role("heading", level=1).first.wait_for()
    rest(page)
    main = page.get_by_test_id("stMain")
    main.evaluate("main => main.scrollTo(0, 200)")
    page.wait_for_timeout(300)
    before = main.evaluate("main => main.scrollTop")
    assert before > 100
    type_date(page, "As of", date(1990, 1, 1))
    expect(page.get_by_test_id("stAlert").get_by_text("What was true on 1 Jan 1990").first).to_be_attached()
    rest(page)
    assert main.evaluate("main => main.scrollTop") >= before
