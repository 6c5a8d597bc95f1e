"""Judging and evaluating on the tuner's page: grades and sets are kept, a report leads back to its queries."""

import io
import re
import zipfile
from pathlib import Path

from playwright.sync_api import expect

from components.tuner.judging import sets as judgement_sets
from services.backend import Backend
from services.models import NO_FILTERS, Viewpoint
from services.search.models import EvaluationSubject
from tests.tuner_screen import HIT, QUERY, SET, in_url, open_tuner


def grade_of(backend: Backend, source: str) -> int | None:
    found = backend.run(backend.services.judgements.grades(SET, QUERY)).get(source)
    return found.grade if found else None


def test_a_grade_is_given_in_one_click_and_survives_a_reload_until_it_is_undone(
    page, attached_backend, tuner_judgements, tuner_settings
):
    hits = open_tuner(page, judgements=SET)
    unjudged = hits.filter(has_text="unjudged").first
    chunk = unjudged.get_attribute("data-id")
    row = page.locator(f'[data-id="{chunk}"]')
    row.get_by_role("button", name="2, relevant").click()
    expect(page.get_by_text("2 documents are judged for this query")).to_be_visible()
    page.reload()
    row.wait_for()
    expect(row.get_by_role("button", name="2, relevant")).to_have_attribute("aria-pressed", "true")
    row.get_by_role("button", name="1, related").click()
    expect(row.locator(".graded")).to_have_text("related")
    page.get_by_role("button", name="Undo the last grade").click()
    expect(row.get_by_role("button", name="2, relevant")).to_have_attribute("aria-pressed", "true")
    row.get_by_role("button", name="2, relevant").click()
    expect(row.locator(".graded")).to_have_text("unjudged")
    expect(page.get_by_text("1 document is judged for this query")).to_be_visible()
    page.reload()
    row.wait_for()
    expect(row.locator(".graded")).to_have_text("unjudged")
    assert grade_of(attached_backend, "rocketdyne-owners.html") == 3


def test_a_double_click_gives_one_grade(page, tuner_judgements, tuner_settings):
    unjudged = open_tuner(page, judgements=SET).filter(has_text="unjudged").first
    row = page.locator(f'[data-id="{unjudged.get_attribute("data-id")}"]')
    row.get_by_role("button", name="2, relevant").dblclick()
    expect(page.get_by_text("2 documents are judged for this query")).to_be_visible()
    expect(row.locator(".graded")).to_have_text("relevant")


def test_who_judged_stands_beside_the_grade(page, attached_backend, tuner_judgements, tuner_settings):
    hits = open_tuner(page, judgements=SET, view="Judge")
    page.get_by_label("Your name").fill("Grace")
    page.get_by_label("Your name").press("Enter")
    row = page.locator(f'[data-id="{hits.filter(has_text="unjudged").first.get_attribute("data-id")}"]')
    row.get_by_role("button", name="3, exactly what was sought").click()
    expect(row.locator(".graded")).to_have_text("exact · Grace")
    expect(page.get_by_text("2 judgements by Grace")).to_be_visible()


def test_a_set_is_made_imported_and_exported(page, attached_backend, tuner_judgements, tuner_settings):
    open_tuner(page, view="Judge", judgements=SET)
    page.get_by_role("button", name="New set").click()
    page.get_by_label("Name of the new set").fill("made here")
    page.get_by_role("button", name="Create").click()
    in_url(page, "judgements=made+here")
    expect(page.get_by_text("No query is in this set yet")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Name of the set", exact=True).fill("imported")
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        [
            {"name": "queries.tsv", "mimeType": "text/plain", "buffer": b"a\tRS-25\nb\tSkylab\n"},
            {
                "name": "qrels.txt",
                "mimeType": "text/plain",
                "buffer": b"a 0 rocketdyne-owners.html 2\nb 0 skylab.md 1\n",
            },
        ]
    )
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Import").click()
    in_url(page, "judgements=imported")
    expect(page.get_by_text("2 queries, 2 judgements")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Export").click()
    for label, member in (("BEIR", "imported/qrels/test.tsv"), ("TREC", "imported/qrels.txt")):
        with page.expect_download() as download:
            page.get_by_role("button", name=label).click()
        content = zipfile.ZipFile(io.BytesIO(Path(download.value.path()).read_bytes())).read(member).decode()
        assert "rocketdyne-owners.html" in content


def test_a_broken_import_gets_a_sentence(page, tuner_judgements, tuner_settings):
    open_tuner(page, view="Judge", judgements=SET)
    page.get_by_role("button", name="Import").click()
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        [{"name": "queries.tsv", "mimeType": "text/plain", "buffer": b"a\tRS-25\n"}]
    )
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Import").click()
    expect(page.get_by_text("The grades are missing")).to_be_visible()


