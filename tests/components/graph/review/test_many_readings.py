"""Of hundreds of facts that wait, the first are drawn and the others are a click away."""

from streamlit.testing.v1 import AppTest

from components.graph.review.readings import DOCUMENTS, FACTS


def many_readings(documents: int, facts: int) -> None:
    """A page of its own: the last document has most that waits, and a sentence without a fact before it."""
    from uuid import UUID

    from components.graph.review import readings
    from services.models import DocumentReading, FactDraft, ReadingSummary, ReadingTotals, Refusal

    def refusal(number: int, document: int) -> Refusal:
        draft = FactDraft(subject=f"Ship {number}", relation="SAILED_TO", object=f"Port {document}", fact="It sailed.")
        return Refusal(sentence=f"Sentence {number}.", reason="To be checked: its sentence is long.", draft=draft)

    def reading(place: int, count: int) -> DocumentReading:
        refused = (Refusal(sentence="Nothing.", reason="No relation."), *(refusal(one, place) for one in range(count)))
        summary = ReadingSummary(
            fact_count=1, entity_count=2, sentence_count=90, refused_count=len(refused), refused=refused
        )
        return DocumentReading(document_id=UUID(int=place), title=f"Document {place}", reading=summary)

    first = [reading(place, facts if place == documents - 1 else 1) for place in reversed(range(documents))]
    totals = ReadingTotals(read_count=documents, refused_documents=documents, fact_count=documents)
    readings.show(first[: readings.wanted_count()], totals)


def labels(page: AppTest) -> list[str]:
    return [one.label.partition(":")[0] for one in page.expander]


def test_more_documents_and_more_facts_are_a_click_away():
    page = AppTest.from_function(many_readings, args=(DOCUMENTS + 5, FACTS + 3)).run(timeout=30)
    assert not page.exception
    assert labels(page)[0] == f"Document {DOCUMENTS + 4}", "most waits in it"
    assert len(page.expander) == DOCUMENTS
    first = page.expander[0]
    assert [one.label for one in first.button].count("Accept") == FACTS
    assert not any("Nothing." in one.value for one in first.markdown), "facts come first"
    next(one for one in first.button if one.label == "Show 4 more").click().run(timeout=30)
    first = page.expander[0]
    assert [one.label for one in first.button].count("Accept") == FACTS + 3
    assert any("Nothing." in one.value for one in first.markdown)
    assert page.button("review-more-readings").label == "Show 5 more", "all that waits is counted"
    page.button("review-more-readings").click().run(timeout=30)
    assert len(page.expander) == DOCUMENTS + 5
    assert not [one for one in page.button if one.label.startswith("Show ")]


def test_few_are_all_shown():
    page = AppTest.from_function(many_readings, args=(2, 2)).run(timeout=30)
    assert len(page.expander) == 2
    assert not [one for one in page.button if one.label.startswith("Show ")]
