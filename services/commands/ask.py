"""`ask`: a question to the research agent; the trace and the answer on the terminal."""

import json
from collections.abc import Callable, Coroutine, Iterator
from time import monotonic, sleep
from typing import Any

import click

from services.backend import Backend
from services.chat.public_events import as_public_json
from services.chat.runs import ChatRun
from services.commands.viewpoint import from_viewpoint
from services.documents.choice import Choice
from services.errors import DossierError, ModelUnavailable
from services.models import (
    DEFAULT_PROFILE,
    Answer,
    ChatError,
    ChatEvent,
    Question,
    TextDelta,
    ToolCall,
    ToolResult,
    Viewpoint,
)
from services.stores.neo4j import GraphStore
from services.text.wording import citation_writing_words, cited_place, duration_words, sources_words

GRAPH_PATIENCE_SECONDS = 60


@click.command()
@click.argument("question")
@click.option("--profile", default=DEFAULT_PROFILE, show_default=True, help="Which tools the agent has.")
@from_viewpoint
@click.option("--model", help="A pydantic-ai model string instead of the configured one; “offline” needs none.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each event, as POST /api/chat sends.")
def ask(question: str, profile: str, viewpoint: Viewpoint, choice: Choice, model: str | None, as_json: bool) -> None:
    """Ask a QUESTION of the documents and the graph: prints what the agent did, then its answer with sources."""
    from services.process import settings

    opened = Backend(settings(), serving=False)
    try:
        looking = opened.run(choice.apply_to(viewpoint, opened.services.library))
        asked = Question(prompt=question, profile=profile, viewpoint=looking, model=model)
        wait_for_graph(opened.services.graph_store)
        said = ""
        for event in _events(opened, lambda: opened.services.runs.start(asked, "command line")):
            said += event.delta if isinstance(event, TextDelta) else ""
            if isinstance(event, ChatError) and said and not as_json:
                click.echo(f"{said}\n")
            if not as_json:
                show(event, viewpoint)
            elif written := as_public_json(event):
                click.echo(written)
            if isinstance(event, ChatError):
                raise _failure(event)
    finally:
        opened.close()


def wait_for_graph(graph: GraphStore, seconds: float = GRAPH_PATIENCE_SECONDS) -> None:
    """A page can be asked again when the graph is there, this command cannot; one that is down is not waited for."""
    deadline = monotonic() + seconds
    if graph.state.status == "starting":
        click.secho("Waiting for the graph, which is starting (about 10 s) …", dim=True, err=True)
    while graph.state.status == "starting" and monotonic() < deadline:
        sleep(0.1)


def _events(opened: Backend, start: Callable[[], Coroutine[Any, Any, ChatRun]]) -> Iterator[ChatEvent]:
    """As they happen; leaving early (Ctrl-C) stops the answer."""
    run = opened.run(start())
    try:
        for batch in run.tail():
            yield from batch
    finally:
        run.cancel()


def show(event: ChatEvent, viewpoint: Viewpoint) -> None:
    match event:
        case ToolCall():
            arguments = ", ".join(
                f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in event.args.items()
            )
            click.secho(f"→ {event.name}({arguments})", dim=True, err=True)
        case ToolResult():
            outcome = "failed" if event.is_error else f"{_count(event)}, {duration_words(event.duration_ms)}"
            click.secho(f"← {event.name}: {outcome}", fg="red" if event.is_error else None, dim=True, err=True)
            for note in event.notes:
                click.secho(f"    {note.text}", dim=True, err=True)
        case Answer():
            # Not as it came: each quotation has a number of its own only when the answer is whole.
            click.echo(f"{event.text}\n")
            for number, citation in enumerate(event.citations, 1):
                offsets = f"characters {citation.start_offset}–{citation.end_offset}"
                dated = citation_writing_words(citation)
                place = ", ".join(filter(None, [citation.document_source, dated, cited_place(citation), offsets]))
                hindsight = ", later than the date" if citation.later else ""
                click.echo(f"[{number}] {citation.document_title} ({place}{hindsight})")
            if told := sources_words(event.sources, viewpoint):
                click.echo(told)
        case _:
            pass


def _count(result: ToolResult) -> str:
    match result.result:
        case list() as rows:
            return f"{len(rows)} result{'' if len(rows) == 1 else 's'}"
        case str() as text:
            return f"{len(text)} characters"
        case _:
            return "done"


def _failure(event: ChatError) -> DossierError:
    """Exit status 1, one line on stderr."""
    return ModelUnavailable(event.message)
