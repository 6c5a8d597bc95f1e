"""What speaks against a fact: its signs, how many let it wait, and what Review says of it."""

import json
from pathlib import Path

import pytest

from services.graph.by_rule.doubts import DOUBTS, WAITS, WAITS_IN_PLAIN_TEXT, doubts_of, points_of
from services.graph.by_rule.gate import check_reading
from services.graph.by_rule.reader import Reader
from services.models import Document, Reading

JUDGED = Path(__file__).resolve().parents[2] / "corpora" / "judged_signs.jsonl"


def checked(reader: Reader, text: str, title: str = "Notes") -> Reading:
    document = Document.model_construct(title=title, content=text, reference_time=None)
    return check_reading(document, reader.read(title, text, {}))


def waiting(reading: Reading) -> dict[tuple[str, str], str]:
    """The reason of each fact that waits, by its ends."""
    drafts = ((one.draft, one.reason) for one in reading.refused)
    return {(draft.subject, draft.object): reason for draft, reason in drafts if draft is not None}


def entering(reading: Reading) -> set[tuple[str, str]]:
    return {(fact.subject, fact.object) for fact in reading.facts}


@pytest.mark.parametrize(
    "text",
    [
        "Anna Lang founded Brandt Optics in 1971.",
        "Brandt Optics is owned by Lang Holding.",
        "Peter Roe worked for the University of Jena.",
        "Maria Brandt was born in London, Ontario.",
    ],
)
def test_a_plain_sentence_enters(reader, text):
    reading = checked(reader, text)
    assert reading.facts
    assert not waiting(reading)


@pytest.mark.parametrize(
    ("text", "ends", "words"),
    [
        (
            "Mrs. Arthur Goldberg founded the Jena Workshop in 1971.",
            ("Arthur Goldberg", "Jena Workshop"),
            "wife",
        ),
        (
            "The Brandt Museum was founded by Anna Lang. It was visited by Peter Roe in 1950.",
            ("Brandt Museum", "Peter Roe"),
            "“it”",
        ),
        (
            "Peter Roe met Karl Lang in Jena. He joined Brandt Optics in 1971.",
            ("Peter Roe", "Brandt Optics"),
            "another person",
        ),
    ],
)
def test_what_leaves_doubt_waits_and_says_why(reader, text, ends, words):
    reading = checked(reader, text)
    assert ends not in entering(reading)
    assert words in waiting(reading)[ends]


def test_each_fact_of_a_reading_has_its_doubt_or_none(reader):
    reading = reader.read("Notes", "Anna Lang founded Brandt Optics. Mrs. Karl Lang joined Brandt Optics.", {})
    assert len(reading.doubts) == len(reading.facts) > 1
    assert "" in reading.doubts


def test_what_passed_is_not_doubted_when_it_is_checked_again(reader):
    text = "Anna Lang founded Brandt Optics. Mrs. Karl Lang joined Brandt Optics."
    document = Document.model_construct(title="Notes", content=text, reference_time=None)
    once = check_reading(document, reader.read("Notes", text, {}))
    assert check_reading(document, once).facts == once.facts


def test_what_a_person_accepted_enters_whatever_speaks_against_it(reader):
    text = "Mrs. Arthur Goldberg founded the Jena Workshop in 1971."
    document = Document.model_construct(title="Notes", content=text, reference_time=None)
    read = reader.read("Notes", text, {})
    passed = check_reading(document, read, accepted=read.facts)
    assert passed.facts == read.facts
    assert not passed.refused


def test_the_heaviest_reasons_are_told_first():
    told = doubts_of([{"mrs", "far", "long"}])[0]
    assert told.startswith(f"To be checked: {DOUBTS['mrs'].words}; {DOUBTS['long'].words}")
    assert DOUBTS["far"].words not in told


def test_more_may_speak_against_a_fact_in_a_plain_text():
    doubtful = {"office in name", "far"}
    assert WAITS <= points_of(doubtful) < WAITS_IN_PLAIN_TEXT
    assert doubts_of([doubtful, set(), set(), set()]) == ["", "", "", ""]
    assert doubts_of([doubtful, {"mrs"}, {"mrs"}, set()])[0] != ""
    assert doubts_of([doubtful])[0] != ""


def test_each_sign_that_has_points_is_one_that_judged_facts_have():
    """A sign that no fact has any more would be a rule wired to nothing."""
    had = {sign for line in JUDGED.read_text("utf-8").splitlines() for sign in json.loads(line)["signs"]}
    assert DOUBTS.keys() <= had


def test_facts_with_few_points_are_right_and_those_with_many_are_not():
    """Of texts that no rule was made for."""
    facts = [json.loads(line) for line in JUDGED.read_text("utf-8").splitlines()]
    foreign = [(points_of(fact["signs"]), fact["right"]) for fact in facts if not fact["own"]]
    light = [right for points, right in foreign if points < WAITS]
    heavy = [right for points, right in foreign if points >= WAITS_IN_PLAIN_TEXT]
    assert sum(light) / len(light) > 0.9 > 0.7 > sum(heavy) / len(heavy)
