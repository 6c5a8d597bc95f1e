"""The check of citations without a model: literal, near, missing, uncited, and nothing else is claimed."""

import pytest

from services.agent.citations.check import check_citations, cited_statements, narrow_citations
from tests.samples import citation, named

CONTENT = (
    "Before. Sean O’Keefe departed in February 2005. Frederick Gregory, deputy and former shuttle commander, served as "
    "acting administrator from February 2005 to 14 April 2005. After."
)
CITED = citation("NASA", CONTENT[8:150], 8)
CONTENTS = {named("NASA"): CONTENT}


def verdicts(text, citations=(CITED,), contents=CONTENTS):
    return [(one.verdict, one.number) for one in check_citations(text, citations, contents)]


def test_a_literal_quote_is_found():
    assert verdicts("It says “deputy and former shuttle commander” [1].") == [("literal", 1)]


def test_quotation_marks_white_space_and_case_do_not_matter():
    assert verdicts('It says: "sean o\'keefe  departed in February 2005" [1].') == [("literal", 1)]


def test_a_quote_with_one_word_changed_is_nearly_there():
    text = "“Frederick Gregory, deputy and former station commander, served as acting administrator” [1]."
    assert verdicts(text) == [("near", 1)]


def test_a_quoted_block_is_a_quote_of_the_source_that_leads_it():
    text = "NASA [1]:\n\n> Frederick Gregory, deputy and former\n> shuttle commander, served as acting administrator"
    assert verdicts(text) == [("literal", 1)]
    assert verdicts("NASA [1]:\n\n> The Moon is made of excellent cheese\n> and of nothing else") == [("missing", 1)]


def test_a_heading_with_quotation_marks_is_not_the_quote_below_it():
    text = 'NASA › "Not good enough, says deputy": “served as acting administrator from February 2005” [1].'
    (check,) = check_citations(text, (CITED,), CONTENTS)
    assert (check.verdict, CONTENT[check.quote_start : check.quote_end]) == (
        "literal",
        "served as acting administrator from February 2005",
    )
    assert verdicts(text.replace("acting administrator from", "the king of")) == [("missing", 1)]


def test_a_made_up_quote_is_not_found():
    assert verdicts("“The Moon is made of excellent cheese” he said [1].") == [("missing", 1)]


def test_one_wrong_quote_spoils_the_sentence():
    text = "“deputy and former shuttle commander” and “friend of the penguins everywhere” [1]."
    assert verdicts(text) == [("missing", 1)]


def test_a_paraphrase_is_compared_word_by_word():
    assert verdicts("Frederick Gregory served as acting administrator from February 2005 [1].") == [("near", 1)]


def test_a_wrong_year_is_not_in_the_passage():
    assert verdicts("Frederick Gregory served as acting administrator from February 1999 [1].") == [("missing", 1)]


def test_a_fact_with_its_validity_in_brackets_is_compared_without_them():
    text = "- Frederick Gregory was acting administrator (from 20 Feb 2005 to 14 Apr 2005) [1]."
    assert verdicts(text) == [("near", 1)]


def test_a_sentence_without_a_number_is_uncited():
    text = "Frederick Gregory was deputy and commander [1]. He also liked jazz very much."
    assert verdicts(text)[1] == ("uncited", None)


def test_headings_questions_and_lead_ins_claim_nothing():
    text = "# What the sources say about it\n\nHere is what was found about it:\n\nShall I look further into this?"
    assert verdicts(text) == []


TABLE = """| Who of them all | From which year on |
|---|:--|
| Frederick Gregory, deputy and commander | 2005 [1] |
| Somebody who is not named here | 1999 |"""


def test_a_tables_rows_claim_something_and_its_head_and_code_do_not():
    code = "```python\nprint('this is code and no claim at all')\n```"
    text = f"{TABLE}\n\n{code}\n\nHe also liked jazz very much."
    assert [text[start:end] for start, end in cited_statements(text)] == [
        "Frederick Gregory, deputy and commander | 2005 [1]",
        "Somebody who is not named here | 1999",
        "He also liked jazz very much.",
    ]
    assert [number for _, number in verdicts(text)] == [1, None, None]


def test_a_number_that_no_tool_gave_is_missing():
    assert verdicts("Something entirely made up by somebody [9?].") == [("missing", None)]


def test_a_document_that_is_gone_is_said_so():
    assert "no longer there" in check_citations("It says “deputy and former” things [1].", (CITED,), {})[0].detail


def test_several_numbers_of_a_sentence_are_checked_each():
    other = citation("Other", "Nothing about it.")
    text = "“deputy and former shuttle commander” [1][2]."
    contents = {**CONTENTS, named("Other"): "Nothing about it."}
    assert verdicts(text, (CITED, other), contents) == [("literal", 1), ("missing", 2)]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One claim stands here [1]. Another claim stands there [2].", 2),
        ("NASA: “A quoted sentence stands here.” [1]\n\nMir: “Another quoted sentence is here.” [2]", 2),
        ("T. Keith Glennan led the agency then [1].", 1),
        ("It cost $3.5 million in that year [1].", 1),
        ("- first item of the list [1].\n- second item of the list [2].", 2),
    ],
)
def test_sentences_keep_their_markers(text, count):
    found = [text[start:end] for start, end in cited_statements(text)]
    assert len(found) == count
    assert all("[" in one for one in found)


def quoted(text, citations=(CITED,), content=CONTENT):
    return [
        content[one.quote_start : one.quote_end] if one.quote_start is not None else None
        for one in check_citations(text, citations, {named("NASA"): content})
    ]


