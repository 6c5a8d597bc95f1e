"""Who held something is told whole, whichever end of the relation comes first: a theatre is directed, or somebody
directs it."""

import pytest

from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from services.models.dated import date_fields
from services.models.edtf import read_date
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import fact

HOUSE = "Halden Playhouse"
NAMES = NameIndex.of([HOUSE, "Mira Oduya"])
TERMS = (
    ("Mira Oduya", "1991-01-01", "1997-01-01"),
    ("Petr Lindqvist", "1997-01-01", "2003-06-01"),
    ("Sunniva Braathen", "2003-06-01", "2011-03-15"),
    ("Tomas Quayle", "2011-03-15", None),
)


def test_who_held_it_since_some_day_or_earlier_comes_first():
    told = (
        fact("Norwell owned the Halden Playhouse.", "Norwell", HOUSE, "1994-10-01", "2008-01-01", "OWNS"),
        fact("The City owned the Halden Playhouse.", "City", HOUSE, None, "1994-10-01", "OWNS").model_copy(
            update=date_fields("valid", read_date("../1990"))
        ),
    )
    question = read_question("Who owned the Halden Playhouse between 1990 and 2000?", NAMES, NOW)
    text = composed(question, found((), told))
    assert text.index("The City") < text.index("Norwell")


def directors(is_directed):
    for one, begun, ended in TERMS:
        ends = (HOUSE, one, "DIRECTED_BY") if is_directed else (one, HOUSE, "DIRECTS")
        yield fact(f"{one} directed the {HOUSE}.", ends[0], ends[1], begun, ended, ends[2])


OWNER = fact(f"{HOUSE} directs the Annex Studio.", HOUSE, "Annex Studio", "1995-01-01", None, "DIRECTS")


@pytest.mark.parametrize("is_directed", [True, False])
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who directed the Halden Playhouse between 1995 and 2012?", [one for one, *_ in TERMS]),
        ("Who directed the Halden Playhouse since 2000?", ["Petr Lindqvist", "Sunniva Braathen", "Tomas Quayle"]),
    ],
)
def test_all_who_held_it_are_told_in_their_order(question, told, is_directed):
    facts = (*list(directors(is_directed))[::-1], *([] if is_directed else [OWNER]))
    lines = composed(read_question(question, NAMES, NOW), found((), facts)).splitlines()
    assert [line.removeprefix("- ").split(" directed")[0] for line in lines if line.startswith("- ")] == told
