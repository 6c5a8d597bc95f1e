"""What an entity's summary is made of."""

from services.graph.by_rule.summaries import MARK, SummarisedFact, summary_of

ROW = SummarisedFact("Name: Greta Holm | From: 1988 | To: 2009", False, 1988)
SENTENCE = SummarisedFact("Maria Lindqvist became head of the library.", False, 2023)


def test_a_row_of_a_table_comes_after_all_sentences():
    assert summary_of("Lang Library", [ROW, SENTENCE]) == f"{MARK}{SENTENCE.fact} {ROW.fact}."
    assert summary_of("Lang Library", [ROW]) == f"{MARK}{ROW.fact}."
