"""Bold, italic and code words of a file are known beside its text, and the text is what it is without them."""

import io
import random
from collections.abc import Callable

import docx
import docx.document
import pptx
import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from services.documents.reading.emphasis import (
    MOST,
    emphasis_within,
    emphasised_table,
    extract_emphasis,
    mark_emphasis,
    without_marks,
)
from services.documents.reading.readers import read_file
from services.models import EMPHASIS_STYLES, DocumentDraft, Emphasis
from tests.documents.reading.office.test_files import CONTAINER, PACKAGE, mail, package

Told = list[tuple[str, str]]
OWN_MARKS = "\ufdd1\ufdd7\ufdd0\ufdef"
"""What our readers mark words with, in a file that has it itself."""
ODT = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0">{}</office:document-content>"""


def told(draft: DocumentDraft) -> Told:
    return [(draft.content[start:end], style) for start, end, style in draft.emphasis]


def page(body: str) -> DocumentDraft:
    return read_file(body.encode(), "a.html")


def word_file(fill: Callable[[docx.document.Document], None]) -> DocumentDraft:
    made, written = docx.Document(), io.BytesIO()
    fill(made)
    made.save(written)
    return read_file(written.getvalue(), "a.docx")


def test_a_page_keeps_bold_italic_and_code() -> None:
    draft = page("<p>The <b>quay</b>, the <em>old</em> pier and <code>x = 1</code>, <kbd>Ctrl</kbd>.</p>")
    assert draft.content == "The quay, the old pier and x = 1, Ctrl."
    assert told(draft) == [("quay", "bold"), ("old", "italic"), ("x = 1", "code"), ("Ctrl", "code")]


def test_nested_and_overlapping_emphasis_of_a_page() -> None:
    draft = page("<p>One <b>two <i>three</i></b><i> four</i> five <strong><strong>six</strong></strong></p>")
    assert draft.content == "One two three four five six"
    assert told(draft) == [("two three", "bold"), ("three four", "italic"), ("six", "bold")]


def test_what_a_tag_says_of_its_own_style_counts() -> None:
    body = """<b style="font-weight:normal">plain <span style="color: red; FONT-WEIGHT: 700">heavy</span></b>
    <i>slanted <span style="font-style: normal">upright</span></i> <span style="font-family: Courier New">x</span>
    <span style="font-weight: inherit">as before</span>"""
    assert told(page(body)) == [("heavy", "bold"), ("slanted", "italic"), ("x", "code")]


def test_emphasis_over_a_line_break_in_a_heading_an_item_and_a_link() -> None:
    draft = page(
        "<h2>The <i>old</i> quay</h2><p><b>first<br>second</b></p><ul><li><b>item</b> one</li></ul>"
        "<p>See <a href=x><b>there</b></a></p><div style='font-weight:bold'><p>a whole</p><p>part</p></div>"
    )
    assert draft.content.startswith("## The old quay\n\nfirst\nsecond\n\n- item one")
    assert [words for words, _ in told(draft)] == ["old", "first", "second", "item", "there", "a whole", "part"]


def test_emphasis_over_a_table_cell() -> None:
    draft = page(
        "<table><tr><th>Year<th><b>Revenue</b><th>Note</tr><tr><td rowspan=2><i>2023</i><td><b>4.1 bn</b>"
        "<td>so <i>far</i>"
        "</tr><tr><td>5 bn<td><code>a | b</code></tr></table>"
    )
    assert draft.content == "Year: 2023 | Revenue: 4.1 bn | Note: so far\nYear: 2023 | Revenue: 5 bn | Note: a / b"
    assert told(draft) == [
        ("2023", "italic"),
        ("4.1 bn", "bold"),
        ("far", "italic"),
        ("2023", "italic"),
        ("a / b", "code"),
    ]


def test_what_is_not_seen_is_not_emphasised_and_what_looks_like_a_script_stays_text() -> None:
    draft = page(
        "<p>Text <b>&lt;script&gt;alert(1)&lt;/script&gt;</b><script>alert(2)</script><b hidden>gone</b><b> </b><i></i>"
    )
    assert draft.content == "Text <script>alert(1)</script>"
    assert told(draft) == [("<script>alert(1)</script>", "bold")]


