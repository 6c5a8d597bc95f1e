"""Each character of a PDF's text knows where on its page it stands: what is marked is the quote, or nothing is."""

import ctypes
import io
import random
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache

import pypdf
import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest

from services.documents.pages import pages_with_passage
from services.documents.reading.readers import read_file
from services.models import DocumentDraft, MarkedPage
from services.text.boxes import Box
from tests.documents.reading.pdf.test_tables import LAUNCHES, Given, sheet, written

TEXT = """
the of in was by with station engine launch crew orbit first second official office final affair difficult flight
kerosene oxygen Baikonur Kourou 1998 2,060 Mir Salyut offer efficient-looking Russo-Baltic ten, eleven; twelve
"""
WORDS = TEXT.split()
QUOTES_A_FILE = 25


def prose(seed: int, sentences: int = 60) -> str:
    chance = random.Random(seed)
    lengths = (chance.randrange(6, 22) for _ in range(sentences))
    return " ".join(" ".join(chance.choice(WORDS) for _ in range(length)).capitalize() + "." for length in lengths)


def plain(seed: int) -> bytes:
    pdf = sheet()
    pdf.set_font_size(8 + seed % 5)
    pdf.multi_cell(0, 5, prose(seed), align="LJRC"[seed % 4])
    return bytes(pdf.output())


def columns(seed: int) -> bytes:
    pdf = sheet()
    with pdf.text_columns(text=prose(seed, 90), ncols=2 + seed % 2, gutter=6, balance=True, text_align="LJ"[seed % 2]):
        pass
    return bytes(pdf.output())


def hyphenated(seed: int) -> bytes:
    """Words torn at the ends of lines."""
    pdf = sheet()
    chance = random.Random(seed)
    words = (
        f"{word[:4]}-\n{word[4:]}" if len(word) > 7 and chance.random() < 0.3 else word for word in prose(seed).split()
    )
    pdf.multi_cell(120, 5, " ".join(words))
    return bytes(pdf.output())


def ligatures(seed: int) -> bytes:
    """One glyph stands for two letters, as typesetters have it."""
    pdf = sheet()
    pdf.multi_cell(0, 6, prose(seed).replace("fi", "\x80").replace("fl", "\x81"))
    named = [pypdf.generic.NumberObject(128), *map(pypdf.generic.NameObject, ("/fi", "/fl"))]
    encoding = pypdf.generic.DictionaryObject({
        pypdf.generic.NameObject("/BaseEncoding"): pypdf.generic.NameObject("/WinAnsiEncoding"),
        pypdf.generic.NameObject("/Differences"): pypdf.generic.ArrayObject(named),
    })  # fmt: skip

    def name_glyphs(page: pypdf.PageObject) -> None:
        for font in page["/Resources"]["/Font"].values():
            font.get_object()[pypdf.generic.NameObject("/Encoding")] = encoding

    return changed(bytes(pdf.output()), name_glyphs)


def changed(data: bytes, change: Callable[[pypdf.PageObject], object]) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    for page in writer.pages:
        change(page)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def turned(seed: int) -> bytes:
    """As a scanner lays a page: the page says how it is to be turned."""
    return changed(plain(seed), lambda page: page.rotate(90 * (1 + seed % 3)))


def upright(seed: int) -> bytes:
    """The text itself runs up or down the page."""
    turn = pypdf.Transformation().rotate(90 * (1 + seed % 3)).translate(300, 400)
    return changed(plain(seed), lambda page: page.add_transformation(turn, expand=True))


def cropped(seed: int) -> bytes:
    def crop(page: pypdf.PageObject) -> None:
        left, bottom, right, top = (float(side) for side in page.mediabox)
        page.cropbox = pypdf.generic.RectangleObject((left + 20, bottom + 150, right - 15, top - 10))

    return changed(columns(seed) if seed % 2 else plain(seed), crop)


def shifted(seed: int) -> bytes:
    """A page whose corner is not at nought, and is turned, too."""

    def shift(page: pypdf.PageObject) -> None:
        page.add_transformation(pypdf.Transformation().translate(500, -300))
        left, bottom, right, top = (float(side) for side in page.mediabox)
        page.mediabox = page.cropbox = pypdf.generic.RectangleObject((left + 500, bottom - 300, right + 500, top - 300))
        page.rotate(90 * (seed % 2))

    return changed(plain(seed), shift)


def table(seed: int) -> bytes:
    return written(Given(LAUNCHES, size=8 + seed % 3))


KINDS = (plain, columns, hyphenated, ligatures, turned, upright, cropped, shifted, table)
FILES = [(kind, seed) for seed in range(3) for kind in KINDS][:20]


@dataclass(frozen=True)
class Quote:
    text: str
    pages: tuple[MarkedPage, ...]
    share: float


