"""Logging for the whole program: one line an event on stderr, and no secret in any of them."""

import logging
import re
import sys

SECRETS = re.compile(
    r"(?P<scheme>\w+://[^\s:/@]*:)[^\s@/]+(?=@)"  # a password in a URL
    r"|(?P<name>(?:api[_-]?key|password|passwd|secret|token)['\"]?\s*[=:]\s*['\"]?)[^\s'\",;&]+"
    r"|(?P<bearer>Bearer\s+)\S+"
    r"|\b(?P<key>sk-)[\w-]{8,}",
    re.IGNORECASE,
)
TALKATIVE = {
    "neo4j.notifications": logging.ERROR,
    "neo4j.session": logging.ERROR,
    "httpx": logging.WARNING,
    "httpx2": logging.WARNING,
    "alembic": logging.WARNING,
}
"""neo4j warns of every label that an empty graph does not have yet, and of every write that begins anew because it met
another one (what fails in the end, the graph store logs); the others report each request or step."""


def configure_logging(level: str) -> None:
    """`level` as Python names them; called once by each program, again without harm."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(WithoutSecrets("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name, lowest in TALKATIVE.items():
        logging.getLogger(name).setLevel(lowest)


class WithoutSecrets(logging.Formatter):
    """Also within stack traces: the whole text of a record goes through it."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


def without_secrets(text: str) -> str:
    return SECRETS.sub(_masked, text)


def _masked(found: "re.Match[str]") -> str:
    kept = next((part for part in found.groups() if part is not None), "")
    return f"{kept}***"
