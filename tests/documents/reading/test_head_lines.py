"""Titles and dates that a text says of itself, where its file has none."""

import pytest

from services.documents.reading.formats import check_format
from services.documents.reading.head_lines import fields, is_template, underlined_title
from services.documents.reading.readers import read_file
from services.documents.reading.recognition import draft_of_file

PROPOSAL = """PEP: 8
Title: Style Guide for Python Code
Author: Somebody
Created: 05-Jul-2001

The date: it is not here.
"""
STRUCTURED = """=====================
The engines of Saturn
=====================

:Date: 1999-11-09

Text.
"""


def test_head_lines_give_the_title_and_the_date():
    draft = draft_of_file("pep-0008.txt", PROPOSAL, {}, kind="text")
    assert (draft.title, f"{draft.reference_time:%Y-%m-%d}") == ("Style Guide for Python Code", "2001-07-05")


def test_restructured_text_gives_them_too():
    draft = draft_of_file("saturn.rst", STRUCTURED, {}, kind=check_format("saturn.rst"))
    assert (draft.title, f"{draft.reference_time:%Y-%m-%d}") == ("The engines of Saturn", "1999-11-09")


def test_what_the_file_says_comes_first():
    draft = draft_of_file("a.txt", PROPOSAL, {"title": "Mine", "date": "1990-01-01"}, kind="text")
    assert (draft.title, f"{draft.reference_time:%Y}") == ("Mine", "1990")


@pytest.mark.parametrize(
    "title", ["2013", "(anonymous)", "Untitled", "Microsoft Word - report.doc", "Document1", "Word Document"]
)
def test_a_title_of_a_template_is_none(title):
    assert is_template(title)
    assert draft_of_file("hull-report.txt", "Text.", {"title": title}, kind="text").title == "hull report"


@pytest.mark.parametrize("title", ["2001: A Space Odyssey", "Documents of the Senate", "Apollo 13", "Unknown worlds"])
def test_a_title_of_its_own_stays(title):
    assert not is_template(title)


@pytest.mark.parametrize(
    "title",
    ["Interview with Torvald Eik", "1984 annual report", "What is a quay?", "“Low water”", "HARBOUR NEWS (May)"],
)
@pytest.mark.parametrize("between", ["\n\n", "\r\n\r\n", " \n \n"])
def test_a_short_first_line_that_stands_alone_is_the_title_of_a_text(title, between):
    assert read_file(f"\n{title}{between}We met in 1999.".encode(), "talk-1.txt").title == title


@pytest.mark.parametrize(
    "text",
    [
        "We met in 1999.\n\nIt rained.",
        "Dear Ann\n\nwe met.",
        "Dear Ann,\n\nwe met.",
        "low water\n\nWe met.",
        "- ropes\n\n- nets",
        "Ropes | Nets\n\n1 | 2",
        "Created: 1999-01-01\n\nWe met.",
        "See https://example.org/tides\n\nWe met.",
        "Ropes\nand nets\n\nWe met.",
        "Ropes",
        f"{'Ropes and nets ' * 9}\n\nWe met.",
    ],
)
def test_any_other_first_line_is_none(text):
    assert read_file(text.encode(), "talk-1.txt").title == "talk 1"


def test_far_down_a_date_is_a_part_of_the_text():
    assert fields("\n" * 40 + "Date: 1999-01-01") == {}
    assert underlined_title("A line\n\n----\nText") is None
    assert underlined_title("Two words\n--\n") is None


@pytest.mark.parametrize(
    ("title", "day"),
    [
        ("Minutes of the Harbour Committee, 14 March 2023", "2023-03-14"),
        ("Letter to the tenants of May 3rd, 2019", "2019-05-03"),
        ("Protokoll der Sitzung vom 9. Mai 2023", "2023-05-09"),
        ("Press release 2021-11-30", "2021-11-30"),
    ],
)
def test_minutes_and_letters_are_of_the_day_in_their_title(title, day):
    assert f"{draft_of_file('a.txt', 'Text.', {}, title=title, kind='text').reference_time:%Y-%m-%d}" == day


