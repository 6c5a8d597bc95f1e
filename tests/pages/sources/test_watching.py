"""What is watched, on the pages: named, seen, given up, and asked about when a file is gone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.backend import Backend
from services.models import Viewpoint
from services.watching.service import Watches
from tests.pages.graph.test_graph import texts


@pytest.fixture
def watches(attached_backend: Backend) -> Iterator[Watches]:
    """What a test leaves behind is taken away."""
    services = attached_backend.services
    yield services.watches
    for watch in attached_backend.run(services.watches.all()):
        attached_backend.run(services.watches.remove(watch.id))
    page = attached_backend.run(services.library.list(limit=100, offset=0, viewpoint=Viewpoint.ever()))
    for document in page.documents:
        if document.source.startswith("whale reports/"):
            attached_backend.run(services.ingestion.delete(document.id))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "whale reports"
    made.mkdir()
    (made / "narwhals.md").write_text("# Narwhals of the bay\n\nThree narwhals were seen.")
    (made / "belugas.md").write_text("# Belugas of the bay\n\nFour belugas were seen.")
    return made


def test_a_folder_is_watched_and_what_is_deleted_in_it_is_asked_about(app_test, attached_backend, watches, folder):
    page = app_test("sources", sources_way="Watched folder or page")
    page.text_input(key="watch_address").set_value(str(folder / "missing"))
    page.button[0].click().run()
    assert "is no folder" in page.error[0].value
    assert page.text_input(key="watch_address").value == str(folder / "missing"), "to be put right"
    page.text_input(key="watch_address").set_value(str(folder))
    page.button[0].click().run()
    assert page.text_input(key="watch_address").value == ""
    assert not page.error
    (watch,) = attached_backend.run(watches.all())
    attached_backend.run(watches.look(watch))
    page = app_test("sources", sources_way="Watched folder or page")
    assert any("2 documents · last seen" in one.value for one in page.caption)
    assert any("2 documents · last seen" in table.value.to_string() for table in app_test("status").table)

    for file in folder.glob("*.md"):
        file.unlink()
    attached_backend.run(watches.look(watch))
    review = app_test("graph", entity="NASA", view="review")
    assert "Narwhals of the bay" in texts(review)
    gone = {one.title: one for one in attached_backend.run(watches.gone_files())}
    narwhals, belugas = gone["Narwhals of the bay"], gone["Belugas of the bay"]
    review.button(key=f"gone-delete-{watch.id}-{narwhals.document_id}").click().run()
    review.button(key=f"gone-keep-{watch.id}-{belugas.document_id}").click().run()
    assert attached_backend.run(watches.gone_files()) == ()
    left = attached_backend.run(
        attached_backend.services.library.list(limit=100, offset=0, viewpoint=Viewpoint.ever())
    ).documents
    assert {one.title for one in left if one.source.startswith("whale reports/")} == {"Belugas of the bay"}

    page = app_test("sources", sources_way="Watched folder or page")
    page.button(key=f"unwatch-{watch.id}").click().run()
    assert attached_backend.run(watches.all()) == ()


def test_a_page_inside_of_the_network_is_refused_at_once(app_test, attached_backend, watches):
    page = app_test("sources", sources_way="Watched folder or page")
    page.text_input(key="watch_address").set_value("http://127.0.0.1:8501/")
    page.button[0].click().run()
    assert "inside of a network" in page.error[0].value
    assert attached_backend.run(watches.all()) == ()
