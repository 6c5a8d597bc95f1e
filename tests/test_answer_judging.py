"""A program judges answers as a strict reader does: what was needed, early, from the right text; or an honest no."""

import json
from typing import get_args

import pytest

from bench.judged_questions import JudgedQuestion, judged_collection, verdict
from bench.offline_answers import JudgedAnswer, UnknownRule, as_json, parser, rules_named, table
from services.agent.offline.rules import RULES, Rule

ASKED = JudgedQuestion(
    id="a",
    half="tune",
    kind="who",
    prompt="Who led Brewer in 1990?",
    relevant=("chiefs.md",),
    must=(("Ruys", "Thony"), ("1990",)),
    must_not=(r"\A(?:(?!Ruys).){0,200}\bVuursteen\b",),
)
UNKNOWN = ASKED.model_copy(update={"relevant": (), "must": (), "must_not": ()})


def test_an_answer_with_all_that_is_needed_and_its_source_first_or_second_is_good():
    assert verdict(ASKED, "**Thony Ruys** led it in 1990 [1].", ["other.md", "chiefs.md"]) == "good"


@pytest.mark.parametrize(
    ("answer", "cited"),
    [
        ("Thony Ruys led it.", ["chiefs.md"]),
        ("Thony Ruys led it in 1990.", ["a.md", "b.md", "chiefs.md"]),
        ("Of beer. " * 200 + "Ruys, 1990", ["chiefs.md"]),
        ("It was somebody else's time.", ["chiefs.md"]),
    ],
    ids=["a part", "from elsewhere", "late", "only the document"],
)
def test_an_answer_that_helps_a_little_is_so_so(answer, cited):
    assert verdict(ASKED, answer, cited) == "so-so"


def test_an_answer_without_anything_that_was_needed_is_bad():
    assert verdict(ASKED, "Beer is old.", ["beer.md"]) == "bad"


def test_a_wrong_name_before_the_right_one_is_wrong():
    assert verdict(ASKED, "Karel Vuursteen led it in 1990, not Ruys.", ["chiefs.md"]) == "wrong"
    assert verdict(ASKED, "Ruys, before Vuursteen, in 1990.", ["chiefs.md"]) == "good"


def test_a_verdict_that_the_documents_do_not_allow_is_wrong():
    asked = ASKED.model_copy(update={"truth": "no"})
    assert verdict(asked, "No: Chiefs: “Ruys led it in 1990.” [1]", ["chiefs.md"]) == "good"
    assert verdict(asked, "Yes: Chiefs: “Ruys led it in 1990.” [1]", ["chiefs.md"]) == "wrong"
    neither = asked.model_copy(update={"truth": "neither"})
    assert verdict(neither, "No: Chiefs: “Ruys led it in 1990.” [1]", ["chiefs.md"]) == "wrong"


@pytest.mark.parametrize(
    "refusal",
    [
        "Nothing was found about this.",
        "The documents do not say who led it.",
        "I know no entity of that name.",
        "No specific information was found.",
        "That isn't known.",
        "Neither the documents nor the graph say anything about this.",
    ],
)
def test_an_honest_no_is_good_and_with_quotations_so_so(refusal):
    assert verdict(UNKNOWN, refusal, []) == "good"
    assert verdict(UNKNOWN, refusal + " “Beer is old.” [1]", ["beer.md"]) == "so-so"


def test_an_assertion_about_what_nobody_can_know_is_wrong():
    assert verdict(UNKNOWN, "Karel Vuursteen led it.", ["chiefs.md"]) == "wrong"
    assert verdict(UNKNOWN, "Beer is old. " * 50 + "Nothing else was found.", []) == "wrong"


def test_a_title_before_a_quotation_is_no_part_of_the_answer():
    assert verdict(ASKED, "Vuursteen and Ruys › Chiefs: “Ruys led it in 1990.” [1]", ["chiefs.md"]) == "good"


def test_a_greeting_needs_no_document():
    greeting = UNKNOWN.model_copy(update={"must": (("ask",),), "cites": False})
    assert verdict(greeting, "Ask me something.", []) == "good"
    assert verdict(greeting, "“Beer is old.”", ["beer.md"]) == "bad"


def test_the_samples_queries_are_judged_by_their_sources_alone():
    query = judged_collection("space").questions[0]
    assert verdict(query, "“Words.” [1]", [query.relevant[0]]) == "good"
    assert verdict(query, "“Words.” [1]", ["elsewhere.md"]) == "bad"


def test_the_table_counts_by_kind_and_in_all():
    good = JudgedAnswer(question=ASKED, answer="Ruys, 1990", cited=("chiefs.md",), verdict="good")
    late = good.model_copy(update={"answer": "Of beer. " * 50 + "Ruys, 1990"})
    wrong = JudgedAnswer(question=ASKED.model_copy(update={"kind": "when"}), answer="", cited=(), verdict="wrong")
    assert table([good, wrong, late])[2:] == [
        "| who | 2 | 2 | 0 | 0 | 0 | 1 |",
        "| when | 1 | 0 | 0 | 0 | 1 | 0 |",
        "| all | 3 | 2 | 0 | 0 | 1 | 1 |",
        "| share | | 67% | 0% | 0% | 33% | |",
    ]
    assert json.loads(as_json("beer", [good]))["counts"] == {"good": 1, "so-so": 0, "bad": 0, "wrong": 0}


def test_a_rule_is_left_out_by_its_name():
    assert rules_named(parser().parse_args(["--without", "series"]).without) == {"series"}
    assert set(RULES) == set(get_args(Rule))
    with pytest.raises(UnknownRule, match="There is no rule moods; there are events"):
        rules_named(["moods"])
