"""The status page: what runs, from where, and is it well?"""

import re

from components.status.health_table import state_words
from services.models import PartHealth


def test_every_part_is_named_with_its_state(app_test):
    page = app_test("status")
    health = page.table[0].value.to_string()
    for name in ("Documents", "Graph", "Embeddings", "Language model"):
        assert name in health
    assert "No language model is configured" in health
    assert "not configured: " not in health
    assert page.success


def test_a_state_that_its_reason_names_is_not_said_twice():
    assert state_words(PartHealth(status="starting", reason="The graph is starting.")) == "The graph is starting."
    assert state_words(PartHealth(status="down", reason="It is away.")) == "down: It is away."


def test_sizes_are_those_of_the_sample(app_test):
    sizes = app_test("status").table[1].value.to_string()
    documents = int(re.search(r"Documents\s+([\d,]+)", sizes).group(1).replace(",", ""))
    assert documents >= 40
    assert "Free disk" in sizes


def test_only_what_the_environment_sets_is_a_filter(app_test):
    page = app_test("status")
    everything = page.table[-1].value
    page.toggle(key="settings_only_set").set_value(True).run()
    chosen = page.table[-1].value
    assert 0 < len(chosen) < len(everything)
    assert set(chosen["From"]) == {"environment"}
    assert "DOSSIER\\_DATA\\_DIR" in set(chosen["Variable"])


def test_what_a_setting_means_is_read_in_full(page):
    page.set_viewport_size({"width": 1360, "height": 900})
    page.goto("/status")
    meaning = page.get_by_role("cell", name=re.compile("Where the embedded stores, their passwords"))
    meaning.wait_for()
    assert meaning.evaluate("cell => cell.scrollWidth <= cell.clientWidth")


def test_the_page_shows_backup_and_versions_in_the_browser(page):
    page.goto("/status")
    for heading in ("Sizes", "What is used", "Backup", "Versions", "Settings"):
        page.get_by_role("heading", name=heading, exact=True).wait_for()
    page.get_by_text("python -m services export FOLDER").wait_for()
    page.get_by_text(re.compile(r"^18\.\d")).first.wait_for()
