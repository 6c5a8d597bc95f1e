"""What was read in a document by rule, in words: each number says what it counts."""

from services.models import FactDraft, ReadingSummary, Refusal
from services.text.wording import reading_words

DRAFT = FactDraft(subject="a", relation="IS", object="b", fact="a is b")


def summary(*, sentences: int, stating: int = 0, facts: int = 0, waiting: int = 0, unread: int = 0) -> ReadingSummary:
    waits = [Refusal(sentence=f"a is b {number}", reason="no", draft=DRAFT) for number in range(waiting)]
    return ReadingSummary(
        fact_count=facts,
        entity_count=14,
        sentence_count=sentences,
        stating_count=stating,
        refused_count=waiting + unread,
        refused=tuple(waits),
    )


def test_what_entered_what_waits_and_why_the_others_gave_none_are_told_apart():
    told = reading_words(summary(sentences=42, stating=12, facts=6, waiting=10, unread=11))
    assert told == (
        "Read by rule: 14 entities in 42 sentences. 16 facts were read in 12 sentences: 6 entered, 10 were left "
        "to Review. "
        "11 sentences name several things, but no relation between them could be read. No two names were found in the "
        "other 19."
    )


def test_no_fact_is_explained_by_all_sentences():
    told = reading_words(summary(sentences=42, unread=1))
    assert told == (
        "Read by rule: 14 entities in 42 sentences. No fact was read. 1 sentence names several things, but no relation "
        "between them could be read. No two names were found in the other 41."
    )
    assert reading_words(summary(sentences=3)).endswith("No fact was read. No two names were found in any of them.")


def test_one_of_each_is_told_in_the_singular():
    told = reading_words(summary(sentences=2, stating=1, waiting=1))
    assert told.endswith("1 fact was read in 1 sentence and left to Review. No two names were found in the other one.")
    assert reading_words(summary(sentences=1, stating=1, facts=1)).endswith(
        "1 fact was read in 1 sentence and entered."
    )


def test_several_facts_of_one_sentence_are_told_so():
    assert "2 facts were read in 1 sentence: 1 entered, 1 was left to Review." in reading_words(
        summary(sentences=1, stating=1, facts=1, waiting=1)
    )


def test_a_text_without_sentences_to_read_has_names_alone():
    assert reading_words(summary(sentences=0)) == "Read by rule: 14 entities."
