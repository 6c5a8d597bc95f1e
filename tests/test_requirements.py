"""What is installed runs on every Python that the README names."""

from importlib.metadata import distributions

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from services.settings import ROOT

FILES = ("requirements.txt", "constraints.txt", "requirements-dev.txt", "requirements-local-model.txt")
PYTHONS = ("3.11.0", "3.12.0", "3.13.0", "3.14.0")


def pinned() -> set[str]:
    lines = [line.partition("#")[0].strip() for name in FILES for line in (ROOT / name).read_text("utf-8").splitlines()]
    return {canonicalize_name(Requirement(line).name) for line in lines if line and not line.startswith("-")}


def wanted() -> dict[str, str]:
    """What each package says of Python; of those that other versions of Python need, nothing is installed here."""
    installed = {canonicalize_name(each.name): each.metadata["Requires-Python"] or "" for each in distributions()}
    return {name: installed[name] for name in pinned() & installed.keys()}


@pytest.mark.parametrize("python", PYTHONS)
def test_every_package_accepts_this_python(python: str) -> None:
    """Debian 12 brings Python 3.11.2: a package that wants 3.11.5 stops the installation there."""
    assert "soupsieve" in wanted()
    assert not {name: versions for name, versions in wanted().items() if not SpecifierSet(versions).contains(python)}
