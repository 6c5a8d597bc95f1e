"""What the table of files on their way in says, before anything of them is ingested."""

import json

from streamlit.testing.v1 import AppTest

from components.sources.recognised import Recognised
from components.sources.upload_table import found
from services.models import DocumentDraft


def draft(*warnings):
    return DocumentDraft(title="Minutes", source="minutes.md", content="x" * 1234, warnings=warnings)


def test_what_was_found_and_its_warnings_are_told_apart():
    warning = "The date “2019-02-31” is none."
    assert found(Recognised("minutes.md", draft(warning))) == f"1,234 characters · {warning}"
    assert found(Recognised("minutes.md", draft())) == "1,234 characters"


def table_of_one_undated_file():
    from types import SimpleNamespace

    from components.sources import upload_table
    from components.sources.recognised import Recognised
    from services.models import DocumentDraft

    draft = DocumentDraft(title="Minutes", source="minutes.md", content="They met.")
    upload_table.show([(SimpleNamespace(name="minutes.md", file_id="1"), Recognised("minutes.md", draft))])


def test_a_missing_date_is_an_empty_cell_and_the_reason_has_most_room():
    page = AppTest.from_function(table_of_one_undated_file).run()
    assert not page.exception
    table = page.main.children[1].proto
    columns = json.loads(table.columns)
    assert table.HasField("placeholder")
    assert table.placeholder == ""
    widths = {name: column["width"] for name, column in columns.items() if "width" in column}
    assert widths["found"] == max(widths.values())
