"""What an answer tells of the time after the date looked from is marked, without a language model."""

from datetime import UTC, datetime

from services.agent.citations.dates import check_date
from tests.samples import citation

AS_OF = datetime(1980, 1, 1, tzinfo=UTC)
EARLY = citation("Early", "early")
LATE = citation("Late", "late").model_copy(update={"later": True, "document_date": datetime(1999, 1, 1, tzinfo=UTC)})


def marked(text):
    return [text[check.start : check.end] for check in check_date(text, [EARLY, LATE], AS_OF)]


def test_a_sentence_that_names_a_later_date_is_marked():
    assert marked("He led it from 1971 [1]. He left it in 1986 [1].") == ["He left it in 1986 [1]."]


def test_a_sentence_that_rests_on_later_sources_alone_is_marked():
    text = "He was the best of them all [2]. He was the worst of them all [1][2]."
    assert marked(text) == ["He was the best of them all [2]."]


def test_what_stands_under_the_line_is_not():
    text = "He led it from 1971 [1].\n\nWith hindsight:\n\nHe left it in 1986 [2]."
    assert marked(text) == []
    assert marked(text.replace("With hindsight:", "**With hindsight:**")) == []


def test_the_number_of_a_quotation_leads_to_no_later_source():
    early = citation("Early", "It is described elsewhere [2] in full.")
    assert check_date("Early: “It is described elsewhere [2] in full.” [1]", (early, LATE), AS_OF) == ()
