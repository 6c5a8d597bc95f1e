"""What is shown of a passage that a search in the texts found."""

from types import SimpleNamespace
from uuid import uuid4

from components.documents.text_search import excerpt, found_words


def test_the_excerpt_is_about_the_words_that_were_found_and_marks_them():
    content = (
        "## Cars\n\n" + "Nothing of interest stands here. " * 40 + "The *breaker* of panel [3] tripped." + " On." * 200
    )
    start = content.index("breaker")
    shown = excerpt(content, [(start, start + 7)])
    assert ":yellow-background[breaker] of panel \\[3\\] tripped" in shown
    assert shown.startswith("… ")
    assert "Cars" not in shown


def test_how_many_hold_the_words_is_told():
    one, other = uuid4(), uuid4()
    hits = [SimpleNamespace(document_id=document) for document in (one, one, other)]
    assert found_words(hits, 3) == "3 passages in 2 documents, the best first."
    assert found_words(hits, 1).endswith("1 of them has words of the query; the others are close in meaning.")
    assert found_words(hits, 0).endswith("None has a word of the query; all are close in meaning.")
