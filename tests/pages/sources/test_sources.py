"""Getting documents in by the page: what was recognised, corrections, the queue, and files that cannot be read."""

import re
import time
from datetime import date

import httpx
import pytest
from playwright.sync_api import expect

from components.sources import ingest_queue
from services.backend import Backend
from services.models import DocumentDraft, IngestTask
from tests.pages.page_states import rest
from tests.pages.typed import type_date

MARKDOWN = b"---\ntitle: A note on tardigrades\ndate: 2011-05-20\n---\n# Tardigrades\n\nTardigrades flew on STS-134.\n"
FACTS = (
    b'{"subject": "Tardigrade", "relation": "FLEW_ON", "object": "STS-134", "fact": "Tardigrades flew on STS-134.", '
    b'"valid_at": "2011-05-16", "source": "Tardigrade notes"}\nnot json\n'
)

WAITING = "The Tardigrade Society of Jena met. It is known that Halden of Tardigrade Optics visited Jena in 1971."
"""Of what is read in it, some waits."""


@pytest.fixture
def cleanup(dashboard: str, attached_backend: Backend):
    yield
    for document in httpx.get(f"{dashboard}/api/documents", params={"limit": 100}).json()["documents"]:
        if "ardigrade" in document["title"]:
            httpx.delete(f"{dashboard}/api/documents/{document['id']}")
    attached_backend.run(attached_backend.services.jobs.forget_finished())


def wait_for(dashboard: str, title: str) -> dict[str, object]:
    for _ in range(120):
        for document in httpx.get(f"{dashboard}/api/documents", params={"limit": 100}).json()["documents"]:
            if document["title"] == title:
                return document
        time.sleep(0.5)
    raise AssertionError(f"“{title}” did not arrive")


def test_a_dropped_file_is_recognised_corrected_and_ingested(page, dashboard, cleanup):
    page.goto("/sources")
    page.locator("input[type=file]").set_input_files(
        {"name": "tardigrades.md", "mimeType": "text/markdown", "buffer": MARKDOWN}
    )
    title = page.get_by_role("textbox", name="Title")
    title.wait_for()
    assert title.input_value() == "A note on tardigrades"
    title.fill("Tardigrades, corrected")
    title.press("Enter")
    page.wait_for_timeout(500)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.get_by_role("button", name="Ingest 1").click()
    document = wait_for(dashboard, "Tardigrades, corrected")
    assert document["metadata"]["reference_time"].startswith("2011-05-20")
    page.get_by_text("added").first.wait_for()


def test_dates_that_do_not_exist_or_are_very_old_leave_the_page_whole(page):
    page.goto("/sources")
    page.locator("input[type=file]").set_input_files(
        [
            {"name": f"{name}.md", "mimeType": "text/markdown", "buffer": f"---\ndate: {written}\n---\nText.".encode()}
            for name, written in (("odd", "2020-13-45"), ("old", "0987-01-02"), ("far", "2987-01-02"))
        ]
    )
    page.get_by_text("The date “2020-13-45” does not exist").wait_for()
    page.get_by_role("button", name="Ingest 3").wait_for()
    dates = page.get_by_test_id("stMain").locator("[data-testid=stDateInput] input[type=date]")
    shown = [field.get_attribute("value") for field in dates.all()]
    assert shown == ["", "0987-01-02", "2987-01-02"]


def test_a_file_that_cannot_be_read_gets_a_sentence_and_the_others_go_on(page, dashboard, cleanup):
    page.goto("/sources")
    page.locator("input[type=file]").set_input_files(
        [
            {"name": "empty.txt", "mimeType": "text/plain", "buffer": b""},
            {"name": "broken.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 nonsense"},
            {"name": "tardigrade.txt", "mimeType": "text/plain", "buffer": b"A tardigrade survives in space."},
        ]
    )
    page.get_by_text("empty.txt:").wait_for()
    page.get_by_text("broken.pdf:").wait_for()
    page.get_by_role("button", name="Ingest 1 of 3").click()
    wait_for(dashboard, "tardigrade")


def test_a_facts_file_names_its_bad_lines_and_the_rest_goes_in(page, dashboard, cleanup):
    page.goto("/sources")
    page.locator("input[type=file]").set_input_files(
        {"name": "facts.jsonl", "mimeType": "application/json", "buffer": FACTS}
    )
    page.get_by_text("1 dated fact").wait_for()
    page.get_by_text("1 line does not go in").wait_for()
    page.get_by_role("button", name="Ingest 1").click()
    wait_for(dashboard, "Tardigrade notes")


def test_new_work_is_seen_soon_and_what_was_left_to_review_is_told_in_its_row(page, attached_backend, cleanup):
    services, run = attached_backend.services, attached_backend.run
    received = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(frame)))
    page.goto("/sources")
    page.get_by_text("Nothing has been added from this page yet.").wait_for()
    task = IngestTask(draft=DocumentDraft(title="Tardigrade firm", source="tardigrade-firm.md", content=WAITING))
    run(services.jobs.queue(task, source="tardigrade-firm.md"))
    row = page.get_by_text("Read by rule:")
    expect(row).to_contain_text("to Review.", timeout=60_000)
    rest(page)
    assert any(b"Tardigrade firm" in frame for frame in received)
    received.clear()
    page.wait_for_timeout(3000)
    assert not any(b"Tardigrade firm" in frame for frame in received), "nothing is drawn while nothing is new"
    page.get_by_role("link", name="Review", exact=True).first.click()
    page.get_by_text("Tardigrade firm: ").wait_for()
    expect(page.get_by_role("radio", name="Review")).to_have_accessible_name(re.compile(r"Review \(\d+\)$"))


