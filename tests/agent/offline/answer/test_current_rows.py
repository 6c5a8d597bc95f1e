"""A table whose rows are years answers a question about now with its last row."""

import pytest

from services.agent.offline.answer.tables.current_rows import rows_at_both_ends
from services.agent.offline.reading.question import read_question
from tests.agent.offline.answer.test_order import NOBODY, answer
from tests.agent.offline.asking import NOW, found
from tests.samples import hit

OLDER = "season: 2021/22 | manager: Marek Wolski | points: 49\nseason: 2022/23 | manager: Helena Strand | points: 63\n"
NEWER = "season: 2023/24 | manager: Deji Adeyemi | points: 71\nseason: 2024/25 | manager: Greta Holm | points: 66\n"
SEASONS = hit("Seasons", OLDER, 0.9), hit("Seasons", NEWER, 0.8, 200)


@pytest.mark.parametrize("hits", [SEASONS, SEASONS[::-1]])
def test_who_it_is_now_is_told_by_the_last_row_though_another_passage_has_it(hits):
    told = answer("Who is the manager?", *hits)
    assert "Greta Holm" in told
    assert "Marek Wolski" not in told


def test_who_it_was_is_told_by_the_row_of_that_time():
    assert "Helena Strand" in answer("Who was the manager in 2022?", *SEASONS).split("\n\n")[0]


def test_a_row_that_the_question_names_stays():
    assert "Marek Wolski" in answer("Is Marek Wolski the manager?", *SEASONS)


def test_of_rows_that_are_no_times_none_is_the_last():
    told = answer(
        "Who is the manager?", hit("Shops", "shop: Leam | manager: Ann Pell\nshop: Bath | manager: Joe Orr\n")
    )
    assert "Ann Pell" in told
    assert "Joe Orr" in told


BIRDS = hit(
    "Birds", "".join(f"year: {year} | puffins: {year - 800} | skuas: {2040 - year}\n" for year in range(2019, 2025))
)


@pytest.mark.parametrize(
    "question",
    ["How did the number of skuas change from 2019 to 2024?", "How have the skuas developed between 2019 and 2024?"],
)
def test_a_change_is_told_by_the_rows_at_both_ends(question):
    told = answer(question, BIRDS)
    assert "skuas: 21" in told
    assert "skuas: 16" in told
    assert told.count("year: ") == 2


def test_a_change_of_something_else_is_not_told_by_them():
    question = read_question("How did the harbour change from 2019 to 2024?", NOBODY, NOW)
    assert rows_at_both_ends(question, found((BIRDS,))) == ()
