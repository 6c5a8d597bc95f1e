"""A search always finds something that is nearest: whether it speaks of the question at all."""

import pytest

from services.agent.offline.answer.findings import Notice
from services.agent.offline.answer.quotes.named_hits import hits_naming
from services.agent.offline.answer.quotes.relevance import (
    missing_words,
    relevant_findings,
    says_what_was_done,
    words_that_matter,
    words_to_say,
    words_to_weigh,
)
from services.agent.offline.answer.remarks import NOTHING_FOUND
from services.agent.offline.reading.names import NameIndex, capitalised_words
from services.agent.offline.reading.question import read_question
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import fact, hit

NAMES = NameIndex.of(["Boeing", "Mir"])
THRESHOLD = 0.3
CHIEF = "Dennis Muilenburg was chief executive of Boeing until 2019."


def answer(question, similarity, text=CHIEF, facts=()):
    passage = hit("Companies", text, similarity)
    read = read_question(question, NAMES, NOW)
    return composed(read, relevant_findings(read, found((passage,), facts), THRESHOLD, {}))


@pytest.mark.parametrize("question", ["How do I bake sourdough bread?", "What is the boiling point of ethanol?"])
def test_what_is_far_in_meaning_and_in_words_is_not_quoted(question):
    assert answer(question, 0.1) == NOTHING_FOUND


def test_a_known_name_alone_does_not_make_it_an_answer():
    assert answer("Who is king of Boeing?", 0.1, "Boeing joined in 1987.") == NOTHING_FOUND
    assert "joined" in answer("Boeing", 0.1, "Boeing joined in 1987.")


def test_what_happened_to_a_thing_is_told_by_what_speaks_of_it():
    text = "The laboratory was sold to Polarlab in 1998."
    assert text in answer("What happened to the laboratory?", 0.1, text)
    assert answer("What happened to the harbour?", 0.1, text) == NOTHING_FOUND


def test_what_is_near_in_meaning_is_quoted_without_a_word_in_common():
    assert CHIEF in answer("Which boss was fired?", 0.4)


def test_what_shares_most_words_is_quoted_however_far_its_meaning():
    assert CHIEF in answer("chief executive until 2019", 0.1)


@pytest.mark.parametrize(("similarity", "is_quoted"), [(0.26, True), (0.2, False)])
def test_a_description_is_answered_by_what_is_nearest_down_to_the_floor(similarity, is_quoted):
    """“Which boss was fired?” wants an answer, “boss shown the door” the passages that come nearest."""
    passage = hit("Companies", CHIEF, similarity)
    for text, expected in (("boss shown the door", is_quoted), ("Which boss was shown the door?", False)):
        read = read_question(text, NAMES, NOW)
        told = composed(read, relevant_findings(read, found((passage,)), THRESHOLD, {}, 0.24))
        assert (CHIEF in told) == expected


def test_a_name_that_nothing_mentions_is_said_and_nothing_is_quoted():
    text = answer("Who is the chief executive of Toyota?", 0.4)
    assert text.startswith("Nothing that was found mentions “Toyota”.")
    assert "Muilenburg" not in text


def test_a_name_that_nobody_knows_is_said_also_where_nothing_was_found_or_all_is_far():
    said = "Nothing that was found mentions “Toyota”."
    assert answer("Who sails the yacht of Toyota?", 0.1) == said
    read = read_question("Who sails the yacht of Toyota?", NAMES, NOW)
    assert composed(read, relevant_findings(read, found(), THRESHOLD, {})) == said
    down = Notice("search failed: down.", is_failure=True)
    text = composed(read, relevant_findings(read, found(notices=[down]), THRESHOLD, {}))
    assert "Toyota" not in text


def test_beside_a_known_entity_the_rest_is_answered():
    text = answer("Who was chief executive of Boeing before it bought Toyota?", 0.4)
    assert text.startswith("Nothing that was found mentions “Toyota”.")
    assert CHIEF in text


@pytest.mark.parametrize(
    "question",
    [
        "Was the chief executive of Boing sacked?",
        "Who was the CEO of Boeing in March 2015?",
        "Was Mulienburg, the chief executive, sacked?",
        "Were Muilenburgs chief executives?",
        "Who Was Chief Executive Of Toyota?",
        "Was a Boeing-Muilenburg chief executive sacked?",
    ],
)
def test_slips_offices_months_and_headings_are_no_unknown_names(question):
    assert "Nothing that was found" not in answer(question, 0.4)


def test_an_abbreviation_of_what_is_written_out_is_known():
    text = "The Government Accountability Office turned the protest down."
    assert "Nothing that was found" not in answer("Did the GAO turn the protest down?", 0.5, text)


