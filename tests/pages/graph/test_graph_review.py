"""The alarm about an episode that retired many facts, and the way back, on the page."""

import re
from collections.abc import Iterator
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import Page, expect

from components.graph.review import decisions, look_alikes
from services.backend import Backend
from services.graph.provenance.ledger import UNUSUALLY_MANY
from services.models import DocumentDraft, FactDraft, ReadingSummary, Refusal
from tests.pages.graph.test_graph import texts
from tests.pages.page_states import rest

SET_END = "UNWIND $uuids AS uuid MATCH ()-[r:RELATES_TO {uuid: uuid}]->() SET r.invalid_at = $end, r.expired_at = $end"


@pytest.fixture
def retired(attached_backend: Backend) -> Iterator[list[UUID]]:
    """As many facts as make an alarm, ended by an episode; what a test has not restored is put back after it."""
    graph = attached_backend.services.graph
    ledger = graph._ledger
    run = attached_backend.run
    facts = [f for f in run(graph.timeline("NASA")).facts if f.invalid_at is None][:UNUSUALLY_MANY]
    uuids = [fact.uuid for fact in facts]
    before = run(ledger.states(uuids))
    end = max(fact.created_at for fact in facts)
    run(attached_backend.services.graph_store.write(SET_END, uuids=[str(uuid) for uuid in uuids], end=end))
    run(ledger.record(before, run(ledger.states(uuids)), uuid4(), facts[0].citations[0].document_id))
    yield uuids
    for uuid in uuids:
        run(graph.restore(run(graph.fact_changes(uuid))[0].id))
    assert run(ledger.states(uuids)) == before


def test_an_alarm_is_raised_listed_and_taken_back_fact_by_fact(app_test, attached_backend, retired):
    page = app_test("graph", entity="NASA")
    (alarm,) = [warning.value for warning in page.warning if "retired" in warning.value]
    assert f"retired {UNUSUALLY_MANY} facts at once" in alarm

    page = app_test("graph", entity="NASA", view="review")
    changes = {
        c.fact_uuid: c for alarm in attached_backend.run(attached_backend.services.graph.alarms()) for c in alarm
    }
    assert set(changes) == set(retired)
    assert all(change.fact in texts(page).replace("\\", "") for change in changes.values())
    first = changes[retired[0]]
    page.button(key=f"restore_{first.id}").click().run()
    assert attached_backend.run(attached_backend.services.graph.fact(retired[0])).invalid_at is None
    assert "Put back to what it was before." in texts(page)
    assert page.button(key=f"restore_{first.id}").disabled
    again = app_test("graph", entity="NASA", view="review")
    assert "No document has retired unusually many facts." in texts(again)
    assert "Restored" in texts(again)


WAITING = FactDraft(
    subject="Ada Verne",
    relation="FOUND",
    object="Tarn Optics",
    fact="Ada Verne founded Tarn Optics.",
    quote="She founded it in 1971.",
    origin="rule",
)


@pytest.fixture
def waiting(attached_backend: Backend) -> Iterator[UUID]:
    """A document of whose facts one waits at the gate."""
    services, run = attached_backend.services, attached_backend.run
    text = "Of a firm. She founded it in 1971."
    document = run(services.ingestion.add(DocumentDraft(title="Of a firm", source="firm.md", content=text))).document_id
    refusal = Refusal(sentence="She founded it in 1971.", reason="Neither names “Ada Verne”.", draft=WAITING)
    summary = ReadingSummary(
        fact_count=0,
        entity_count=0,
        sentence_count=2,
        refused_count=1,
        refused=(refusal, Refusal(sentence="?", reason="?")),
    )
    run(services.ingestion.graph.writer.episodes.set_reading(document, summary))
    yield document
    run(services.ingestion.delete(document))


def test_a_fact_that_waits_says_what_it_would_state_and_enters_by_a_click(app_test, attached_backend, waiting):
    page = app_test("graph", entity="NASA", view="review")
    assert "Ada Verne · found · Tarn Optics" in texts(page)
    page.button(key=f"accept_{waiting}_0").click().run()
    (fact,) = attached_backend.run(attached_backend.services.graph.facts_of_document(waiting))
    assert (fact.fact, fact.origin, fact.citations[0].quote) == (WAITING.fact, "given", WAITING.quote)
    assert "In the graph." in texts(page)
    assert page.button(key=f"accept_{waiting}_0").disabled
    again = app_test("graph", entity="NASA", view="review")
    assert "Accepted by a person" in [header.value for header in again.header]
    next(button for button in again.button if button.label == "Take back").click().run()
    assert attached_backend.run(attached_backend.services.graph.facts_of_document(waiting)) == ()


def open_waiting(page: Page) -> None:
    page.goto("/graph?view=review")
    page.get_by_text("Of a firm: 1 fact did not enter").click()
    page.get_by_role("button", name="Reject").scroll_into_view_if_needed()
    rest(page)


def review_label(waiting: int) -> re.Pattern[str]:
    """Behind its icon's name."""
    return re.compile(rf"Review \({waiting}\)$" if waiting else "Review$")


