"""The answer's text as Markdown: each [n] opens what its sentence quotes, uncited sentences are marked."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from components import markdown
from components.chat.answer import checks_of_source, hover_text, link_numbers, shorten_quote, stated_fact
from components.chat.ask_again import is_same_answer
from components.snippets import quote_words
from services.agent.citations.check import check_citations, narrow_citations
from services.models import Answer, Usage
from tests.samples import citation, fact, named

CONTENT = (
    "Before it, nothing. Frederick Gregory was acting administrator in 2005. Michael Griffin followed him in April."
)
PASSAGE = citation("NASA", CONTENT)
FIRST, SECOND = "Frederick Gregory was acting administrator in 2005.", "Michael Griffin followed him in April."


def answer(text):
    checks = check_citations(text, (PASSAGE,), {named("NASA"): CONTENT})
    return Answer(
        text=text, citations=narrow_citations((PASSAGE,), checks), usage=Usage(), model="offline", checks=checks
    )


def place(quote):
    start = CONTENT.index(quote)
    return f"start={start}&end={start + len(quote)}"


def test_each_marker_of_one_source_opens_its_own_sentence():
    first, second = link_numbers(answer(f"It says: “{FIRST}” [1]\n\nAnd then: “{SECOND}” [1]")).split("And")
    assert place(FIRST) in first
    assert place(SECOND) in second


def test_a_marker_beside_no_quote_opens_the_whole_passage():
    assert f"start=0&end={len(CONTENT)}" in link_numbers(
        answer("Gregory and Griffin followed one another in 2005 [1].")
    )


def test_uncited_sentences_are_marked_and_unknown_numbers_are_no_links():
    shown = link_numbers(answer("He liked jazz very much indeed. Nobody else has said so ever [7]."))
    assert ":orange-badge[uncited]" in shown
    assert r"\[7\]" in shown
    assert "](/documents" not in shown


def test_the_marks_of_a_table_stand_in_its_cells_and_code_stays_as_it_is():
    code = "`names[1]` costs $1 or $2, in code `$3:red` and\n\n```\nnames[1] = ':red' + '$4'\n```"
    shown = link_numbers(answer(f"| Who | When |\n|---|---|\n| Somebody who is not named | 1999 |\n\n{code}"))
    assert "| Somebody who is not named | 1999 :orange-badge[uncited] |\n" in shown
    assert "`names[1]` costs" in shown
    assert r"costs \$1 or \$2, in code `$3:red`" in shown
    assert "```\nnames[1] = ':red' + '$4'\n```" in shown


@pytest.mark.parametrize("text", [":red[y]", "a :red title", "10:red:smile:", ":material/home:"])
def test_no_directive_of_a_document_or_a_model_is_followed(text):
    assert not re.search(r"(?<!\\):(?=[a-z])", markdown.literal(text))
    assert not re.search(r"(?<!\\):(?=[a-z])", markdown.format_answer(text))


def test_a_source_inside_a_facts_passage_leads_to_the_fact():
    one = fact("Gregory led NASA", "NASA", "Gregory", title="NASA")
    around = {(PASSAGE.document_id, 0, len(CONTENT)): one}
    assert stated_fact(answer(f"“{FIRST}” [1]").citations[0], around) == one
    assert stated_fact(citation("Other", CONTENT), around) is None


def test_a_wrong_sentence_beside_a_literal_quotation_is_marked_where_it_stands():
    told = answer(f"“{FIRST}” [1] He was a friend of the penguins of Antarctica in 1999 [1].")
    assert [check.verdict for check in checks_of_source(told.checks, 1)] == ["literal"]
    assert link_numbers(told).endswith(":orange-badge[not in the source]")


def test_a_wrong_sentence_alone_is_told_by_its_sources_badge():
    told = answer("He was a friend of the penguins of Antarctica in 1999 [1].")
    assert [check.verdict for check in checks_of_source(told.checks, 1)] == ["missing"]
    assert "badge" not in link_numbers(told)


def many_sources(count: int, verdict: str) -> None:
    """A page of its own; `verdict` is the last source's."""
    from components.chat import answer as view
    from services.models import Answer, CitationCheck, Usage
    from tests.samples import citation

    checks = [
        CitationCheck(start=0, end=1, number=number, verdict="literal" if number < count else verdict, detail="")
        for number in range(1, count + 1)
    ]
    cited = tuple(citation(f"Source {number}", "Words.") for number in range(1, count + 1))
    shown = Answer(text="Words.", citations=cited, usage=Usage(), model="offline", checks=tuple(checks))
    view.show_sources(shown, {}, key="many")


