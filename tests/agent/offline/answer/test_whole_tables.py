"""Tables that go over several passages: read whole, compared, counted and reckoned."""

import dataclasses

import pytest

from services.agent.offline.answer.quotes.relevance import says_what_was_done
from services.agent.offline.planning import follow_up_calls, plan_calls
from services.agent.offline.reading.numbers.aggregates import asks_about_all_rows, read_aggregate, without_aggregate
from services.agent.offline.reading.question import read_question
from services.agent.offline.tables import documents_with_unfinished_tables, tables_in
from services.text.sentences import content_words
from tests.agent.offline.answer.test_answer import NAMES
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import hit

RIVERS = ("Orb", "Lisk", "Lisk")
WEIRS = [
    f"weir: Weir {place} | river: {RIVERS[place % 3]} | opened: 19{place:02}-03-01 | length (m): {place * 7}"
    for place in range(10, 40)
]
TOOLS = ("hybrid_search", "get_document")


def passages(rows=WEIRS, size=10):
    """As a long CSV is cut, ten rows a passage."""
    text, made = "\n".join(rows), []
    for begin in range(0, len(rows), size):
        part = "\n".join(rows[begin : begin + size])
        made.append(hit("Weirs", part, 0.9 - begin / 100, text.index(part)))
    return made


def told(question, hits, *, whole=True):
    brought = found(hits)
    if whole:
        brought = dataclasses.replace(brought, whole_documents=frozenset({hits[0].document_id}))
    return composed(read_question(question, NAMES, NOW), brought)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which weir is the longest?", "Highest of 30 by length (m): Weirs: “weir: Weir 39"),
        ("Which weir on the Orb is the longest?", "Highest of 10 by length (m): Weirs: “weir: Weir 39"),
        ("Which weir opened first?", "Earliest of 30 by opened: Weirs: “weir: Weir 10"),
        ("Which weir opened last?", "Latest of 30 by opened: Weirs: “weir: Weir 39"),
        ("How many weirs are on the Orb?", "a table has 10 rows for it: Weir 12,"),
        ("How many weirs stand on the Lisk?", "a table has 20 rows for it: Weir 10,"),
        ("What is the average length of the weirs?", "by 30 rows of a table the average of length (m) is 171.50 m"),
        ("What is the total length of the weirs on the Orb?", "by 10 rows of a table the sum of length (m) is 1,785 m"),
        ("What is the median length of the weirs?", "the median of length (m) is 171.50 m"),
    ],
)
def test_all_rows_are_compared_counted_and_reckoned_where_the_document_was_read_whole(question, answer):
    assert answer in told(question, passages())


@pytest.mark.parametrize("question", ["Which weir is the longest?", "What is the average length of the weirs?"])
def test_a_part_of_a_table_is_not_compared(question):
    for part in passages():
        answer = told(question, [part], whole=False)
        assert "Highest" not in answer
        assert "average of" not in answer
    assert "Nothing that was found tells which is “longest”" in told(
        "Which weir is the longest?", passages()[1:], whole=False
    )


def test_a_row_is_cited_in_the_passage_that_has_it():
    answer = told("Which weir is the longest?", passages())
    assert "“weir: Weir 39 | river: Orb | opened: 1939-03-01 | length (m): 273” [3]" in answer
    (table,) = tables_in(passages(), {passages()[0].document_id})
    for row in table.rows:
        own = table.hit_of(row).content
        assert own[row.sentence.start : row.sentence.end] == row.text


def test_the_last_rows_of_a_long_table_are_no_table_of_their_own():
    last = passages()[-1]
    short = hit("Weirs", "\n".join(WEIRS[-2:]), 0.9, 2000)
    assert not any(table.is_whole for table in tables_in([last, short]))
    assert [table.is_whole for table in tables_in([hit("Weirs", "\n".join(WEIRS[:2]))])] == [True]


def test_a_table_with_heads_above_it_goes_on_in_the_next_passage():
    heads = "| Weir | Length |\n|---|---|\n" + "\n".join(f"| W{n} | {n} m |" for n in range(1, 6))
    rest = "\n".join(f"| W{n} | {n} m |" for n in range(6, 9))
    hits = [hit("Weirs", heads, 0.9), hit("Weirs", rest, 0.8, len(heads) + 1)]
    assert "Highest of 8 by Length: Weirs (Weir | Length): “W8 | 8 m” [2]" in told("Which weir is the longest?", hits)


