"""Each number of an answer stands for one quotation."""

from services.agent.citations.check import check_citations, narrow_citations
from services.agent.citations.quotation_numbers import merge_equal_passages, number_each_quotation
from services.models import AnswerParagraph
from tests.samples import citation, named

FIRST, SECOND = "Frederick Gregory was acting administrator in 2005.", "Michael Griffin followed him in April."
CONTENT = f"Before it, nothing. {FIRST} {SECOND}"
CONTENTS = {named("NASA"): CONTENT}
CITED = (citation("NASA", CONTENT),)


def told(text, paragraphs=(), cited=CITED):
    return number_each_quotation(text, cited, check_citations(text, cited, CONTENTS), paragraphs)


def test_two_quotations_of_one_passage_get_two_numbers():
    answer = told(f"It says: “{FIRST}” [1]\n\nAnd then: “{SECOND}” [1]")
    assert answer.text == f"It says: “{FIRST}” [1]\n\nAnd then: “{SECOND}” [2]"
    assert [one.quote for one in narrow_citations(answer.citations, answer.checks)] == [FIRST, SECOND]
    assert [(one.number, one.verdict) for one in answer.checks] == [(1, "literal"), (2, "literal")]


def test_the_same_quotation_twice_keeps_its_number():
    text = f"It says: “{FIRST}” [1]\n\nAgain: “{FIRST}” [1]"
    assert told(text).text == text


def test_what_stands_behind_longer_numbers_moves():
    cited = CITED * 9
    answer = told(f"It says: “{FIRST}” [1]\n\nAnd then: “{SECOND}” [1]\n\nHe liked jazz very much.", cited=cited)
    assert answer.text.endswith("[10]\n\nHe liked jazz very much.")
    last = answer.checks[-1]
    assert answer.text[last.start : last.end] == "He liked jazz very much."


def test_the_paragraphs_of_an_offline_answer_have_the_new_numbers_too():
    texts = (f"NASA: “{FIRST}” [1]", f"NASA: “{SECOND}” [1]")
    paragraphs = tuple(AnswerParagraph(kind="quotation", text=text) for text in texts)
    answer = told("\n\n".join(texts), paragraphs)
    assert [one.text[-3:] for one in answer.paragraphs] == ["[1]", "[2]"]
    assert "\n\n".join(one.text for one in answer.paragraphs) == answer.text


def test_the_same_passage_has_one_number_however_it_came():
    place = CONTENT.index(FIRST), CONTENT.index(FIRST) + len(FIRST)
    exact = citation("NASA", FIRST, place[0])
    other = citation("NASA", SECOND, CONTENT.index(SECOND))
    cited = (*CITED, other, exact)
    fact = f"{FIRST[:-1]} (in 2005)"
    texts = (f"NASA: “{FIRST}” [1]", f"{fact} [3][1].", f"NASA: “{SECOND}” [2]", "Nothing is cited here.")
    paragraphs = tuple(AnswerParagraph(kind="facts", text=text) for text in texts)
    answer = merge_equal_passages(told("\n\n".join(texts), paragraphs, cited))
    assert [one.text for one in answer.paragraphs] == [texts[0], f"{fact} [1].", *texts[2:]]
    assert answer.text == "\n\n".join(one.text for one in answer.paragraphs)
    assert [one.quote for one in answer.citations] == [FIRST, SECOND]
    assert {one.number for one in answer.checks} == {1, 2, None}
    last = answer.checks[-1]
    assert answer.text[last.start : last.end] == "Nothing is cited here."


def test_passages_that_differ_keep_their_numbers():
    cited = (citation("NASA", FIRST, 21), citation("NASA", SECOND, 74))
    text = f"“{FIRST}” [1]\n\n“{SECOND}” [2] and [a link](/x) [9?]"
    answer = merge_equal_passages(told(text, cited=cited))
    assert (answer.text, len(answer.citations)) == (text, 2)


def test_a_number_that_a_quotation_has_from_its_source_is_never_rewritten():
    words = "Gregory was acting administrator [1]. Griffin followed him [1]."
    first, second = "Gregory was acting administrator [1].", "Griffin followed him [1]."
    cited, contents = (citation("NASA", words),), {named("NASA"): words}
    text = f"NASA: “{first}” [1]\n\nNASA: “{second}” [1]"
    answer = merge_equal_passages(number_each_quotation(text, cited, check_citations(text, cited, contents)))
    assert answer.text == f"NASA: “{first}” [1]\n\nNASA: “{second}” [2]"
