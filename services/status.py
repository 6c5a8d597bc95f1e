"""How the workbench is set up and how it is doing: health, settings, versions, sizes and how to back it up."""

import platform
import shutil
import tomllib
from collections.abc import Awaitable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal, Protocol
from urllib.parse import urlsplit

from pydantic import SecretStr
from sqlalchemy import text
from starlette.concurrency import run_in_threadpool

from services.agent.chat_model import model_name
from services.embedding.protocol import Embedder
from services.errors import StoreUnavailable
from services.graph.by_rule.process import NOT_INSTALLED
from services.graph.by_rule.sentences.english import is_installed
from services.models import Health, Model
from services.settings import ROOT, Settings
from services.stores.embedded.postgres import data_location
from services.stores.neo4j import GraphStore
from services.stores.postgres import Database

PACKAGES = (
    "streamlit",
    "fastapi",
    "fastmcp",
    "pydantic-ai-slim",
    "graphiti-core",
    "neo4j",
    "sqlalchemy",
    "asyncpg",
    "pgvector",
    "pyvis",
    "altair",
    "onnxruntime",
    "spacy",
)
UNKNOWN = "unknown"

POSTGRES_FIGURES = text(
    """
    SELECT current_setting('server_version') AS postgres,
           (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS pgvector,
           pg_database_size(current_database()) AS bytes,
           (SELECT count(*) FROM document WHERE deleted_at IS NULL AND replaced_at IS NULL) AS documents,
           (SELECT count(*) FROM chunk) AS chunks,
           (SELECT count(*) FROM conversation) AS conversations,
           (SELECT count(*) FROM original) AS files,
           (SELECT coalesce(sum(size), 0)::bigint FROM original) AS file_bytes
    """
)
NEO4J_VERSION = """
    CALL dbms.components() YIELD name, versions, edition
    RETURN versions[0] AS version, edition AS edition
    LIMIT 1
"""
ENTITY_COUNT = "MATCH (entity:Entity) RETURN count(entity) AS number"
FACT_COUNT = "MATCH ()-[fact:RELATES_TO]->() RETURN count(fact) AS number"


class SettingLine(Model):
    """`value` is never a secret: of those it only says that they are set, of URLs it leaves out user and password."""

    variable: str
    value: str
    origin: Literal["environment", "default"]
    meaning: str


class Figure(Model):
    """`amount` is written out: `1,204`, `35.1 MB`, `18.1`, or `unknown` when its store does not answer."""

    name: str
    amount: str


class Status(Model):
    health: Health
    places: tuple[Figure, ...]
    sizes: tuple[Figure, ...]
    versions: tuple[Figure, ...]
    settings: tuple[SettingLine, ...]
    backup: tuple[str, ...]


class ObservedServices(Protocol):
    """The part of `Services` that is looked at."""

    @property
    def settings(self) -> Settings: ...
    @property
    def database(self) -> Database: ...
    @property
    def embedder(self) -> Embedder: ...
    @property
    def graph_store(self) -> GraphStore: ...
    def health(self) -> Awaitable[Health]: ...


async def status(services: ObservedServices) -> Status:
    settings = services.settings
    documents, document_versions = await _documents(services.database)
    facts, graph_versions = await _graph(services.graph_store)
    return Status(
        health=await services.health(),
        places=tuple(places(settings, services.embedder)),
        sizes=(*documents, *facts, *await run_in_threadpool(_disk, settings.data_dir)),
        versions=(*document_versions, *graph_versions, *_packages()),
        settings=tuple(setting_lines(settings)),
        backup=tuple(backup(settings)),
    )


def places(settings: Settings, embedder: Embedder) -> Iterator[Figure]:
    """Where documents and facts are kept, and which models work on them."""
    database = settings.database_url and f"server {_without_secrets(settings.database_url.get_secret_value())}"
    yield Figure(name="Documents (PostgreSQL)", amount=database or data_location(settings.data_dir))
    graph = settings.neo4j_uri and f"server {_without_secrets(settings.neo4j_uri)}, database {settings.neo4j_database}"
    yield Figure(name="Graph (Neo4j)", amount=graph or f"embedded, in {settings.data_dir}")
    yield Figure(name="Embeddings", amount=f"{embedder.model}, {embedder.dimension} dimensions")
    yield Figure(name="Facts from documents", amount=_fact_source(settings))
    yield Figure(name="Chat model", amount=model_name(settings))


