"""The passages behind an answer: those that were found and are not quoted."""

from services.agent.citations.further_passages import MOST, further_passages
from services.models import AnswerParagraph, ToolResult
from tests.samples import citation

QUOTED = (AnswerParagraph(kind="quotation", text="“Words.” [1]"),)


def found(*citations):
    return ToolResult(id="1", name="hybrid_search", result=[], duration_ms=1, is_error=False, citations=citations)


def test_those_that_are_quoted_in_part_are_left_out():
    whole, other = citation("NASA", "Some words and more words.", 10), citation("Mir", "Words of another.")
    part = whole.model_copy(update={"start_offset": 15, "end_offset": 20})
    assert further_passages([found(whole, other)], [part], QUOTED) == (other,)


def test_each_is_there_once_and_not_more_than_can_be_read():
    passages = [citation("NASA", "Words.", 100 * number) for number in range(30)]
    more = further_passages([found(*passages), found(*passages)], [], QUOTED)
    assert more == tuple(passages[:MOST])


def test_an_answer_that_found_nothing_offers_nothing():
    remark = (AnswerParagraph(kind="remark", text="Nothing that was found answers this."),)
    assert further_passages([found(citation("NASA", "Words."))], [], remark) == ()
    assert further_passages([found(citation("NASA", "Words."))], [], ()) == ()
