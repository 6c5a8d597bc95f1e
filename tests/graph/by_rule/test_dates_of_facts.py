"""Which of a sentence's dates belong to a fact."""

import pytest

from services.graph.by_rule.reader import Reader


def dates(reader: Reader, sentence: str, relation: str) -> set[str]:
    reading = reader.read("Rectors of Harland University since 1900", sentence, {})
    told = zip(reading.facts, reading.dates, strict=True)
    return {edtf for fact, edtf in told if fact.relation == relation}


@pytest.mark.parametrize(
    ("sentence", "relation", "edtf"),
    [
        ("Peter Lang took office in 1961 and served through 1968.", "TAKE_OFFICE_AT", "1961/1968"),
        (
            "Maria Brandt became rector of Harland University in May 1950 and led it until June 1954.",
            "RECTOR_OF",
            "1950-05/1954-06",
        ),
        ("Paul Reed took over in 1971 and remained until 3 March 1980.", "TAKE_OVER_AT", "1971/1980-03-03"),
        (
            "Harland University stayed in Paris from 1950 until it was closed with the others in 1990.",
            "STAY_IN",
            "1950/1990",
        ),
    ],
)
def test_an_end_that_a_second_verb_or_a_clause_tells_is_the_end(reader, sentence, relation, edtf):
    assert edtf in dates(reader, sentence, relation)


@pytest.mark.parametrize(
    ("sentence", "edtf"),
    [
        ("Peter Lang took office in 1961 and Maria Brandt served until 1968.", "1961"),
        ("Peter Lang took office in 1961 and served as a judge until 1968.", "1961"),
        ("Peter Lang took office in 1961 and led Otley College until 1968.", "1961"),
        ("Peter Lang took office in 1961 and was ill until 1968.", "1961"),
        ("Peter Lang took office in 1961 and did not stay until 1968.", "1961"),
    ],
)
def test_the_end_of_something_else_is_not(reader, sentence, edtf):
    assert dates(reader, sentence, "TAKE_OFFICE_AT") == {edtf}
