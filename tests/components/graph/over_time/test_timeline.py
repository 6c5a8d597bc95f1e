"""Lanes, rows and labels of the timeline, and its specification."""

from itertools import pairwise

import pytest

from components.graph.over_time.drawing import Rule, fill_specification
from components.graph.over_time.lanes import OTHER, arrange_lanes, as_milliseconds, dated_facts, undated_facts
from components.graph.over_time.timeline import count_held_facts, lane_members
from tests.components.graph.facts import fact, moment, uuid

NOW = moment("2020-01-01")
HEADS = [fact("NASA", "LED_BY", f"Head {n}", f"{1960 + 3 * n}-01-01", f"{1963 + 3 * n}-01-01") for n in range(15)]


def lanes(facts, by="relation", **options):
    return arrange_lanes(facts, by, NOW, centre=uuid("NASA"), **options)


def test_nothing_overlaps_within_a_row():
    arranged = lanes([*HEADS, fact("NASA", "LED_BY", "Somebody at the same time", "1961-01-01", "1990-01-01")])
    rows = {}
    for bar in arranged.bars:
        rows.setdefault(bar.row, []).append(bar)
    for bars in rows.values():
        for one, following in pairwise(sorted(bars, key=lambda bar: bar.start)):
            assert one.end <= following.start


def test_lanes_are_relations_or_other_entities():
    facts = [fact("NASA", "LED_BY", "James Webb", "1961-01-01"), fact("Skylab", "OPERATED_BY", "NASA", "1973-01-01")]
    assert {bar.lane for bar in lanes(facts).bars} == {"led by", "operated by"}
    assert {bar.lane for bar in lanes(facts, by="entity").bars} == {"James Webb", "Skylab"}


def test_what_is_still_true_reaches_past_now_and_a_day_is_a_point():
    still, day_long, ended = lanes(
        [
            fact("NASA", "A", "x", "2000-01-01"),
            fact("NASA", "B", "x", "2001-01-01", "2001-01-02"),
            fact("NASA", "C", "x", "2002-01-01", "2003-01-01"),
        ]
    ).bars
    assert (still.kind, day_long.kind, ended.kind) == ("open", "point", "span")
    assert still.end > as_milliseconds(NOW)
    assert ended.end == as_milliseconds(moment("2003-01-01"))


def test_bars_say_whether_they_hold_at_the_date():
    early = arrange_lanes(HEADS, "relation", moment("1961-06-01"), centre=uuid("NASA"))
    assert [bar.label for bar in early.bars if bar.state == "holds"] == ["Head 0"]
    late = arrange_lanes(HEADS, "relation", moment("1964-06-01"), centre=uuid("NASA"))
    assert [bar.label for bar in late.bars if bar.state == "holds"] == ["Head 1"]


def test_looking_closer_leaves_out_what_lies_outside_and_names_what_reaches_in():
    window = as_milliseconds(moment("1970-01-01")), as_milliseconds(moment("1972-06-01"))
    long = fact("NASA", "LED_BY", "Somebody all the time", "1950-01-01", "1999-01-01")
    closer = lanes([*HEADS, long], window=window)
    assert {bar.label for bar in closer.bars} == {"Head 3", "Head 4", "Somebody all the time"}
    (reaching,) = [bar for bar in closer.bars if bar.label == "Somebody all the time"]
    assert (reaching.start, reaching.anchor, reaching.place) == (as_milliseconds(long.valid_at), window[0], "inside")
    assert (closer.earliest, closer.latest) == (lanes([*HEADS, long]).earliest, lanes([*HEADS, long]).latest)


def test_the_axis_is_the_same_all_day():
    morning, evening = (
        arrange_lanes(HEADS, "relation", moment("2020-01-01").replace(hour=hour), centre=uuid("NASA"))
        for hour in (8, 20)
    )
    assert (morning.earliest, morning.latest) == (evening.earliest, evening.latest)


def test_undated_facts_are_listed_apart():
    facts = [*HEADS, fact("NASA", "KNOWS", "x"), fact("NASA", "KNOWS", "y", None, "1999-01-01")]
    assert len(dated_facts(facts)) == len(HEADS)
    assert [one.target for one in undated_facts(facts)] == ["x", "y"]
    assert len(lanes(facts).bars) == len(HEADS)


def test_a_long_timeline_is_grouped_into_rows_that_fit():
    crowd = [fact("NASA", "CREWED_BY", f"Person {n}", "1990-01-01", "2000-01-01") for n in range(80)]
    arranged = lanes([*crowd, *HEADS], most_rows=20)
    assert arranged.grouped == ("crewed by",)
    assert len({bar.row for bar in arranged.bars}) <= 20
    (group,) = [bar for bar in arranged.bars if bar.kind == "group"]
    assert (group.label, group.id) == ("80 facts", "lane:crewed by")
    assert len(lane_members([*crowd, *HEADS], "relation", NOW, uuid("NASA"), "crewed by")) == 80