def test_a_fact_may_mention_the_name():
    known = fact("Toyota was led by Akio Toyoda", "Toyota", "Akio Toyoda", "2009-06-23", "2023-04-01", title="Cars")
    assert "Akio Toyoda" in answer("Who was chief executive of Toyota?", 0.4, facts=(known,))


def test_of_a_name_only_what_mentions_it_tells():
    known = fact("Dennis Muilenburg was chief executive of Boeing", "Boeing", "Dennis Muilenburg", "2015-07-01", None)
    text = "Toyota is a chief maker of cars, says the executive."
    assert "(since" not in answer("Who is chief executive of Toyota?", 0.4, text, facts=(known,))
    assert "(since" in answer("Who is the chief executive?", 0.4, text, facts=(known,))


def test_names_are_the_capitalised_words_within_a_question():
    assert capitalised_words("Who led Toyota's works in Nagoya in May?") == ("Toyota", "Nagoya")
    assert capitalised_words("WHO LED TOYOTA?") == ()


def said_of_missing(question, missing, facts=()):
    passage = hit("Companies", CHIEF, 0.4)
    read = read_question(question, NAMES, NOW)
    brought = relevant_findings(read, found((passage,), facts), THRESHOLD, {missing: 0.7})
    return composed(read, brought)


def test_a_word_that_matters_and_that_nothing_mentions_is_said_and_silences_a_question():
    text = said_of_missing("Who was the gardener of the chief executive?", "gardener")
    assert text == "Nothing that was found mentions “gardener”."


def test_beside_a_topic_the_nearest_is_still_quoted():
    text = said_of_missing("gardener of the chief executive", "gardener")
    assert text.startswith("Nothing that was found mentions “gardener”.\n\nCompanies: “")


def test_the_nearest_passages_are_said_to_leave_out_what_matters():
    read = read_question("Who was chief executive of Boeing in Chicago?", NAMES, NOW)
    brought = found((hit("Companies", CHIEF, 0.6), hit("Chicago", "Chicago lies on a lake of its own.", 0.4)))
    text = composed(read, brought, matter=("Chicago", "executive"))
    assert text.startswith("No passage says all of this; the nearest leave out “Chicago”:")


def test_times_names_and_words_of_asking_are_not_weighed():
    read = read_question("Please list the chiefs of Boeing in 1990", NAMES, NOW)
    assert words_to_weigh(read) == ("chiefs",)
    assert missing_words(("chiefs", "X-ray", "lake"), ["The chief of the lakes"]) == ("X-ray",)


def test_names_that_are_written_nearly_so_are_offered():
    text = answer("Who leads Boeling-Werke?", 0.4)
    assert "“Boeling-Werke”" in text or "Boeing" in text
    assert NameIndex.of(["Boeing", "Mir"]).similar_names("Boeling") == ("Boeing",)


@pytest.mark.parametrize(
    ("word", "question", "is_one"),
    [
        ("sails", "Which ship sails at noon?", True),
        ("chairs", "Who chairs the board?", True),
        ("ships", "Which ships are there?", False),
        ("taxes", "Who pays taxes in Ely?", False),
    ],
)
def test_what_the_thing_asked_for_does_may_be_said_in_other_words(word, question, is_one):
    assert says_what_was_done(word, question) == is_one


def test_all_of_a_document_speaks_of_whom_its_title_names():
    facts = hit("Pell v Ardmore", "The claimant, Joanna Pell, farms 140 acres.", 0.9)
    decision = hit("Pell v Ardmore", "The judge awarded damages of 164,500 pounds.", 0.5, 100)
    other = hit("Flood report", "Another court awarded damages of 9 pounds.", 0.5)
    assert hits_naming(["Joanna Pell"], [facts, decision, other]) == (facts, decision)


def test_a_superlative_is_not_told_by_any_row():
    rows = "| Year | Nests |\n|---|---|\n| 2015 | 58 |\n| 2016 | 64 |\n"
    asked = read_question("Which year had the lowest breeding success?", NAMES, NOW)
    told = composed(asked, found((hit("Breeding success of warblers", rows, 0.9),)))
    assert told.startswith("Nothing that was found tells which is “lowest” of what is asked for; the nearest:")


def test_beside_a_name_that_is_told_of_the_nearest_is_quoted_however_far():
    text = "Lime Court has no lift and room for only 48 people."
    read = read_question("How many people fit into Lime Court?", NameIndex.of(["Lime Court"]), NOW)
    near = dict.fromkeys(words_to_weigh(read), 0.5)
    told = composed(read, relevant_findings(read, found((hit("Offices", text, 0.1),)), THRESHOLD, near))
    assert "room for only 48 people" in told