def test_a_fact_that_waits_is_rejected_in_its_row_and_waits_again_by_undo(page, attached_backend, waiting):
    work, run = attached_backend.services.ingestion.graph, attached_backend.run
    open_waiting(page)
    others = run(attached_backend.services.graph.waiting_count()) - 1
    tab = page.get_by_role("radio", name="Review")
    expect(tab).to_have_accessible_name(review_label(others + 1))
    reject = page.get_by_role("button", name="Reject")
    spot = reject.bounding_box()
    for _ in range(2):
        page.mouse.click(spot["x"] + 8, spot["y"] + 8)
        expect(page.get_by_text("Rejected.")).to_be_visible(timeout=20_000)
        rest(page)
    assert run(attached_backend.services.graph.facts_of_document(waiting)) == ()
    assert page.get_by_role("button", name="Accept").is_disabled()
    assert len(run(work.rejected())) == 1
    expect(tab).to_have_accessible_name(review_label(others))
    page.get_by_role("button", name="Undo").click()
    expect(reject).to_be_enabled(timeout=20_000)
    expect(tab).to_have_accessible_name(review_label(others + 1))
    assert run(work.rejected()) == ()


def test_what_was_rejected_is_listed_and_let_wait_again(app_test, attached_backend, waiting):
    work, run = attached_backend.services.ingestion.graph, attached_backend.run
    run(work.reject(waiting, WAITING))
    page = app_test("graph", entity="NASA", view="review")
    assert "Rejected by a person" in [header.value for header in page.header]
    assert "1 of them rejected by a person" in texts(page)
    next(button for button in page.button if button.label == "Let wait").click().run()
    assert "It waits again." in texts(page)
    assert run(work.rejected()) == ()
    assert not app_test("graph", entity="NASA", view="review").button(key=f"reject_{waiting}_0").disabled


def test_a_row_that_another_tab_has_settled_says_so_and_decides_nothing(page, attached_backend, waiting):
    open_waiting(page)
    accept = page.get_by_role("button", name="Accept")
    attached_backend.run(attached_backend.services.ingestion.graph.reject(waiting, WAITING))  # the other tab
    accept.click()
    expect(page.get_by_text("The fact did not enter.")).to_be_visible(timeout=20_000)
    expect(page.get_by_text(decisions.SETTLED)).to_be_visible(timeout=20_000)
    expect(accept).to_be_disabled()
    assert attached_backend.run(attached_backend.services.graph.facts_of_document(waiting)) == ()


@pytest.fixture
def alike(attached_backend: Backend) -> Iterator[list[str]]:
    """Three pairs of entities that look alike, each of a name of its own."""
    run, ingestion = attached_backend.run, attached_backend.services.ingestion
    names = ["Ova Quell", "Bram Tiss", "Cleo Marn"]
    lines = [f"{name} joined the Yard in 2001. {name.replace(' ', '-')} left the Mole in 2004." for name in names]
    facts = [
        FactDraft(subject=who, subject_type="Person", relation="MET", object=where, object_type="Place", fact=fact)
        for name, line in zip(names, lines, strict=True)
        for who, where, fact in zip((name, name.replace(" ", "-")), ("Yard", "Mole"), line.split(". "), strict=True)
    ]
    document = run(
        ingestion.add(DocumentDraft(title="Alike", source="alike.md", content=" ".join(lines)), facts=facts)
    ).document_id
    yield names
    graph = attached_backend.services.graph
    for merge in run(graph.merges()):
        run(graph.undo_merge(merge.id))
    for one, other in run(graph.kept_apart()):
        run(graph.propose_again(one.uuid, other.uuid))
    run(ingestion.delete(document))


def pairs_on(page: Page) -> list[str]:
    return [words.split("\n")[0] for words in page.locator("[class*=st-key-pair_]").all_inner_texts()]


def test_a_second_click_decides_nothing_about_another_pair_and_each_decision_is_undone(page, attached_backend, alike):
    look_alikes._compared.clear()
    page.goto("/graph?view=review")
    page.locator("[class*=st-key-pair_]").first.wait_for(timeout=60_000)
    rest(page)
    before = pairs_on(page)
    own = [one for one in before if any(name in one for name in alike)]
    assert len(own) == len(alike)
    graph, run = attached_backend.services.graph, attached_backend.run

    row = page.locator("[class*=st-key-pair_]").filter(has_text=alike[0])
    different = row.get_by_role("button", name="Different")
    different.scroll_into_view_if_needed()
    spot = different.bounding_box()
    last = page.locator("[class*=st-key-pair_]").last
    low = last.bounding_box()["y"]
    for _ in range(2):
        page.mouse.click(spot["x"] + 8, spot["y"] + 8)
        expect(row.get_by_text("Kept apart.")).to_be_visible()
        rest(page)
    assert pairs_on(page) == before
    assert last.bounding_box()["y"] == pytest.approx(low, abs=2)
    assert len(run(graph.kept_apart())) == 1
    row.get_by_role("button", name="Undo").click()
    expect(different).to_be_enabled()
    assert run(graph.kept_apart()) == ()

    other = page.locator("[class*=st-key-pair_]").filter(has_text=alike[1])
    other.get_by_role("button", name="Keep").first.dblclick()
    expect(other.get_by_text("One now")).to_be_visible()
    rest(page)
    assert (pairs_on(page), len(run(graph.merges()))) == (before, 1)
    other.get_by_role("button", name="Undo").click()
    expect(other.get_by_role("button", name="Different")).to_be_enabled()
    assert run(graph.merges()) == ()


def test_in_a_narrow_window_the_controls_of_a_row_stand_side_by_side(page: Page) -> None:
    page.set_viewport_size({"width": 800, "height": 900})
    page.goto("/graph?view=review")
    row = page.locator("[class*=st-key-split-pair]").first
    row.get_by_role("button", name="Different").wait_for(timeout=60_000)
    heights = row.get_by_role("button").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert len(heights) == 3
    assert max(heights) - min(heights) < 2