@pytest.mark.parametrize(
    "title", ["The landing of 20 July 1969", "Meetings from 3 May 2019 to 4 June 2020", "Minutes of 2019", "A letter"]
)
def test_of_other_texts_the_day_in_the_title_may_be_what_they_tell_of(title):
    assert draft_of_file("a.txt", "Text.", {}, title=title, kind="text").reference_time is None


@pytest.mark.parametrize(
    "line",
    [
        "Norrby, 12 June 2023",
        "Norrby, 12 June 2023. Prepared by Volta for the town.",
        "NEW YORK, June 12, 2023 — The council met.",
        "Bad Ems, den 12. Juni 2023",
        "12 June 2023",
    ],
)
def test_place_and_day_at_the_head_of_a_text_say_when_it_was_written(line):
    draft = draft_of_file("a.pdf", f"Energy audit\n\n{line}\n\nText.", {"saved": "2026-01-01"}, kind="pdf")
    assert f"{draft.reference_time:%Y-%m-%d}" == "2023-06-12"


@pytest.mark.parametrize(
    "text",
    [
        "Norrby was bombed.\n\nOn 12 June 2023 the council met.",
        "The Lang Works, 12 June 2023 to 3 May 2024",
        "12 June 2023: start\n\n14 June 2023: end",
        "\n".join(["A line of text."] * 9 + ["Norrby, 12 June 2023"]),
    ],
)
def test_a_day_within_a_text_is_what_it_tells_of(text):
    assert draft_of_file("a.txt", text, {}, kind="text").reference_time is None


def test_when_a_program_saved_a_file_counts_where_nothing_else_is_said():
    saved = {"saved": "2024-06-01"}
    draft = draft_of_file("2019-03-04 scan.pdf", "Text.", saved, kind="pdf")
    assert (f"{draft.reference_time:%Y-%m-%d}", draft.metadata["saved"]) == ("2019-03-04", "2024-06-01")
    alone = draft_of_file("scan.pdf", "Text.", saved, kind="pdf")
    assert (f"{alone.reference_time:%Y-%m-%d}", alone.metadata["saved"]) == ("2024-06-01", "2024-06-01")
    assert draft.warnings == alone.warnings == ()
    impossible = draft_of_file("scan.pdf", "Text.", {"saved": "2024-06-41"}, kind="pdf")
    assert impossible.warnings == (
        "The date of saving “2024-06-41” does not exist, so the document has no date. Write it as 1998-03-12.",
    )


@pytest.mark.parametrize("below", ["Date: 12 April 2021", "12 April 2021", "Norrby, 12 April 2021", ""])
def test_a_first_line_over_a_date_is_the_title(below):
    text = f"Mill Lane\n{below}\n\nMill Lane is the home ground of Northwick Rovers. It holds 4,200 spectators.\n"
    draft = read_file(text.encode(), "ground.txt")
    assert draft.title == "Mill Lane"


def test_a_first_line_over_text_is_no_title():
    draft = read_file(b"Mill Lane\nis the home ground of Northwick Rovers.\n\nIt is old.\n", "ground.txt")
    assert draft.title == "ground"


def opened_by(line):
    return draft_of_file("a.txt", f"The pump house\n\n{line}\n\nIt was repaired.", {}, kind="text").reference_time


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Minutes of the meeting on 3 October 2023", "2023-10-03"),
        ("# Minutes of the trustees, 14 May 2024", "2024-05-14"),
        ("Version 1.3, 2 May 2023", "2023-05-02"),
        ("Last updated: 4 November 2024", "2024-11-04"),
        ("*Last reviewed on 2024-11-04*", "2024-11-04"),
        ("Date: 14 February 2025. Prepared by Grace Mulenga, field coordinator.", "2025-02-14"),
    ],
)
def test_minutes_and_editions_are_of_the_day_that_their_opening_line_names(line, day):
    assert f"{opened_by(line):%Y-%m-%d}" == day


@pytest.mark.parametrize(
    "line",
    [
        "The meeting on 3 October 2023 decided nothing. The next is in May.",
        "Notes: the hall was built on 3 October 1923 and burnt down later",
        "Version 1.2 of 2 May 2023 and version 1.3 of 4 June 2023",
    ],
)
def test_a_sentence_with_a_day_is_no_such_line(line):
    assert opened_by(line) is None
