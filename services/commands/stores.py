"""`status` and `reset`: what runs and what is in it, and emptying it."""

import asyncio
import contextlib
import json
import sys
from typing import TYPE_CHECKING

import click

from services.errors import GraphUnavailable, InvalidInput
from services.models import Health
from services.settings import Settings

if TYPE_CHECKING:
    from services.backend import Backend

GRAPH_SECONDS = 120
WARNING = "This deletes all documents, facts, judgements, conversations and saved settings."
LABELS = {"postgres": "Documents", "graph": "Graph", "embedding": "Embeddings", "chat_model": "Language model"}
COUNTS = """
    SELECT
        (SELECT count(*) FROM document) AS documents,
        (SELECT count(*) FROM chunk) AS chunks,
        (SELECT count(DISTINCT fact_uuid) FROM fact_citation) AS facts,
        (SELECT count(*) FROM conversation) AS conversations
"""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Health and counts as one JSON object.")
def status(as_json: bool) -> None:
    """What runs, what is stored, and which settings hold. Status 1 when documents cannot be searched."""
    from services.backend import Backend
    from services.process import settings

    opened = Backend(settings(), serving=False, graph=_can_be_asked(settings()))
    try:
        health, counts = opened.run(_looked_at(opened))
    finally:
        opened.close()
    click.echo(_json(health, counts) if as_json else _text(health, counts, settings()))
    if not health.ok:
        sys.exit(1)


def _can_be_asked(settings: Settings) -> bool:
    """The embedded graph takes its time to start: it is asked when the dashboard, say, has started it."""
    from services.stores.embedded_neo4j import EmbeddedNeo4j

    return not settings.embedded_neo4j or EmbeddedNeo4j(settings.data_dir).is_running()


async def _looked_at(opened: "Backend") -> tuple[Health, dict[str, int]]:
    from sqlalchemy import text

    services = opened.services
    if services.graph_store.state.status == "starting":
        with contextlib.suppress(GraphUnavailable):  # its state says why
            await services.graph_store.ready(GRAPH_SECONDS)
    async with services.database.connection() as connection:
        row = (await connection.execute(text(COUNTS))).one()
    return await services.health(), {name: int(count) for name, count in row._mapping.items()}


def _json(health: Health, counts: dict[str, int]) -> str:
    return json.dumps({"ok": health.ok, **health.model_dump(mode="json")["parts"], **counts})


def _text(health: Health, counts: dict[str, int], settings: Settings) -> str:
    parts = [f"{LABELS[name]:15} {part.status:9} {part.reason}".rstrip() for name, part in health.parts.items()]
    stored = ", ".join(f"{count} {name}" for name, count in counts.items())
    return "\n".join([*parts, "", stored, "", *_settings(settings)])


def _settings(settings: Settings) -> list[str]:
    """Passwords and keys only as set or not."""
    from services.logs import without_secrets

    values = settings.model_dump(mode="json", exclude_none=True)
    return [
        f"{field.validation_alias} = {without_secrets(str(values[name]))}"
        for name, field in Settings.model_fields.items()
        if name in values
    ]


@click.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
def reset(yes: bool) -> None:
    """Delete everything that is stored, in both stores; files of yours are not touched."""
    if not yes and not sys.stdin.isatty():
        raise InvalidInput(f"{WARNING} To do so, add --yes.")
    if not yes:
        click.confirm(f"{WARNING} Go on?", abort=True)
    asyncio.run(_reset())
    click.echo("Everything is deleted.")


async def _reset() -> None:
    """Nothing is deleted unless both stores are there. Raises GraphUnavailable and PostgresUnavailable."""
    from services.core import open_stores
    from services.process import settings
    from services.stores.migrations import upgrade
    from services.stores.reset import empty_database, empty_graph

    async with open_stores(settings()) as (database, graph_store):
        await graph_store.ready(GRAPH_SECONDS)
        async with database.transaction() as connection:
            await connection.run_sync(upgrade, dimension=settings().embedding_dimension)
        await empty_graph(graph_store)
        await empty_database(database)