def _fact_source(settings: Settings) -> str:
    if settings.extract_facts and settings.uses_openai:
        return f"extracted by {settings.graph_model or model_name(settings)}"
    if not settings.read_facts:
        return "not read: DOSSIER_READ_FACTS is off, so only names are found"
    return "read by rule, in English documents" if is_installed() else NOT_INSTALLED


def setting_lines(settings: Settings) -> Iterator[SettingLine]:
    for name, field in Settings.model_fields.items():
        value = getattr(settings, name)
        given = name in settings.model_fields_set and value != field.default
        yield SettingLine(
            variable=str(field.validation_alias),
            value=_shown(value),
            origin="environment" if given else "default",
            meaning=(field.description or "").replace("\n", " "),
        )


def backup(settings: Settings) -> Iterator[str]:
    if settings.embedded_postgres or settings.embedded_neo4j:
        yield f"Stop Dossier and copy the folder {settings.data_dir}: the embedded stores are all in it."
    if not settings.embedded_postgres:
        yield 'Documents, judgements and conversations: `pg_dump --format=custom --file=dossier.dump "$DATABASE_URL"`.'
    if not settings.embedded_neo4j:
        yield f"Graph: `neo4j-admin database dump {settings.neo4j_database} --to-path=FOLDER` on its server."
    if settings.originals_url is not None:
        yield f"Original files: copy what is at {_without_secrets(settings.originals_url)}."
    yield (
        "At any time: `python -m services export FOLDER` writes documents with their original files, facts and "
        "judgements that `ingest` reads."
    )


async def _documents(database: Database) -> tuple[list[Figure], list[Figure]]:
    try:
        async with database.connection() as connection:
            row = (await connection.execute(POSTGRES_FIGURES)).one()._asdict()
    except StoreUnavailable:
        row = {}
    counts = [_figure(name, _count(row.get(name.lower()))) for name in ("Documents", "Chunks", "Conversations")]
    return (
        [*counts, _figure("Original files", _files(row)), _figure("PostgreSQL database", _bytes(row.get("bytes")))],
        [_figure("PostgreSQL", row.get("postgres")), _figure("vector extension", row.get("pgvector"))],
    )


def _files(row: Mapping[str, object]) -> str | None:
    count = _count(row.get("files"))
    return count if count in (None, "0") else f"{count}, {_bytes(row.get('file_bytes'))}"


async def _graph(store: GraphStore) -> tuple[list[Figure], list[Figure]]:
    try:
        entities, facts = (await store.read(ENTITY_COUNT))[0]["number"], (await store.read(FACT_COUNT))[0]["number"]
        engine = (await store.read(NEO4J_VERSION))[0]
        engine_version = f"{engine['version']} {engine['edition']}"
    except StoreUnavailable:
        entities, facts, engine_version = None, None, UNKNOWN
    return (
        [_figure("Entities", _count(entities)), _figure("Facts", _count(facts))],
        [_figure("Neo4j", engine_version)],
    )


def _disk(data_dir: Path) -> list[Figure]:
    if not data_dir.exists():
        return []
    used = sum(path.lstat().st_size for path in data_dir.rglob("*") if path.is_file())
    return [_figure("Data folder", _bytes(used)), _figure("Free disk", _bytes(shutil.disk_usage(data_dir).free))]


def _packages() -> Iterator[Figure]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    yield _figure("Dossier", project["version"])
    yield _figure("Python", platform.python_version())
    for package in PACKAGES:
        yield _figure(package, _package_version(package))


def _package_version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _figure(name: str, amount: str | None) -> Figure:
    return Figure(name=name, amount=amount or UNKNOWN)


def _count(number: object) -> str | None:
    return f"{number:,}" if isinstance(number, int) else None


def _bytes(number: object) -> str | None:
    """`35.1 MB`; decimal prefixes, as disks are sold."""
    if not isinstance(number, int | float):
        return None
    size = float(number)
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} B" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


def _shown(value: object) -> str:
    """As one would write it into the environment."""
    match value:
        case None | "":
            return "not set"
        case SecretStr():
            return "set, not shown"
        case str() if "://" in value:
            return _without_secrets(value)
        case bool():
            return str(int(value))
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def _without_secrets(url: str) -> str:
    """Host and path of a URL: user, password and parameters may hold secrets."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
