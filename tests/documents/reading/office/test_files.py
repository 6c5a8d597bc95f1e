"""Spreadsheets, slides, mails, books and other office files: their text, tables, titles and dates."""

import io
import zipfile
from collections.abc import Mapping
from datetime import UTC, date, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import docx
import pptx
import pytest
import xlsxwriter
from docx.enum.text import WD_BREAK
from pptx.util import Inches

from services.documents.reading.readers import read_file
from services.documents.reading.web.attached_files import MOST_READ

ODT = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>
<text:h text:outline-level="2">Harbour</text:h><text:p>The quay was <text:span>lengthened</text:span>.</text:p>
<text:list><text:list-item><text:p>first</text:p></text:list-item></text:list>
<table:table><table:table-row><table:table-cell><text:p>Year</text:p></table:table-cell><table:table-cell
 table:number-columns-spanned="2"><text:p>Ships</text:p></table:table-cell><table:covered-table-cell/></table:table-row>
<table:table-row><table:table-cell><text:p>1931</text:p></table:table-cell><table:table-cell><text:p>40</text:p>
</table:table-cell><table:table-cell><text:p>12</text:p></table:table-cell></table:table-row></table:table>
</office:text></office:body></office:document-content>"""
META = """<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>The harbour</dc:title>
<dc:date>2011-05-06T10:00:00</dc:date></office:meta></office:document-meta>"""
CONTAINER = """<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>"""
PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>
<dc:title>Tides</dc:title><dc:date>1999-02-03</dc:date></metadata><manifest>
<item id="b" href="two.xhtml"/><item id="a" href="one%20.xhtml"/></manifest>
<spine><itemref idref="a"/><itemref idref="b"/></spine></package>"""


