"""What is said where nothing of the thing asked about changed in the time asked for."""

import pytest

from services.agent.offline.answer.quotes.relevance import relevant_findings
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from services.graph.reading.history import tell_history
from services.models import Entity, dated_fields
from services.models.edtf import read_date
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import fact, hit, named

NAMES = NameIndex.of(["Halden Playhouse", "Mira Oduya"])
ODUYA = fact("Mira Oduya led the Halden Playhouse.", "Halden Playhouse", "Mira Oduya", "1991-01-01", "1997-01-01")
CITY = fact("The City owns the Halden Playhouse.", "Halden Playhouse", "City", "1980-01-01", relation="OWNED_BY")
FACTS = (CITY, ODUYA)
ROOF = hit("Roof", "The roof of the Halden Playhouse leaked.", 0.9)
MENDED = hit("Mending", "In 2008 the roof of the Halden Playhouse was mended.", 0.8)


def answer(question, facts=FACTS, hits=(ROOF, MENDED)):
    return composed(read_question(question, NAMES, NOW), found(hits, facts))


@pytest.mark.parametrize(
    ("question", "when"),
    [
        ("What has changed at the Halden Playhouse since 2000?", "since 1 Jan 2000"),
        ("How has the Halden Playhouse changed since March 2001?", "since 1 Mar 2001"),
        ("What changed at the Halden Playhouse between 1992 and 1995?", "between 1992 and 1995"),
    ],
)
def test_nothing_changed_is_told_with_what_held_and_what_names_the_time(question, when):
    told = answer(question)
    assert told.startswith(f"By the knowledge graph, Halden Playhouse is unchanged {when}.\n\nWhat held all the while:")
    assert CITY.fact[:-1] in told
    assert ("Mira Oduya" in told) == ("1992" in question)
    assert "leaked" not in told
    assert ("In 2008" in told) == ("since" in question)


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        ("What has changed at the Halden Playhouse since 1995?", FACTS),
        ("What has changed about the roof of the Halden Playhouse since 2000?", FACTS),
        ("What has changed at the Halden Playhouse since 2000?", ()),
        ("What has changed since 2000?", FACTS),
        ("Who led the Halden Playhouse in 2000?", FACTS),
    ],
)
def test_it_is_not_told_where_facts_changed_more_is_asked_or_nothing_is_known(question, facts):
    assert "unchanged" not in answer(question, facts)


def test_what_may_have_changed_then_is_not_unchanged():
    vague = ODUYA.model_copy(update=dated_fields(read_date("1991"), read_date("1999/2003")))
    assert "unchanged" not in answer("What has changed at the Halden Playhouse since 2000?", (CITY, vague))


def test_it_is_told_though_no_passage_is_near():
    read = read_question("Has anything changed at the Halden Playhouse since 2000?", NAMES, NOW)
    far = found((hit("Manual", "A gobo is a metal stencil.", 0.1),), FACTS)
    told = composed(read, relevant_findings(read, far, 0.3, {}))
    assert told.startswith("By the knowledge graph, Halden Playhouse is unchanged since 1 Jan 2000.")
    assert "gobo" not in told


def test_a_history_since_which_nothing_happened_knows_what_happened_before():
    entity = Entity(uuid=named("Halden Playhouse"), name="Halden Playhouse", type="", summary="")
    since = ODUYA.invalid_at.replace(year=2000)
    assert tell_history(entity, FACTS, since, None, NOW).known == FACTS
    assert tell_history(entity, FACTS, since.replace(year=1985), None, NOW).known == (ODUYA,)
