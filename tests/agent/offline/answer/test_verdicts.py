"""Yes or no, where one clause states it plainly; nothing where it says more, less or something else."""

import json
from pathlib import Path

import pytest

from services.agent.offline.answer.quotes.choice import unscored_quote
from services.agent.offline.answer.verdicts.by_sentence import quote_verdict, verdict
from services.agent.offline.passages import QuotableText
from services.agent.offline.reading.question import read_question
from services.agent.offline.reading.yes_no import read_yes_no
from services.text.sentences import Sentence, content_words
from tests.agent.offline.answer.test_answer import NAMES
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import hit

LABELLED = Path(__file__).resolve().parents[3] / "corpora" / "verdicts.jsonl"
"""Questions, a sentence each, and what it says of them: yes, no, or nothing."""


def quoted(text, title="House rules", heading=""):
    sentence = QuotableText(Sentence(text, 0, len(text)), heading, content_words(text))
    return unscored_quote(hit(title, text, 0.9), sentence)


def said(question, text, **over):
    return quote_verdict(read_yes_no(question), quoted(text, **over))


def test_of_labelled_sentences_no_verdict_is_wrong_and_plain_ones_get_theirs():
    rows = [json.loads(line) for line in LABELLED.read_text().splitlines()]
    given = [((said(row["question"], row["sentence"]) or "").lower(), row) for row in rows]
    assert [row for verdict, row in given if verdict and verdict != row["truth"]] == []
    assert sum(verdict != "" for verdict, _ in given) >= 45


@pytest.mark.parametrize(
    ("question", "text", "stands"),
    [
        ("Does the rent include water?", "The rent includes water and heating.", "Yes"),
        ("Does the rent include electricity?", "The rent covers water. It does not include electricity or gas.", "No"),
        ("Is SQLite still supported?", "SQLite is not supported any more; use the export.", "No"),
        ("Can samples be frozen?", "Samples must not be frozen.", "No"),
        ("Is smoking forbidden?", "Smoking is not permitted.", "Yes"),
        ("Is smoking forbidden?", "Smoking is forbidden.", "Yes"),
        ("Was the proposal rejected?", "The proposal was rejected.", "Yes"),
        ("Is a licence needed?", "A licence is not needed.", "No"),
        ("Did Volvo buy Saab?", "Saab was bought by Volvo.", "Yes"),
    ],
)
def test_a_clause_that_says_all_that_is_asked_gives_the_verdict(question, text, stands):
    assert said(question, text) == stands


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Did Saab buy Volvo?", "Saab was bought by Volvo."),
        ("Did Carlsberg buy Orkla?", "Carlsberg bought the share of Orkla."),
        ("Did Microsoft buy Nokia?", "Microsoft bought Nokia's phones."),
        ("Did Microsoft buy Nokia?", "Microsoft agreed to buy Nokia."),
        ("Are tickets refunded?", "Tickets are not refunded, except when the desk is closed."),
        ("Are sheds allowed?", "Sheds must not be larger than 6 square metres."),
        ("Is a note needed?", "From the fourth day on a note is needed."),
        ("Do solvents go into the blue can?", "Solvents go into the red can, acids into the blue can."),
        ("Does the rent stay as it is?", "The deposit stays as it is."),
        ("Is the machine part of the flat?", "The machine belongs to the tenants and is not part of the inventory."),
        ("Are all dogs allowed?", "Dogs are allowed."),
        ("Did Mir burn?", "Mir came down, and what did not burn fell into the sea."),
        ("Did Rent buy Nokia?", "Nokia bought a maker of maps."),
        ("Are colours switched off?", "NO_COLOR: switches colours off"),
        ("Is logging on by default?", "Logging is off by default."),
        ("Was Kim a member?", "Kim is a member."),
        ("Are pets allowed?", "Pets are not allowed in the dining room."),
        ("Is the gate locked?", "The back gate is locked."),
        ("Did the drug reduce pain?", "The drug reduced pain in mice."),
        ("Does the heating work?", "The heating works badly."),
        ("Can I pay by card?", "Members can pay by card."),
    ],
)
def test_what_says_more_less_or_something_else_gives_none(question, text):
    assert said(question, text, title="Rent") is None


def test_what_an_answer_below_its_question_begins_with_is_the_verdict():
    assert said("Can I pay by cheque?", "No. We take cash.", heading="Can I pay by cheque?") == "No"


def test_two_passages_that_contradict_each_other_give_none():
    asked = read_yes_no("Is SQLite supported?")
    yes, no = quoted("SQLite is supported."), quoted("SQLite is not supported.")
    assert verdict(asked, [yes]) == ("Yes", yes)
    assert verdict(asked, [yes, no]) is None


@pytest.mark.parametrize(
    "question", ["Is it red or blue?", "Isn't it red?", "Can you tell me its size?", "Who was it?"]
)
def test_what_yes_and_no_do_not_answer_is_no_such_question(question):
    assert read_yes_no(question) is None


def test_an_answer_begins_with_its_verdict_and_quotes_what_states_it():
    rules = hit("Handbook", "Breakfast is served at seven. Alcohol is never refunded.", 0.9)
    told = composed(read_question("Is alcohol refunded?", NAMES, NOW), found((rules,)))
    assert told == "No: Handbook: “Alcohol is never refunded.” [1]"


def test_what_no_passage_says_of_a_yes_or_no_is_told():
    minutes = hit("Minutes", "Four were for the cherry tree and two against it.", 0.9)
    question = read_question("Was the cherry tree approved?", NAMES, NOW)
    told = composed(question, found((minutes,)), matter=["approved"])
    assert told.startswith("No passage says whether this is so; the nearest leave out “approved”:")
