"""What minutes, tables of staff, mails and lives say in their own way: who holds what, who “I” and “she” are."""

import pytest

from services.graph.by_rule.names.pronouns import pronoun_of
from services.models import Reading

STAFF = """# Tarn Maritime Museum: staff

| Name | Role | Joined | Left |
|---|---|---|---|
| Ada Corrigan | Director | 1998 | 2011 |
| Oonagh Fry | Curator of ships | 2003 | |
| Jon Ryle | likes boats | 2003 | |
"""
INSTITUTIONS = """# Who is who

| Name | Position | Institution | Since | Until |
|---|---|---|---|---|
| Agathe Moulin | Head of Radiology | Tarn Hospital | 2005 | 2016 |
"""
DIRECTORS = """# Weavers Society: register

Directors: Ada Roe (since 1987), Martin Berg (1987–2004), Noor Lund

Present: Gwen Roe (chair), Idris Berg (treasurer, since 2015), Per Lund (late)
"""
MAIL = """From: Leonie Hartwig <leonie@norrfield.example>
To: Marcus Adeyemi <marcus@castellan.example>
Subject: Pumps

I met Greta Sohl in Leeds on 3 May 2021. She joined Norrfield Works from Basalt Group. My colleague Jane Roe works for
Brandt Works. I am going to live in Falmouth. “I work for Zeiss Works,” said the driver.

On 2 May 2021 Marcus Adeyemi wrote:

I visited Brandt Works.
"""


def told(reading: Reading) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.relation, fact.object) for fact in reading.facts}


def dated(reading: Reading) -> dict[tuple[str, str, str], str]:
    facts = zip(reading.facts, reading.dates, strict=True)
    return {(fact.subject, fact.relation, fact.object): dates for fact, dates in facts}


def test_a_row_with_a_role_says_who_holds_which_office_when(reader):
    assert dated(reader.read("Tarn Maritime Museum: staff", STAFF, {})) == {
        ("Ada Corrigan", "DIRECTOR_OF", "Tarn Maritime Museum"): "1998/2011",
        ("Oonagh Fry", "CURATOR_OF_SHIPS_OF", "Tarn Maritime Museum"): "2003/",
    }


def test_an_office_in_a_row_is_that_of_the_institution_in_the_row(reader):
    reading = reader.read("Who is who", INSTITUTIONS, {})
    assert dated(reading)["Agathe Moulin", "HEAD_OF_RADIOLOGY_OF", "Tarn Hospital"] == "2005/2016"
    assert "Head of Radiology" not in {one.name for one in reading.entities}


def test_of_several_names_each_has_the_date_and_the_office_in_its_own_bracket(reader):
    facts = dated(reader.read("Weavers Society: register", DIRECTORS, {}))
    society = "Weavers Society"
    assert facts["Ada Roe", "DIRECTOR_OF", society] == "1987/"
    assert facts["Martin Berg", "DIRECTOR_OF", society] == "1987/2004"
    assert facts["Noor Lund", "DIRECTOR_OF", society] == ""
    assert facts["Gwen Roe", "CHAIR_OF", society] == ""
    assert facts["Idris Berg", "TREASURER_OF", society] == "2015/"
    assert facts[society, "PRESENT", "Idris Berg"] == ""
    assert "LATE_OF" not in {relation for _, relation, _ in facts}


def test_in_a_mail_i_am_its_sender_until_another_mail_is_quoted(reader):
    facts = told(reader.read("mail", MAIL, {}))
    assert ("Leonie Hartwig", "MEET", "Greta Sohl") in facts
    assert ("Jane Roe", "COLLEAGUE_OF", "Leonie Hartwig") in facts
    assert ("Greta Sohl", "JOIN", "Norrfield Works") in facts
    ends = {end for subject, relation, target in facts if relation != "MEET" for end in (subject, target)}
    assert not {"Falmouth", "Zeiss Works"} & ends
    assert not any(relation == "VISIT" for _, relation, _ in facts)


def test_without_a_sender_i_am_nobody(reader):
    assert told(reader.read("A note", "Ada Roe wrote this. I visited Brandt Works.", {})) == set()


@pytest.mark.parametrize(
    ("name", "pronoun"),
    [("Honora Quill", "she"), ("Hector Strand", "he"), ("Béatrice Roe", "she"), ("Robin Roe", ""), ("Hector", "")],
)
def test_a_first_name_tells_who_is_she_where_only_women_have_it(name, pronoun):
    assert pronoun_of(name) == pronoun