@pytest.mark.parametrize(
    ("question", "reads"),
    [
        ("Which weir is the longest?", True),
        ("How many weirs are there?", True),
        ("What is the average length?", True),
        ("Where is the weir?", False),
        ("Which bishop is the oldest?", False),
    ],
)
def test_a_document_is_read_whole_where_all_rows_of_its_table_are_asked_for(question, reads):
    hits = passages()[:1]
    calls = follow_up_calls(read_question(question, NAMES, NOW), (), TOOLS, NOW, hits)
    assert [call.args for call in calls] == ([{"document_id": str(hits[0].document_id)}] if reads else [])
    assert follow_up_calls(read_question(question, NAMES, NOW), (), ("hybrid_search",), NOW, hits) == ()


def test_a_table_that_is_there_whole_is_not_read_again():
    assert documents_with_unfinished_tables([hit("Weirs", "\n".join(WEIRS[:3]))], content_words("weir")) == ()


def test_an_average_is_searched_by_what_it_is_of():
    asked = read_question("What is the average salary?", NAMES, NOW)
    assert "What is the salary?" in [call.args["query"] for call in plan_calls(asked, TOOLS)]
    assert without_aggregate("What is the total number of visitors?") == "What is the visitors?"
    assert read_aggregate("What does the word mean?") is None
    assert asks_about_all_rows("How many are there?")


def test_a_sentence_that_tells_the_average_comes_before_reckoning():
    said = hit("Weirs in brief", "The average length of the weirs is 170 m.", 0.95)
    answer = told("What is the average length of the weirs?", [*passages(), said])
    assert "“The average length of the weirs is 170 m.”" in answer
    assert "by 30 rows" not in answer


