"""`watch`: folders and web pages that the server looks at again and again."""

from pathlib import Path

import click

from services.commands.documents import open_backend
from services.errors import NotFound
from services.models import Watch
from services.text.wording import count_of, instant


@click.command()
@click.argument("address", required=False)
@click.option(
    "--every", "every_seconds", type=int, metavar="SECONDS", help="How often; else 300 for a folder, a day for a page."
)
@click.option("--collection", help="Where the documents go; else the configured collection.")
@click.option("--now", is_flag=True, help="Look before the command ends; else a dashboard that runs does.")
@click.option("--stop", is_flag=True, help="Watch it no longer. Its documents stay.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line on standard output.")
def watch(
    address: str | None, every_seconds: int | None, collection: str | None, now: bool, stop: bool, as_json: bool
) -> None:
    """Watch ADDRESS, a folder or the URL of a web page; without it, list what is watched."""
    address = _whole(address) if address else None
    with open_backend(graph=now) as opened:
        watches = opened.services.watches
        if stop:
            opened.run(watches.remove(_known(opened.run(watches.all()), address).id))
            return
        wanted = None
        if address is not None:
            wanted = opened.run(watches.add(address, collection=collection, every_seconds=every_seconds))
            if now:
                opened.run(watches.look(wanted))
        for one in opened.run(watches.all()):
            if wanted is None or one.id == wanted.id:
                click.echo(one.model_dump_json() if as_json else _line(one))


def _whole(address: str) -> str:
    """A folder's path from the root on: it is given from where the command is called."""
    return address if "://" in address else str(Path(address).expanduser().resolve())


def _known(watches: tuple[Watch, ...], address: str | None) -> Watch:
    for one in watches:
        if address is not None and one.address.rstrip("/") == address.rstrip("/"):
            return one
    raise NotFound(f"{address or 'Nothing'} is not watched. `watch` without an address lists what is.")


def _line(one: Watch) -> str:
    seen = f"seen {instant(one.seen_at)}" if one.seen_at else "not seen yet"
    problem = f"; {one.problem}" if one.problem else ""
    return f"{one.address}: {count_of(one.document_count, 'document')}, {seen}, due {instant(one.due_at)}{problem}"
