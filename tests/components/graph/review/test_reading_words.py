"""What the review says of the share that was accepted."""

from uuid import uuid4

from components.graph.review.readings import accepted_words, left_out_words
from services.models import DocumentReading, FactDraft, ReadingSummary, ReadingTotals, Refusal

DRAFT = FactDraft(subject="a", relation="IS", object="b", fact="a is b")


def totals(facts: int, refused: int, waiting: int = 0, rejected: int = 0) -> ReadingTotals:
    return ReadingTotals(
        read_count=1, fact_count=facts, refused_count=refused, waiting_count=waiting, rejected_count=rejected
    )


def reading(facts: int, refused: int, *refusals: Refusal) -> DocumentReading:
    summary = ReadingSummary(
        fact_count=facts, entity_count=0, sentence_count=9, refused_count=refused, refused=tuple(refusals)
    )
    return DocumentReading(document_id=uuid4(), title="A", reading=summary)


def test_the_share_counts_what_waits_at_the_gate_and_not_sentences_without_a_relation():
    told = accepted_words(totals(3, 3, waiting=1))
    assert told.startswith("75% of the 4 facts read passed the gate")
    assert "1 did not enter" in told
    assert "2 sentences" in told


def test_what_waits_and_what_gave_no_fact_are_told_apart():
    waits = Refusal(sentence="a is b", reason="no", draft=DRAFT)
    assert left_out_words(reading(2, 2)) == "2 sentences without a relation"
    assert left_out_words(reading(2, 2, waits)) == "1 fact did not enter · 1 sentence without a relation"
    assert left_out_words(reading(2, 1, waits)) == "1 fact did not enter"
    assert left_out_words(reading(2, 0)) == "nothing waits"


def test_where_nothing_was_read_no_share_is_invented():
    assert accepted_words(totals(0, 0)).startswith("No fact was read.")


def test_what_a_person_rejected_did_not_enter_either():
    told = accepted_words(totals(2, 0, rejected=1))
    assert told.startswith("67% of the 3 facts read passed the gate")
    assert "1 did not enter, 1 of them rejected by a person" in told
