"""The traces page by mouse and keys: answers as a whole, and the days that are looked at."""

import json
import re
from datetime import date

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.pages.typed import type_date

QUESTION = "Who led NASA in 1974?"


@pytest.fixture(autouse=True)
def _asked(dashboard: str) -> None:
    httpx.post(f"{dashboard}/api/chat", json={"prompt": QUESTION}, timeout=60)


def test_an_answer_shows_its_calls_on_one_axis(page: Page) -> None:
    page.goto("/traces")
    page.get_by_role("radio", name="answers").click()
    expect(page).to_have_url(re.compile("runs_of=answers"))
    line = page.locator("summary").filter(has_text=QUESTION).first
    expect(line).to_contain_text(re.compile(r"\d calls? · [\d.]+ m?s"))
    line.click()
    axis = page.locator("table.time-axis")
    expect(axis.get_by_role("rowheader").last).to_have_text("the answer")
    assert axis.locator(".bar").count() >= 2
    first, last = axis.locator(".bar").first.bounding_box(), axis.locator(".bar").last.bounding_box()
    assert first
    assert last
    assert first["x"] < last["x"]


def test_the_days_narrow_what_is_counted_and_listed_and_come_back(page: Page) -> None:
    page.goto("/traces")
    calls = page.locator("summary").filter(has_text="NASA")
    calls.first.wait_for()
    type_date(page, "Until", date(2021, 5, 4))
    expect(page.get_by_text("No tool was called in these days")).to_be_visible()
    expect(page).to_have_url(re.compile("runs_until=2021-05-04"))
    page.reload()
    expect(page.get_by_text("No tool was called in these days")).to_be_visible()
    page.go_back()
    calls.first.wait_for()


def test_what_is_listed_is_saved_with_its_filters(page: Page) -> None:
    page.goto("/traces?runs_words=NASA")
    page.locator("summary").filter(has_text="NASA").first.wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="JSON").click()
    calls = json.loads(saved.value.path().read_text("utf-8"))
    assert len(calls) == page.locator("summary").filter(has_text=re.compile(" · .+ · ")).count()
    assert all("nasa" in f"{call['prompt']} {call['args']}".lower() for call in calls)
    assert calls[0]["result"]


def test_the_labels_of_the_filters_stand_on_one_line(page: Page) -> None:
    page.goto("/traces")
    places = [page.get_by_text(label, exact=True).first for label in ("Order", "Tool", "Words")]
    for place in places:
        place.wait_for()
    tops = [box["y"] for place in places if (box := place.bounding_box())]
    assert len(tops) == len(places)
    assert max(tops) - min(tops) <= 1
