"""What has a capital and is no name, and where a name ends."""

import pytest


def names(reader, text: str) -> set[str]:
    return {one.name for one in reader.read("A note", text, {}).entities}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Drip feeding is allowed on Sundays in Ellmere.", "Drip"),
        ("- Reconnect, free of charge, every farm near Ellmere.\n- Pay Ada Roe the rest.", "Reconnect"),
        ("Old Mr Finch spoke to Ada Roe.", "Old"),
        ("Handover is planned for May in Ellmere.", "Handover"),
        ("Hardness varies between Ellmere and Brook.", "Hardness"),
        ("- Total 214 million crowns for Ellmere", "Total"),
        ("- Reason: Ellmere is two years behind.", "Reason"),
        ("Compiled by: Ada Roe, Ellmere", "Compiled"),
        ("Foreword by Ada Roe of Ellmere.", "Foreword"),
        ("Outlook for Ellmere and Brook is fair.", "Outlook"),
        ("## Slide 2: Ellmere\n\nAda Roe spoke in Ellmere.", "Slide 2"),
        ("Ada Roe, Road Safety Inspector, wrote to Ellmere.", "Road Safety Inspector"),
        ("Peter Finch, Chief Fire Officer, came from Ellmere.", "Chief Fire Officer"),
        ("Thanks for your help, Ada Roe.\n\nKind regards\nPeter Finch\nFinance Director, Orion Ltd", "Kind"),
        (
            "Thanks for your help, Ada Roe.\n\nKind regards\nPeter Finch\nFinance Director, Orion Ltd",
            "Finance Director",
        ),
        ("Ms Crane obtained 79 votes, Mr Finch 61; three were spoilt.", "Finch 61"),
        ("Ellmere has 11 wells, Brook 9, Harrow 4.", "Brook 9"),
        ("Ellmere has 11 wells, Brook 9, Harrow 4.", "Harrow 4"),
        ("Ada Roe won 12 medals, Jane Crane 8.", "Jane Crane 8"),
    ],
)
def test_it_is_no_name(reader, text, word):
    assert word not in names(reader, text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("To the Chief Executive of Orion Ltd\nMs Ada Roe\nMill Lane 14, Ellmere", {"Orion", "Ada Roe", "Ellmere"}),
        ("The Harbour Board of Ellmere\nCastle Hill 3, Brook", {"Brook"}),
        ("Yours sincerely,\nPeter Finch\nProvincial Treasurer", {"Peter Finch"}),
        ("Old Mr Finch spoke to Ada Roe.", {"Ada Roe"}),
        ("He thanked Orion Ltd Ms Ada Roe and left.", {"Orion", "Ada Roe"}),
        ("The crew of Apollo 11 landed, and Boeing 20 days later.", {"Apollo 11"}),
        ("They moved to Quay Street 8 in Ellmere.", {"Quay Street 8", "Ellmere"}),
        ("Stardust left Earth. The capsule of Stardust came back.", {"Stardust"}),
        ("Glimmer, a lander, left. It was Ada Roe who built Glimmer.", {"Glimmer", "Ada Roe"}),
    ],
)
def test_names_end_where_they_end(reader, text, named):
    assert named <= names(reader, text)


def test_an_address_with_its_number_is_a_place(reader):
    found = {one.name: one.type for one in reader.read("A note", "They moved to Quay Street 8.", {}).entities}
    assert found["Quay Street 8"] == "Place"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Cllr Faulks spoke to Ada Roe.", "Faulks"),
        ("They moved to St Jude's in May.", "St Jude's"),
        ("Millgate went to the Millgate Residents' Trust.", "Millgate Residents' Trust"),
        ("- Rosalind Achebe, 1994 to 2018", "Rosalind Achebe"),
    ],
)
def test_a_name_is_whole_and_without_its_title(reader, text, name):
    assert name in names(reader, text)


def test_what_is_called_after_a_saint_is_no_person(reader):
    types = {one.name: one.type for one in reader.read("A note", "They moved to St Jude's in May.", {}).entities}
    assert types["St Jude's"] == "Place"


def test_a_faith_before_a_common_noun_is_no_name(reader):
    assert "Methodist" not in names(reader, "The library of Ellmere lodged in the Methodist school.")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Prime Minister Ada Roe came to Ellmere.", "Ada Roe"),
        ("US Secretary of State Nora Finch came to Ellmere.", "Nora Finch"),
        ("The head of Ellmere International Airport Tom Finch spoke.", "Tom Finch"),
        ("The fair moved to Marsk-on-Tarn.", "Marsk-on-Tarn"),
        ("They blamed Lashkar-e-Taiba.", "Lashkar-e-Taiba"),
        ("Hall took 3 for 77 and Nora Finch 2 for 66.", "Nora Finch"),
        ("The match against Western Australia in Perth was lost.", "Western Australia"),
        ("The Ellmere County Sheriff's Department said so.", "Ellmere County Sheriff's Department"),
        ("She accepted the Ellmere Peace Prize in the Norwegian capital.", "Ellmere Peace Prize"),
    ],
)
def test_where_a_name_begins_and_ends_in_the_news(reader, text, name):
    assert name in names(reader, text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The South African captain, Ada Roe, spoke.", "South African"),
        ("Ellmere's Home Minister spoke to Ada Roe.", "Home Minister"),
        ("They met at the SCG Thursday in Ellmere.", "SCG Thursday"),
    ],
)
def test_peoples_offices_and_days_are_no_names(reader, text, word):
    assert word not in names(reader, text)
