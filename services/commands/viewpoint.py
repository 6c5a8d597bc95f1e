"""The options of every command that looks at documents or facts: from where it does."""

import functools
from collections.abc import Callable
from typing import Any

import click

from services.models import Viewpoint
from services.text.dates import last_moment, moment

OPTIONS = (
    click.option("--as-of", metavar="DATE", help="Look from this ISO 8601 date instead of from now."),
    click.option("--published-by", metavar="DATE", help="Only what documents dated by then state."),
    click.option("--known-on", metavar="DATE", help="Only what was in Dossier by then."),
    click.option("--collection", help="Only the documents of this collection, and the facts that they state."),
)


def from_viewpoint(command: Callable[..., None]) -> Callable[..., None]:
    """The command gets one `viewpoint` instead of four options. Raises InvalidInput for what is no date."""

    @functools.wraps(command)
    def called(
        *, as_of: str | None, published_by: str | None, known_on: str | None, collection: str | None, **given: Any
    ) -> None:
        viewpoint = Viewpoint(
            as_of=moment(as_of, "--as-of"),
            published_by=last_moment(published_by, "--published-by"),
            known_on=last_moment(known_on, "--known-on"),
            collection=collection,
        )
        command(viewpoint=viewpoint, **given)

    for option in reversed(OPTIONS):
        called = option(called)
    return called
