"""A fact's dates in words: as exactly as their source names them, everywhere."""

import json
import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from components.chat.result_table import table_row
from components.graph.drawing.network_data import fact_attributes
from components.graph.entity_card import outline_words
from components.graph.facts_table import table_rows
from components.graph.over_time.lanes import arrange_lanes
from services.agent.offline.answer.facts.choice import fact_line
from services.agent.offline.answer.findings import Findings
from services.agent.tools.fact_rows import validity_fields
from services.documents.reading.facts_file import read_facts
from services.graph.reading.history import tell_history
from services.graph.viewpoint import now
from services.models import Citation, Entity, Fact, FactDraft, dated_fields
from services.models.edtf import read_date
from services.text.wording import (
    as_sentence,
    count_of,
    date,
    date_phrase,
    first_stated_words,
    given_facts_words,
    interval,
    iso_validity,
    validity,
    validity_sentence,
)
from tests.components.graph.facts import fact

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples" / "space" / "facts.jsonl"
A_DAY = re.compile(r"\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b\d{4}-\d{2}-\d{2}\b")


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("1998-03-12", "12 Mar 1998"),
        ("1998-03", "Mar 1998"),
        ("1998", "1998"),
        ("1998~", "about 1998"),
        ("1998-03?", "perhaps Mar 1998"),
        ("1998%", "perhaps about 1998"),
        ("199X", "the 1990s"),
        ("1997/1999", "some time between 1997 and 1999"),
        ("1997-07/1998-02", "some time between Jul 1997 and Feb 1998"),
        ("1997-07-04/1998-02-11", "some time between 4 Jul 1997 and 11 Feb 1998"),
        ("1998-21", "some time between Mar 1998 and May 1998"),
        ("../1990", "1990 or earlier"),
        ("1990/..", "1990 or later"),
    ],
)
def test_a_date_says_no_more_than_its_source(written, words):
    assert date(read_date(written)) == words


@pytest.mark.parametrize(
    ("since", "until", "words"),
    [
        ("1997", "2002", "from 1997 until 2002"),
        ("1997", None, "since 1997"),
        ("1997", "1997", "in 1997"),
        ("1997-07-04", "1997-07-04", "on 4 Jul 1997"),
        ("1997/1999", "2002-03", "from some time between 1997 and 1999 until Mar 2002"),
        ("../1990", None, "since 1990 or earlier"),
        (None, "199X", "until the 1990s"),
        ("2005", "../2008", "from 2005 until 2008 at the latest"),
        (None, "../2008", "until 2008 at the latest"),
        ("2005", "2008/..", "from 2005 until 2008 or later"),
        ("../2005", "../2008", "from 2005 or earlier until 2008 at the latest"),
        (None, None, "undated"),
    ],
)
def test_validity_is_told_within_a_sentence(since, until, words):
    assert validity(fact("a", "R", "b", since, until)) == words


def test_each_form_of_words_is_as_exact():
    one = fact("a", "R", "b", "1997", "2002-03")
    assert interval(one) == "1997 – Mar 2002"
    assert validity_sentence(one) == "True from 1997 until Mar 2002."
    assert iso_validity(one) == "1997 until 2002-03"
    assert date_phrase(read_date("1997")) == "in 1997"


def test_an_end_of_which_only_the_latest_date_is_known_is_told_as_that():
    one = fact("a", "R", "b", "2005", "../2008")
    assert interval(one) == "2005 – 2008 at the latest"
    assert validity_sentence(one) == "True from 2005 until 2008 at the latest."
    assert iso_validity(one) == "2005 until 2008 at the latest"


def test_of_a_range_nothing_beyond_the_date_looked_from_is_told():
    moment = read_date("2006-06-01").latest
    for written, told in (("2005/2008", "2005 or later"), ("../2008", "an unknown date"), ("2005/2006-02", None)):
        known = read_date(written)
        assert date(known.as_known_at(moment)) == (told or date(known))
    one = fact("a", "R", "b", "2001", None)
    ended = one.model_copy(update=dated_fields(one.began, read_date("../2008").as_known_at(moment)))
    assert (validity(ended), ended.certainty_at(moment)) == ("since 2001", "may_have_held")


@cache
def inexact() -> tuple[Fact, ...]:
    """The sample's facts of which no date is a day."""
    drafts = read_facts(SAMPLE, SAMPLE.name).facts
    kept = [d for d in drafts if all(known is None or not known.is_exact for known in (d.began, d.ended))]
    return tuple(_fact(draft) for draft in kept)


