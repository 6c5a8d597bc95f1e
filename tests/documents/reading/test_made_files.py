"""Files of every format, damaged as chance has it: each is a document or one sentence, never an exception."""

import io
import random
import signal
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from types import FrameType

import docx.document
import fpdf
import pptx
import pytest
import xlsxwriter
from PIL import Image

from services.documents.reading.formats import SUFFIXES, format_of
from services.documents.reading.readers import read_file
from services.errors import UnreadableDocument
from services.models import DocumentDraft
from tests.documents.reading.office.test_files import CONTAINER, META, ODT, PACKAGE, mail, package, word_file, workbook

SEED, A_FORMAT, MANY = 26, 20, 720
"""Files made of each format; with `--many` over 10,000 of all."""
SECONDS = 20
DAMAGE = (
    b"\0",
    b"\xff\xfe",
    b"<",
    b"]]>",
    b"&#xD800;",
    b"%%EOF",
    b"-1",
    b"99999999999999999999",
    b"\r",
    b'"',
    "\u202e".encode(),
    b"\xed\xa0\x80",
    b"0000-00-00",
    b"{{",
    b"=?utf-8?b?////?=",
)
TEXT = """---
title: The harbour of Sund
date: 2019-04-05
tags: [piers, "tides"]
---
# The harbour

Author: Ida Holm
Created: 3 May 2018

The pier was **rebuilt** in 1997. See [the plan](plan.pdf), `code` and ![a crane](crane.png).

| Pier | Length |
|---|---:|
| North | 120 m |
| South | 85 m |

- one
  - two
1. three
"""
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tides</title>
<meta name="date" content="2020-02-03"><script>alert(1)</script></head><body><h1>Tides</h1><p>High <b>water</b> at
<time datetime="2020-02-03">noon</time>.</p><table><tr><th rowspan="2">Day</th><th colspan="2">Metres</th></tr>
<tr><td>1.2</td><td>0.4</td></tr></table><ul><li>a<ul><li>b</ul></ul><img alt="a gauge" src="g.png"></body></html>"""
ODT_PARTS = {"content.xml": ODT, "meta.xml": META}
BOOK = {
    "META-INF/container.xml": CONTAINER,
    "OEBPS/book.opf": PACKAGE,
    "OEBPS/one .xhtml": PAGE,
    "OEBPS/two.xhtml": PAGE,
}


def saved(save: Callable[[io.BytesIO], object]) -> bytes:
    written = io.BytesIO()
    save(written)
    return written.getvalue()


def words(document: docx.document.Document) -> None:
    document.add_heading("Dredging")
    document.add_paragraph("Done in ").add_run("1998").bold = True
    document.add_table(2, 3).cell(0, 0).merge(document.tables[0].cell(1, 1)).text = "Depth"


def pages() -> bytes:
    pdf = fpdf.FPDF()
    pdf.set_title("Quays")
    pdf.set_font("Helvetica", size=12)
    for number in range(2):
        pdf.add_page()
        pdf.multi_cell(0, 6, f"Quay {number} was built in 1903. It is long. " * 8)
        with pdf.table() as table:
            for cells in (("Quay", "Metres"), ("A", "120")):
                table.row(cells)
    return bytes(pdf.output())


def slides() -> bytes:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text, slide.placeholders[1].text = "Plan", "Two cranes"
    slide.notes_slide.notes_text_frame.text = "Ask Ida."
    return saved(deck.save)


def sheet(made: xlsxwriter.Workbook) -> None:
    ships = made.add_worksheet("Ships")
    for number, row in enumerate((("Ship", "Tonnes", "Date"), ("Ada", 12.5, "2019-01-02"), ("Bo", "", "=1/0"))):
        ships.write_row(number, 0, row)
    ships.merge_range("A5:B6", "both")


def letter() -> bytes:
    message = message_from_bytes(mail("The crane is late.", PAGE), policy=default)
    message.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv", filename="a.csv")
    return message.as_bytes()


WHOLE: dict[str, Callable[[], bytes]] = {
    "a.txt": TEXT.encode,
    "a.md": TEXT.encode,
    "a.html": PAGE.encode,
    "a.pdf": pages,
    "a.docx": lambda: word_file(words),
    "a.odt": lambda: package(ODT_PARTS),
    "a.rtf": lambda: rb"{\rtf1\ansi{\info{\title Locks}}\pard Gate \b two\b0\par\u8364? \'e4\trowd\cellx10 a\cell\row}",
    "a.epub": lambda: package(BOOK),
    "a.pptx": slides,
    "a.xlsx": lambda: workbook(sheet),
    "a.csv": b'Ship;Tonnes;Date\nAda;12,5;2019-01-02\n"B""o";;\n'.__bytes__,
    "a.eml": letter,
    "a.msg": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "Subject: Höhe".encode("utf-16-le") * 90,
    "a.png": lambda: saved(lambda written: Image.new("L", (60, 20), 255).save(written, "PNG")),
}


def damaged(chance: random.Random, data: bytes) -> bytes:
    """A few bytes changed, put in, taken out, doubled, or the end cut off."""
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice((1, 4, 50, 500)))
        data = chance.choice(
            (
                data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :],
                data[:at] + chance.choice(DAMAGE) + data[at:],
                data[:at] + data[end:],
                data[:end] + data[at:end] * chance.choice((1, 3, 40)) + data[end:],
                data[:at] or data,
            )
        )
    return data


def made(chance: random.Random, data: bytes) -> bytes:
    """Of a package, as often one of its parts as the package itself: its checksums hide the parts from most damage."""
    if not zipfile.is_zipfile(io.BytesIO(data)) or chance.random() < 0.2:
        return damaged(chance, data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    told = [name for name in parts if name.endswith((".xml", ".xhtml", ".opf", ".rels"))]
    for name in chance.sample(told, min(len(told), chance.choice((1, 1, 2)))):
        parts[name] = damaged(chance, parts[name])
    if chance.random() < 0.1:
        del parts[chance.choice(told)]
    return package(parts)


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    def give_up(_signal: int, _frame: FrameType | None) -> None:
        pytest.fail(f"It is still being read after {seconds} s.")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_there_is_a_file_of_every_format() -> None:
    assert {format_of(name) for name in WHOLE} == set(SUFFIXES)


@pytest.mark.parametrize("name", WHOLE)
def test_a_damaged_file_is_a_document_or_a_sentence(name: str, request: pytest.FixtureRequest) -> None:
    whole, chance = WHOLE[name](), random.Random(f"{SEED} {name}")
    read_ones = 0
    for number in range(MANY if request.config.getoption("--many") else A_FORMAT):
        data = made(chance, whole) if number else whole
        with at_most(SECONDS):
            sentence_or_draft = outcome(data, name, number)
        if isinstance(sentence_or_draft, str):
            assert sentence_or_draft.endswith("."), (number, sentence_or_draft)
            assert "\n" not in sentence_or_draft, (number, sentence_or_draft)
            continue
        read_ones += 1
        assert "\0" not in sentence_or_draft.content
        sentence_or_draft.model_dump_json().encode()
    assert read_ones or name == "a.msg"


def outcome(data: bytes, name: str, number: int) -> DocumentDraft | str:
    try:
        return read_file(data, name)
    except UnreadableDocument as error:
        return str(error)
    except Exception as error:
        error.add_note(f"file {number} of {name}")
        raise
