"""Which row has the most or the least of something, and how many rows there are."""

import pytest

from services.agent.offline.reading.numbers.degrees import question_in_measures, read_extreme
from services.agent.offline.reading.numbers.quantities import whole_quantity
from services.agent.offline.reading.question import read_question
from tests.agent.offline.answer.test_answer import NAMES
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import hit

VESSELS = """
| Vessel | Built | Length | Speed (knots) | Fare |
|---|---:|---:|---:|---:|
| Alder | 1968 | 84 m | 14 | £9 |
| Birch | 2011 | 0.12 km | 22 | £14.50 |
| Cedar | 1994 | 101 m | n/a | on request |
| Total | | | | |
"""


def told(question, *texts, without=frozenset()):
    hits = [hit("Ferries of the bay", text, 0.9 - place / 10) for place, text in enumerate(texts)]
    return composed(read_question(question, NAMES, NOW, without=without), found(hits))


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("Which vessel is the longest?", "Birch |"),
        ("Which vessel is the oldest?", "Alder |"),
        ("Which vessel is the newest?", "Birch |"),
        ("Which ferry is the cheapest?", "Alder |"),
        ("Which vessel has the highest fare?", "Birch |"),
        ("Which vessel is the slowest?", "Alder |"),
        ("What is the least expensive ferry?", "Alder |"),
    ],
)
def test_the_row_with_the_most_or_the_least_is_told(question, row):
    answer = told(question, VESSELS)
    assert f"“{row}" in answer
    assert answer.count("“") == 1, "no other row stands beside it"


COSTS = """
| Step | Hours | Cost in kroner | Weight |
|---|---|---|---|
| Scan | 118 | 94,500 | 2 kg |
| Tint | 44 | 38,200 | 3 kg |
"""
STOCK = """
| Carrier | 2017 | 2018 |
|---|---|---|
| Nitrate reels | 4,110 | 4,122 |
| Acetate reels | 8,902 | 3,015 |
| Total | 13,012 | 7,137 |
"""


@pytest.mark.parametrize(
    ("question", "table", "row"),
    [
        ("Which step cost the most?", COSTS, "Scan |"),
        ("Which step costs the least of all?", COSTS, "Tint |"),
        ("Which step weighs the most?", COSTS, "Tint |"),
        ("Which carrier had the fewest reels in 2018?", STOCK, "Acetate reels |"),
        ("Which carrier had the fewest reels in 2017?", STOCK, "Nitrate reels |"),
    ],
)
def test_a_verb_or_a_year_names_the_column_too(question, table, row):
    answer = told(question, table)
    assert f"“{row}" in answer
    assert answer.count("“") == 1


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("Which step cost the most?", "Step: Scan |"),
        ("Which step took the fewest hours?", "Step: Tint |"),
        ("Which step is the heaviest?", "Step: Tint |"),
    ],
)
def test_rows_that_name_their_columns_are_a_table_too(question, row):
    """As those of office files, PDF and web pages are stored."""
    rows = (
        "Step: Total | Hours: 162 | Cost: 132,700\n"
        "Step: Scan | Hours: 118 | Cost: 94,500 | Weight: 2 kg\n"
        "Step: Tint | Hours: 44 | Cost: 38,200 | Weight: 3 kg"
    )
    answer = told(question, rows)
    assert f"“{row}" in answer
    assert answer.count("“") == 1


def test_the_first_row_that_names_its_columns_is_no_head():
    assert "“Kind: Nitrate | Limit: low” [1]" in told(
        "What is the limit of nitrate?",
        "Kind: Nitrate | Limit: low\nKind: Acetate | Limit: high\nKind: Paper | Limit: none",
    )


def test_a_year_that_no_column_has_gives_no_extreme():
    assert "Lowest" not in told("Which carrier had the fewest reels in 2016?", STOCK)


def test_what_the_column_leaves_out_is_named():
    assert told("Which vessel is the fastest?", VESSELS).startswith("Highest of 2 by Speed (knots), without Cedar:")