def test_pasted_text_needs_a_title_and_then_goes_in(app_test, dashboard, cleanup):
    page = app_test("sources")
    page.segmented_control(key="sources_way").set_value("Pasted text").run()
    page.text_area(key="pasted_text").set_value("A pasted tardigrade.")
    page.button[0].click().run()
    assert "title" in page.error[0].value
    page.text_input(key="pasted_title").set_value("Pasted tardigrade")
    page.text_area(key="pasted_text").set_value("A pasted tardigrade.")
    page.button[0].click().run()
    wait_for(dashboard, "Pasted tardigrade")


def test_many_files_are_one_table_with_a_date_for_all(page, dashboard, cleanup):
    page.goto("/sources")
    texts = [f"Tardigrade number {number} sleeps.".encode() for number in range(6)]
    page.locator("input[type=file]").set_input_files(
        [
            *(
                {"name": f"tardigrade-{n}.txt", "mimeType": "text/plain", "buffer": text}
                for n, text in enumerate(texts)
            ),
            {"name": "empty.txt", "mimeType": "text/plain", "buffer": b""},
            {"name": "tardigrade-0.txt", "mimeType": "text/plain", "buffer": b"Another tardigrade of that name."},
        ]
    )
    expect(page.get_by_text("8 files, 7 of them can be read.", exact=False)).to_be_visible(timeout=30_000)
    expect(page.get_by_role("textbox", name="Title")).to_have_count(0)
    type_date(page, "Date for all", date(2012, 3, 4))
    page.get_by_role("button", name="Ingest 7 of 8").click()
    for number in (*range(6), "0 (2)"):
        found = wait_for(dashboard, f"tardigrade {number}")
        assert found["metadata"]["reference_time"].startswith("2012-03-04")


def test_a_long_queue_is_cancelled_at_once_and_all_its_rows_are_reached(page, dashboard, cleanup):
    page.goto("/sources")
    naps = f"Seen at {time.time_ns()}. " + " ".join(
        f"Its nap {nap} lasted {nap} hours and was like no other." for nap in range(150)
    )  # worked on long
    texts = {f"tardigrade-{number}.txt": f"Tardigrade number {number} sleeps. {naps}" for number in range(60)}
    page.locator("input[type=file]").set_input_files(
        [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in texts.items()]
    )
    expect(page.get_by_text("60 files, 60 of them can be read.", exact=False)).to_be_visible(timeout=60_000)
    page.get_by_role("button", name=re.compile("Ingest")).click(timeout=30_000)
    expect(page.get_by_text(re.compile(r"of \d+ done, \d+ being worked on, \d+ waiting"))).to_be_visible(timeout=15_000)
    page.get_by_role("button", name=re.compile(r"Cancel all \d+ that wait")).click(timeout=60_000)
    expect(page.get_by_text(re.compile(r"All done: .*\d+ cancelled"))).to_be_visible(timeout=90_000)
    rows = page.locator("p").filter(has_text=re.compile(r"tardigrade \d+\s*$"))
    expect(rows).to_have_count(50)
    sheet = page.get_by_label(re.compile(r"Page of \d+ \(\d+ rows\)"))
    sheet.click()
    sheet.press("Control+A")
    sheet.press_sequentially("2")
    expect(sheet).to_have_value("2")
    sheet.press("Enter")
    expect(page.get_by_role("button", name="Cancel", exact=True)).to_have_count(0)
    expect(rows).not_to_have_count(50, timeout=60_000)
    page.get_by_role("button", name="Empty the history").click()
    expect(page.get_by_text("Nothing has been added from this page yet.")).to_be_visible()


def test_the_queue_drawn_anew_leaves_a_typed_page_number_alone(app_test, dashboard, cleanup, monkeypatch):
    monkeypatch.setattr(ingest_queue, "PAGE", 1)
    page = app_test("sources")
    page.segmented_control(key="sources_way").set_value("Pasted text").run()
    for name in ("One tardigrade", "Two tardigrades"):
        page.text_input(key="pasted_title").set_value(name)
        page.text_area(key="pasted_text").set_value(f"{name} at rest.")
        page.button[0].click().run()
        wait_for(dashboard, name)
    typed = page.run().number_input(key="queue_page").set_value(2).run().number_input(key="queue_page")
    assert typed.value == 2
    assert not typed.proto.set_value, "what is told to the browser in each run overrides what was typed since"


def test_a_folder_is_taken_with_all_that_lies_in_it(page, dashboard, cleanup, tmp_path):
    (tmp_path / "notes" / "inner").mkdir(parents=True)
    (tmp_path / "notes" / "tardigrade-outer.md").write_text("# Tardigrade outside\n\nIt sleeps.")
    (tmp_path / "notes" / "inner" / "tardigrade-inner.md").write_text("# Tardigrade inside\n\nIt sleeps, too.")
    page.goto("/sources?sources_way=Folder")
    page.locator("input[type=file]").set_input_files(tmp_path / "notes")
    page.get_by_role("button", name="Ingest 2").click(timeout=30_000)
    assert wait_for(dashboard, "Tardigrade outside")
    assert wait_for(dashboard, "Tardigrade inside")
