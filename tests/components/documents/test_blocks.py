"""A document as it is drawn, and the place in the document of everything that is drawn."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.documents.blocks import Block, heading_blocks, plain_blocks, split_blocks, style_of
from components.documents.inline_text import Span
from services.models import Document

MARKDOWN = """# The *Vega* rocket ##

Vega was **built by Avio** for `ESA`, see [the agency](https://esa.int "ESA") & others.
It flew\\* 22 times &amp; failed ~~once~~ twice.\\
Then it was replaced.

1. first
2. second
   - nested **bold
     over two lines**

> A quoted *sentence*.

| Vehicle | Sites \\| pads |
|---------|:--:|
| Vega | **Kourou** |
| Soyuz |

```python
print("# no heading")
```

![The pad](http://tracker.example/pad.png)

---

Under a line
============
"""


def drawn(content: str, style: str = "markdown") -> tuple[Block, ...]:
    return split_blocks(content, style)  # type: ignore[arg-type]


def all_spans(found: Sequence[Block]) -> Iterator[Span]:
    for block in found:
        yield from block.spans
        yield from all_spans(block.blocks)


def span_of(found: Sequence[Block], words: str) -> Span:
    return next(span for span in all_spans(found) if words in span.text)


def document(source: str, **metadata: str) -> Document:
    now = datetime(2024, 1, 1, tzinfo=UTC)
    return Document.model_validate(
        {
            "id": uuid4(),
            "title": "T",
            "source": source,
            "content": "x",
            "metadata": metadata,
            "created_at": now,
            "updated_at": now,
            "reference_time": None,
        }
    )


def test_markdown_is_drawn_as_what_it_means() -> None:
    kinds = [block.kind for block in drawn(MARKDOWN)]
    assert kinds == [
        "heading", "paragraph", "numbered", "quote", "table", "code", "paragraph", "rule", "heading"
    ]  # fmt: skip
    assert [(block.level, block.text) for block in heading_blocks(drawn(MARKDOWN))] == [
        (1, "The Vega rocket"),
        (1, "Under a line"),
    ]


def test_emphasis_code_and_links_lose_their_signs_and_keep_their_place() -> None:
    found = drawn(MARKDOWN)
    for words, styles in [
        ("built by Avio", ("strong",)),
        ("ESA", ("code",)),
        ("Vega", ("em",)),
        ("once", ("struck",)),
        ("over two lines", ("strong",)),
        ("Kourou", ("strong",)),
        ("The pad", ("picture",)),
    ]:
        span = span_of(found, words)
        assert span.styles == styles
        assert MARKDOWN[span.start : span.end] == span.text
    assert span_of(found, "the agency").link == "https://esa.int"


def test_every_word_stands_for_its_own_characters() -> None:
    for span in all_spans(drawn(MARKDOWN)):
        said = MARKDOWN[span.start : span.end]
        assert span.text == said or (span.text, said) in [("*", "\\*"), ("&", "&amp;"), ("\n", "\\\n")]


def test_a_cell_may_hold_an_escaped_stroke_and_a_row_too_few_cells() -> None:
    table = next(block for block in drawn(MARKDOWN) if block.kind == "table")
    assert [[cell.text for cell in row.blocks] for row in table.blocks] == [
        ["Vehicle", "Sites | pads"],
        ["Vega", "Kourou"],
        ["Soyuz", ""],
    ]


@pytest.mark.parametrize(
    "content",
    [
        "| a | b |\n|---|---|\n| 1 | 2 | a third that has no column |",
        "[words][reference] and [reference]\n\n[reference]: http://example.org",
        "Text <b onclick=x>raw</b> <!-- a note -->\n\n<script>\nalert(1)\n</script>",
        "- [not a link](javascript:alert(1))",
    ],
)
def test_what_has_no_sure_place_stays_as_it_is_written(content: str) -> None:
    told = "".join(span.text for span in all_spans(drawn(content)))
    assert "".join(told.split()) == "".join(content.removeprefix("- ").split())


def test_what_our_readers_make_has_headings_lists_and_tables_and_no_other_signs() -> None:
    content = (
        "# Title\n\nIt cost 3*4*5 and __init__.\n  Indented.\n\n- one\n- two\n\n"
        "Prices\nYear: 1998 | Cost: 4\nYear: 1999 | Cost: 5\n\n1986. Then *it* ended."
    )
    found = drawn(content, "made")
    assert [block.kind for block in found] == ["heading", "lines", "list", "lines", "table", "lines"]
    assert found[1].text == "It cost 3*4*5 and __init__.\n  Indented."
    assert [[cell.text for cell in row.blocks] for row in found[4].blocks] == [
        ["Year", "Cost"],
        ["1998", "4"],
        ["1999", "5"],
    ]
    assert found[5].text == "1986. Then *it* ended."


def test_a_row_alone_stays_text() -> None:
    assert [block.kind for block in drawn("One: two | Three: four\n\nText.", "made")] == ["lines", "lines"]


def test_the_file_says_how_it_is_to_be_read() -> None:
    assert style_of(document("a.md", format="markdown")) == "markdown"
    assert style_of(document("a.html", format="html")) == "made"
    assert style_of(document("notes.md")) == "markdown"
    assert style_of(document("pasted")) == "pasted"


def test_plain_text_is_every_line_as_it_is() -> None:
    assert "\n".join(block.text for block in plain_blocks(MARKDOWN)) == MARKDOWN


def test_offsets_count_from_the_beginning_of_the_whole_document() -> None:
    (before,) = split_blocks("*here*", "markdown")
    (after,) = split_blocks("*here*", "markdown", 100)
    assert [span.start for span in after.spans] == [span.start + 100 for span in before.spans]


SIGNS = st.text(st.sampled_from(list("ab *_`~[]()!<>#-+1.|\\&;:\"'\n\t>=")), max_size=60)
PARTS = st.sampled_from(
    ["**b**", "*e*", "`c`", "[l](http://a.b)", "![p](q)", "\n\n", "\n- ", "\n1. ", "\n> ", "# ", "|a|b|\n|-|-|\n",
     "```\n", "&amp;", "\\*", "  \n", "<b>", "word ", "\n    ", "http://x.y", "<http://x.y>", "Ä: ö | ", "\u2028"]
)  # fmt: skip
TEXTS = SIGNS | st.lists(PARTS | SIGNS, max_size=25).map("".join)


@settings(max_examples=600, deadline=None)
@given(TEXTS, st.sampled_from(["markdown", "pasted", "made"]))
def test_whatever_is_drawn_stands_in_the_document_where_it_says(content: str, style: str) -> None:
    at = 0
    for span in all_spans(drawn(content, style)):
        said = content[span.start : span.end]
        if span.start == span.end:  # the names of columns stand in each row
            continue
        assert span.start >= at
        assert 0 <= span.start < span.end <= len(content)
        assert not span.is_divisible or span.text == said or span.text == said.replace("\n", " ") or span.text == "\n"
        at = span.end
