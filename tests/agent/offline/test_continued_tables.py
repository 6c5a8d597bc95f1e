"""A table is whole when each of its rows is at hand: those behind a page break and in the next passages, too."""

import dataclasses

import pytest

from services.agent.offline.reading.question import read_question
from services.agent.offline.tables import documents_with_unfinished_tables, tables_in
from services.documents.chunking import split_content
from services.text.sentences import content_words
from tests.agent.offline.answer.test_answer import NAMES
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import hit

MILLS = [
    f"Mill: Mill {place} | Wheels: {place % 6 + 1} | Flour (t): {place * 13 % 97} | Rent (crowns): {place * 37}"
    for place in range(1, 45)
]
FIRST, REST = "\n".join(MILLS[:11]), "\n".join(MILLS[11:])
QUESTION = read_question("Which mill has the highest rent?", NAMES, NOW)
HIGHEST = "Highest of 44 by Rent (crowns): Mills: “Mill: Mill 44"


def cut(text, breaks=(), title="Mills"):
    """As it is cut for the search; `breaks` are where its pages begin."""
    about = {"page_offsets": [0, *breaks]} if breaks else {}
    return [
        hit(title, one.content, 0.9, one.start_offset).model_copy(update={"metadata": about})
        for one in split_content(text, lambda part: len(part) // 3)
    ]


def told(hits, *, whole=True, question=QUESTION):
    brought = found(hits)
    if whole:
        brought = dataclasses.replace(brought, whole_documents=frozenset({hits[0].document_id}))
    return composed(question, brought)


@pytest.mark.parametrize(
    "between",
    [
        "\n\n",
        "\n\n12\n\n",
        "\n\n- 12 -\n\n",
        "\n\nPage 12 of 30\n\n",
        "\n\nTable 4 (continued)\n\n",
        "\n\n12\n\nTable 4, cont.\n\n",
    ],
)
def test_rows_behind_a_blank_line_or_a_pages_number_belong_to_the_table(between):
    assert HIGHEST in told(cut(f"Rents of the mills\n\n{FIRST}{between}{REST}\n\nThe council noted this."))


def test_rows_behind_the_head_that_every_page_has_belong_to_the_table():
    page = "Council of the valley, accounts"
    text = f"{page}\n\n{FIRST}\n\n{page}\n\n{REST}\n\nThe council noted this."
    assert HIGHEST in told(cut(text, [text.index(page, 1)]))


def test_a_last_row_alone_behind_a_page_break_belongs_to_the_table():
    text = "\n".join(MILLS[:-1]) + "\n\n" + MILLS[-1] + "\n\nThe council noted this."
    assert HIGHEST in told(cut(text))


def test_a_table_with_bars_whose_heads_are_repeated_is_one():
    heads, rows = "| Mill | Rent |\n|---|---|\n", [f"| Mill {n} | {n * 3} |" for n in range(1, 9)]
    text = heads + "\n".join(rows[:5]) + "\n\n" + heads + "\n".join(rows[5:])
    assert "Highest of 8 by Rent" in told(cut(text))


@pytest.mark.parametrize(
    "between",
    [
        "\n\n## Season of 1901\n\n",
        "\n\nIn 1901 the rents were fixed anew by the council.\n\n",
        "\n\nSeason of 1901\n\n",
    ],
)
def test_a_table_below_another_heading_is_another_table(between):
    text = f"Season of 1900\n\n{FIRST}{between}" + "\n".join(MILLS[11:20])
    assert [len(table.rows) for table in tables_in(cut(text), {hit("Mills", "").document_id})] == [11, 9]


def test_a_table_that_ends_in_its_sum_is_at_its_end():
    text = f"{FIRST}\nMill: Total | Wheels: 40 | Rent (crowns): 2442\n\n" + "\n".join(MILLS[11:20])
    assert [len(table.rows) for table in tables_in(cut(text), {hit("Mills", "").document_id})] == [11, 9]


def test_behind_a_page_break_and_a_line_that_may_be_a_pages_head_nobody_knows_whether_it_goes_on():
    text = f"Rents\n\n{FIRST}\n\nValley of the Orb\n\n{REST}"
    hits = cut(text, [text.index("Valley")])
    assert [table.is_whole for table in tables_in(hits, {hits[0].document_id})] == [False, False]
    assert "Highest of" not in told(hits)


def test_behind_a_page_break_and_rows_without_heads_nobody_knows_whether_it_goes_on():
    text = f"Rents\n\n{FIRST}\n\nMill 12 | 3 | 44 | 120\nMill 13 | 4 | 47 | 1260"
    assert "Highest of" not in told(cut(text, [text.index("Mill 12")]))


def test_a_few_rows_at_the_end_of_a_full_passage_are_no_whole_table():
    prose = "The council of the valley let its mills to those who asked, at rents that it fixed in spring. " * 5
    first = cut(f"{prose.strip()}\n{FIRST}\n{REST}")[0]
    assert "Mill: Mill 1 |" in first.content
    assert "Mill: Mill 5 |" not in first.content
    assert not any(table.is_whole for table in tables_in([first]))
    assert "Highest of" not in told([first], whole=False)
    assert documents_with_unfinished_tables([first], content_words("mill")) == (first.document_id,)


def test_passages_that_were_found_beside_each_other_have_one_table():
    hits = cut(f"Rents of the mills\n\n{FIRST}\n\n{REST}\n\nThe council noted this, and went home.")
    assert HIGHEST in told(sorted(hits, key=lambda one: one.content), whole=False)
    assert "Highest of" not in told(hits[:3], whole=False)
    assert "Highest of" not in told(hits[3:], whole=False)


def test_a_short_table_in_a_short_passage_is_whole():
    assert "Highest of 3 by Rent" in told(cut("Rents\n\n" + "\n".join(MILLS[:3])), whole=False)
