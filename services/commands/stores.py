"""`status` and `reset`: what runs and what is in it, and emptying it."""

import asyncio
import contextlib
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from services.commands.importing import importing
from services.errors import GraphUnavailable, InvalidInput
from services.settings import Settings

if TYPE_CHECKING:
    from services.backend import Backend
    from services.status import Status

GRAPH_SECONDS = 120
WARNING = "This deletes all documents, facts, judgements, conversations and saved settings."
LABELS = {"postgres": "Documents", "graph": "Graph", "embedding": "Embeddings", "chat_model": "Language model"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The same as one JSON object.")
def status(as_json: bool) -> None:
    """What runs, what is stored, and which settings hold. Status 1 when documents cannot be searched."""
    with importing():
        from services.backend import Backend
        from services.process import settings

    opened = Backend(settings(), serving=False, graph=_can_be_asked(settings()))
    try:
        found = opened.run(_looked_at(opened))
    finally:
        opened.close()
    click.echo(_json(found) if as_json else _text(found))
    if not found.health.ok:
        sys.exit(1)


def _can_be_asked(settings: Settings) -> bool:
    """The embedded graph takes its time to start: it is asked when the dashboard, say, has started it."""
    from services.stores.embedded.neo4j import EmbeddedNeo4j

    return not settings.embedded_neo4j or EmbeddedNeo4j(settings.data_dir).is_running()


async def _looked_at(opened: "Backend") -> "Status":
    from services.status import status as of

    if opened.services.graph_store.state.status == "starting":
        with contextlib.suppress(GraphUnavailable):  # its state says why
            await opened.services.graph_store.ready(GRAPH_SECONDS)
    return await of(opened.services)


def _json(found: "Status") -> str:
    """The parts as in REST's health, beside them everything else."""
    shown = found.model_dump(mode="json", exclude={"health"})
    return json.dumps({"ok": found.health.ok, **found.health.model_dump(mode="json")["parts"], **shown})


def _text(found: "Status") -> str:
    parts = [(LABELS[name], f"{part.status:9} {part.reason}".rstrip()) for name, part in found.health.parts.items()]
    lists = {"Sizes": found.sizes, "What is used": found.places, "Versions": found.versions}
    lines = _section("Health", parts)
    for title, figures in lists.items():
        lines += _section(title, [(figure.name, figure.amount) for figure in figures])
    lines += _section("Settings", [(line.variable, f"{line.value} ({line.origin})") for line in found.settings])
    return "\n".join([*lines, "Backup", *(f"  {step}" for step in found.backup)])


def _section(title: str, rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max(len(name) for name, _ in rows)
    return [title, *(f"  {name:{width}}  {value}" for name, value in rows), ""]


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
    from services.documents.originals import Originals
    from services.process import settings
    from services.stores.migrations import upgrade
    from services.stores.reset import empty_database, empty_graph

    async with open_stores(settings()) as (database, graph_store):
        await graph_store.ready(GRAPH_SECONDS)
        async with database.transaction() as connection:
            await connection.run_sync(upgrade, dimension=settings().embedding_dimension)
        await Originals.from_settings(database, settings()).delete_outside()
        await empty_graph(graph_store)
        await empty_database(database)
