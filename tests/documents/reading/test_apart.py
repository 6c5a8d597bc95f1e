"""Files that are built to harm their parser: each ends in a sentence, within its limits, and the next file is read."""

import io
import json
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable

import docx
import pypdf
import pytest
from docx.oxml.ns import qn

from services.documents.reading.apart import Limits, ReadingProcesses, Worker, digest_of
from services.documents.reading.requests import ENDED_IDLE, Requests
from services.errors import UnreadableDocument

SECONDS = 20
LIMITS = Limits(seconds=2, megabytes=500)


@pytest.fixture(scope="module")
def processes():
    processes = ReadingProcesses(LIMITS)
    yield processes
    processes.close()


def packed(part: str, content: bytes, base: bytes) -> bytes:
    """The package with one part put in the place of its own."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(base)) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, content if name == part else old.read(name))
    return written.getvalue()


def word_file(change: Callable[[docx.document.Document], None] = lambda _: None) -> bytes:
    document = docx.Document()
    change(document)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def empty_paragraphs() -> bytes:
    """30 MB of XML without a word."""
    w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    body = "<w:p/>" * 4_300_000
    return packed("word/document.xml", f"<w:document {w}><w:body>{body}</w:body></w:document>".encode(), word_file())


def endless_cell() -> bytes:
    def widen(document: docx.document.Document) -> None:
        table = document.add_table(200, 2)
        for row in table._tbl.tr_lst:
            cell = row.tc_lst[0]
            cell.get_or_add_tcPr().get_or_add_gridSpan().set(qn("w:val"), "100000")
            cell.p_lst[0].add_r().text = "word"

    return word_file(widen)


def shared_stream() -> bytes:
    """500 pages that show the same long drawing."""
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(500, 500)
    stream = pypdf.generic.DecodedStreamObject()
    stream.set_data(b"BT /F1 12 Tf " + b"1 0 0 1 10 10 Tm (word) Tj " * 40_000 + b"ET")
    shared = writer._add_object(stream.flate_encode())
    page[pypdf.generic.NameObject("/Contents")] = shared
    for _ in range(499):
        writer.add_page(page)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


HARMFUL: dict[str, Callable[[], bytes]] = {
    "paragraphs.docx": empty_paragraphs,
    "cell.docx": endless_cell,
    "unclosed.html": lambda: b"<p>" * 1_300_000 + b"word",
    "nested.html": lambda: b"<div>" * 800_000 + b"word",
    "shared.pdf": shared_stream,
    "tables.html": lambda: b"<table>" + b"<tr><td colspan=1000 rowspan=60000>x" * 3000 + b"</table>",
    "formulas.csv": lambda: b"a,b\n" + b'"' * 3_000_001,
    "groups.rtf": lambda: b"{\\rtf1" + b"{" * 2_000_000 + b"word",
}


def outcome(processes: ReadingProcesses, name: str) -> str:
    try:
        draft = processes.read(HARMFUL[name](), name)
    except UnreadableDocument as error:
        return "a sentence" if f"“{name}”" in str(error) else f"no name in {error}"
    return "a draft" if "word" in draft.content or "x" in draft.content else "an empty draft"


@pytest.mark.parametrize("name", HARMFUL)
def test_a_harmful_file_ends_in_a_draft_or_a_sentence(processes: ReadingProcesses, name: str) -> None:
    assert outcome(processes, name) in ("a draft", "a sentence")
    assert processes.read(b"# Calm\n\nText.", "calm.md").title == "Calm"


def test_a_file_that_takes_too_long_is_ended_and_says_so() -> None:
    processes = ReadingProcesses(Limits(seconds=1))
    started = time.monotonic()
    with pytest.raises(UnreadableDocument, match="not read after 1 s of work"):
        processes.read(HARMFUL["nested.html"](), "long.html")
    assert time.monotonic() - started < SECONDS
    processes.close()


def test_a_file_that_takes_too_much_memory_is_refused() -> None:
    processes = ReadingProcesses(Limits(megabytes=120))
    with pytest.raises(UnreadableDocument, match="more than 120 MB of memory"):
        processes.read(b"a line of text\n" * 6_000_000, "large.txt")
    processes.close()


def test_text_without_end_is_refused() -> None:
    processes = ReadingProcesses(Limits(megabytes_of_text=1))
    with pytest.raises(UnreadableDocument, match="more than 1 MB of text"):
        processes.read(b"a line of text\n" * 200_000, "long.txt")
    processes.close()


def test_what_is_wrong_with_a_file_is_said_as_without_a_process(processes: ReadingProcesses) -> None:
    with pytest.raises(UnreadableDocument, match="damaged or no PDF"):
        processes.read(b"%PDF-1.7\n" + b"garbage " * 50, "broken.pdf")


def test_one_process_reads_many_files(processes: ReadingProcesses) -> None:
    processes.read(b"one", "one.txt")
    waiting = len(processes._idle)
    assert waiting >= 1
    for number in range(5):
        processes.read(f"text {number}".encode(), f"{number}.txt")
    assert len(processes._idle) == waiting


def test_processes_end_with_their_owner() -> None:
    processes = ReadingProcesses()
    processes.read(b"one", "one.txt")
    (worker,) = processes._idle
    processes.close()
    assert not worker.is_alive


def test_a_file_is_sent_once_for_all_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    processes, sent = ReadingProcesses(), list[int]()
    data, asked = two_pages(), json.dumps

    def noted(value: dict[str, int]) -> str:
        sent.append(value["bytes"])
        return asked(value)

    monkeypatch.setattr("services.documents.reading.apart.json.dumps", noted)
    first, second = (processes.pictures(data, "two.pdf", [page], 60)[0] for page in (1, 2))
    other = processes.pictures(two_pages(height=90), "other.pdf", [1], 60)[0]
    processes.close()
    assert sent[0] == len(data)
    assert sent[1] == 0
    assert sent[2] > 0
    assert first.startswith(b"\x89PNG")
    assert first != second
    assert other != first


def test_a_file_whose_digest_is_known_is_not_digested_again(monkeypatch: pytest.MonkeyPatch) -> None:
    processes, data, digested = ReadingProcesses(), two_pages(), list[bytes]()

    def noted(content: bytes) -> str:
        digested.append(content)
        return digest_of(content)

    monkeypatch.setattr("services.documents.reading.apart.digest_of", noted)
    known = processes.pictures(data, "two.pdf", [1], 60, digest=digest_of(data))
    assert digested == []
    assert processes.pictures(data, "two.pdf", [1], 60) == known
    processes.close()
    assert digested == [data]


def test_a_process_that_ended_while_it_was_asked_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = ReadingProcesses()
    stopped = subprocess.Popen([sys.executable, "-c", f"raise SystemExit({ENDED_IDLE})"], stdin=-1, stdout=-1)
    stopped.wait()
    processes._idle.append(Worker(stopped))
    monkeypatch.setattr(Worker, "is_alive", True)
    assert processes.read(b"two", "two.txt").content == "two"
    processes.close()


def test_nothing_asked_for_a_while_ends_a_process() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream, pytest.raises(SystemExit) as ended:
        Requests(stream, idle_seconds=0.01).next()
    os.close(writing)
    assert ended.value.code == ENDED_IDLE


def two_pages(height: int = 80) -> bytes:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(60, height)
    writer.add_blank_page(60, height * 2)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def test_a_file_is_not_blamed_where_python_does_not_start(tmp_path, monkeypatch):
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    with pytest.raises(UnreadableDocument, match="the file is not at fault"):
        ReadingProcesses(LIMITS).read(b"# Minutes", "minutes.md")


def test_python_gets_what_it_needs_to_start_and_no_key(tmp_path, monkeypatch):
    told = tmp_path / "python"
    told.write_text(f"#!/bin/sh\nenv > '{tmp_path}/environment'\nexit 127\n")
    told.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(told))
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/python/lib")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    with pytest.raises(UnreadableDocument):
        ReadingProcesses(LIMITS).read(b"# Minutes", "minutes.md")
    environment = (tmp_path / "environment").read_text()
    assert "LD_LIBRARY_PATH=/opt/python/lib" in environment
    assert "secret" not in environment
