"""Lists of terms of office tell who came before and after, and who is there now; tables tell what went over budget."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import fact, hit

WARDENS = """# The observatory

## Wardens

- Ada Quill, warden, 1951 to 1970
- Bram Ostler, 1970 to 1988
- Cora Fenn, 1988 to 2011
- Dov Marsh, since May 2011
"""
CHAIRS = """# The choir

| Chair | From | To |
|---|---|---|
| Ruth Ames | 1980 | 1991 |
| Ivor Bell | 1991 | 2004 |
| Nell Crane | 2004 | |
"""
COSTS = """# Works

| Work | Planned | Actual |
|---|---:|---:|
| Piling | £310,000 | £590,000 |
| Frame | £620,000 | £605,000 |
| Fees | £140,000 | £151,000 |
"""


def told(question, text, facts=()):
    return composed(read_question(question, NameIndex(), NOW), found([hit("The observatory", text)], facts))


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("Who came before Ostler?", WARDENS, "Ada Quill"),
        ("Who came after Bram Ostler?", WARDENS, "Cora Fenn"),
        ("Who was Ivor Bell's predecessor?", CHAIRS, "Ruth Ames"),
        ("Who succeeded Ivor Bell?", CHAIRS, "Nell Crane"),
    ],
)
def test_the_neighbour_in_a_list_of_terms_is_told(question, text, answer):
    assert told(question, text).split("“")[1].startswith(answer)


def test_a_list_is_fuller_than_facts_read_by_rule():
    facts = [
        fact("Bram Ostler, 1970 to 1988", "observatory", "Bram Ostler", "1970-01-01", "1988-01-01", title="A"),
        fact("Dov Marsh, since 2011", "observatory", "Dov Marsh", "2011-05-01", title="A"),
    ]
    read = [one.model_copy(update={"origin": "rule"}) for one in facts]
    answer = told("Who led the observatory after Bram Ostler?", WARDENS, read)
    assert "Cora Fenn" in answer
    assert "Dov Marsh" not in answer


def test_who_comes_long_after_is_no_successor():
    gap = WARDENS.replace("- Cora Fenn, 1988 to 2011\n", "- Eli Thorn, 1931 to 1951\n")
    assert "After, by the years" not in told("Who came after Bram Ostler?", gap)


@pytest.mark.parametrize("question", ["Who is the boss of the observatory?", "Who is head of the observatory now?"])
def test_of_a_list_of_terms_the_one_that_goes_on_is_told_now(question):
    assert told(question, WARDENS).split("“")[-1].startswith("Dov Marsh")


def test_what_came_to_more_than_planned_is_listed():
    answer = told("Which works went over budget?", COSTS)
    assert "2 of 3 rows came to more than planned" in answer
    assert "Piling |" in answer
    assert "Fees |" in answer
    assert "Frame |" not in answer


def test_what_came_to_less_than_planned_is_listed():
    answer = told("Which works stayed under budget?", COSTS)
    assert "Frame |" in answer
    assert "Piling |" not in answer


def test_a_table_without_both_columns_says_nothing_of_a_budget():
    assert "more than planned" not in told("Which works went over budget?", COSTS.replace("Planned", "Price"))


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("Who is the warden?", WARDENS, ["Dov Marsh"]),
        ("Who was the warden in 1975?", WARDENS, ["Bram Ostler"]),
        ("Who was the warden in 1988?", WARDENS, ["Bram Ostler", "Cora Fenn"]),
        ("Who was chair of the choir in 1983?", CHAIRS, ["Ruth Ames"]),
    ],
)
def test_a_list_headed_by_the_office_tells_who_holds_it(question, text, answer):
    history = hit("The founders", "The observatory was founded by Ole Quill and Ada Rook as wardens of the sky.", 0.9)
    told = composed(read_question(question, NameIndex(), NOW), found([history, hit("The observatory", text)]))
    assert [one.split("”")[0].split(",")[0].split(" |")[0] for one in told.split("“")[1 : 1 + len(answer)]] == answer


def test_as_of_a_past_year_who_held_the_office_then_is_told():
    then = datetime(1975, 6, 1, tzinfo=UTC)
    read = read_question("Who is the warden?", NameIndex(), then)
    told = composed(read, replace(found([hit("The observatory", WARDENS)]), as_of=then))
    assert told.split("“")[1].startswith("Bram Ostler")


def test_a_holder_whose_end_is_told_comes_before_one_of_whom_only_the_beginning_is():
    facts = [
        fact(
            "Ole Quill became leader of the Sky Project in 1998.",
            "Ole Quill",
            "Sky Project",
            "1998-01-01",
            None,
            "LEADER_OF",
        ),
        fact(
            "Cora Fenn led Skywatch from 2013 until 2015.", "Cora Fenn", "Skywatch", "2013-04-01", "2015-04-01", "LEAD"
        ),
    ]
    read = [one.model_copy(update={"origin": "rule"}) for one in facts]
    told = composed(read_question("Who was the project leader in June 2014?", NameIndex(), NOW), found((), read))
    assert told.startswith("Cora Fenn led Skywatch")