@pytest.mark.parametrize(
    ("count", "verdict", "behind", "is_open"),
    [(7, "literal", None, None), (9, "literal", "3 more sources", False), (9, "missing", "3 more sources", True)],
)
def test_many_sources_are_behind_a_click_unless_one_is_wrong(count, verdict, behind, is_open, monkeypatch):
    previews = []
    monkeypatch.setattr("components.links.st.page_link", lambda *_, help, **__: previews.append(help))
    page = AppTest.from_function(many_sources, args=(count, verdict)).run()
    assert not page.exception
    assert [one.label for one in page.expander] == ([behind] if behind else [])
    assert [one.proto.expanded for one in page.expander] == ([is_open] if behind else [])
    assert len(page.caption) == count
    assert previews == ["“Words.”"] * count


def test_the_passage_is_the_title_of_its_number_and_cannot_end_it():
    assert hover_text('He said "no" | `x` \\ <b>') == ' "“He said ”no” ¦ ’x’ / ‹b>”"'
    assert f'"“{CONTENT[:20]}' in link_numbers(answer("Gregory and Griffin followed one another in 2005 [1]."))


def test_answers_are_equal_by_their_words_and_passages():
    one = answer("Gregory and Griffin followed one another in 2005 [1].")
    assert is_same_answer(one, one.model_copy(update={"model": "another"}))
    assert not is_same_answer(one, answer("Gregory was first [1]."))
    assert not is_same_answer(one, one.model_copy(update={"citations": ()}))
    assert not is_same_answer(one, None)


def with_more_passages() -> None:
    from components.chat import answer as view
    from services.models import Answer, Usage
    from tests.samples import citation

    more = tuple(citation(f"Other {number}", f"Words {number}.") for number in range(3))
    view.show_further_passages(Answer(text="Words.", citations=(), usage=Usage(), model="offline", more=more))


def test_what_was_found_and_not_quoted_is_behind_a_click(monkeypatch):
    shown = []
    monkeypatch.setattr("components.links.st.page_link", lambda *_, help, **__: shown.append(help))
    page = AppTest.from_function(with_more_passages).run()
    assert not page.exception
    assert [(one.label, one.proto.expanded) for one in page.expander] == [("3 more passages", False)]
    assert shown == ["“Words 0.”", "“Words 1.”", "“Words 2.”"]


def test_a_quotation_below_the_answer_is_cut_between_words():
    assert shorten_quote("Humidity in the vault stood at 31 per cent", 24) == "“Humidity in the vault …”"
    assert shorten_quote("All of it", 24) == "“All of it”"


def test_a_long_beginning_without_blanks_is_cut_all_the_same():
    assert shorten_quote("漢" * 50, 24) == f"“{'漢' * 23} …”"


def test_a_quotation_from_markdown_is_shown_without_its_signs_and_one_from_a_text_as_it_is():
    quote = "The **Film Archive** keeps *silent* cinema."
    assert quote_words(citation("Policy", quote)) == "The Film Archive keeps silent cinema."
    assert quote_words(citation("Policy", quote).model_copy(update={"document_source": "policy.txt"})) == quote
    assert quote_words(citation("Policy", "Sound Ferries** (*the* firm)")) == "Sound Ferries (the firm)"


def test_a_number_within_a_quotation_is_no_link():
    said = "The failure of the gate is described elsewhere [1]. It was costly."
    quoted = "The failure of the gate is described elsewhere [1]."
    cited = citation("Dam", said)
    text = f"Dam: “{quoted}” [1]"
    checks = check_citations(text, (cited,), {cited.document_id: said})
    told = Answer(
        text=text, citations=narrow_citations((cited,), checks), usage=Usage(), model="offline", checks=checks
    )
    shown = link_numbers(told)
    assert "described elsewhere [1].”" in shown
    assert shown.count("](/documents") == 1
