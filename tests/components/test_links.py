"""One maker of links between pages, for the mistakes that only show where a link is drawn."""

import ast
from pathlib import Path

import pytest

from components import links

ROOT = Path(__file__).resolve().parent.parent.parent
MAKERS = {"page_link", "switch_page"}
SCRIPTS = sorted(path for layer in ("components", "pages") for path in (ROOT / layer).rglob("*.py"))
MAKER = ROOT / "components" / "links.py"


def tree(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text("utf-8"))))


def called(path: Path) -> set[str]:
    """Every attribute and imported name, so that `from streamlit import page_link` counts as well."""
    attributes = {node.attr for node in tree(path) if isinstance(node, ast.Attribute)}
    imported = {alias.name for node in tree(path) if isinstance(node, ast.ImportFrom) for alias in node.names}
    return attributes | imported


def texts(path: Path) -> list[str]:
    return [node.value for node in tree(path) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def test_only_one_module_makes_links_to_pages():
    assert [path for path in SCRIPTS if called(path) & MAKERS] == [MAKER]


@pytest.mark.parametrize("page", sorted(path.stem for path in (ROOT / "pages").glob("*.py")))
def test_no_link_to_a_page_is_written_by_hand(page):
    """A page's file, or its address in Markdown."""
    by_hand = (f"pages/{page}.py", f"](/{page}")
    found = [path for path in SCRIPTS for text in texts(path) if any(link in text for link in by_hand)]
    assert not found


def test_each_page_that_is_named_exists():
    makers = {"show", "written", "page_file"}
    named = {
        node.args[0].value
        for path in SCRIPTS
        for node in tree(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in makers
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "links"
        and isinstance(node.args[0], ast.Constant)
    }
    assert named
    assert not [name for name in named if not links.page_file(name).is_file()]
