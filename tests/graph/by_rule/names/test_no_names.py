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
