"""`python -m services`: ingest, search, ask, evaluate, export, status, reset … without a browser.

Exit status 0 only when all went well; an error is one line on stderr that says what to do.
"""

import importlib
import logging
import os
import sys
from dataclasses import dataclass

import click

from services.commands.importing import importing
from services.errors import DossierError
from services.logs import configure_logging
from services.settings import read_settings

logger = logging.getLogger(__name__)

PROGRAM = "python -m services"
FAILED, INTERRUPTED, PIPE_CLOSED = 1, 130, 141


@dataclass(frozen=True)
class Entry:
    module: str
    summary: str


COMMANDS = {
    "ingest": Entry("documents", "Add files and folders; run it again to pick up changes."),
    "extract": Entry("documents", "Read facts anew in documents that bring none of their own."),
    "documents": Entry("editing", "List documents."),
    "versions": Entry("editing", "List the versions of a document."),
    "change": Entry("editing", "Retitle, redate or move documents, switch them off or on."),
    "delete": Entry("editing", "Delete documents, with an hour to bring them back."),
    "restore": Entry("editing", "Bring deleted documents back."),
    "watch": Entry("watching", "Follow a folder, or fetch a web page again and again."),
    "search": Entry("search", "Find passages by words, meaning or both."),
    "ask": Entry("ask", "Answer a question, with its tool calls and citations."),
    "evaluate": Entry("search", "Measure the ranking with judged queries, for each text_weight."),
    "export": Entry("documents", "Write documents, facts and judgements as files that ingest reads."),
    "reembed": Entry("documents", "Embed every chunk again, with the model configured now."),
    "mcp": Entry("mcp", "Serve the Model Context Protocol on stdin and stdout."),
    "status": Entry("stores", "Show health, settings, versions and sizes."),
    "reset": Entry("stores", "Delete everything that is stored."),
}


class Commands(click.Group):
    """Imports a command's module when it is asked for: `--help` of one must not load the other's libraries."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        with importing():
            module = importlib.import_module(f"services.commands.{COMMANDS[name].module}")
        command = getattr(module, name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Dossier from the command line, on the same stores as the dashboard.

    Settings are environment variables; the README lists them.
    """
    settings = read_settings()
    # What the dashboard logs at every step would stand between a command's lines: unless asked for, only warnings.
    configure_logging(settings.log_level if "log_level" in settings.model_fields_set else "WARNING")


def run() -> int:
    """The exit status."""
    try:
        return main.main(prog_name=PROGRAM, standalone_mode=False) or 0
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else PROGRAM
        return _fail(f"{error.format_message()} See `{command} --help`.", error.exit_code)
    except click.ClickException as error:
        return _fail(error.format_message(), error.exit_code)
    except DossierError as error:
        return _fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        return _fail("Stopped.", INTERRUPTED)
    except BrokenPipeError:
        # Nobody reads on (`… | head`): what is left must not fail once more when Python flushes it at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except Exception as error:
        logger.debug("Unexpected", exc_info=error)
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        return _fail(f"Something unexpected went wrong ({reason}). DOSSIER_LOG_LEVEL=DEBUG shows where.")


def _fail(message: str, status: int = FAILED) -> int:
    """One line, whatever the message holds."""
    click.echo(f"Error: {' '.join(message.split())}", err=True)
    return status


if __name__ == "__main__":
    sys.exit(run())