def test_a_file_cannot_bring_marks_of_its_own() -> None:
    draft = page(
        f"<p>{OWN_MARKS}fake&#xFDD0; <b>{OWN_MARKS}true</b></p><p>&#xFDD1;<img alt='&#xFDD3;a crane'>"
        "<table><caption>&#xFDD1;Piers</caption><tr><td>&#xFDD1;North<td>120 m</tr><tr><td>South<td>90 m</tr></table>"
    )
    assert draft.content == "fake true\n\n[Picture: a crane]\n\nPiers\nNorth: 120 m\nSouth: 90 m"
    assert told(draft) == [("true", "bold")]
    word = word_file(
        lambda document: document.add_paragraph(f"{OWN_MARKS}fake\ufdd0").add_run(" true\ufdd1.").add_text("")
    )
    assert (word.content, told(word)) == ("fake true.", [])
    text = read_file(f"{OWN_MARKS}A line\ufdd0.".encode(), "a.txt")
    assert (text.content, told(text)) == (f"{OWN_MARKS}A line\ufdd0.", [])
    sent = read_file(mail(f"{OWN_MARKS}Dear Bob\ufdd0."), "a.eml")
    assert "\n\nDear Bob.\n\n" in sent.content
    assert told(sent) == []


def test_a_word_file_keeps_what_its_runs_and_character_styles_say() -> None:
    def fill(document: docx.document.Document) -> None:
        listing = document.styles.add_style("Verbatim Char", WD_STYLE_TYPE.CHARACTER)
        document.styles.add_style("Deeper", WD_STYLE_TYPE.CHARACTER).base_style = document.styles["Strong"]
        words = document.add_paragraph("The ")
        words.add_run("bold ").bold = True
        both = words.add_run("both")
        both.bold = both.italic = True
        words.add_run(" slanted").italic = True
        words.add_run(" plain", style="Strong").bold = False
        words.add_run(" strong", style="Deeper")
        words.add_run(" x = 1", style=listing)
        words.add_run(" y = 2").font.name = "Courier New"
        off = words.add_run(" off")._r.get_or_add_rPr()
        off.append(OxmlElement("w:b"))
        off[-1].set(qn("w:val"), "0")

    draft = word_file(fill)
    assert draft.content == "The bold both slanted plain strong x = 1 y = 2 off"
    assert told(draft) == [
        ("bold both", "bold"),
        ("both slanted", "italic"),
        ("strong", "bold"),
        ("x = 1 y = 2", "code"),
    ]