@cache
def file_of(kind: Callable[[int], bytes], seed: int) -> tuple[bytes, DocumentDraft]:
    data = kind(seed)
    return data, read_file(data, f"{kind.__name__}.pdf")


def quotes(draft: DocumentDraft, seed: int) -> Iterator[Quote]:
    """Passages that begin and end anywhere between two words."""
    chance = random.Random(seed)
    starts = [0, *(at + 1 for at, letter in enumerate(draft.content) if letter.isspace())]
    for _ in range(QUOTES_A_FILE):
        start = chance.choice(starts)
        end = min(len(draft.content), start + chance.randrange(10, 300))
        while end < len(draft.content) and not draft.content[end].isspace():
            end += 1
        yield Quote(draft.content[start:end], *pages_with_passage(draft.content, draft.pages, start, end))


def letters(text: str) -> str:
    """What a quote and its boxes have in common: no white space, no hyphen of a torn word, ligatures as letters."""
    spelt = text.replace("\ufb01", "fi").replace("\ufb02", "fl")
    return "".join(letter for letter in spelt if letter.isalnum())


def text_in(data: bytes, page: MarkedPage) -> str:
    """What pdfium itself finds in these boxes of the page: asked by place, not by number of character."""
    with (
        closing(pdfium.PdfDocument(data)) as file,
        closing(file[page.number - 1]) as opened,
        closing(opened.get_textpage()) as text,
    ):
        return "".join(_text_in(opened, text, Box(*box)) for box in page.boxes)


def _text_in(page: pdfium.PdfPage, text: pdfium.PdfTextPage, box: Box) -> str:
    corners = [_on_page(page, box.left, box.top), _on_page(page, box.right, box.bottom)]
    (left, right), (bottom, top) = (sorted(side) for side in zip(*corners, strict=True))
    return str(text.get_text_bounded(left - 0.1, bottom - 0.1, right + 0.1, top + 0.1))


def _on_page(page: pdfium.PdfPage, across: float, down: float) -> tuple[float, float]:
    x, y = ctypes.c_double(), ctypes.c_double()
    fine = 1_000_000
    raw.FPDF_DeviceToPage(page, 0, 0, fine, fine, 0, round(across * fine), round(down * fine), x, y)
    return x.value, y.value


def test_what_is_marked_of_500_quotes_is_the_quote() -> None:
    asked, right, wrong = 0, 0, []
    for kind, seed in FILES:
        data, draft = file_of(kind, seed)
        for quote in quotes(draft, seed):
            asked += 1
            found = "".join(letters(text_in(data, page)) for page in quote.pages)
            wanted = letters(quote.text)
            if sorted(found) == sorted(wanted):
                right += 1
            else:
                wrong.append((kind.__name__, quote.share, quote.text, found))
    assert asked == 500
    assert right / asked >= 0.98, (right, wrong[:8])


def test_a_quote_outside_of_what_a_page_shows_is_marked_nowhere() -> None:
    data = changed(plain(1), lambda page: setattr(page, "cropbox", pypdf.generic.RectangleObject((0, 0, 200, 40))))
    draft = read_file(data, "a.pdf")
    assert pages_with_passage(draft.content, draft.pages, 0, 100) == ((), 0.0)


def test_a_word_stands_where_it_was_written() -> None:
    pdf = sheet()
    pdf.text(100, 50, "Salyut")
    pdf.text(20, 200, "Mir")
    draft = read_file(bytes(pdf.output()), "a.pdf")
    start = draft.content.index("Mir")
    (page,), share = pages_with_passage(draft.content, draft.pages, start, start + 3)
    (box,) = (Box(*box) for box in page.boxes)
    assert share == 1
    assert box.left * pdf.w == pytest.approx(20, abs=0.5)
    assert box.bottom * pdf.h == pytest.approx(200, abs=0.5)
    assert box.width * pdf.w == pytest.approx(pdf.get_string_width("Mir"), abs=0.8)


def test_a_passage_over_two_pages_is_marked_on_both() -> None:
    pdf = sheet()
    pdf.multi_cell(0, 5, "The first page ends here")
    pdf.add_page()
    pdf.multi_cell(0, 5, "and the second begins.")
    draft = read_file(bytes(pdf.output()), "a.pdf")
    pages, _ = pages_with_passage(
        draft.content, draft.pages, draft.content.index("ends"), draft.content.index("begins")
    )
    assert [page.number for page in pages] == [1, 2]


def test_a_row_of_a_table_is_marked_with_the_heads_of_its_columns() -> None:
    data = table(0)
    draft = read_file(data, "a.pdf")
    start = draft.content.index("Vehicle: Soyuz 2")
    (page,), _ = pages_with_passage(draft.content, draft.pages, start, draft.content.index("\n", start))
    found = " ".join(text_in(data, page).split())
    assert sorted(letters(found)) == sorted(letters("Vehicle Soyuz 2 Site Baikonur Launches 170 Failures 5"))