def test_a_code_that_a_passage_has_makes_it_speak_of_the_question():
    text = "INC-106 was opened on 30 March after a bad deploy."
    assert text in answer("Which outage was INC-106?", 0.1, text)
    assert text not in answer("Which outage was INC-107?", 0.1, text)


def test_what_something_is_called_asks_for_its_name():
    asked = read_question("What is her book called?", NAMES, NOW)
    assert words_to_weigh(asked) == ("book",)
    assert "called" in words_to_weigh(read_question("Who called the meeting?", NAMES, NOW))


def test_the_only_word_that_is_said_of_a_name_matters():
    asked = read_question("When was the Saltmarsh Rowing Club founded?", NameIndex.of([]), NOW)
    assert words_that_matter(asked, dict.fromkeys(words_to_weigh(asked), 0.99)) == ("founded",)
    two = read_question("When was the first boat of Saltmarsh bought?", NameIndex.of([]), NOW)
    assert words_that_matter(two, dict.fromkeys(words_to_weigh(two), 0.99)) == ()


@pytest.mark.parametrize(
    ("question", "text", "is_told"),
    [
        ("When was Edda Lind born?", "Edda Lind led the firm from 1962 to 1979.", False),
        ("When was Edda Lind born?", "Edda Lind (4 May 1921 – 2 June 1999) led the firm.", True),
        ("Who designed the Karlsund Library?", "In 2021 the Karlsund Library was moved by Ole Berg.", False),
        ("Who built the Karlsund Library?", "The Karlsund Library was constructed by Ole Berg.", True),
    ],
)
def test_what_was_done_is_said_to_be_left_out_where_no_passage_says_it(question, text, is_told):
    read = read_question(question, NameIndex.of([]), NOW)
    matter = words_to_say(read, dict.fromkeys(words_to_weigh(read), 0.99))
    told = composed(read, found((hit("Lives", text),)), matter=matter)
    assert text in told
    assert told.startswith("No passage says all of this") != is_told


def test_a_superlative_that_no_sentence_tells_is_said_to_be_missing():
    ships = hit("Ships", "The line runs nine ships. Its ship Alma sails daily.", 0.9)
    told = composed(read_question("Which ship is the fastest?", NAMES, NOW), found((ships,)))
    assert told.startswith("Nothing that was found tells which is “fastest” of what is asked for; the nearest:")


@pytest.mark.parametrize("question", ["May dogs be on the beach in July?", "Did Rook vote against the pier by night?"])
def test_what_a_passage_says_in_few_of_the_words_is_not_refused(question):
    text = "Dogs are allowed on the beach from October to April. Rook did not vote."
    assert "." in answer(question, 0.1, text).partition("“")[2]


def test_where_only_a_time_and_a_light_word_are_asked_for_the_time_makes_it_related():
    text = "The generator was replaced in June by a battery."
    assert text in answer("What changed in June?", 0.1, text)
    assert answer("What changed in June?", 0.1, "The generator is loud.") == NOTHING_FOUND


def test_what_failed_is_said_before_what_was_not_found():
    lost = Notice("The search failed.", is_failure=True)
    read = read_question("Who is the chief executive of Toyota?", NAMES, NOW)
    told = relevant_findings(read, found((hit("Companies", CHIEF, 0.4),), (), [lost]), THRESHOLD, {})
    assert [one.is_failure for one in told.notices] == [True, False]


@pytest.mark.parametrize(
    ("word", "question"),
    [("dealt", "Who dealt with the problem?"), ("complain", "What did Mrs Fenn complain about?")],
)
def test_what_somebody_did_is_said_by_other_words_too(word, question):
    assert says_what_was_done(word, question)
    assert not says_what_was_done("problem", question)


def test_what_is_said_to_be_left_out_is_what_the_passages_shown_leave_out():
    names = NameIndex.of(["NASA", "Michael Griffin"])
    griffin = hit("Administrators", "Michael Griffin, an engineer, held the office until 20 January 2009.", 0.6)
    centres = hit("Centres", "NASA has run 10 centres for 30 years.", 0.5)
    question = read_question("How long did Griffin run NASA?", names, NOW)
    told = composed(question, found((griffin, centres)))
    assert "Michael Griffin, an engineer" in told
    assert "leave out “Michael Griffin”" not in told


def test_the_office_of_which_is_asked_who_holds_it_matters():
    asked = read_question("Who is the CEO of Boeing?", NAMES, NOW)
    assert words_that_matter(asked, {"CEO": 1.0}) == ("CEO",)
    present = read_question("Who is the present chairman of Boeing?", NAMES, NOW)
    assert words_that_matter(present, {"present": 1.0, "chairman": 1.0}) == ()
