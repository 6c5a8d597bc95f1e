"""What the cards of the graph page say: validity, both clocks, the ledger, changes, paths."""

from datetime import date
from uuid import uuid4

import pytest

from components.graph.entity_card import outline_words, relation_from
from components.graph.fact_card import belief_words, change_sentence
from components.graph.facts_table import table_rows
from components.graph.neighbourhood import own_facts_not_drawn_words
from components.graph.over_time.as_of_steps import change_days, next_day, previous_day
from components.graph.over_time.changes import change_rows, export_changes, list_changes, passing_facts, summary_words
from components.graph.paths import chain_words, no_path_words
from components.graph.states import nothing_held_words
from services.models import Diff, FactChange, Path, Replacement, Timeline, Viewpoint
from services.text.wording import validity_sentence
from tests.components.graph.facts import entity, fact, moment, neighborhood

EARLY, LATE = moment("1990-01-01"), moment("2000-01-01")


def diff(added=(), ended=(), replaced=()):
    return Diff(entity=entity("NASA"), start=EARLY, end=LATE, added=added, ended=ended, replaced=replaced)


@pytest.mark.parametrize(
    ("since", "until", "words"),
    [
        (None, None, "No source says when this was true."),
        ("1998-03-12", None, "True since 12 Mar 1998; no end is known."),
        ("1998-03-12", "1999-04-01", "True from 12 Mar 1998 until 1 Apr 1999."),
        (None, "1999-04-01", "Began at an unknown date; true until 1 Apr 1999."),
    ],
)
def test_the_worlds_clock_is_told_in_a_sentence(since, until, words):
    assert validity_sentence(fact("a", "R", "b", since, until)) == words


def test_an_entity_without_a_summary_is_outlined_by_its_facts():
    facts = [fact("a", "LED_BY", "b", "1998-03-12", "1999-04-01"), fact("a", "LED_BY", "c", "1999-04-01")]
    assert outline_words(facts) == "Facts: led by (2). Dates from 12 Mar 1998 to 1 Apr 1999."
    many = [fact("a", relation, "b") for relation in ("R1", "R2", "R3", "R4", "R5", "R6")]
    assert outline_words(many) == "Facts: r1 (1), r2 (1), r3 (1), r4 (1) and 2 other relations. None of it has a date."
    assert outline_words([fact("a", "WON", "b", "1998-03-12")]) == "Facts: won (1). Dated 12 Mar 1998."
    assert outline_words([]) == "No fact of it is known."


def test_our_clock_says_when_it_was_learnt_and_given_up():
    believed = fact("a", "R", "b")
    assert belief_words(believed) == "Known since 1 Jan 2026."
    given_up = believed.model_copy(update={"expired_at": moment("2026-02-03")})
    assert belief_words(given_up) == "Known since 1 Jan 2026; no longer believed since 3 Feb 2026."
    ended = given_up.model_copy(update={"invalid_at": moment("2020-01-01")})
    assert belief_words(ended) == "Known since 1 Jan 2026; its end since 3 Feb 2026."


def test_the_ledger_names_the_document_and_the_day():
    change = FactChange(
        id=1,
        fact_uuid=uuid4(),
        fact="x",
        kind="retired",
        episode_uuid=uuid4(),
        document_id=None,
        document_title="New heads",
        before={"invalid_at": None},
        after={"invalid_at": "1999-04-01T00:00:00+00:00"},
        changed_at=moment("2026-02-03"),
    )
    assert change_sentence(change) == "Retired by “New heads” on 3 Feb 2026; it then ended on 1 Apr 1999."


def test_relations_are_read_along_the_arrow():
    led = fact("NASA", "LED_BY", "James Webb")
    assert relation_from(led, entity("NASA")) == "led by → James Webb"
    assert relation_from(led, entity("James Webb")) == "led by ← NASA"


def test_a_difference_is_summed_up_in_a_sentence():
    one, other = fact("a", "R", "b"), fact("a", "R", "c")
    words = summary_words(diff(added=(one, other), ended=(one,), replaced=(Replacement(old=one, new=other),)))
    assert words.endswith("2 facts new, 1 fact no longer true and 1 fact replaced by another.")
    assert "compared with that at the end of **1 Jan 1990**" in words
    assert summary_words(diff()).endswith("no fact differs.")
    assert summary_words(diff(), 1).endswith("no fact differs. 1 other fact came and went in between.")


def test_what_came_and_went_between_two_dates_is_told():
    between = fact("NASA", "LED_BY", "b", "1992-01-01", "1995-01-01")
    others = [
        fact("NASA", "LED_BY", "a", "1985-01-01", "1992-01-01"),
        fact("NASA", "LED_BY", "c", "1995-01-01"),
        fact("NASA", "LED_BY", "d"),
        fact("NASA", "LED_BY", "e", "1995", "2001-01-01"),
    ]
    assert passing_facts([*others, between], diff()) == [between]
    assert [row["change"] for row in change_rows(diff(), [between])] == ["came and went"]
    assert export_changes(diff(), [between]).splitlines()[1].startswith("came and went,NASA")