FERRIES = """| Departure | From | To |
|---|---|---|
| 06:40 | Skarn | Olvik |
| 13:30 | Olvik | Skarn |
| 22:50 | Skarn | Hestvik |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "What is the earliest departure from Skarn?",
            "First of 2 by Departure: Ferries (Departure | From | To): “06:40",
        ),
        (
            "What is the earliest departure from Olvik to Skarn?",
            "The only row for it: Ferries (Departure | From | To): “13:30 | Olvik",
        ),
        ("What is the latest departure from Skarn?", "Last of 2 by Departure: Ferries (Departure | From | To): “22:50"),
    ],
)
def test_from_and_to_are_said_by_the_columns_of_that_name(question, answer):
    assert answer in told(question, [hit("Ferries", FERRIES, 0.9)], whole=False)


def test_people_are_counted_by_rows_with_names():
    staff = [f"name: {name} | office: {office}" for name, office in (("Ann", "Ely"), ("Bob", "March"), ("Cem", "Ely"))]
    assert "2 rows for it: Ann and Cem." in told("How many people work in Ely?", passages(staff), whole=False)


def test_who_is_paid_the_most_is_told_by_the_column_of_salaries():
    staff = ["name: Ann | salary: 52000", "name: Bob | salary: 61000", "name: Cem | salary: 47000"]
    assert "Highest of 3 by salary: Weirs: “name: Bob" in told("Who is paid the most?", passages(staff), whole=False)


def test_a_column_of_a_year_may_name_its_unit():
    rows = ["department: Parks | 2022 (thousand euros): 2450", "department: Roads | 2022 (thousand euros): 8700"]
    asked, budget = "Which department had the largest budget in 2022?", hit("Budget", "\n".join(rows), 0.9)
    assert "Highest of 2 by 2022 (thousand euros): Budget: “department: Roads" in told(asked, [budget], whole=False)


def test_what_many_do_may_be_said_in_other_words():
    assert says_what_was_done("fit", "How many people fit into the stadium?")
    assert not says_what_was_done("people", "How many people fit into the stadium?")


def test_a_total_of_a_year_is_of_its_column_and_of_another_year_it_is_none():
    rows = ["department: Parks | 2022 (thousand euros): 2450", "department: Roads | 2022 (thousand euros): 8700"]
    budget = hit("Budget", "\n".join(rows), 0.9)
    assert "the sum of 2022 (thousand euros) is 11,150:" in told(
        "What was the total budget in 2022?", [budget], whole=False
    )
    assert "the sum of" not in told("What was the total budget in 2019?", [budget], whole=False)


MENU = hit(
    "Menu",
    "dish: Miller's pie | price: £11.20 | vegetarian: no\n"
    "dish: Onion soup | price: £5.60 | vegetarian: yes\n"
    "dish: Cheese plate | price: £8.40 | vegetarian: yes\n",
)


@pytest.mark.parametrize("question", ["Which dishes are vegetarian?", "How many dishes are vegetarian?"])
def test_a_row_is_what_its_column_says_yes_to(question):
    answer = told(question, [MENU])
    assert "2 rows" in answer
    assert "Onion soup" in answer
    assert "Miller's pie" not in answer


PLAYERS = hit(
    "Players",
    "player: Joe Lindley | position: defender | born: 1993\n"
    "player: Will Trask | position: defender | born: 2002\n"
    "player: Luca Ferri | position: striker | born: 1996\n",
)


def test_rows_are_counted_by_what_a_cell_says_that_they_are():
    assert "2 rows for it: Joe Lindley and Will Trask" in told("How many defenders are there?", [PLAYERS])


CLUB = hit("Harbour Rovers", "Harbour Rovers was founded in 1904. The highest attendance was 31,204 in 1952.", 0.9)
MORE = hit("Minutes of Harbour Rovers", "The accounts of Harbour Rovers were approved.", 0.5)
SEASONS = hit(
    "Seasons",
    "season: 2021/22 | points: 49 | attendance: 6842\nseason: 2022/23 | points: 63 | attendance: 7015\n",
    0.6,
)


def test_a_table_need_not_name_what_most_documents_are_about():
    answer = told("In which season did Harbour Rovers get the most points?", [CLUB, MORE, SEASONS], whole=False)
    assert "2022/23" in answer
    assert "Highest of 2 by points" in answer


def test_a_sentence_that_says_which_is_the_highest_comes_before_a_table():
    answer = told("What was the highest attendance?", [CLUB, MORE, SEASONS], whole=False)
    assert "31,204" in answer.split("\n\n")[0]


PARISHES, BREEDS = ("Ulling", "Northfold"), ("Jersey", "Holstein")
FARMS = [
    f"farm: Farm {place} | parish: {PARISHES[place % 2]} | breed: {BREEDS[place // 2 % 2]} | "
    f"organic: {'no' if place % 3 else 'yes'}"
    for place in range(10, 22)
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("List all the organic farms", "A table has 4 rows for it: Farm 12, Farm 15, Farm 18 and Farm 21."),
        ("Which farms are organic?", "A table has 4 rows for it: Farm 12,"),
        ("list farms in Northfold", "A table has 6 rows for it: Farm 11,"),
        ("Which farms keep Holsteins?", "A table has 6 rows for it: Farm 10,"),
        ("How many of the listed farms keep Jerseys?", "a table has 6 rows for it: Farm 12,"),
    ],
)
def test_rows_in_a_state_are_listed_however_the_list_is_asked_for(question, answer):
    assert answer in told(question, passages(FARMS, 6))


def test_the_whole_document_is_read_for_a_list_that_is_no_question():
    question = read_question("List all the organic farms", NAMES, NOW)
    assert [call.name for call in follow_up_calls(question, (), TOOLS, NOW, passages(FARMS, 6)[:1])] == ["get_document"]


MARKET = """# Rules of the market

| Stall | Trader | Sells |
|---|---|---|
| 1 | Olga Pavlic | cheese |
| 2 | Hans Reuter | bread |

## How to apply for a stall

- Fill in the form.
- Pay the deposit.
- Bring your licence.
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which stalls sell cheese?", "A table has 1 row for it: 1."),
        ("Which traders sell bread?", "A table has 1 row for it: Hans Reuter."),
    ],
)
def test_rows_come_before_a_list_and_are_told_by_the_column_of_what_is_asked_for(question, answer):
    assert told(question, [hit("Market", MARKET, 0.9)]).startswith(answer)
