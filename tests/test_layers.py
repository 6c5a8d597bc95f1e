"""Who may import whom. A failure here is a design question, not a lint error."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STORES = {"sqlalchemy", "asyncpg", "pgvector", "graphiti_core", "neo4j", "pydantic_ai", "alembic", "asyncio"}
FORBIDDEN = {
    "services": {"streamlit", "components", "pages"},
    "components": STORES | {"pages"},
    "pages": STORES | {"pages"},
}


def imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("layer", FORBIDDEN)
def test_a_layer_imports_nothing_from_above_or_from_the_stores(layer):
    offences = {str(path): imported(path) & FORBIDDEN[layer] for path in (ROOT / layer).rglob("*.py")}
    assert offences
    assert not {path: bad for path, bad in offences.items() if bad}


def test_pages_stay_thin():
    lengths = {path.name: path.read_text().count("\n") for path in (ROOT / "pages").glob("*.py")}
    assert not {name: lines for name, lines in lengths.items() if lines > 60}


MAY_TOUCH_THE_ENVIRONMENT = {
    "settings.py",
    "setup.py",  # looks before anything is installed, when settings.py cannot be imported yet
    "client.py",  # sets what Graphiti reads at its import: no telemetry, no .env of the working directory
}


def test_only_settings_reads_the_environment():
    readers = [
        path
        for layer in FORBIDDEN
        for path in (ROOT / layer).rglob("*.py")
        if path.name not in MAY_TOUCH_THE_ENVIRONMENT and {"os.environ", "os.getenv"} & attributes(path)
    ]
    assert not readers


def attributes(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return {f"{n.value.id}.{n.attr}" for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)}