def test_no_path_says_what_is_not_on_already():
    told = "No chain of at most six facts joins a and b now. Switch on “At any time” or “Also over mentions”."
    assert no_path_words("a", "b", Viewpoint.now()) == told
    then = Viewpoint(as_of=EARLY, collection="press")
    assert no_path_words("a", "b", then).endswith(
        "at this date. Switch on “At any time”, count undated facts in, look in all collections or "
        "switch on “Also over mentions”."
    )
    ever = Viewpoint(ended=True, later=True)
    assert no_path_words("a", "b", ever, over_mentions=True) == "No chain of at most six facts joins a and b."


def test_a_replaced_fact_stands_above_what_replaced_it():
    old, new = fact("NASA", "LED_BY", "old"), fact("NASA", "LED_BY", "new")
    changed = diff(added=(fact("a", "R", "b"),), replaced=(Replacement(old=old, new=new),))
    assert [row["change"] for row in change_rows(changed)] == ["replaced", "by", "added"]
    assert [one.target for _, one in list_changes(changed)] == ["old", "new", "b"]


def test_the_saved_difference_has_a_line_for_each_change():
    lines = export_changes(diff(added=(fact("=cmd", "R", "b, c"),), ended=(fact("a", "R", "b"),))).splitlines()
    assert lines[0].startswith("change,subject,relation,object")
    assert lines[1].startswith("added,'=cmd")
    assert lines[2].startswith("ended,a,")


def test_steps_go_to_the_days_at_which_something_changed():
    days = change_days([fact("a", "R", "b", "1990-01-01", "1995-05-05"), fact("a", "R", "c", "1995-05-05")])
    assert days == [date(1990, 1, 1), date(1995, 5, 5)]
    assert previous_day(days, date(1995, 5, 5)) == date(1990, 1, 1)
    assert next_day(days, date(1990, 1, 1)) == date(1995, 5, 5)
    assert next_day(days, date(1995, 5, 5)) is None
    assert previous_day(days, date(1990, 1, 1)) is None


def test_days_to_come_and_undated_facts_are_no_steps():
    assert change_days([fact("a", "R", "b", "2099-01-01"), fact("a", "R", "c")]) == []


def test_a_path_reads_along_and_against_its_facts():
    path = Path(
        entities=(entity("ULA"), entity("Boeing"), entity("S-IC")),
        facts=(fact("ULA", "PART_OWNED_BY", "Boeing"), fact("S-IC", "BUILT_BY", "Boeing")),
    )
    assert "— part owned by →" in chain_words(path)
    assert "← built by —" in chain_words(path)


def test_a_table_says_what_is_still_true():
    still, ended, unknown = table_rows(
        [fact("a", "LED_BY", "b", "1990-01-01"), fact("a", "R", "b", "1990-01-01", "1991-01-01"), fact("a", "R", "b")]
    )
    assert (still["relation"], still["from"], still["until"]) == ("led by", "1 Jan 1990", "still true")
    assert ended["until"] == "1 Jan 1991"
    assert (unknown["from"], unknown["until"]) == ("undated", "")


def test_a_date_at_which_nothing_held_says_what_to_do():
    assert "26 facts of it lie at other times" in nothing_held_words("Mir", 26, Viewpoint.now())
    assert "switch on “Ended and later facts”." in nothing_held_words("Mir", 26, Viewpoint.now())
    both = nothing_held_words("Mir", 1, Viewpoint(as_of=EARLY))
    assert "One fact of it lies at another time" in both
    assert "“Ended and later facts” or “Undated facts”." in both
    assert nothing_held_words("Mir", 2, Viewpoint(ended=True)).endswith("step to a change.")
    assert "only mentioned" in nothing_held_words("Mir", 0, Viewpoint.now())
    assert "collection “minutes” states a fact about Mir" in nothing_held_words(
        "Mir", 0, Viewpoint(collection="minutes")
    )
    then = Viewpoint(known_on=moment("1998-03-12T23:59:59"))
    assert "no fact of Mir yet at the end of 12 Mar 1998." in nothing_held_words("Mir", 0, then)


def test_facts_that_the_card_counts_and_the_drawing_lacks_are_told_with_the_way_to_them():
    true = fact("Mir", "ORBITS", "Earth", "1986")
    over, undated = fact("Mir", "VISITED_BY", "Atlantis", "1995", "1996"), fact("Mir", "NEAR", "Kvant")
    drawn, now = neighborhood("Mir", true), Viewpoint(undated=False)
    told = own_facts_not_drawn_words(Timeline(entity=entity("Mir"), facts=(true, over)), drawn, now)
    assert told == (
        "1 of the 2 facts of Mir is not drawn: 1 no longer true. Switch on “Ended and later facts” to see it."
    )
    both = own_facts_not_drawn_words(Timeline(entity=entity("Mir"), facts=(true, over, undated)), drawn, now)
    assert both.endswith("Switch on “Ended and later facts” and “Undated facts” to see them.")
    assert not own_facts_not_drawn_words(Timeline(entity=entity("Mir"), facts=(true,)), drawn, now)
