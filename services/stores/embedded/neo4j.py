"""Neo4j 5.26 Community in a process of our own, its data in the data folder; the process is `neo4j_server`."""

import secrets
from dataclasses import dataclass
from pathlib import Path

from services.stores.embedded.leases import private_directory, write_private
from services.stores.embedded.server import Attachment, EmbeddedServer

USER = "neo4j"
START_SECONDS = 180.0


@dataclass(frozen=True)
class EmbeddedNeo4j:
    """`archive`: where Java is to write the classes that this start loads, see `make_java_archive`."""

    data_dir: Path
    archive: Path | None = None

    def attach(self) -> Attachment:
        """Start it or attach to the one that runs; `runtime["uri"]` is its address. Blocks; EmbeddedServerFailed."""
        private_directory(private_directory(self.data_dir) / "neo4j")
        self.password()
        return self._server().attach()

    def is_running(self) -> bool:
        """Whether a process of ours has started it."""
        return self._server().is_running()

    def password(self) -> str:
        if not self._password_file().exists():
            write_private(self._password_file(), secrets.token_urlsafe(32))
        return self._password_file().read_text("utf-8")

    def _server(self) -> EmbeddedServer:
        data_dir = self.data_dir.absolute()
        return EmbeddedServer(
            "Neo4j",
            "services.stores.embedded.neo4j_server",
            data_dir / "run" / "neo4j",
            (str(data_dir / "neo4j"), str(self._password_file().absolute()), *self._archive()),
            start_seconds=START_SECONDS,
        )

    def _archive(self) -> tuple[str, ...]:
        return (str(self.archive.absolute()),) if self.archive else ()

    def _password_file(self) -> Path:
        return self.data_dir / "neo4j.password"
