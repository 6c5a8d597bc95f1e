"""The alarm about an episode that retired many facts, and the way back, on the page."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import pytest

from services.backend import Backend
from services.graph.provenance.ledger import UNUSUALLY_MANY
from services.models import DocumentDraft, FactDraft, ReadingSummary, Refusal
from tests.pages.graph.test_graph import texts

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
    assert "No document has retired unusually many facts." in texts(page)
    assert "Restored" in texts(page)


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
    assert "Ada Verne · found · Tarn Optics" not in texts(page)
