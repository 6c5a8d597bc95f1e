"""A mail's “I” is its sender, and its head answers nothing; what is said of somebody else is no answer either."""

from services.agent.offline.answer.quotes.senders import is_mail_head, sender_words, speaks_of_writer
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import hit

MAIL = """From: Odile Hart <o.hart@quarry.example>
To: all staff
Date: 3 May 2016

My successor is Jonas Weald, who begins on Monday.

The quarry closes on Saturdays from June on.
"""
STAFF = """# Staff of the quarry

Odile Hart was manager of the quarry until 2016.

The university of Selm sends the quarry two students each summer.
"""


def told(question, *hits, matter=()):
    return composed(read_question(question, NameIndex.of(["Odile Hart"]), NOW), found(hits), matter=matter)


def test_the_sender_is_read_from_the_head():
    assert {"odil", "hart"} & sender_words(MAIL)
    assert not sender_words(STAFF)
    assert speaks_of_writer("My successor begins.")
    assert not speaks_of_writer("Army units begin.")
    assert is_mail_head("From: Odile Hart <o.hart@quarry.example>")
    assert not is_mail_head("From June on it is closed.")


def test_what_the_writer_says_of_herself_comes_before_the_head_of_the_mail():
    answer = told("Who is the successor of Odile Hart?", hit("mail", MAIL))
    assert answer.index("Jonas Weald") < (answer.index("From:") if "From:" in answer else len(answer))


def test_what_is_said_of_others_is_named_as_leaving_it_out():
    answer = told("Which university did Odile Hart attend?", hit("Staff of the quarry", STAFF), matter=("university",))
    assert "leave out “university”" in answer


def test_what_is_said_in_her_own_paragraph_is_not():
    own = STAFF.replace("until 2016.", "until 2016. She had studied at the university of Tarn.")
    answer = told("Which university did Odile Hart attend?", hit("Staff of the quarry", own), matter=("university",))
    assert "leave out" not in answer


def test_a_word_that_the_chosen_sentences_leave_out_brings_the_sentence_that_has_it():
    place = hit("Marlow pool", "The Marlow pool has two slides. It opened in 1988.", 0.9)
    rules = hit("House rules", "Dogs are welcome at Fenside only.", 0.4)
    assert "Dogs are welcome" in told("Can I bring my dog to the Marlow pool?", place, rules, matter=("dog",))