# --- evaluate ----------------------------------------------------------------------------------


def test_an_evaluation_finds_and_a_row_opens_its_query(page, tuner_settings):
    page.goto("/search_tuner?view=Evaluate")
    page.get_by_role("button", name=re.compile(r"Evaluate \d+ queries")).click()
    expect(page.get_by_text("within noise of").first).to_be_visible(timeout=60_000)
    expect(page.get_by_text("Held out:")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Unjudged: [\d,]+ of the [\d,]+ documents"))).to_be_visible()
    page.get_by_text("Recall@5").click()
    expect(page.get_by_text("among the first five")).to_be_visible()
    expect(page.get_by_label(re.compile(r"^Recall@5 by text_weight")).first).to_be_attached()
    table = page.get_by_test_id("stDataFrame").last
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 20, box["y"] + 52)
    page.locator(HIT).first.wait_for()
    in_url(page, "text_weight=")
    expect(page.get_by_label("Query", exact=True)).not_to_have_value("")


def test_a_report_comes_back_by_a_reload_a_copied_link_and_from_another_page(page, browser, tuner_settings):
    page.goto("/search_tuner?view=Evaluate")
    page.get_by_role("button", name=re.compile(r"Evaluate \d+ queries")).click()
    measured = page.get_by_text(re.compile("^Measured on "))
    measured.wait_for(timeout=60_000)
    page.get_by_text("MRR@10", exact=True).click()
    in_url(page, "measure=mrr_10")
    said = measured.inner_text()
    page.reload()
    expect(measured).to_have_text(said)
    expect(page.get_by_role("radio", name="MRR@10")).to_be_checked()
    elsewhere = browser.new_context().new_page()
    elsewhere.goto(page.url)
    expect(elsewhere.get_by_text(re.compile("^Measured on "))).to_have_text(said, timeout=30_000)
    elsewhere.goto(re.sub(r"evaluated=\w+", "evaluated=0", page.url))
    elsewhere.get_by_role("button", name=re.compile(r"Evaluate \d+ queries")).wait_for(timeout=30_000)
    expect(elsewhere.get_by_text("Measured on")).to_have_count(0)
    elsewhere.context.close()
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Status").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Status")
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Search tuner").click()
    page.get_by_role("radio", name="Evaluate").click()
    expect(measured).to_have_text(said, timeout=20_000)
    page.get_by_role("button", name=re.compile(r"Evaluate \d+ queries")).click()
    expect(measured).not_to_have_text(said, timeout=60_000)


def test_a_report_that_is_not_kept_any_more_is_measured_again_by_its_link(page, attached_backend, tuner_settings):
    services, run = attached_backend.services, attached_backend.run
    sets = run(services.judgements.sets())
    subject = EvaluationSubject(
        judgements=next(one for one in sets if one.name == judgement_sets.current_set(sets)),
        fusion=run(services.preferences.current()).fusion,
        viewpoint=Viewpoint.now(),
        filters=NO_FILTERS,
        saved_weight=run(services.preferences.current()).text_weight,
    )
    page.goto(f"/search_tuner?view=Evaluate&evaluated={subject.key}")
    expect(page.get_by_text(re.compile("^Measured on "))).to_be_visible(timeout=60_000)


def test_too_few_judgements_are_said_to_be_too_few(app_test, tuner_judgements, tuner_settings):
    page = app_test("search_tuner", view="Evaluate", judgements=SET)
    page.button(key="evaluate").click().run(timeout=60)
    assert "Too few judgements to tell" in page.warning[0].value
    page.radio(key="tuner_fusion").set_value("rrf").run()
    assert any("changed since" in said.value for said in page.warning)


def test_a_set_without_relevant_documents_is_a_sentence(app_test, attached_backend, tuner_judgements, tuner_settings):
    attached_backend.run(tuner_judgements.grade(SET, QUERY, "rocketdyne-owners.html", 0))
    page = app_test("search_tuner", view="Evaluate", judgements=SET)
    page.button(key="evaluate").click().run(timeout=60)
    assert "has a relevant document" in page.error[0].value
