"""Who may import whom. A failure here is a design question, not a lint error."""

import ast
from functools import cache
from graphlib import TopologicalSorter
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


WINGS = (
    ("models", "errors"),
    ("text",),
    ("settings", "logs"),
    ("stores", "embedding"),
    ("graph", "search"),
    ("documents",),
    ("watching",),
    ("agent",),
    ("chat",),
    ("sample", "export", "status", "readiness"),
    ("setup",),
    ("core",),
    ("backend",),
    ("process",),
    ("api",),
    ("commands",),
    ("__main__",),
)
"""From the ground up: a wing of the services imports only from those before its own group."""
ROOMS = {
    "graph": ("names", "lucene", "records", "viewpoint", "prepared", "provenance", "graphiti", "reading", "by_rule",
              "writing", "duplicates", "service"),
    "graph.by_rule": ("sentences", "names", "statements", "mentions", "doubts", "gate", "summaries", "reader",
                      "process", "__main__"),
    "documents": ("reading", "chunking", "library", "naming", "choice", "object_storage", "originals", "pages",
                  "existing", "storage", "removal", "ingest"),
    "agent": ("providers", "language_model", "chat_model", "deps", "tools", "citations", "profiles", "prompts",
              "invocation", "schemas", "server_quirks", "telemetry", "knowledge_base", "offline", "agent", "routing"),
    "agent.offline": ("rules", "passage_rows", "passages", "continued", "reading", "successions", "tables", "two_steps",
                      "planning", "answer", "messages", "model", "viewpoint_message"),
    "agent.offline.reading": ("abbreviations", "small_talk", "answer_kinds", "comparison", "references", "purposes",
                              "documents", "descriptions", "names", "synonyms", "times", "succession",
                              "numbers", "parts", "yes_no", "question"),
    "agent.offline.answer": ("remarks", "findings", "quotes", "documents", "facts", "tables", "coverage", "caveats",
                             "comparison", "verdicts", "order", "material", "parts", "answer", "hindsight"),
    "stores": ("data_folder", "embedded", "patterns", "batches", "tables", "visible_documents", "postgres", "neo4j",
               "migrations", "schema", "reset", "make_java_archive"),
}  # fmt: skip
"""In these wings: a room imports only from those before it."""
UPWARDS = {
    ("agent.deps", "agent.citations.numbers"),  # a run's dependencies hold the numbers of its passages
    ("documents.storage", "documents.ingest.preparation"),  # what is made ready is what is stored
    ("documents.existing", "documents.ingest.preparation"),  # and what is compared with what is there
    ("graph.graphiti.parts", "graph.writing"),  # what Graphiti has extracted is written as ours is
}
"""The imports that run up within a wing, each for its reason."""


@cache
def modules() -> dict[str, set[str]]:
    """Each module of the services by its name below them, and those that it imports, anywhere in it."""
    names = {name_of(path): path for path in (ROOT / "services").rglob("*.py")}
    return {name: imports_of(path, set(names)) - {name} for name, path in names.items()}


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__").removeprefix("services.")


def room_of(name: str, wing: str) -> str:
    return name.removeprefix(f"{wing}.").partition(".")[0]


def imports_of(path: Path, known: set[str]) -> set[str]:
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    named = [
        (node.module.removeprefix("services."), alias.name) for node in nodes if node.module for alias in node.names
    ]
    return {f"{module}.{name}" if f"{module}.{name}" in known else module for module, name in named if module in known}


def test_no_module_of_the_services_imports_itself_by_way_of_others():
    order = list(TopologicalSorter(modules()).static_order())
    assert len(order) > 100


def test_no_wing_of_the_services_reaches_up_or_across():
    level = {wing: number for number, wings in enumerate(WINGS) for wing in wings}
    arrows = {(name, other) for name, others in modules().items() for other in others}
    between = {(name, other) for name, other in arrows if wing_of(name) != wing_of(other)}
    assert len(between) > 200
    assert not {(name, other) for name, other in between if level[wing_of(name)] <= level[wing_of(other)]}


@pytest.mark.parametrize("wing", ROOMS)
def test_no_room_of_a_wing_reaches_up(wing):
    level = {room: number for number, room in enumerate(ROOMS[wing])}
    within = [name for name in modules() if name.startswith(f"{wing}.")]
    assert within
    offences = {
        (name, other)
        for name in within
        for other in modules()[name]
        if other.startswith(f"{wing}.") and level[room_of(name, wing)] < level[room_of(other, wing)]
    }
    assert not {(name, other) for name, other in offences if not is_excepted(name, other)}


def wing_of(name: str) -> str:
    return name.split(".", 1)[0]


def is_excepted(name: str, other: str) -> bool:
    return any(name == source and other.startswith(target) for source, target in UPWARDS)