def test_she_is_not_the_man_whom_the_sentence_before_tells_of(reader):
    text = "Honora Quill married Hector Strand in 1915.\n\nHector Strand died in 1930. She taught at Dalry College."
    assert ("Honora Quill", "TEACH_AT", "Dalry College") in told(reader.read("Honora Quill: a life", text, {}))
    assert ("Hector Strand", "TEACH_AT", "Dalry College") not in told(reader.read("A note", text, {}))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "The Tarn Club met in Leeds. The club, which was founded in 1902 by Emil Horak, owns huts.",
            ("Tarn Club", "FOUNDED_BY", "Emil Horak"),
        ),
        (
            "In 1921 Ada Roe founded the Shore Workshop. It made windows for Tarn Church and for Brandt Bank.",
            ("Shore Workshop", "MAKE_WINDOW_FOR", "Brandt Bank"),
        ),
        (
            "In 1921 Ada Roe and Jane Berg founded the Shore Workshop. Berg left the workshop in 1927.",
            ("Jane Berg", "LEAVE", "Shore Workshop"),
        ),
        (
            "Brandt Works is in Leeds. The castle has housed the Tarn Museum. Its director, Vesna Roe, wept.",
            ("Vesna Roe", "DIRECTOR_OF", "Tarn Museum"),
        ),
        ("They walked to Lesk, where Ada Roe lived from 1911 to 1926.", ("Ada Roe", "LIVE_AT", "Lesk")),
        ("Ada Roe taught. Her pupils included Jane Tait and Ludo Brandt.", ("Ludo Brandt", "PUPIL_OF", "Ada Roe")),
        (
            "Tarn Rail announced the appointment of Priya Roe as chief executive of Tarn Bank.",
            ("Priya Roe", "CHIEF_EXECUTIVE_OF", "Tarn Bank"),
        ),
        (
            "The board appointed Jane Keane as treasurer of Tarn Bank in 2010.",
            ("Jane Keane", "TREASURER_OF", "Tarn Bank"),
        ),
        (
            "The purchase of Tarn Motors by Brandt Works was completed in 2020.",
            ("Brandt Works", "PURCHASE_OF", "Tarn Motors"),
        ),
        ("The epicentre was in Burakin, 240 kilometres north-east of Perth.", ("Burakin", "NORTH_EAST_OF", "Perth")),
    ],
)
def test_what_is_told_in_few_words_is_read(reader, text, fact):
    assert fact in told(reader.read("A note", text, {}))


def test_the_meeting_elects_somebody_to_an_office_of_what_the_title_names(reader):
    text = "The meeting elected Jane Keane treasurer. The field belongs to Brandt Works."
    facts = told(reader.read("Quarry Field Society: minutes", text, {}))
    assert ("Jane Keane", "TREASURER_OF", "Quarry Field Society") in facts
    assert not any(relation == "BELONG_TO" for _, relation, _ in facts)


@pytest.mark.parametrize(
    ("text", "untrue"),
    [
        ("Lewis Roe joined Tarn Motors from Brandt Works in 2013.", ("Tarn Motors", "JOINED_FROM", "Brandt Works")),
        (
            "Tarn Rail announced the appointment of Priya Roe as chief executive of Tarn Bank.",
            ("Tarn Rail", "ANNOUNCE_APPOINTMENT_OF", "Tarn Bank"),
        ),
        ("The merger of Tarn Rail with Brandt Works was abandoned.", ("Tarn Rail", "MERGER_WITH", "Brandt Works")),
        ("The court blocked the purchase of Tarn Rail by Brandt Works.", ("Brandt Works", "PURCHASE_OF", "Tarn Rail")),
        ("Tarn Rail begins a match against South Wales in Leeds.", ("South Wales", "IN", "Leeds")),
    ],
)
def test_what_the_words_do_not_say_is_not_read(reader, text, untrue):
    assert untrue not in told(reader.read("A note", text, {}))


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Lieutenant-General Peter Roe", "Peter Roe"),
        ("Rear Admiral John Roe", "John Roe"),
        ("Count Nikola Roe", "Nikola Roe"),
        ("Attorney-General Daryl Roe", "Daryl Roe"),
        ("Duke University", "Duke University"),
    ],
)
def test_a_title_of_two_words_is_no_part_of_a_name(reader, words, name):
    reading = reader.read("A note", f"Yesterday {words} visited Brandt Works.", {})
    assert name in {one.name for one in reading.entities}


def test_a_holiday_is_no_name_and_what_is_called_after_it_is_one(reader):
    reading = reader.read(
        "A note", "The Boxing Day Sales at Brandt Works begin on Boxing Day at the Oval in Leeds.", {}
    )
    names = {one.name for one in reading.entities}
    assert "Boxing Day" not in names
    assert "Boxing Day Sales" in names


def test_the_time_of_an_inserted_office_is_not_that_of_the_verb(reader):
    inserted = "Farid Osman, secretary from 2011 to 2019, was thanked by Ada Roe."
    assert dated(reader.read("A note", inserted, {})) == {("Farid Osman", "THANKED_BY", "Ada Roe"): ""}
    own = "Farid Osman, a secretary, was led from 2011 to 2019 by Ada Roe."
    assert dated(reader.read("A note", own, {})) == {("Farid Osman", "LED_BY", "Ada Roe"): "2011/2019"}
