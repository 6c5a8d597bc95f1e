"""What is cut from a long result: at whole items, hard, and what the line about it says."""

import json

from services.agent.tools.digest import CUT, MOST_CHARACTERS, MOST_ENTITIES, make_digest


def cut(items, row=str, *, entities=lambda item: {item}, **changes):
    return make_digest(items, row, entities=entities, **{"noun": "fact", "narrow_by": "Narrow it."} | changes)


def test_what_fits_is_whole_and_nothing_is_said():
    found = cut(["a", "b"])
    assert (found.rows, found.line) == (("a", "b"), "")


def test_the_line_counts_what_exists_and_says_by_relevance_only_where_it_is_so():
    items = [str(number) for number in range(45)]
    assert cut(items).line == "Found 45 facts. Showing the top 20 by relevance. Narrow it."
    assert cut(items, order="the nearest first").line == "Found 45 facts. Showing 20, the nearest first. Narrow it."
    assert cut(items, total=60, is_all=False).line.startswith("Found at least 60 facts.")


def test_never_more_entities_than_twenty_however_few_the_items():
    pairs = [{f"left {number}", f"right {number}"} for number in range(15)]
    found = make_digest(pairs, lambda _: "row", entities=lambda pair: pair, noun="fact", narrow_by="")
    assert len(set().union(*found.items)) == MOST_ENTITIES
    assert len(found.rows) == 10


def test_one_long_text_is_cut_with_a_mark():
    found = cut(["x" * 7800, "short"])
    assert len(found.rows[0]) == MOST_CHARACTERS
    assert found.rows[0].endswith(CUT)


def test_one_long_row_is_cut_in_its_longest_text():
    found = make_digest(
        [1],
        lambda _: {"fact": '"é\n' * 3000, "uuid": "42"},
        entities=lambda item: {item},
        noun="fact",
        narrow_by="",
        room=1000,
    )
    (row,) = found.rows
    assert row["uuid"] == "42"
    assert row["fact"].endswith(CUT)
    assert 900 < len(json.dumps(found.rows, ensure_ascii=False)) <= 1000


def test_a_heading_never_stands_without_what_follows_it():
    lines = ["What was:", "fact " + "x" * 60, "What is:", "fact " + "y" * 60]
    about = {lines[1]: {"a"}, lines[3]: {"b"}}
    found = cut(lines, entities=lambda line: about.get(line, ()), room=90)
    assert found.rows == tuple(lines[:2])
    long = cut(["What was:", "fact " + "x" * 900], entities=lambda line: () if line.endswith(":") else {"a"}, room=90)
    assert long.rows[0] == "What was:"
    assert long.rows[1].startswith("fact xxx")
    assert len("\n".join(long.rows)) == 90
