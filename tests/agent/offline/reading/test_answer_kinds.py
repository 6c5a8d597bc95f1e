"""What a question asks for, and which sentences have it."""

import pytest

from services.agent.offline.answer.quotes.choice import QuoteRequest, chosen_quotes
from services.agent.offline.reading.answer_kinds import answer_kinds, has_kind, share_of_kinds
from tests.samples import hit

MUSEUM = hit(
    "Museum",
    "The museum moved into the old ropeworks. Admission to the museum costs 90 crowns. "
    "Visitors came to the museum from Sweden. More visitors than in any other year came in 2023.",
)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("How many crews lived there?", {"number"}),
        ("What is the price of a ticket?", {"number"}),
        ("When did it fall?", {"date"}),
        ("In which year, and where, was it built?", {"date", "place"}),
        ("who has spent the most days in space", {"person", "extreme"}),
        ("Why was it dropped?", {"cause"}),
        ("How come the crew died?", {"cause"}),
        ("What caused the fire?", {"cause"}),
        ("For what reasons did it fail?", {"cause"}),
        ("Is it called so, and who knows why not?", {"person"}),
        ("Which is the longest bridge?", {"extreme"}),
        ("What lies west of the forest?", set()),
    ],
)
def test_the_kind_of_thing_is_told_by_the_words_of_the_question(question, kinds):
    assert answer_kinds(question) == kinds


@pytest.mark.parametrize(
    ("kind", "text", "has"),
    [
        ("number", "It carried 104 satellites.", True),
        ("number", "The crew of seven died.", True),
        ("number", "Expedition 5 began on 15 June 2002.", False),
        ("date", "It closed in May.", True),
        ("date", "It closed after the war.", False),
        ("place", "Pieces fell over the south of Western Australia.", True),
        ("place", "It was launched in July.", False),
        ("extreme", "It made thirty-nine flights, more than any other orbiter.", True),
        ("extreme", "It flew to the west.", False),
    ],
)
def test_a_text_has_it_or_not(kind, text, has):
    assert share_of_kinds(frozenset({kind}), text) == has


@pytest.mark.parametrize(
    ("question", "beginning"),
    [
        ("How much does the museum ask of visitors?", "Admission"),
        ("Where do the visitors of the museum live?", "Visitors"),
        ("When did the most visitors come to the museum?", "More"),
    ],
)
def test_the_sentence_that_has_it_is_preferred(question, beginning):
    assert chosen_quotes(QuoteRequest.of(question), [MUSEUM])[0].sentence.text.startswith(beginning)


def test_the_sentence_with_the_reason_is_preferred():
    passage = hit("Cargo", "Kistler took part in August 2006. NASA dropped Kistler because no money came.")
    why = chosen_quotes(QuoteRequest.of("Why did Kistler go?"), [passage])
    when = chosen_quotes(QuoteRequest.of("When did Kistler go?"), [passage])
    assert (why[0].sentence.text[:4], when[0].sentence.text[:4]) == ("NASA", "Kist")
    assert has_kind("cause", why[0].sentence.text)


@pytest.mark.parametrize(
    "text", ["We came on 5 and 6 September 2022.", "Open 3 to 9 May.", "On 1, 2 and 4 June it rained."]
)
def test_several_days_are_no_number(text):
    assert not has_kind("number", text)


@pytest.mark.parametrize("question", ["What is meant by the berth?", "What does ETA stand for?", "what counts as late"])
def test_a_meaning_is_asked_for(question):
    assert "definition" in answer_kinds(question)