def test_two_that_are_equal_are_both_told():
    answer = told("Which bed is the widest?", "| Bed | Width |\n|---|---|\n| A | 2 m |\n| B | 90 cm |\n| C | 200 cm |")
    assert "“A |" in answer
    assert "“C |" in answer


def test_a_word_that_no_table_has_asks_for_another_table():
    assert "Highest" not in told("Which submarine is the longest?", VESSELS)


def test_a_table_that_may_go_on_in_another_passage_has_no_extreme():
    rows = "\n".join(
        f"| Vessel {place} | {place} m | {'moored in the harbour of the town' * 2} |" for place in range(9)
    )
    assert "Highest" not in told("Which vessel is the longest?", f"| Vessel | Length | Place |\n|---|---|---|\n{rows}")


def test_two_columns_that_may_be_meant_give_no_extreme():
    rents = "| Flat | Rent 2022 | Rent 2023 |\n|---|---|---|\n| A | £500 | £700 |\n| B | £600 | £650 |"
    assert "Highest" not in told("Which flat is the most expensive?", rents)
    assert "“A |" in told("Which flat has the highest rent in 2023?", rents)


def test_quantities_of_two_kinds_are_not_compared():
    prices = "| Ticket | Price |\n|---|---|\n| Day | £9 |\n| Week | €30 |"
    assert "Highest" not in told("Which ticket is the most expensive?", prices)


def test_the_rows_are_counted_where_no_sentence_does():
    answer = told("How many vessels are there?", VESSELS)
    assert answer.startswith(
        "No sentence that was found counts this; a table has 3 rows for it: Alder, Birch and Cedar."
    )
    said = told("How many vessels are there?", VESSELS, "In summer the line has five vessels in service.")
    assert "No sentence" not in said


def test_only_the_rows_asked_about_are_counted():
    teams = "| Club | Town |\n|---|---|\n| Reds | Ely |\n| Blues | March |\n| Greens | Ely |"
    assert "2 rows for it: Reds and Greens." in told("How many clubs are there in Ely?", teams)


def test_the_rule_can_be_left_out():
    assert "Highest" not in told("Which vessel is the longest?", VESSELS, without=frozenset({"tables"}))


def test_a_table_is_searched_by_what_it_measures():
    assert question_in_measures("Which plant is the heaviest?") == "Which plant is the weight mass load?"
    assert question_in_measures("Where is the plant?") == ""
    assert read_extreme("What is the best way?") is None


@pytest.mark.parametrize(
    ("cell", "amount", "kind"),
    [
        ("£14,600", 14_600, "pounds"),
        ("1.4 TB", 1.4e12, "data"),
        ("2 h 20 min", 8_400, "time"),
        ("25 min", 1_500, "time"),
        ("99.95 %", 99.95, "share"),
        ("eleven", 11, ""),
        ("3 million", 3e6, ""),
    ],
)
def test_a_cell_is_one_quantity(cell, amount, kind):
    read = whole_quantity(cell)
    assert read is not None
    assert (read.amount, read.kind) == (pytest.approx(amount), kind)


@pytest.mark.parametrize("cell", ["0.1 to 40 ml/min", "n/a", "", "P-40", "since 1999", "5 or 6"])
def test_a_cell_that_says_more_or_nothing_is_no_quantity(cell):
    assert whole_quantity(cell) is None


def test_a_cell_in_words_may_be_the_most_of_all_so_there_is_none():
    parts = "| Supplier | Delivery |\n|---|---|\n| Brightspoke | 3 days |\n| Halden | next day |\n| Polder | 6 weeks |"
    assert "Lowest" not in told("Which supplier has the shortest delivery?", parts)


CLUBS = """
| Club | Led by | Fee per term |
|---|---|---|
| Chess | Mr Osei | £12 |
| Choir | Ms Varga | free |
| Coding | Mrs Achterberg | £25 |
"""


