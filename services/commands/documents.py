"""`ingest`, `extract`, `export` and `reembed`: documents from and to files, and their vectors anew."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from services.commands.importing import importing
from services.commands.viewpoint import from_viewpoint
from services.documents.choice import Choice
from services.errors import GraphUnavailable, InvalidInput
from services.models import Ingested, IngestProgress, Viewpoint

if TYPE_CHECKING:
    from services.backend import Backend

GRAPH_SECONDS = 60
PATHS = click.Path(path_type=Path)


@click.command()
@click.argument("paths", nargs=-1, type=PATHS)
@click.option("--reference-time", metavar="DATE", help="When the documents were written, whatever they say themselves.")
@click.option(
    "--facts", "facts_file", type=PATHS, help="Ready-made facts, JSONL or CSV; the documents may be in already."
)
@click.option("--collection", help="Where the documents go; else the configured collection.")
@click.option("--language", help="Postgres text search configuration of a new collection, such as “german”.")
@click.option("--no-graph", is_flag=True, help="Documents and search only.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a document on standard output.")
def ingest(
    paths: tuple[Path, ...],
    reference_time: str | None,
    facts_file: Path | None,
    collection: str | None,
    language: str | None,
    no_graph: bool,
    as_json: bool,
) -> None:
    """Ingest files and folders, of every format that the README lists. The same again does only what is missing."""
    from services.documents.ingest.folders import files_in, skipped_in

    if not paths and facts_file is None:
        raise click.UsageError("Name a file or a folder, or a facts file with --facts.")
    moment = _moment(reference_time)
    with open_backend(graph=not no_graph) as opened:
        steps = opened.services.ingestion.for_collection(collection, language).add_files(
            paths, reference_time=moment, facts_file=facts_file, graph=not no_graph
        )
        failures = _show(opened.stream(steps), len(files_in(paths)) + (facts_file is not None), as_json)
    if skipped := skipped_in(paths):
        click.echo(f"Note: {skipped} files of the folders are in formats that are not read.", err=True)
    if failures:
        sys.exit(1)


@contextmanager
def open_backend(*, graph: bool) -> "Iterator[Backend]":
    """Without the sample and without the queue. A command line has time to wait for the graph, so that the facts are in
    when it ends; a graph that does not come is a warning."""
    with importing():
        from services.backend import Backend
        from services.process import settings

    opened = Backend(settings(), serving=False, graph=graph)
    try:
        if graph:
            _wait_for_graph(opened)
        yield opened
    finally:
        opened.close()


def _wait_for_graph(opened: "Backend") -> None:
    try:
        opened.run(opened.services.graph_store.ready(GRAPH_SECONDS))
    except GraphUnavailable as error:
        click.echo(f"Warning: the facts follow later. {error}", err=True)


def _moment(written: str | None) -> datetime | None:
    from services.documents.reading.recognition import parsed_date

    if written is None:
        return None
    moment = parsed_date(written)
    if moment is None:
        raise InvalidInput(f"--reference-time {written!r} is no date. Write it like 2024-03-01.")
    return moment


def _show(steps: Iterable[IngestProgress], total: int, as_json: bool) -> int:
    """Draw the bar, print what is done; how many failed."""
    failures, warnings, done = 0, list[str](), list[Ingested]()
    with click.progressbar(length=total * 100, label="Ingesting", file=sys.stderr) as bar:
        fractions: dict[str, float] = {}
        for step in steps:
            before, fractions[step.source] = fractions.get(step.source, 0), step.fraction
            bar.update(round(100 * (step.fraction - before)))
            if step.stage == "failed":
                failures += 1
                _say(f"Error: {_named(step)}")
            elif step.ingested is not None:
                done.append(step.ingested)
                _say_json(step.ingested, as_json)
            if step.stage == "done" and step.message:
                warnings.append(_named(step))
    _summarise(done, failures, as_json)
    for warning in dict.fromkeys(warnings):
        click.echo(warning, err=True)
    return failures


def _named(step: IngestProgress) -> str:
    """The message names its file, but not twice."""
    return step.message if step.source in step.message else f"{step.source}: {step.message}"


def _say(line: str) -> None:
    """On a line of its own, below the bar."""
    click.echo(f"\r\033[K{line}" if sys.stderr.isatty() else line, err=True)


def _say_json(ingested: Ingested, as_json: bool) -> None:
    if as_json:
        click.echo(ingested.model_dump_json())


def _summarise(done: list[Ingested], failures: int, as_json: bool) -> None:
    if as_json:
        return
    by_status = {status: sum(one.status == status for one in done) for status in ("created", "replaced", "unchanged")}
    chunks, facts = sum(one.chunk_count for one in done), sum(one.fact_count for one in done)
    counted = ", ".join(f"{count} {status}" for status, count in by_status.items() if count) or "none ingested"
    failed = f", {failures} failed" if failures else ""
    click.echo(f"{len(done)} documents ({counted}{failed}), {chunks} chunks, {facts} facts.")


@click.command()
@click.option("--collection", help="Only this collection; else all documents.")
def extract(collection: str | None) -> None:
    """Read facts anew in documents that bring none: with the language model where one is configured, else by rule."""
    with open_backend(graph=True) as opened:
        done = 0
        with click.progressbar(length=1, label="Reading", file=sys.stderr) as bar:
            for done, total in opened.stream(opened.services.ingestion.graph.extract(collection)):
                bar.length = total
                bar.update(done - bar.pos)
    click.echo(f"{done} documents were read.")


@click.command()
@click.argument("folder", type=PATHS)
@from_viewpoint
def export(folder: Path, viewpoint: Viewpoint, choice: Choice) -> None:
    """Write documents, facts, judgements and original files to FOLDER, as `ingest` and `evaluate` read them."""
    from services.export import Export

    with open_backend(graph=True) as opened:
        services = opened.services
        export = Export(
            services.library,
            services.ingestion.graph,
            services.graph,
            services.judgements,
            services.ingestion.originals,
            services.pages,
        )
        looking = opened.run(choice.apply_to(viewpoint, services.library))
        exported = opened.run(export.write(folder, looking))
    click.echo(
        f"{exported.documents} documents, {exported.facts} facts and {exported.judgement_sets} judgement sets "
        f"are in {folder}."
    )


@click.command()
def reembed() -> None:
    """Make every vector anew with the configured embedding model, after it was changed."""
    from services.commands.reembedding import reembed_all

    count = reembed_all()
    click.echo(f"{count} chunks have new vectors, and the graph's entities and facts, too.")
