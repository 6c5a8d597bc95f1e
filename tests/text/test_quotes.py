"""Where a fact stands in its document."""

from services.text.quotes import QuotedText, quotations

TEXT = """# Heads of the agency

Daniel  Goldin became administrator
on 1 April 1992. He left on 17 November 2001. “It was time”, he said — and went.

Sean O’Keefe followed him in December 2001 and left in February 2005.
"""


def located(quote, fact="Something else entirely"):
    passage = QuotedText(TEXT).locate(quote, fact)
    return TEXT[passage.start_offset : passage.end_offset], passage.located


def test_a_quote_is_found_whatever_its_white_space():
    assert located("Daniel Goldin became administrator on 1 April 1992") == (
        "Daniel  Goldin became administrator\non 1 April 1992",
        "quote",
    )


def test_a_quote_is_found_whatever_its_quotation_marks_and_dashes():
    assert located('"It was time", he said - and went') == ("“It was time”, he said — and went", "quote")
    assert located("Sean O'Keefe followed him")[1] == "quote"


def test_a_part_of_a_word_is_quoted_as_it_is():
    assert located("ctober")[1] != "quote"
    assert located("eft on 17 Nov") == ("eft on 17 Nov", "quote")


def test_without_a_quote_the_fact_itself_is_looked_for():
    assert located(None, "He left on 17 November 2001.") == ("He left on 17 November 2001.", "quote")


def test_a_quote_that_is_not_there_is_cited_by_the_nearest_sentence_and_marked():
    text, how = located("O'Keefe left the agency in February 2005", "Sean O'Keefe led the agency until February 2005.")
    assert how == "sentence"
    assert text == "Sean O’Keefe followed him in December 2001 and left in February 2005."


def test_a_fact_that_nothing_resembles_is_cited_by_the_beginning_and_marked():
    assert located("penguins on ice", "Penguins skate.") == ("# Heads of the agency", "beginning")


def test_an_empty_document_has_an_empty_passage():
    passage = QuotedText("").locate("x", "y")
    assert (passage.start_offset, passage.end_offset, passage.located) == (0, 0, "beginning")


def test_the_same_words_twice_are_found_in_order():
    text = QuotedText("Mir flew. Then Mir flew. End.")
    first = text.locate("Mir flew", "x")
    assert first.start_offset == 0
    assert text.locate("End", "x").start_offset > 20
    assert text.locate("Mir flew", "x").start_offset == 0


def test_a_quote_that_is_nearly_there_is_found_in_the_middle_of_a_long_document():
    content = "nothing here " * 500 + TEXT + " nothing there" * 500
    share, place = QuotedText(content).most_alike("O'Keefe followed him in chilly December 2001")
    assert share == 6 / 7
    assert content[slice(*place)] == "O’Keefe followed him in December 2001"


def test_a_document_says_a_quote_whatever_its_capitals_and_emphasis():
    assert QuotedText(TEXT).says("**HE LEFT** on 17 November")
    assert not QuotedText(TEXT).says("He arrived on 17 November")


def test_quotations_are_found_in_the_marks_of_many_languages():
    text = '“one” said "two", „three“ and «four» — but not “this, nor 5" of rain'
    assert list(quotations(text)) == ["one", "two", "three", "four"]
