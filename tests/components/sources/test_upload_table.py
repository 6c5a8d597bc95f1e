"""What the table of files on their way in says, before anything of them is ingested."""

import json
from typing import NamedTuple

from streamlit.testing.v1 import AppTest

from components.sources.recognised import Recognised, unique_names
from components.sources.upload_table import content_words
from services.models import DocumentDraft


class Dropped(NamedTuple):
    name: str
    content: bytes
    file_id: str = "1"

    def getvalue(self) -> bytes:
        return self.content


def test_two_files_of_one_name_stay_two_and_the_same_file_twice_is_one():
    dropped = [Dropped("notes.txt", text) for text in (b"May", b"June", b"May", b"July")]
    assert unique_names(dropped) == ["notes.txt", "notes (2).txt", "notes.txt", "notes (3).txt"]
    assert unique_names([Dropped("a.b/README", b"1"), Dropped("a.b/README", b"2")]) == ["a.b/README", "a.b/README (2)"]


def draft(*warnings):
    return DocumentDraft(title="Minutes", source="minutes.md", content="x" * 1234, warnings=warnings)


def test_what_was_found_and_its_warnings_are_told_apart():
    warning = "The date “2019-02-31” is none."
    assert content_words(Recognised("minutes.md", draft(warning))) == "1,234 characters · 1 remark"
    assert content_words(Recognised("minutes.md", draft())) == "1,234 characters"


def table_of_one_undated_file():
    from types import SimpleNamespace

    from components.sources import upload_table
    from components.sources.recognised import Recognised
    from services.models import DocumentDraft

    draft = DocumentDraft(title="Minutes", source="minutes.md", content="They met.")
    upload_table.show([(SimpleNamespace(name="minutes.md", file_id="1"), Recognised("minutes.md", draft))])


def test_a_missing_date_is_an_empty_cell():
    page = AppTest.from_function(table_of_one_undated_file).run()
    assert not page.exception
    table = page.main.children[1].proto
    assert table.HasField("placeholder")
    assert table.placeholder == ""
    assert not page.warning


def table_of_a_file_that_is_none():
    from types import SimpleNamespace

    from components.sources import upload_table
    from components.sources.recognised import Recognised
    from services.models import DocumentDraft

    warning = "The date “2019-02-31” is none."
    draft = DocumentDraft(title="Minutes", source="minutes.md", content="They met.", warnings=(warning,))
    damaged = Recognised(
        "plan.pdf", problem="“plan.pdf” is damaged or no PDF. Open it in a PDF viewer and save it anew."
    )
    files = [Recognised("minutes.md", draft), damaged]
    upload_table.show([(SimpleNamespace(name=one.name, file_id=one.name), one) for one in files])


def test_why_a_file_cannot_be_read_is_told_in_full_below_the_table():
    page = AppTest.from_function(table_of_a_file_that_is_none).run()
    assert not page.exception
    (told,) = page.warning
    assert "save it anew" in told.value
    assert "2019" in told.value
    assert "save it anew" not in json.dumps(page.dataframe[0].value.to_dict("list"), default=str)
