"""A document that has changed: an earlier version says so, and shows beside the newest what differs."""

from collections.abc import Iterator
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import expect

EARLIER = (
    "# Lighthouse\n\nThe lamp burns <b>whale oil</b> since 1840.\n\nThe keeper lives below.\n\nIt is painted white."
)
LATER = "# Lighthouse\n\nThe lamp burns paraffin since 1872.\n\nThe keeper lives below.\n\nIt is painted white."


class Versions(NamedTuple):
    earlier: str
    newest: str


@pytest.fixture
def lighthouse(dashboard: str) -> Iterator[Versions]:
    ids = []
    for content, day in ((EARLIER, "1850-05-04"), (LATER, "1875-01-02")):
        body = {"title": "Lighthouse", "source": "lighthouse.md", "content": content, "reference_time": day}
        ids.append(httpx.post(f"{dashboard}/api/documents", json=body, timeout=60).json()["document_id"])
    yield Versions(*ids)
    httpx.delete(f"{dashboard}/api/documents/{ids[-1]}", timeout=60)


def test_an_earlier_version_says_so_and_one_goes_to_the_newest_and_back(app_test, lighthouse):
    page = app_test("documents", id=lighthouse.earlier)
    box = next(one for one in page.selectbox if one.label == "Version")
    assert box.options == ["version 1 of 2, of 4 May 1850", "version 2 of 2, of 2 Jan 1875"]
    assert "A newer version of this document exists" in " ".join(info.value for info in page.info)
    box.set_value(lighthouse.newest).run()
    assert page.query_params["id"] in (lighthouse.newest, [lighthouse.newest])
    assert not [info for info in page.info if "newer version" in info.value]
    page.toggle(key="compare").set_value(True).run()
    assert any("1 passage of it differs." in caption.value for caption in page.caption)


def test_a_document_that_never_changed_has_no_versions_to_choose(app_test, dashboard):
    first = httpx.get(f"{dashboard}/api/documents", params={"limit": 1}).json()["documents"][0]["id"]
    page = app_test("documents", id=first)
    assert not [one for one in page.selectbox if one.label == "Version"]


@pytest.mark.parametrize("width", [800, 1360])
def test_a_citation_of_an_earlier_version_stands_beside_what_is_there_now(page, lighthouse, width):
    page.set_viewport_size({"width": width, "height": 900})
    start, end = EARLIER.index("The lamp"), EARLIER.index(" since")
    page.goto(f"/documents?id={lighthouse.earlier}&start={start}&end={end}")
    expect(page.locator(".document mark").first).to_contain_text("The lamp burns")
    table = page.locator("table.versions")
    expect(table.locator("del").first).to_contain_text("whale")
    expect(table.locator("ins").first).to_contain_text("paraffin")
    assert table.locator("b").count() == 0
    box = table.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
