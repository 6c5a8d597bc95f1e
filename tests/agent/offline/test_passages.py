"""Sentences that can be quoted alone."""

import pytest

from services.agent.offline.passage_rows import row_includes_number
from services.agent.offline.passages import LONGEST_LIST, quotable_headings, quotable_lists, quotable_sentences

ORBITER = """## Columbia
Columbia opened the programme on 12 April 1981. It broke up on 1 February 2003, and its crew of seven died.

## Enterprise
It glided in 1977 and never left the atmosphere."""


def test_a_sentence_that_points_back_is_quoted_with_the_one_before_it():
    first, second, third = quotable_sentences(ORBITER)
    assert first.text == "Columbia opened the programme on 12 April 1981."
    assert second.text == f"{first.text} It broke up on 1 February 2003, and its crew of seven died."
    assert ORBITER[second.sentence.start : second.sentence.end] == second.text
    assert third.text.startswith("It glided"), "what stands under another heading is not what it points to"


def test_a_sentence_knows_its_heading():
    assert [one.heading for one in quotable_sentences(ORBITER)] == ["Columbia", "Columbia", "Enterprise"]


@pytest.mark.parametrize(
    ("second", "points_back"),
    [
        ("Under him the trams came back.", True),
        ("On the day of his death it rained.", True),
        ("The company has been based in Bethesda.", True),
        ("The river Asker joins it at Vinding.", False),
        ("In 1999 the salmon were seen again.", False),
    ],
)
def test_what_points_back_is_told_by_its_beginning(second, points_back):
    told = quotable_sentences(f"Gunnar Solheim was mayor for twenty years. {second}")
    assert told[1].text.startswith("Gunnar") is points_back


def test_a_row_knows_the_heads_of_its_columns():
    limits = "## Limits\n\n| Item | Limit |\n|---|---|\n| Dinner | £26 |\n| Lunch | £14 |\n"
    assert [(one.text, one.columns, one.heading) for one in quotable_sentences(limits)] == [
        ("Dinner | £26", "Item | Limit", "Limits"),
        ("Lunch | £14", "Item | Limit", "Limits"),
    ]


def test_a_list_is_quoted_whole_with_the_line_that_announces_it():
    steps = "## Filter\n\nClean it so:\n\n1. Unplug the machine.\n2. Open the flap\n   with a coin.\n3. Turn.\n\nDone."
    [whole] = quotable_lists(steps)
    assert whole.text == "Clean it so:\n\n1. Unplug the machine.\n2. Open the flap\n   with a coin.\n3. Turn."
    assert (whole.heading, steps[whole.sentence.start : whole.sentence.end]) == ("Filter", whole.text)


def test_a_long_list_is_cut_between_two_items():
    cut, *_ = quotable_lists("\n".join(f"- item {number} of a long list of things" for number in range(60)))
    assert cut.text.startswith("- item 0")
    assert cut.text.endswith("of things")
    assert len(cut.text) <= LONGEST_LIST


def test_what_ends_in_a_colon_is_quoted_with_what_follows():
    told = quotable_sentences(
        "To turn the light on, say this to the lamp:\n\n    lumos maxima\n\nIt goes out again by itself."
    )
    assert told[0].text.endswith("lumos maxima")


@pytest.mark.parametrize(
    ("content", "heading"),
    [
        ("Backup of the archive\n---------------------\n\nA copy is made every night at two.", "Backup of the archive"),
        ("Why is the door green?\n\nThe founder liked this colour best of all.", "Why is the door green?"),
        ("3. Votes. Each member has one vote and no more.", "Votes"),
        ("2. New members\nHannah Okafor was admitted as a member.", "New members"),
    ],
)
def test_headings_are_told_without_markup_too(content, heading):
    [told] = quotable_sentences(content)
    assert told.heading == heading
    assert heading not in told.text


def test_lines_with_a_label_are_quoted_one_by_one():
    told = quotable_sentences("Chair: Jane Doe\nPresent: 17 members\n")
    assert [one.text for one in told] == ["Chair: Jane Doe", "Present: 17 members"]


@pytest.mark.parametrize(
    ("cell", "number", "speaks"),
    [
        ("6 to 10", 7, True),
        ("6–10", 11, False),
        ("less than 2", 2, False),
        ("more than 10", 12, True),
        ("65 and over", 65, True),
    ],
)
def test_a_range_speaks_of_the_numbers_within_it(cell, number, speaks):
    assert row_includes_number(f"{cell} | thirty", number) is speaks


LEASE = """# Lease of a berth

1. Term. The lease runs from 1 March 2019 to 28 February 2029.
2. The rent is 18,500 euros a month. It rises by two percent each year.
3. Use of the berth. Dangerous goods are not allowed.
4. Close the valve before you leave. Then call the harbour master."""


def test_a_numbered_line_begins_with_a_title_or_is_a_sentence():
    under = {one.text: one.heading for one in quotable_sentences(LEASE)}
    assert under["The lease runs from 1 March 2019 to 28 February 2029."] == "Term"
    assert under["Dangerous goods are not allowed."] == "Use of the berth"
    assert under["The rent is 18,500 euros a month."] == "Lease of a berth"
    assert under["Close the valve before you leave."] == "Lease of a berth"


def test_short_sentences_and_items_are_quoted_and_fragments_are_not():
    content = "Dogs are not allowed.\n\nYes.\n\nA mere fragment\n\n- 350 g flour\n- 12 g salt\n\nThe rest is said here."
    told = [one.text for one in quotable_sentences(content)]
    assert told == ["Dogs are not allowed.", "350 g flour", "12 g salt", "The rest is said here."]


def test_what_takes_a_short_answer_back_stands_beside_it():
    (first, *_) = quotable_sentences("Yes, until 14:00. After that a release needs consent.")
    assert first.text == "Yes, until 14:00. After that a release needs consent."


def test_a_label_that_opens_a_paragraph_stands_over_it():
    abstract = "Methods. We asked 64 nurses.\nLimitations. Nurses could not be blinded. Few were men.\n"
    assert [(one.heading, one.text) for one in quotable_sentences(abstract)] == [
        ("Methods", "We asked 64 nurses."),
        ("Limitations", "Nurses could not be blinded."),
        ("Limitations", "Few were men."),
    ]


def test_the_end_of_a_wrapped_sentence_is_no_label():
    wrapped = "The letter was addressed to the whole\nCommittee. The chair read it out."
    assert [one.heading for one in quotable_sentences(wrapped)] == ["", ""]


def test_headings_on_lines_of_their_own_can_be_quoted():
    log = "# Log\n\n## 3.1.0 (2 November 2023)\n\n- New command.\n\nShort. Then more.\n"
    assert [one.text for one in quotable_headings(log)] == ["Log", "3.1.0 (2 November 2023)"]
    assert all(log[one.sentence.start : one.sentence.end] == one.text for one in quotable_headings(log))


def test_a_line_of_code_is_no_heading() -> None:
    text = "## Intruders\n\nLook first:\n\n```\n# ls /proc\n```\n\nThe list shows what runs on the machine."
    assert quotable_sentences(text)[-1].heading == "Intruders"


def test_a_line_that_says_who_somebody_is_can_be_quoted_however_short():
    found = quotable_sentences("The market had 41,200 visitors.\n\nKarl Ode, manager\n\nTea, cakes, beer")
    assert [one.text for one in found] == ["The market had 41,200 visitors.", "Karl Ode, manager"]
