"""While facts are being read, what is not there yet is not said to be unknown."""

import pytest

from components.graph import entity_picker
from services.documents.ingest.graph_work import GraphWork


@pytest.fixture
def waiting(monkeypatch):
    async def some(_):
        return 42

    monkeypatch.setattr(GraphWork, "waiting", some)


@pytest.mark.usefixtures("waiting")
def test_a_name_that_is_not_there_yet_comes_with_what_is_still_to_be_read(app_test):
    page = app_test("graph", entity="Nobody of that name")
    assert "No entity is called" in page.warning[0].value
    assert "Facts are still being read: 42 documents to go" in page.info[0].value


@pytest.mark.usefixtures("waiting")
def test_a_graph_without_facts_yet_is_not_said_to_be_empty(app_test, monkeypatch):
    monkeypatch.setattr(entity_picker, "show", lambda: (None, ()))
    page = app_test("graph")
    assert [one.value for one in page.info if "42 documents to go" in one.value]
    assert not [one for one in page.info if "empty" in one.value]


def test_once_all_is_read_nothing_is_said_of_it(app_test):
    page = app_test("graph", entity="Nobody of that name")
    assert not [one for one in page.info if "still being read" in one.value]
