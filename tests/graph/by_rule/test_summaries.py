"""What an entity's summary is made of."""

from services.graph.by_rule.summaries import MARK, SummarisedFact, summary_of

ROW = SummarisedFact("Name: Greta Holm | From: 1988 | To: 2009", False, 1988)
SENTENCE = SummarisedFact("Maria Lindqvist became head of the library.", False, 2023)


def test_a_row_of_a_table_comes_after_all_sentences():
    assert summary_of("Lang Library", [ROW, SENTENCE]) == f"{MARK}{SENTENCE.fact}\n{ROW.fact}."
    assert summary_of("Lang Library", [ROW]) == f"{MARK}{ROW.fact}."


def test_of_sentences_that_are_alike_one_is_told():
    matches = [SummarisedFact(f"Rovers played visitors number {n} at Mill Lane.", True, None) for n in range(1, 12)]
    moved = SummarisedFact("The club moved to Mill Lane in 1911.", True, -1_861_920_000)
    assert summary_of("Rovers", [*matches, moved]) == f"{MARK}{matches[0].fact}\n{moved.fact}"


def test_a_sentence_that_leans_on_another_one_is_told_only_where_no_other_is():
    leaning = SummarisedFact("He was followed in 2015 by Fiona Baird.", True, 2015)
    joined = SummarisedFact("Halloran joined the board in 2009.", True, 2009)
    assert summary_of("Halloran", [leaning, joined]) == f"{MARK}{joined.fact}"
    assert summary_of("Halloran", [leaning]) == f"{MARK}{leaning.fact}"