def test_more_lanes_than_rows_leaves_out_those_with_the_fewest_facts():
    facts = [fact("NASA", f"RELATION_{n}", "x", "1990-01-01") for n in range(50)]
    arranged = lanes(facts, most_rows=30)
    assert len(arranged.dropped) == 20
    assert len({bar.row for bar in arranged.bars}) == 30


def test_at_most_eight_relations_have_a_colour_of_their_own():
    facts = [fact("NASA", f"RELATION_{n}", "x", "1990-01-01") for n in range(12)]
    arranged = lanes(facts)
    assert len(arranged.relations) == 8
    assert {bar.relation for bar in arranged.bars} == {*arranged.relations, OTHER}


def test_how_many_facts_held_is_counted():
    arranged = lanes(HEADS)
    counts = [count for _, count in count_held_facts(arranged, 50)]
    assert max(counts) == 1
    assert counts[-1] == 0


def test_an_entity_without_dated_facts_has_an_empty_timeline():
    assert lanes([fact("NASA", "KNOWS", "x")]).bars == ()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_specification_is_reused_and_only_its_data_changes(theme):
    arranged = lanes(HEADS)
    rules = [Rule(as_milliseconds(NOW), "now", True)]
    one, other = (
        fill_specification(theme, bars, rules, relations=arranged.relations, domain=(0, 1), legend=legend)
        for bars, legend in ((arranged.bars, False), (arranged.bars[:3], True))
    )
    assert list(one["datasets"]["rules"]["early"]) == [False]  # the word stands where there is more room
    assert len(one["datasets"]["facts"]) == 15
    assert len(other["datasets"]["facts"]) == 3
    assert one["layer"][1]["encoding"]["color"]["legend"] is None
    assert other["layer"][1]["encoding"]["color"]["legend"]
    assert one["layer"][0]["encoding"]["x"]["scale"]["domain"] == [{"expr": "0.0"}, {"expr": "1.0"}]


def test_hostile_text_is_data_and_never_part_of_the_specification():
    hostile = "</script><script>alert(1)</script> datum.x"
    spec = fill_specification(
        "light",
        lanes([fact("NASA", hostile, hostile, "1990-01-01")]).bars,
        [],
        relations=[],
        domain=(0, 1),
        legend=False,
    )
    datasets = spec.pop("datasets")
    assert "alert" not in str(spec)
    assert hostile in set(datasets["facts"]["label"])


def test_an_end_that_nobody_knows_exactly_is_soft():
    (bar,) = lanes([fact("Arianespace", "LED_BY", "Luton", "1997", "2002-03")]).bars
    assert (bar.start, bar.begun) == (
        as_milliseconds(moment("1997-01-01")),
        as_milliseconds(moment("1998-01-01")) - 0.001,
    )
    assert (bar.lasts, bar.end) == (
        as_milliseconds(moment("2002-03-01")),
        as_milliseconds(moment("2002-04-01")) - 0.001,
    )
    assert bar.when == "1997 – Mar 2002"


def test_exact_ends_are_hard():
    for bar in lanes([*HEADS, fact("NASA", "LED_BY", "Now", "2015-01-01")]).bars:
        assert (bar.begun, bar.lasts) == (bar.start, bar.end)


@pytest.mark.parametrize(
    ("since", "until"), [("../1990", None), ("1990/..", None), ("1980", "../1990"), ("1980", "1990/..")]
)
def test_what_is_open_on_a_side_is_drawn_within_the_timeline(since, until):
    arranged = lanes([fact("NASA", "LED_BY", "Somebody", since, until), *HEADS])
    bar = next(bar for bar in arranged.bars if bar.label == "Somebody")
    assert bar.start <= bar.begun <= bar.end
    assert bar.start <= bar.lasts <= bar.end
    assert bar.end <= arranged.latest


def test_a_bar_that_may_hold_at_the_date_says_so():
    at = arrange_lanes([fact("A", "LED_BY", "B", "1997", "2002")], "relation", moment("2002-06-01"), centre=None)
    assert [bar.state for bar in at.bars] == ["maybe"]


def test_soft_ends_are_drawn_thinner_than_what_holds_for_certain():
    arranged = lanes([fact("Arianespace", "LED_BY", "Luton", "1997", "2002-03")])
    spec = fill_specification("light", arranged.bars, [], relations=arranged.relations, domain=(0, 1), legend=False)
    bars = [layer for layer in spec["layer"] if layer["mark"].get("type") == "bar"]
    soft, certain = bars[0], bars[1]
    assert soft["mark"]["height"] == {"band": 0.4}
    assert (certain["encoding"]["x"]["field"], certain["encoding"]["x2"]["field"]) == ("begun", "lasts")