@pytest.mark.parametrize(("question", "row"), [("most expensive", "Coding |"), ("cheapest", "Choir |")])
def test_what_is_free_costs_nothing(question, row):
    assert f"“{row}" in told(f"Which club is the {question}?", CLUBS)


def test_a_unit_in_a_name_of_a_column_says_what_it_measures():
    log = "| Case | minutes_down |\n|---|---|\n| A | 42 |\n| B | 131 |\n"
    assert "“B |" in told("Which case was the longest?", log)


TICKETS = """
| Ticket | Opened | Customer | Status | Hours to resolve |
|---|---|---|---|---|
| T-1 | 2024-01-08 | Alder | closed | 5 |
| T-2 | 2024-01-09 | Birch | open | |
| T-3 | 2024-01-11 | Alder | open | |
| T-4 | 2024-01-12 | Cedar | closed | 19 |
"""


def test_things_in_a_state_are_listed_by_the_cell_that_says_it():
    answer = told("Which tickets are still open?", TICKETS)
    assert answer.startswith("A table has 2 rows for it: T-2 and T-3.")
    assert "“T-2 |" in answer
    assert "T-4" not in answer
    assert "2 rows for it: T-1 and T-4" in told("Which tickets are closed?", TICKETS)


def test_a_state_is_counted_and_what_somebody_did_is_none():
    assert "a table has 2 rows for it: T-2 and T-3" in told("How many tickets are open?", TICKETS)
    assert "a table has 2 rows for it: T-1 and T-3" in told("How many tickets did Alder open?", TICKETS)


def test_no_rows_are_listed_where_no_cell_says_the_state():
    assert "rows for it" not in told("Which tickets are urgent?", TICKETS)
    assert "rows for it" not in told("Which tickets were opened?", TICKETS)


COUNTS = """
| Species | 2021 | 2022 |
|---|---|---|
| Dunlin | 3,310 | 3,050 |
| Knot | 1,480 | 2,890 |
| Curlew | 3,640 | 655 |
"""


def test_the_most_numerous_is_told_by_the_column_of_the_year():
    assert "“Dunlin |" in told("Which species was the most numerous in 2022?", COUNTS)
    assert "“Curlew |" in told("Which species was the rarest in 2022?", COUNTS)


FERRY = """
| Season | Leaves Tarbrook | Leaves Port Ansgar | Fare |
|---|---|---|---|
| summer, noon | 12.30 | 14.15 | 9.40 |
| summer, evening | 17.45 | 19.30 | 7.20 |
"""


def test_a_cell_below_leaves_is_a_time_of_day():
    answer = told("When does the evening ferry leave Port Ansgar?", FERRY)
    assert "“summer, evening | 17.45 | 19.30 | 7.20”" in answer
    assert "gives a date" not in answer


def test_a_price_below_another_head_is_no_time():
    prices = "| Shade | Price |\n|---|---|\n| red | 12.30 |\n| blue | 14.15 |\n"
    assert "No passage that was found gives a date" in told("When was the red shade sold?", prices)


BY_YEAR = """
| Year | Visits | Complaints |
|---|---:|---:|
| 2019 | 1,200 | 46 |
| 2020 | 310 | 33 |
| 2021 | 800 | 71 |
"""


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("In which year were visits lowest?", "2020 |"),
        ("In which year were complaints highest?", "2021 |"),
        ("worst year for complaints", "2021 |"),
        ("What was the worst year for visits?", "2020 |"),
        ("What was the best year for complaints?", "2020 |"),
    ],
)
def test_a_superlative_that_follows_its_noun_is_read(question, row):
    assert f"“{row}" in told(question, BY_YEAR)


def test_rows_of_other_years_are_said_to_be_of_another_time():
    answer = told("How many visits were there in 2023?", BY_YEAR)
    assert answer.startswith("Nothing found speaks of the time asked for (in 2023)")
    assert "speaks of that time" not in told("How many visits were there in 2021?", BY_YEAR)