def _fact(draft: FactDraft) -> Fact:
    return Fact(
        uuid=uuid4(),
        fact="It is so",
        relation=draft.relation,
        source=draft.subject,
        target=draft.object,
        source_uuid=UUID(int=1),
        target_uuid=UUID(int=2),
        created_at=None,
        expired_at=None,
        **dated_fields(draft.began, draft.ended),
    )


def told(one: Fact) -> list[str]:
    """Every text that shows a fact."""
    entity = Entity(uuid=UUID(int=1), name=one.source, type="", summary="")
    bars = arrange_lanes([one], "relation", now(), centre=None).bars
    return [
        *(words(one) for words in (interval, validity_sentence, validity, iso_validity)),
        json.dumps(table_rows([one])),
        json.dumps(table_row(validity_fields(one))),
        str(fact_attributes(one, "holds")["when"]),
        *(bar.when for bar in bars),
        outline_words([one]),
        fact_line(one, Findings((), (one,), (), (), {}, {})),
        tell_history(entity, [one], None, None, now()).text,
    ]


def test_no_text_shows_a_day_that_the_source_does_not_name():
    assert len(inexact()) > 60
    shown = [(one.valid_text, one.invalid_text, text) for one in inexact() for text in told(one) if A_DAY.search(text)]
    assert shown == []


def test_nobody_writes_a_facts_dates_by_himself():
    by_hand = re.compile(
        r"(?<!records\.)\b(?:day|instant|date_of|day_of|strftime)\([^)]*\b(?:in)?valid_at|\{[^}]*valid_at[^}]*:%"
    )
    files = [path for layer in ("components", "services", "pages") for path in (ROOT / layer).rglob("*.py")]
    offences = {str(path): by_hand.findall(path.read_text("utf-8")) for path in files if path.name != "export.py"}
    assert len(files) > 100
    assert not {path: found for path, found in offences.items() if found}


def test_counts_take_the_plural_of_their_word():
    assert [count_of(number, "entity") for number in (1, 2, 1200)] == ["1 entity", "2 entities", "1,200 entities"]
    assert (count_of(2, "day"), count_of(3, "box"), count_of(0, "dated fact")) == ("2 days", "3 boxes", "0 dated facts")


def test_a_sentence_that_ends_within_a_quotation_gets_no_second_stop():
    assert as_sentence("by “Who led NASA?”") == "by “Who led NASA?”"
    assert as_sentence("by “Skylab”") == "by “Skylab”."


def test_a_birth_is_a_moment_and_no_state_since():
    born = FactDraft(
        subject="Ada Roe",
        relation="BORN_IN",
        object="Elmford",
        fact="Ada Roe was born in Elmford in 1956.",
        **dated_fields(read_date("1956"), None),
    )
    assert validity(born) == "in 1956"
    assert interval(born) == "1956"
    assert iso_validity(born) == "in 1956"
    assert validity_sentence(born) == "It happened in 1956."
    assert validity(born.model_copy(update={"relation": "LIVES_IN"})) == "since 1956"
    assert validity(born.model_copy(update={"relation": "RESIGN_FROM"})) == "in 1956"
    assert validity(born.model_copy(update={"relation": "STEP_DOWN_AT"})) == "in 1956"
    assert validity(born.model_copy(update={"relation": "WON"})) == "in 1956"
    assert validity(born.model_copy(update={"relation": "AWARDED_TO"})) == "in 1956"
    assert validity(born.model_copy(update={"relation": "WORKS_FOR"})) == "since 1956"


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({}, "First stated on 1 Jun 2020, by “Minutes”."),
        ({"dated_to": "month"}, "First stated in Jun 2020, by “Minutes”."),
        ({"dated_to": "year"}, "First stated in 2020, by “Minutes”."),
        ({"dated_by_saving": True}, "First stated in a file saved 1 Jun 2020, by “Minutes”."),
        ({"document_date": None}, ""),
    ],
)
def test_when_something_was_first_stated_is_no_more_exact_than_its_document(known, words):
    citation = Citation(
        **{
            "document_id": UUID(int=1),
            "chunk_id": None,
            "document_title": "Minutes",
            "document_source": "a.md",
            "start_offset": 0,
            "end_offset": 3,
            "quote": "abc",
            "document_date": datetime(2020, 6, 1, tzinfo=UTC),
        }
        | known
    )
    assert first_stated_words(citation) == words


def test_facts_of_files_are_told_by_their_origin():
    assert (
        given_facts_words({"a.csv": 6}, read_by_rule=3)
        == "Given: 6 facts from “a.csv”, in place of 3 facts read by rule."
    )
    assert (
        given_facts_words({"a.csv": 1, "b.csv": 2}, read_by_rule=0)
        == "Given: 1 fact from “a.csv” and 2 facts from “b.csv”."
    )
