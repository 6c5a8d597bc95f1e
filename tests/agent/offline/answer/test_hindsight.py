"""An offline answer as of a date: what later sources tell stands apart, after all else."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from services.agent.offline.answer.findings import findings
from services.agent.offline.answer.hindsight import HINDSIGHT, all_sentences_to_compare, compose_with_hindsight
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from services.models import Note
from tests.agent.offline.asking import NOW, metadata
from tests.samples import fact, hit

NAMES = NameIndex.of(["NASA"])
AS_OF = datetime(1974, 6, 1, 23, 59, 59, tzinfo=UTC)
FLETCHER = fact("James Fletcher was administrator of NASA", "NASA", "James Fletcher", "1971-04-27", title="Then")


def written(one, *, later):
    """The same hit or fact, of a document of 1973 or of 1999."""
    moment = datetime(1999 if later else 1973, 1, 1, tzinfo=UTC)
    dated = {"document_date": moment, "later": later}
    if hasattr(one, "citation"):
        return one.model_copy(update={"citation": one.citation.model_copy(update=dated)})
    cited = tuple(citation.model_copy(update=dated) for citation in one.citations)
    return one.model_copy(update={"citations": cited})


def told(question, hits=(), facts=(), as_of=AS_OF):
    brought = replace(findings([metadata(hits, facts)], (), ()), as_of=as_of)
    asked = read_question(question, NAMES, NOW)
    assert isinstance(all_sentences_to_compare(asked, brought, NOW), list)
    return "\n\n".join(paragraph.text for paragraph in compose_with_hindsight(asked, brought, NOW, {}))


def test_what_a_source_of_the_time_tells_comes_first_and_needs_no_line():
    text = told("Who leads NASA?", facts=[written(FLETCHER, later=False)])
    assert "James Fletcher was administrator of NASA (since 27 Apr 1971)" in text
    assert HINDSIGHT not in text


def test_what_only_later_sources_tell_stands_under_the_line():
    text = told("Who leads NASA?", facts=[written(FLETCHER, later=True)])
    before, line, after = text.partition(HINDSIGHT)
    assert line
    assert "Fletcher" in after
    assert before.startswith("No source found that was written by 1 Jun 1974 answers this.")


def test_a_fact_that_both_state_is_told_of_the_earlier_source():
    again = fact(FLETCHER.fact, "NASA", "James Fletcher", "1971-04-27", title="Later")
    cited = (*written(FLETCHER, later=False).citations, *written(again, later=True).citations)
    text = told("Who leads NASA?", facts=[FLETCHER.model_copy(update={"citations": cited})])
    assert HINDSIGHT not in text
    assert "[1]" in text
    assert "[2]" not in text


def test_a_sentence_about_later_years_is_not_quoted_as_if_it_were_then():
    plans = hit("Plans", "NASA planned a shuttle in 1972. NASA flew the shuttle from 1981 to 2011.")
    text = told("What did NASA plan for the shuttle?", hits=[written(plans, later=False)])
    before, _, after = text.partition(HINDSIGHT)
    assert "1972" in before
    assert "1981" not in before
    assert "1981" in after or "1981" not in text


def test_passages_of_both_kinds_are_told_apart():
    early = written(hit("Early", "The shuttle was planned by NASA as a cheap truck to orbit."), later=False)
    late = written(hit("Late", "The shuttle was flown by NASA and was dear in the end."), later=True)
    before, _, after = told("What was the shuttle to NASA?", hits=[early, late]).partition(HINDSIGHT)
    assert "cheap truck" in before
    assert "dear in the end" in after
    assert "dear in the end" not in before


def test_without_a_date_nothing_is_hindsight():
    text = told("Who led NASA?", facts=[written(FLETCHER, later=False)], as_of=None)
    assert "Fletcher" in text
    assert HINDSIGHT not in text


@pytest.mark.parametrize(
    ("question", "is_said"), [("Who leads NASA?", False), ("How many submarines did Fiji buy?", True)]
)
def test_an_answer_that_nothing_gives_says_in_which_documents_was_looked(question, is_said):
    looked_in = "Only documents dated by 1 Jan 1980 were searched; 3 undated documents left out."
    brought = metadata(facts=[FLETCHER] if not is_said else [])
    searched = brought.model_copy(update={"notes": (Note(kind="looked_in", text=looked_in),)})
    asked = read_question(question, NAMES, NOW)
    paragraphs = [one.text for one in compose_with_hindsight(asked, findings([searched], (), ()), NOW, {})]
    assert (paragraphs[-1] == looked_in) is is_said
    assert len(paragraphs) > 1 or not is_said


def test_what_a_source_of_the_time_says_of_later_years_is_no_hindsight():
    plan = hit("Charter", "The launch is planned for 1 October 1976.")
    text = told("When is the launch planned?", hits=[written(plan, later=False)])
    assert "planned for 1 October 1976" in text
    assert HINDSIGHT not in text
    undated = told("When is the launch planned?", hits=[plan])
    assert "planned for 1 October 1976" not in undated.partition(HINDSIGHT)[0]
