"""Neo4j 5.26 Community in a process of our own, its data in the data folder; the process is `neo4j_server`."""

import secrets
from dataclasses import dataclass
from pathlib import Path

from services.stores.embedded_server import Attachment, EmbeddedServer
from services.stores.leases import private_directory, write_private

USER = "neo4j"
START_SECONDS = 180.0


@dataclass(frozen=True)
class EmbeddedNeo4j:
    data_dir: Path

    def attach(self) -> Attachment:
        """Start it or attach to the one that runs; `runtime["uri"]` is its address. Blocks; EmbeddedServerFailed."""
        home = private_directory(private_directory(self.data_dir) / "neo4j")
        self.password()
        directory = self.data_dir / "run" / "neo4j"
        arguments = (str(home.absolute()), str(self._password_file().absolute()))
        server = EmbeddedServer(
            "Neo4j", "services.stores.neo4j_server", directory.absolute(), arguments, start_seconds=START_SECONDS
        )
        return server.attach()

    def password(self) -> str:
        if not self._password_file().exists():
            write_private(self._password_file(), secrets.token_urlsafe(32))
        return self._password_file().read_text("utf-8")

    def _password_file(self) -> Path:
        return self.data_dir / "neo4j.password"
