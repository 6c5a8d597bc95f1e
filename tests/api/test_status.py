"""What the status page and the `status` command are told."""

from pathlib import Path

from pydantic import SecretStr
from sqlalchemy import text

from services.backend import Backend
from services.core import Services
from services.settings import Settings
from services.status import Status, backup, places, setting_lines, status
from tests.fakes import FakeEmbedder

SECRET = "hush-hush"


def told(settings: Settings) -> dict[str, tuple[str, str]]:
    return {line.variable: (line.value, line.origin) for line in setting_lines(settings)}


def test_settings_say_where_they_come_from() -> None:
    lines = told(Settings(port=9000, collection="main"))
    assert lines["PORT"] == ("9000", "environment")
    assert lines["DOSSIER_COLLECTION"] == ("main", "default")
    assert lines["DATABASE_URL"] == ("not set", "default")
    assert set(lines) == {str(field.validation_alias) for field in Settings.model_fields.values()}


def test_a_setting_is_told_as_it_is_written() -> None:
    lines = told(Settings(sample=False, max_seconds=90))
    assert lines["DOSSIER_SAMPLE"] == ("0", "environment")
    assert lines["DOSSIER_KEEP_ORIGINALS"] == ("1", "default")
    assert lines["DOSSIER_MAX_SECONDS"] == ("90", "environment")


def test_no_secret_is_told() -> None:
    settings = Settings(
        api_key=SecretStr(SECRET),
        openai_api_key=SecretStr(SECRET),
        openai_base_url=f"https://user:{SECRET}@models.example.org/v1?key={SECRET}",
        database_url=SecretStr(f"postgresql://me:{SECRET}@db.example.org:5432/papers?password={SECRET}"),
        neo4j_uri=f"neo4j://neo4j:{SECRET}@graph.example.org:7687",
        neo4j_password=SecretStr(SECRET),
    )
    lines = told(settings)
    shown = [*(figure.amount for figure in places(settings, FakeEmbedder())), *backup(settings), str(lines)]
    assert SECRET not in "".join(shown)
    assert lines["OPENAI_API_KEY"] == ("set, not shown", "environment")
    assert lines["OPENAI_BASE_URL"][0] == "https://models.example.org/v1"
    assert shown[0] == "server postgresql://db.example.org:5432/papers"


def test_backup_fits_the_stores_that_are_used(tmp_path: Path) -> None:
    embedded = " ".join(backup(Settings(data_dir=tmp_path)))
    assert str(tmp_path) in embedded
    assert "pg_dump" not in embedded
    servers = " ".join(backup(Settings(database_url=SecretStr("postgresql://h/d"), neo4j_uri="neo4j://h")))
    assert "pg_dump" in servers
    assert "neo4j-admin" in servers
    assert "copy the folder" not in servers


def figures(found: Status) -> dict[str, str]:
    return {figure.name: figure.amount for figure in (*found.sizes, *found.versions, *found.places)}


async def test_sizes_and_versions_are_those_of_the_stores(api_backend: Backend) -> None:
    found = await api_backend.call(status(api_backend.services))
    amounts = figures(found)
    assert amounts["PostgreSQL"].startswith("18.")
    assert amounts["vector extension"].startswith("0.")
    assert amounts["Neo4j"].startswith("5.26")
    assert int(amounts["Documents"]) >= 3
    assert int(amounts["Chunks"]) >= 3
    assert int(amounts["Facts"]) >= 4
    assert amounts["PostgreSQL database"].endswith("MB")
    assert amounts["Embeddings"].startswith("all-MiniLM-L6-v2, 384")
    assert found.health.ok
    assert "unknown" not in amounts.values()


async def test_the_graph_says_how_many_documents_it_still_waits_for(api_backend: Backend) -> None:
    services = api_backend.services
    assert (await api_backend.call(services.health())).parts["graph"].reason == ""
    await api_backend.call(set_graph_states(services, "pending"))
    try:
        graph = (await api_backend.call(services.health())).parts["graph"]
    finally:
        await api_backend.call(set_graph_states(services, "done"))
    assert graph.status == "ok"
    assert graph.reason.startswith("Facts are still missing: ")
    assert graph.reason.endswith(" documents to go.")


async def set_graph_states(services: Services, state: str) -> None:
    async with services.database.transaction() as connection:
        await connection.execute(text("UPDATE document SET graph_state = :state"), {"state": state})