def test_headings_items_breaks_and_cells_of_a_word_file_keep_their_emphasis() -> None:
    def fill(document: docx.document.Document) -> None:
        document.add_heading("The ", 2).add_run("old").italic = True
        document.add_paragraph(style="List Bullet").add_run("first").bold = True
        document.add_paragraph(style="List Bullet").add_run("second\nline").bold = True
        document.add_paragraph().add_run("- typed").bold = True
        table = document.add_table(2, 3)
        for place, text in enumerate(["Year", "Ships", "Note", "1931", "40", "so far"]):
            run = table.cell(place // 3, place % 3).paragraphs[0].add_run(text)
            run.bold = place in (0, 1, 2, 4)

    draft = word_file(fill)
    assert draft.content == ("## The old\n\n- first\n- second\nline\n- typed\n\nYear: 1931 | Ships: 40 | Note: so far")
    bold = ["first", "second\nline", "- typed", "40"]
    assert told(draft) == [("old", "italic"), *((words, "bold") for words in bold)]


def test_styles_based_on_each_other_in_a_ring_end() -> None:
    def fill(document: docx.document.Document) -> None:
        one, other = (document.styles.add_style(name, WD_STYLE_TYPE.CHARACTER) for name in ("One", "Other"))
        one.base_style, other.base_style = other, one
        document.add_paragraph().add_run("words", style="One")

    assert told(word_file(fill)) == []


def test_an_open_document_text_keeps_what_its_styles_say() -> None:
    styles = """<office:automatic-styles>
    <style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
    <style:style style:name="T2" style:family="text" style:parent-style-name="Deep"/>
    <style:style style:name="T3" style:family="text"><style:text-properties style:font-name="Liberation Mono"/>
    </style:style>
    <style:style style:name="P1" style:family="paragraph" style:parent-style-name="Quiet">
    <style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>"""
    named = """<office:styles><style:style style:name="Deep" style:family="text">
    <style:text-properties fo:font-style="italic"/></style:style>
    <style:style style:name="Quiet" style:family="paragraph">
    <style:text-properties fo:font-style="italic"/></style:style></office:styles>"""
    body = """<office:body><office:text><text:h>A <text:span text:style-name="T2">slanted</text:span> head</text:h>
    <text:p>One <text:span text:style-name="T1">two <text:span text:style-name="T2">three</text:span></text:span> four
    <text:span text:style-name="T3">x = 1</text:span></text:p><text:p text:style-name="P1">All of it.</text:p>
    <text:p text:style-name="Quiet">None of it.</text:p>
    <table:table><table:table-row><table:table-cell><text:p>Ships</text:p></table:table-cell>
    <table:table-cell><text:p text:style-name="P1">40</text:p></table:table-cell></table:table-row>
    <table:table-row><table:table-cell><text:p>Piers</text:p></table:table-cell>
    <table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table></office:text></office:body>"""
    draft = read_file(package({"content.xml": ODT.format(styles + body), "styles.xml": ODT.format(named)}), "a.odt")
    assert draft.content == (
        "# A slanted head\n\nOne two three four x = 1\n\nAll of it.\n\nNone of it.\n\nShips: 40\nPiers: 2"
    )
    assert told(draft) == [
        ("slanted", "italic"),
        ("two three", "bold"),
        ("three", "italic"),
        ("x = 1", "code"),
        ("All of it.", "bold"),
        ("40", "bold"),
    ]


def test_books_and_mails_of_html_keep_their_emphasis() -> None:
    pages = {"OEBPS/one .xhtml": "<h1>Ebb</h1><p>So <b>low</b>.</p>", "OEBPS/two.xhtml": "<p><i>High</i>.</p>"}
    book = read_file(package({"META-INF/container.xml": CONTAINER, "OEBPS/book.opf": PACKAGE, **pages}), "tides.epub")
    assert told(book) == [("low", "bold"), ("High", "italic")]
    assert told(read_file(mail("", "<p>The <b>bridge</b> opens.</p>"), "news.eml")) == [("bridge", "bold")]


def test_rich_text_keeps_its_emphasis() -> None:
    source = rb"""{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\stylesheet{\s1 \b Head;}}
    The {\b caf\'e9 \i of} Sund\i  is old\i0 .\par
    {\field{\*\fldinst{HYPERLINK "http://a.b"}}{\fldrslt{\b link}}} and \b bold\plain  words\par
    Ships\cell\b 40\cell\row\b0 A \i slope\par}"""
    draft = read_file(source.replace(b"\n    ", b"\n"), "a.rtf")
    assert draft.content == ('The café of Sund is old.\n\nlink("http://a.b") and bold words\n\nShips | 40\n\nA slope')
    assert told(draft) == [
        ("café of", "bold"),
        ("of", "italic"),
        ("is old", "italic"),
        ("bold", "bold"),
        ("40", "bold"),
        ("slope", "italic"),
    ]


def test_a_rich_text_with_marks_of_its_own_is_read_without_emphasis() -> None:
    draft = read_file(rb"{\rtf1 a\u-559?b {\b c}\u-560?}", "a.rtf")
    assert (draft.content, told(draft)) == ("ab c", [])


def test_slides_keep_the_emphasis_of_their_runs() -> None:
    made, written = pptx.Presentation(), io.BytesIO()
    slide = made.slides.add_slide(made.slide_layouts[1])
    slide.shapes.title.text = "Plans"
    frame = slide.placeholders[1].text_frame
    frame.text = "Grow in "
    asia = frame.paragraphs[0].add_run()
    asia.text, asia.font.bold = "Asia", True
    slower = frame.add_paragraph().add_run()
    slower.text, slower.font.italic = "Cut costs", True
    made.save(written)
    draft = read_file(written.getvalue(), "plans.pptx")
    assert draft.content == "## Slide 1: Plans\n\n- Grow in Asia\n- Cut costs"
    assert told(draft) == [("Asia", "bold"), ("Cut costs", "italic")]


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.csv"])
def test_formats_whose_signs_are_text_have_no_emphasis_beside_it(name: str) -> None:
    draft = read_file(b"A **bold** word, <b>no</b>\nB,2\n", name)
    assert "**bold**" in draft.content
    assert draft.emphasis == ()


def test_at_most_some_thousand_runs_are_known_the_first_ones() -> None:
    draft = page("<p>" + "<b>a</b> x " * (MOST + 10) + "</p>")
    assert len(draft.emphasis) == MOST
    assert draft.emphasis[-1].start == (MOST - 1) * len("a x ")


@pytest.mark.parametrize(
    "text", ["\ufdd1open", "closed\ufdd0", "\ufdd0\ufdd0x", "\ufdd1\ufdd0x", "\ufdd1a\ufdd2b\ufdd0", "\ufdefx\ufdd0 y"]
)
def test_marks_without_sense_are_taken_out_too(text: str) -> None:
    plain, emphasis = extract_emphasis(text)
    assert plain == without_marks(text)
    assert all(0 <= one.start < one.end <= len(plain) for one in emphasis)


def test_line_ends_and_what_no_database_holds_do_not_move_emphasis() -> None:
    text = "".join([mark_emphasis("\r\none\x00 two\r\n", ["bold"]), "\ufeff", mark_emphasis(" \x07three", ["code"])])
    plain, emphasis = extract_emphasis(text)
    assert plain == "\none two\n three"
    assert [(plain[one.start : one.end], one.style) for one in emphasis] == [("one two", "bold"), ("three", "code")]


def test_only_what_lies_within_the_text_fits() -> None:
    given = [Emphasis(4, 9, "bold"), Emphasis(-1, 2, "bold"), Emphasis(3, 3, "code"), Emphasis(0, 2, "italic")]
    assert emphasis_within([*given, Emphasis(8, 11, "bold"), given[0]], 10) == (given[3], given[0])


WORDS = (
    "word",
    "4.1 bn",
    " ",
    "\n",
    " a ",
    "b ",
    " | ",
    "-",
    "- x",
    "# h",
    ": ",
    "A: b",
    "2023",
    "\t",
    "\ufeff",
    "\u00a0x",
)


def test_the_text_is_the_same_with_and_without_emphasis() -> None:
    """Whatever white space, signs of lists and figures stand at the edges of emphasis."""
    chance = random.Random(7)
    for _ in range(300):
        runs = [
            ("".join(chance.choices(WORDS, k=chance.randint(0, 4))), chance.choice(["", "b", "i", "code"]))
            for _ in range(9)
        ]
        cells = [[chance.choice(runs) for _ in range(3)] for _ in range(3)]
        with_tags, without = _as_page(runs, cells, bare=False), _as_page(runs, cells, bare=True)
        assert page(with_tags).content == page(without).content
        grid = [[mark_emphasis(text, EMPHASIS_STYLES[:1] if tag else ()) for text, tag in row] for row in cells]
        assert without_marks(emphasised_table(grid)) == emphasised_table([[text for text, _ in row] for row in cells])


def _as_page(runs: list[tuple[str, str]], cells: list[list[tuple[str, str]]], *, bare: bool) -> str:
    def told(run: tuple[str, str]) -> str:
        text, tag = run
        name = "span" if bare or not tag else tag
        return f"<{name}>{text}</{name}>"

    rows = "".join(f"<tr>{''.join(f'<td>{told(cell)}</td>' for cell in row)}</tr>" for row in cells)
    return f"<p>begin {''.join(map(told, runs))}</p><pre>{''.join(map(told, runs))}</pre><table>{rows}</table>end"
