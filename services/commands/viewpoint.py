"""The options of every command that looks at documents or facts: from where it does."""

import functools
from collections.abc import Callable
from typing import Any

import click

from services.documents.choice import Choice, parse_pairs
from services.models import Viewpoint
from services.text.dates import last_moment, moment

OPTIONS = (
    click.option("--as-of", metavar="DATE", help="Look from this ISO 8601 date instead of from now."),
    click.option("--published-by", metavar="DATE", help="Only what documents dated by then state."),
    click.option("--known-on", metavar="DATE", help="Only what was in Dossier by then."),
    click.option("--collection", help="Only the documents of this collection, and the facts that they state."),
    click.option(
        "--document", "documents", multiple=True, help="Only this one, by id, title or file; repeat for more."
    ),
    click.option("--source", "sources", multiple=True, help="Only documents of this source, to the letter."),
    click.option("--metadata", multiple=True, metavar="NAME=VALUE", help="Only documents that have it."),
    click.option("--since", metavar="DATE", help="Only documents dated then or later."),
    click.option("--until", metavar="DATE", help="Only documents dated by then."),
)


def from_viewpoint(command: Callable[..., None]) -> Callable[..., None]:
    """The command gets a `viewpoint` and a `choice` of documents instead of nine options. Raises InvalidInput for what
    is no date and no metadata filter."""

    @functools.wraps(command)
    def called(
        *,
        as_of: str | None,
        published_by: str | None,
        known_on: str | None,
        collection: str | None,
        documents: tuple[str, ...],
        sources: tuple[str, ...],
        metadata: tuple[str, ...],
        since: str | None,
        until: str | None,
        **given: Any,
    ) -> None:
        viewpoint = Viewpoint(
            as_of=moment(as_of, "--as-of"),
            published_by=last_moment(published_by, "--published-by"),
            known_on=last_moment(known_on, "--known-on"),
            collection=collection,
        )
        choice = Choice(documents=documents, sources=sources, metadata=parse_pairs(metadata), since=since, until=until)
        command(viewpoint=viewpoint, choice=choice, **given)

    for option in reversed(OPTIONS):
        called = option(called)
    return called
