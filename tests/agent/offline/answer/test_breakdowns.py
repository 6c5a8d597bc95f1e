"""The parts of a sum, two years side by side, what is announced by a number, and what a document changes."""

import pytest

from services.agent.offline.answer.quotes.choice import QuoteRequest, unscored_quote
from services.agent.offline.answer.quotes.supports import with_opening_context
from services.agent.offline.passages import quotable_sentences
from services.agent.offline.reading.documents import DocumentIndex
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import PreviousTurn, read_question
from services.models import DocumentName
from services.text.sentences import content_words
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import hit, named

BUDGET = hit(
    "Accounts of the harbour",
    "## Expenditure\n\n| Purpose | 2021 | 2022 |\n|---|---|---|\n| Dredging | 41,000 | 38,000 |\n"
    "| Wages | 90,000 | 97,000 |\n"
    "| Lamps | 2,000 | 3,000 |\n| Total | 133,000 | 138,000 |\n\n## Staff\n\nEight people work in the harbour.",
    0.9,
)


def told(question, *hits, documents=()):
    index = DocumentIndex.of(documents)
    return composed(read_question(question, NameIndex(), NOW, PreviousTurn(), index), found(hits))


@pytest.mark.parametrize(
    "question",
    ["How is the spending split up in 2022?", "Break down the costs of 2021", "What do the costs consist of?"],
)
def test_what_is_to_be_split_is_told_by_all_rows_of_its_table(question):
    answer = told(question, BUDGET)
    assert all(row in answer for row in ("Dredging | 41,000", "Wages | 90,000", "Lamps | 2,000"))


@pytest.mark.parametrize(
    "question",
    ["How is the fleet split up?", "Where do the lamps come from?"],
)
def test_a_table_of_other_things_splits_nothing(question):
    answer = told(question, BUDGET)
    assert not all(row in answer for row in ("Dredging | 41,000", "Wages | 90,000", "Lamps | 2,000"))


def test_a_table_of_other_years_is_told_as_such():
    assert told("How is the spending split up in 2019?", BUDGET).startswith(
        "Nothing found speaks of the time asked for"
    )


@pytest.mark.parametrize(
    ("question", "verdict", "row"),
    [
        ("Was spending higher in 2022 than in 2021?", "Yes:", "Total | 133,000 | 138,000"),
        ("Did they spend more on dredging in 2022 than in 2021?", "No:", "Dredging | 41,000 | 38,000"),
        ("Did they spend less on dredging in 2022 than in 2021?", "Yes:", "Dredging | 41,000 | 38,000"),
    ],
)
def test_two_years_are_compared_in_the_row_that_has_both(question, verdict, row):
    answer = told(question, BUDGET)
    assert answer.startswith(verdict)
    assert row in answer


@pytest.mark.parametrize(
    "question",
    ["Was spending higher in 2022 than in 2019?", "Did they spend more on ropes in 2022 than in 2021?"],
)
def test_nothing_is_compared_without_both_figures(question):
    assert not told(question, BUDGET).startswith(("Yes", "No:"))


def test_what_is_announced_by_its_number_is_told_with_it():
    mail = hit(
        "Cranes",
        "Three firms have offered us a crane. Sande Lift want 70,000 crowns and can deliver it in May, if we\norder at "
        "once. "
        "Orm Brothers want 64,000. Kranverk are the dearest at 81,000. We decide on Friday.",
        0.9,
    )
    answer = told("Which firms offered a crane?", mail)
    assert all(name in answer for name in ("Sande Lift", "Orm Brothers", "Kranverk"))
    assert "Friday" not in answer.split("[1]")[0]


def test_what_a_document_changes_is_told_by_its_list():
    text = (
        "The harbour's rules are amended.\n\n- The fee is raised from 12 to 15 crowns.\n- Dogs are no longer allowed.\n"
        "- The dues of clause 4 are dropped."
    )
    rules = DocumentName(id=named("Second supplement"), title="Second supplement", source="supplement-2.txt")
    answer = told("What changed with the second supplement?", hit("Second supplement", text, 0.9), documents=[rules])
    assert all(part in answer for part in ("from 12 to 15", "no longer allowed", "clause 4"))


def test_the_sentence_that_defines_a_thing_comes_first():
    text = "The Company keeps the Berth clean. “The Berth” means the quay between bollards 4 and 9. The Berth is lit."
    answer = told("What is meant by the berth?", hit("Lease", text, 0.9))
    assert "means the quay" in answer.split("[1]")[0]


@pytest.mark.parametrize(
    ("text", "is_wider"),
    [
        (
            "The lock was shut for a week because of what the divers had seen, and\nnobody knew. The gate had split.",
            True,
        ),
        ("4.1 The lock is shut at night and on the days that the board names.\n4.2 Boats wait at the quay.", False),
    ],
)
def test_only_a_line_broken_within_a_sentence_goes_on_to_the_next(text, is_wider):
    answer = told("What happened to the lock?", hit("Lock", text, 0.9)).split("[1]")[0]
    assert (("gate had split" in answer) or ("Boats wait" in answer)) == is_wider


def test_lettered_items_are_a_list():
    text = (
        "From today\n(a) the fee is raised to 15 crowns;\n(b) the dues of clause 4 are dropped;\n(c) dogs may not swim."
    )
    rules = DocumentName(id=named("Second supplement"), title="Second supplement", source="supplement-2.txt")
    answer = told("What changed with the second supplement?", hit("Second supplement", text, 0.9), documents=[rules])
    assert all(part in answer.split("[1]")[0] for part in ("15 crowns", "clause 4", "may not swim"))


def test_a_wider_quotation_hides_none_that_has_what_is_asked_for():
    text = (
        "After the fire in the boat shed on 9 May, sprinklers were installed. Nobody was hurt in the fire. "
        "It was caused by a cell that had been charged too fast."
    )
    shed = hit("Safety", text, 0.9)
    first, *_, second = (unscored_quote(shed, one) for one in quotable_sentences(text))
    assert "charged too fast" in second.sentence.text
    request = QuoteRequest(content_words("fire shed"), frozenset({"cause"}), is_question=True)
    assert with_opening_context(request, [first, second]) == (first, second)
    assert "Nobody" in with_opening_context(request, [first])[0].sentence.text
