"""An office that is left ends then."""

import pytest

from services.graph.by_rule.gate import check_reading
from services.models import Document


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


BEFORE = "Ruth Alder was mayor of Ellmere until May 2022."


@pytest.mark.parametrize(
    ("text", "began"),
    [
        (f"{BEFORE} Since then Iain Stroud has been mayor of Ellmere.", 2022),
        (f"{BEFORE} Ever since then Iain Stroud has been mayor of Ellmere.", 2022),
        (f"{BEFORE}\n\nSince then Iain Stroud has been mayor of Ellmere.", None),
        (f"{BEFORE} She likes boats. Since then Iain Stroud has been mayor of Ellmere.", None),
        ("Ellmere has a harbour. Since then Iain Stroud has been mayor of Ellmere.", None),
    ],
)
def test_since_then_is_since_the_date_that_the_sentence_before_names(reader, text, began):
    document = Document.model_construct(title="A note", content=text, reference_time=None)
    reading = check_reading(document, reader.read("A note", text, {}))
    assert not reading.refused
    [fact] = [one for one in reading.facts if one.subject == "Iain Stroud"]
    assert (fact.valid_at and fact.valid_at.year) == began
    assert fact.fact.endswith("Iain Stroud has been mayor of Ellmere.")
    assert fact.quote == (text if began else fact.fact)


def test_who_dies_in_office_leaves_it(reader):
    text = "Tunde Bello was elected mayor of Ellmere in 2012. He died in office on 9 April 2016. He died at home."
    found = [(one.relation, one.object, one.valid_at.year) for one in reader.read("A note", text, {}).facts]
    assert found == [("MAYOR_OF", "Ellmere", 2012), ("DIE_AT", "Ellmere", 2016)]
