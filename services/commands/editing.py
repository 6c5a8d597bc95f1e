"""`documents`, `change`, `delete` and `restore`: what is there, changed from a terminal."""

import json
from collections.abc import Sequence
from difflib import unified_diff
from typing import TYPE_CHECKING
from uuid import UUID

import click

from services.commands.documents import open_backend
from services.commands.viewpoint import from_viewpoint
from services.documents.choice import Choice, parse_id_or_none
from services.errors import InvalidInput
from services.models import DocumentsChanged, DocumentSummary, DocumentVersion, Viewpoint, coarse_date
from services.text.dates import moment
from services.text.wording import coarse_words, count_of, day

if TYPE_CHECKING:
    from services.backend import Backend

PAGE = 100
NAMES = click.argument("names", nargs=-1, required=True, metavar="DOCUMENT…")


@click.command()
@from_viewpoint
@click.option("--json", "as_json", is_flag=True, help="One JSON object a document.")
def documents(viewpoint: Viewpoint, choice: Choice, as_json: bool) -> None:
    """List documents: id, date, title, source, and whether one is switched off."""
    with open_backend(graph=False) as opened:
        library = opened.services.library
        looking = opened.run(choice.apply_to(viewpoint, library))
        offset = 0
        while page := opened.run(library.list(PAGE, offset, viewpoint=looking, order="title")).documents:
            for one in page:
                click.echo(_json(one) if as_json else _line(one))
            offset += PAGE


def _json(one: DocumentSummary) -> str:
    return json.dumps(one.model_dump(mode="json") | {"enabled": one.enabled}, ensure_ascii=False)


def _line(one: DocumentSummary) -> str:
    off = "" if one.enabled else "  (off)"
    return f"{one.id}  {_dated(one):>11}  {one.title}  {one.source}{off}"


def _dated(one: DocumentSummary) -> str:
    written = one.reference_time
    return coarse_words(written, coarse_date(one.metadata, written)) if written else "undated"


@click.command()
@click.argument("name", metavar="DOCUMENT")
@click.option("--changes", is_flag=True, help="What the newest has changed: lines that went (-) and came (+).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a version.")
def versions(name: str, changes: bool, as_json: bool) -> None:
    """List the versions of DOCUMENT, by its id, title or file: number, id, date, and when a newer one came."""
    with open_backend(graph=False) as opened:
        library = opened.services.library
        found = opened.run(library.versions(parse_id_or_none(name) or _named(opened, [name])[0]))
        if changes and len(found) > 1:
            before, after = (opened.run(library.get(one.id)).content for one in found[-2:])
            click.echo("\n".join(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1)))
            return
        for number, one in enumerate(found, start=1):
            click.echo(one.model_dump_json() if as_json else _version_line(number, one))


def _version_line(number: int, one: DocumentVersion) -> str:
    replaced = f"  (replaced {day(one.replaced_at)})" if one.replaced_at else ""
    dated = coarse_words(one.reference_time, one.dated_to) if one.reference_time else "undated"
    return f"{number}  {one.id}  {dated:>11}  {one.title}{replaced}"


@click.command()
@NAMES
@click.option("--title", help="Of a single document.")
@click.option("--date", metavar="DATE", help="When they were written; “none” takes the date away.")
@click.option("--move-to", metavar="COLLECTION", help="Into this collection, which is made if it is new.")
@click.option("--on/--off", "enabled", default=None, help="Off: in no search and no answer, but listed and read.")
def change(
    names: tuple[str, ...], title: str | None, date: str | None, move_to: str | None, enabled: bool | None
) -> None:
    """Change DOCUMENTs, each by its id, title or file: retitle, redate, move, switch off or on."""
    if title is not None and len(names) > 1:
        raise InvalidInput("Only one document at a time gets a title.")
    if (title, date, move_to, enabled) == (None, None, None, None):
        raise InvalidInput("Say what to change: --title, --date, --move-to, --off or --on.")
    with open_backend(graph=date is not None or title is not None) as opened:
        ids, editing, made = _named(opened, names), opened.services.editing, list[DocumentsChanged]()
        if title is not None:
            made.append(opened.run(editing.retitle(ids[0], title)))
        if date is not None:
            made.append(opened.run(editing.redate(ids, None if date == "none" else moment(date, "--date"))))
            opened.run(editing.finish(made[-1].changed))
        if move_to is not None:
            made.append(opened.run(editing.move(ids, move_to)))
        if enabled is not None:
            made.append(opened.run(editing.switch(ids, enabled=enabled)))
    _tell(DocumentsChanged.combine(made), "changed")


@click.command()
@NAMES
def delete(names: tuple[str, ...]) -> None:
    """Delete DOCUMENTs. For an hour `restore` brings them back; then they go for good."""
    with open_backend(graph=False) as opened:
        _tell(opened.run(opened.services.editing.delete(_named(opened, names))), "deleted")


@click.command()
@click.argument("names", nargs=-1, metavar="DOCUMENT…")
def restore(names: tuple[str, ...]) -> None:
    """Bring deleted DOCUMENTs back; without a name, list those that can be."""
    from services.documents.naming import documents_named

    with open_backend(graph=False) as opened:
        there = opened.run(opened.services.editing.deleted())
        if not names:
            for one in there:
                click.echo(f"{one.id}  {one.title}  {one.source}")
            return
        _tell(opened.run(opened.services.editing.bring_back(documents_named(names, there))), "brought back")


def _named(opened: "Backend", names: Sequence[str]) -> tuple[UUID, ...]:
    from services.documents.naming import documents_named

    return documents_named(names, opened.run(opened.services.library.names(enabled=False)))


def _tell(made: DocumentsChanged, what: str) -> None:
    """Exit status 1 where one was not."""
    click.echo(f"{count_of(len(made.changed), 'document')} {what}.")
    if made.problems:
        raise InvalidInput(" ".join(made.problems))