def package(parts: Mapping[str, str | bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return written.getvalue()


def workbook(fill) -> bytes:
    written = io.BytesIO()
    with xlsxwriter.Workbook(written) as made:
        fill(made)
    return written.getvalue()


def test_a_spreadsheet_is_sections_of_rows_that_name_their_columns() -> None:
    def fill(made) -> None:
        sheet = made.add_worksheet("Results")
        sheet.write("A1", "Annual results")
        sheet.write_row("A3", ["Year", "Revenue", "", "Audited"])
        sheet.merge_range("B3:C3", "Revenue")
        sheet.write_row("A4", ["", "Europe", "Asia", ""])
        sheet.write_row("A5", [2022, 3.2, 1.1, True])
        sheet.write_row("A6", [2023, 4.1, 1.5, False])
        people = made.add_worksheet("People")
        people.write_row("A1", ["Name", "Role", "Since"])
        people.write_row("A2", ["Ann Lee", "chair"])
        people.write_datetime("C2", datetime(2020, 4, 1), made.add_format({"num_format": "d mmm yyyy"}))  # noqa: DTZ001
        made.add_worksheet("Secret").hide()

    draft = read_file(workbook(fill), "results.xlsx")
    assert draft.content == (
        "## Results\n\nAnnual results\n\n"
        "Year: 2022 | Revenue, Europe: 3.2 | Revenue, Asia: 1.1 | Audited: yes\n"
        "Year: 2023 | Revenue, Europe: 4.1 | Revenue, Asia: 1.5 | Audited: no\n\n"
        "## People\n\nName: Ann Lee | Role: chair | Since: 2020-04-01"
    )
    assert draft.metadata["sheets"] == ["Results", "People"]


@pytest.mark.parametrize(("delimiter", "name"), [(",", "a.csv"), (";", "a.csv"), ("\t", "a.tsv")])
def test_delimited_text_is_rows_that_name_their_columns(delimiter: str, name: str) -> None:
    lines = [["Year", "Revenue", "Note"], ["2023", "4.1 bn", '"a\nb"']]
    draft = read_file("\r\n".join(delimiter.join(line) for line in lines).encode(), name)
    assert draft.content == "Year: 2023 | Revenue: 4.1 bn | Note: a b"


def test_slides_are_sections_with_tables_and_notes() -> None:
    made = pptx.Presentation()
    made.core_properties.title = "Plans"
    first = made.slides.add_slide(made.slide_layouts[1])
    first.shapes.title.text, first.placeholders[1].text = "Strategy 2030", "Grow in Asia\nCut costs"
    first.notes_slide.notes_text_frame.text = "Thank the team."
    second = made.slides.add_slide(made.slide_layouts[6])
    table = second.shapes.add_table(2, 3, Inches(1), Inches(1), Inches(5), Inches(1)).table
    for place, text in enumerate(["Year", "Sales", "", "2023", "4.1", "1.5"]):
        table.cell(place // 3, place % 3).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    written = io.BytesIO()
    made.save(written)
    draft = read_file(written.getvalue(), "plans.pptx")
    assert draft.content == (
        "## Slide 1: Strategy 2030\n\n- Grow in Asia\n- Cut costs\n\nNotes: Thank the team.\n\n"
        "## Slide 2\n\nYear: 2023 | Sales: 4.1 | Sales: 1.5"
    )
    assert (draft.title, draft.metadata["slides"]) == ("Plans", 2)


def mail(body: str, html: str = "") -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Ann <ann@example.org>", "Bob <bob@example.org>", "Büdget"
    message["Date"] = "Mon, 03 Mar 2014 10:00:00 +0100"
    if body:
        message.set_content(body)
    if html and body:
        message.add_alternative(html, subtype="html")
    elif html:
        message.set_content(html, subtype="html")
    message.add_attachment(b"x", maintype="application", subtype="pdf", filename="plan.pdf")
    return message.as_bytes()


def test_a_mail_says_who_wrote_to_whom_and_when() -> None:
    draft = read_file(mail("Dear Bob,\n\nthe budget is four million.\n", "<p>other</p>"), "budget.eml")
    assert draft.content.startswith("From: Ann <ann@example.org>\nTo: Bob <bob@example.org>\nDate: ")
    assert "Subject: Büdget\n\nDear Bob,\n\nthe budget is four million.\n\n[Attached: plan.pdf]" in draft.content
    assert (draft.title, draft.reference_time) == ("Büdget", datetime(2014, 3, 3, 9, tzinfo=UTC))


def with_files(*files: tuple[str, bytes], within: bool = False) -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "Ann <ann@example.org>", "Quay"
    message.set_content("See below.")
    for name, data in files:
        place = {"disposition": "inline"} if within else {}
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name, **place)
    return message.as_bytes()


@pytest.mark.parametrize("within", [False, True])
def test_what_is_attached_to_a_mail_is_read_as_a_section_of_it(within) -> None:
    files = ("plan.md", b"# Plan\n\nTwo cranes come in May."), ("costs.csv", b"Crane,Price\nNorth,4\nSouth,5\n")
    draft = read_file(with_files(*files, within=within), "quay.eml")
    assert draft.content.endswith(
        "See below.\n\n## Attached: plan.md\n\n### Plan\n\nTwo cranes come in May.\n\n"
        "## Attached: costs.csv\n\nCrane: North | Price: 4\nCrane: South | Price: 5"
    )
    assert draft.title == "Quay"
    assert not draft.warnings


def test_of_a_mail_that_is_attached_the_words_are_read_and_its_files_named() -> None:
    inner = with_files(("plan.md", b"# Plan\n\nTwo cranes."))
    outer = message_from_bytes(with_files(), policy=default)
    outer.add_attachment(message_from_bytes(inner, policy=default))
    for data, name in ((outer.as_bytes(), "forwarded mail.eml"), (with_files(("was.eml", inner)), "was.eml")):
        content = read_file(data, "quay.eml").content
        assert f"## Attached: {name}\n\nFrom: Ann <ann@example.org>\nSubject: Quay\n\nSee below." in content
        assert content.endswith("[Attached: plan.md]")
        assert "Two cranes" not in content


def test_an_attached_file_that_is_not_read_is_named_and_why_is_said() -> None:
    files = ("logo.png", b"\x89PNG"), ("tool.exe", b"MZ"), ("plan.pdf", b"x"), ("empty.txt", b"  ")
    draft = read_file(with_files(*files), "quay.eml")
    assert draft.content.endswith("See below.\n\n[Attached: logo.png, tool.exe, plan.pdf, empty.txt]")
    assert [one.split(" was not read. ")[0] for one in draft.warnings] == [
        "The attached “plan.pdf”",
        "The attached “empty.txt”",
    ]


def test_a_mail_with_very_much_attached_is_read_to_a_limit() -> None:
    files = [(f"{number}.txt", b"Words of a long report.") for number in range(MOST_READ + 2)]
    draft = read_file(with_files(*files), "quay.eml")
    assert draft.content.endswith(f"[Attached: {MOST_READ}.txt, {MOST_READ + 1}.txt]")
    assert draft.content.count("## Attached: ") == MOST_READ
    assert len(draft.warnings) == 2


def test_a_mail_of_html_alone_is_read_as_its_page() -> None:
    draft = read_file(mail("", "<h2>News</h2><script>alert(1)</script><p>The <b>bridge</b> opens.</p>"), "news.eml")
    assert "## News\n\nThe bridge opens." in draft.content
    assert "alert" not in draft.content


def test_an_open_document_text_has_headings_lists_and_tables() -> None:
    draft = read_file(package({"content.xml": ODT, "meta.xml": META}), "harbour.odt")
    assert draft.content == ("## Harbour\n\nThe quay was lengthened.\n\n- first\n\nYear: 1931 | Ships: 40 | Ships: 12")
    assert (draft.title, draft.reference_time) == ("The harbour", datetime(2011, 5, 6, 10, tzinfo=UTC))


def test_a_book_is_read_in_the_order_of_its_spine() -> None:
    pages = {"OEBPS/one .xhtml": "<h1>Ebb</h1><p>Low.</p>", "OEBPS/two.xhtml": "<h1>Flood</h1><p>High.</p>"}
    draft = read_file(package({"META-INF/container.xml": CONTAINER, "OEBPS/book.opf": PACKAGE, **pages}), "tides.epub")
    assert draft.content == "# Ebb\n\nLow.\n\n# Flood\n\nHigh."
    assert (draft.title, draft.reference_time) == ("Tides", datetime(1999, 2, 3, tzinfo=UTC))


def test_rich_text_is_its_paragraphs() -> None:
    draft = read_file(rb"{\rtf1\ansi {\b Caf\'e9} on the quay.\par Second paragraph.\par}", "a.rtf")
    assert draft.content == "Café on the quay.\n\nSecond paragraph."


def test_merged_cells_of_a_word_table_are_said_wherever_they_reach() -> None:
    made = docx.Document()
    table = made.add_table(3, 3)
    for place, text in enumerate(["Plant", "Output", "", "North", "10", "20", "", "11", "21"]):
        table.cell(place // 3, place % 3).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(1, 0).merge(table.cell(2, 0))
    made.add_paragraph("After").add_run().add_break(WD_BREAK.PAGE)
    written = io.BytesIO()
    made.save(written)
    assert read_file(written.getvalue(), "a.docx").content == (
        "Plant: North | Output: 10 | Output: 20\nPlant: North | Output: 11 | Output: 21\n\nAfter"
    )


def test_a_table_of_a_page_keeps_its_heads_and_spans() -> None:
    page = """<table><caption>Crew</caption>
    <thead><tr><th>Flight<th colspan=2>Days</tr><tr><th><th>up<th>out</tr></thead>
    <tr><td rowspan=2>One<td>3<td>1</tr><tr><td>4<td>2</tr></table>
    <table><tr><td>Menu<table><tr><td>inner<td>table</tr><tr><td>of<td>layout</tr></table></tr></table>"""
    content = read_file(page.encode(), "a.html").content
    assert "Crew\nFlight: One | Days, up: 3 | Days, out: 1\nFlight: One | Days, up: 4 | Days, out: 2" in content
    assert "inner: table" in content


def test_dates_of_a_sheet_are_dates() -> None:
    def fill(made) -> None:
        sheet = made.add_worksheet()
        sheet.write_row("A1", ["Event", "Day", "Place"])
        sheet.write("A2", "Opening")
        sheet.write_datetime("B2", date(1987, 6, 5), made.add_format({"num_format": "yyyy-mm-dd"}))
        sheet.write("C2", "Oslo")

    assert "Event: Opening | Day: 1987-06-05 | Place: Oslo" in read_file(workbook(fill), "a.xlsx").content


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f64540"
    "0000000049454e44ae426082"
)


def word_file(fill) -> bytes:
    document, written = docx.Document(), io.BytesIO()
    fill(document)
    document.save(written)
    return written.getvalue()


def test_a_word_file_has_its_first_heading_as_title_and_nothing_of_the_program_that_made_it() -> None:
    def fill(document) -> None:
        document.add_heading("Minutes of the committee, 9 May 2023", 1)
        document.add_paragraph("Present: Ida Lund.")

    draft = read_file(word_file(fill), "minutes-2023-05.docx")
    assert draft.title == "Minutes of the committee, 9 May 2023"
    assert draft.reference_time == datetime(2023, 5, 9, tzinfo=UTC)
    assert draft.metadata == {"format": "docx"}


def test_a_word_file_that_begins_with_text_keeps_its_name() -> None:
    def fill(document) -> None:
        document.add_paragraph("To whom it may concern.")
        document.add_heading("Introduction", 1)

    draft = read_file(word_file(fill), "quay-letter.docx")
    assert (draft.title, draft.reference_time) == ("quay letter", None)


def test_pictures_are_named_where_they_stand() -> None:
    def fill(document) -> None:
        document.add_paragraph("Before.")
        document.add_picture(io.BytesIO(PIXEL), width=docx.shared.Inches(1))
        document.inline_shapes[0]._inline.docPr.set("descr", "The quay [from the sea]")
        document.add_paragraph("After.")

    assert read_file(word_file(fill), "a.docx").content == "Before.\n\n[Picture: The quay (from the sea)]\n\nAfter."
    page = b'<p>Before <img src="x.png" alt="The quay">after.</p><img src="line.png" alt=""><img src="dot.png">'
    assert read_file(page, "a.html").content == "Before\n\n[Picture: The quay]\n\nafter."
    frame = """<draw:frame xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"><draw:image/><svg:desc
     xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0">The quay</svg:desc></draw:frame>"""
    drawn = ODT.replace("The quay was", f"The quay {frame} was")
    content = read_file(package({"content.xml": drawn, "meta.xml": META}), "a.odt").content
    assert "The quay was lengthened.\n\n[Picture: The quay]\n\n" in content


@pytest.mark.parametrize(
    ("title", "headings", "expected"),
    [
        ("News | Port of Norrby", ["Terminal open again"], "Terminal open again"),
        ("Terminal open again | Port of Norrby", ["Port of Norrby"], "Terminal open again | Port of Norrby"),
        ("Terminal open again - News", ["One", "Two"], "Terminal open again - News"),
        ("Terminal open again", ["The terminal opens"], "Terminal open again"),
        ("", ["The terminal opens"], "The terminal opens"),
    ],
)
def test_a_page_has_the_title_of_its_own(title: str, headings: list[str], expected: str) -> None:
    body = "".join(f"<h1>{one}</h1><p>Text.</p>" for one in headings)
    assert read_file(f"<title>{title}</title>{body}".encode(), "page.html").title == expected


@pytest.mark.parametrize(("created", "written"), [(None, None), (datetime(2013, 1, 28), date(2013, 1, 28))])  # noqa: DTZ001
def test_slides_are_never_of_the_day_of_their_maker_s_template(created, written):
    slides, data = pptx.Presentation(), io.BytesIO()
    slides.slides.add_slide(slides.slide_layouts[0]).shapes.title.text = "Plan"
    if created:
        slides.core_properties.created = created
    slides.save(data)
    found = read_file(data.getvalue(), "plan.pptx").reference_time
    assert (found and found.date()) == written
