"""The README names every setting and route, docs/reference.md every route, tool and command, as they are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from services.__main__ import COMMANDS
from services.api.mcp import build_mcp
from services.api.routes import build_api
from services.backend import Backend
from services.settings import ROOT, Settings

REFERENCE = (ROOT / "docs" / "reference.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")


def setting_rows() -> list[str]:
    return [
        f"| `{field.validation_alias}` | {default(field.default)} | {words(field.description)} |"
        for field in Settings.model_fields.values()
    ]


def default(value: object) -> str:
    if isinstance(value, Path):
        return f"`{value.relative_to(ROOT)}/`"
    if isinstance(value, bool):
        return f"`{value:d}`"
    return "" if value is None or value == "" else f"`{value}`"


def words(description: str | None) -> str:
    assert description, "every setting says what it means"
    return description.replace("\n", " ")


def no_backend() -> Backend:
    raise AssertionError("documentation opens no store")


def routes() -> list[str]:
    paths = build_api(no_backend, Settings()).openapi()["paths"]
    return [f"`{method.upper()} /api{path}`" for path, methods in paths.items() for method in methods]


@pytest.mark.parametrize("row", setting_rows())
def test_a_setting_is_in_the_readme_with_its_default_and_meaning(row: str) -> None:
    assert row in README


def test_no_setting_is_documented_that_does_not_exist() -> None:
    table = README.partition("## Settings")[2].partition("\n## ")[0]
    documented = [line for line in table.splitlines() if line.startswith("| `")]
    assert sorted(documented) == sorted(setting_rows())


@pytest.mark.parametrize("route", routes())
def test_a_route_is_in_the_readme_and_in_the_reference(route: str) -> None:
    assert route in README
    assert route in REFERENCE


async def test_an_mcp_tool_is_in_the_reference() -> None:
    tools = [tool.name for tool in await build_mcp(no_backend).list_tools()]
    assert tools
    assert not [name for name in tools if f"`{name}`" not in REFERENCE]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_in_the_reference(name: str) -> None:
    assert f"| `{name}" in REFERENCE
    assert COMMANDS[name].summary in REFERENCE


def test_links_of_readme_and_reference_lead_to_files() -> None:
    missing = [
        target for text, folder in ((README, ROOT), (REFERENCE, ROOT / "docs")) for target in broken(text, folder)
    ]
    assert not missing


def broken(text: str, folder: Path) -> list[str]:
    targets = [part.partition(")")[0].partition("#")[0] for part in text.split("](")[1:]]
    local: Callable[[str], bool] = lambda target: bool(target) and "://" not in target  # noqa: E731
    return [target for target in targets if local(target) and not (folder / target).exists()]