def test_the_place_of_a_quote_is_known_to_the_character():
    assert quoted("It says “deputy and former shuttle commander” [1].") == ["deputy and former shuttle commander"]
    assert quoted("“Sean O'Keefe  departed in February 2005.” [1]") == ["Sean O’Keefe departed in February 2005."]


def test_the_place_of_a_quote_that_is_nearly_there_is_known():
    text = "“Frederick Gregory, deputy and former station commander, served as acting administrator” [1]."
    assert quoted(text) == ["Frederick Gregory, deputy and former shuttle commander, served as acting administrator"]


def test_a_paraphrase_and_a_made_up_quote_have_no_place():
    assert quoted("Frederick Gregory served as acting administrator from February 2005 [1].") == [None]
    assert quoted("“The Moon is made of excellent cheese” he said [1].") == [None]


def test_words_that_stand_twice_are_meant_where_they_are_cited():
    content = "NASA was led by Griffin then. Later on, NASA was led by Griffin again."
    cited = citation("NASA", content[30:], 30)
    found = check_citations("“NASA was led by Griffin” [1].", (cited,), {named("NASA"): content})[0]
    assert found.quote_start == content.index("NASA", 30)


def test_a_citation_is_narrowed_to_what_is_quoted_of_it():
    text = "“deputy and former shuttle commander” [1]."
    one = narrow_citations((CITED,), check_citations(text, (CITED,), CONTENTS))[0]
    assert one.quote == "deputy and former shuttle commander" == CONTENT[one.start_offset : one.end_offset]
    assert one.url.endswith(f"&start={one.start_offset}&end={one.end_offset}")
    assert one.chunk_id == CITED.chunk_id


def test_a_citation_spans_all_that_is_quoted_of_it():
    text = "“Sean O'Keefe departed in February” [1]. “deputy and former shuttle commander” [1]."
    one = narrow_citations((CITED,), check_citations(text, (CITED,), CONTENTS))[0]
    assert one.quote.startswith("Sean O’Keefe departed")
    assert one.quote.endswith("former shuttle commander")


def test_a_paraphrased_passage_stays_whole():
    text = "Frederick Gregory served as acting administrator from February 2005 [1]."
    assert narrow_citations((CITED,), check_citations(text, (CITED,), CONTENTS)) == (CITED,)


def test_a_quotation_of_two_sentences_is_one_statement():
    text = "Shuttle: “It was retired in 2011. It had flown 135 times.” [1] Nobody missed it very much."
    assert [text[start:end] for start, end in cited_statements(text)] == [
        text[: text.index("[1]") + 3],
        text[text.index("Nob") :],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The documents do not say who followed him in office.",
        "I could not find anything about a Moon landing in them.",
        "No information about his salary was found anywhere.",
        "Nothing that was found answers this question at all.",
        "The passages do not mention when he was born [1].",
    ],
)
def test_a_refusal_of_ones_own_needs_no_source(text):
    assert verdicts(text) == []


def test_a_claim_about_the_world_is_no_refusal():
    assert verdicts("NASA did not find the lost probe on Mars.") == [("uncited", None)]


BEGAN = "Ruth Alder became mayor of Ellmere in May 2014."


@pytest.mark.parametrize(
    ("other", "verdict"),
    [
        ("Ruth Alder resigned as mayor of Ellmere in September 2022.", "near"),
        ("Ruth Alder resigned as mayor of Ellmere in September 2021.", "missing"),
        ("It rained in September 2022.", "missing"),
    ],
)
def test_a_second_passage_may_tell_the_end_of_what_the_first_one_states(other, verdict):
    cited = (citation("Began", BEGAN), citation("Left", other))
    contents = {named("Began"): BEGAN, named("Left"): other}
    answer = f"{BEGAN[:-1]} (from May 2014 to Sep 2022) [1][2]."
    assert [(one.number, one.verdict) for one in check_citations(answer, cited, contents)] == [
        (1, "literal"),
        (2, verdict),
    ]
    alone = check_citations(f"{BEGAN[:-1]} (from May 2014 to Sep 2022) [2].", cited, contents)
    assert [one.verdict for one in alone] == ["missing"]


SEEPAGE = "The seepage of 1978 is described elsewhere [2]. The dam was grouted in 1981."


def test_a_number_that_the_source_has_in_its_quotation_is_not_checked():
    cited = (citation("Dam", SEEPAGE), citation("Other", "Nothing of it."))
    contents = {one.document_id: one.quote for one in cited}
    found = check_citations("Dam: “The seepage of 1978 is described elsewhere [2].” [1]", cited, contents)
    assert [(one.number, one.verdict) for one in found] == [(1, "literal")]


def test_with_no_number_but_the_sources_a_sentence_is_uncited():
    cited = (citation("Dam", SEEPAGE),)
    found = check_citations("He writes “is described elsewhere [2]” of the seepage.", cited, {named("Dam"): SEEPAGE})
    assert [one.verdict for one in found] == ["uncited"]


def test_the_brackets_at_both_ends_of_a_quote_belong_to_it():
    content = "As said [1]. [2] O. Brack, Seepage at Kolm (1978). It is told elsewhere [3]. So it is."
    cited = (citation("Kolm", content),)
    for quote in ("[2] O. Brack, Seepage at Kolm (1978).", "It is told elsewhere [3].", "Seepage at Kolm (1978)"):
        checks = check_citations(f"Kolm: “{quote}” [1]", cited, {named("Kolm"): content})
        assert [one.quote for one in narrow_citations(cited, checks)] == [quote]
