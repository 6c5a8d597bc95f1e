"""`python -m services`: ingest, search, ask, evaluate, export, status, reset … without a browser.

Exit status 0 only when all went well; an error is one line on stderr that says what to do.
"""

import importlib
import sys

import click

from services.errors import DossierError
from services.logs import configure_logging

COMMANDS = {
    "ingest": "services.commands.documents",
    "export": "services.commands.documents",
    "reembed": "services.commands.documents",
    "search": "services.commands.search",
    "evaluate": "services.commands.search",
    "ask": "services.commands.ask",
    "mcp": "services.commands.mcp",
    "status": "services.commands.stores",
    "reset": "services.commands.stores",
}


class Commands(click.Group):
    """Imports a command's module when it is asked for: `--help` of one must not load the other's libraries."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(COMMANDS[name]), name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Dossier from the command line, on the same stores as the dashboard."""
    configure_logging("WARNING")


def run() -> None:
    try:
        main(prog_name="python -m services")
    except DossierError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    run()
