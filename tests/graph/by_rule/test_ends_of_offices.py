"""An office that is left ends then."""

import pytest


@pytest.mark.parametrize(
    ("sentence", "began", "ended"),
    [
        ("In 2022 Ruth Alder resigned as mayor of Ellmere.", None, 2022),
        ("Ruth Alder stepped down as mayor of Ellmere on 3 May 2022.", None, 2022),
        ("Ruth Alder was dismissed as mayor of Ellmere in 2022.", None, 2022),
        ("Ruth Alder became mayor of Ellmere in 2014 and resigned in 2022.", 2014, 2022),
        ("Ruth Alder served as mayor of Ellmere from 2014 and retired in 2022.", 2014, 2022),
        ("Ruth Alder was mayor of Ellmere from 2014 to 2020 and retired in 2022.", 2014, 2020),
        ("Ruth Alder, mayor of Ellmere 2014–2022, died in 2024.", 2014, 2022),
        ("Ruth Alder became mayor of Ellmere in 2014.", 2014, None),
        ("Ruth Alder was appointed mayor of Ellmere in 2014.", 2014, None),
    ],
)
def test_the_date_of_leaving_an_office_is_its_end(reader, sentence, began, ended):
    reading = reader.read("A note", sentence, {})
    [fact] = {one.relation: one for one in reading.facts if one.relation == "MAYOR_OF"}.values()
    assert (fact.valid_at and fact.valid_at.year, fact.invalid_at and fact.invalid_at.year) == (began, ended)


def test_a_retirement_that_is_the_fact_itself_happens_then(reader):
    [fact] = reader.read("A note", "Ruth Alder retired at Brandt Optics in 1896.", {}).facts
    assert (fact.valid_at.year, fact.invalid_at) == (1896, None)
