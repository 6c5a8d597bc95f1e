"""PostgreSQL 18 with pgvector from a wheel, on a Unix socket in the data folder: nothing to install, closed to others.

The folder is closed to other accounts, and the server asks for a password that a 0600 file keeps. The services
connect as the role `dossier`, which owns its database and is no superuser.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg
from sqlalchemy import URL

from services.errors import PostgresUnavailable
from services.stores.data_folder import UnusableFolder, check_data_folder, why_unusable
from services.stores.embedded.leases import private_directory, write_private
from services.stores.embedded.server import Attachment, EmbeddedServer, EmbeddedServerFailed, read_runtime

logger = logging.getLogger(__name__)

ROLE = "dossier"
REVIVE_SECONDS = 30.0
NOT_YET = (OSError, asyncpg.CannotConnectNowError, asyncpg.PostgresConnectionError)
"""Gone, or recovering after one of its processes crashed."""
ADVISORY_LOCK = 7_305_114_521_936_028
SETTINGS = (
    "max_connections=100",
    "shared_buffers=256MB",
    "work_mem=16MB",
    "maintenance_work_mem=256MB",
    "effective_io_concurrency=64",
    "random_page_cost=1.1",
    "jit=off",
    "max_parallel_maintenance_workers=1",
    "dynamic_shared_memory_type=mmap",  # containers give /dev/shm 64 MB, too little for building an HNSW index
    "timezone=UTC",
    "log_timezone=UTC",
    "log_min_error_statement=panic",  # statements hold users' texts
)


@dataclass(frozen=True)
class EmbeddedPostgres:
    """`settings` are the server's, as `name=value`."""

    data_dir: Path
    settings: tuple[str, ...] = SETTINGS
    _attached: list[Attachment] = field(default_factory=list)
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ensure_running(self) -> None:
        """Start or attach; starts it again when it was killed. Raises PostgresUnavailable."""
        async with self._starting:
            if self._attached and self._attached[0].is_alive():
                return
            deadline = time.monotonic() + REVIVE_SECONDS
            while not await self._comes_up():
                if time.monotonic() > deadline:
                    raise PostgresUnavailable(
                        f"The embedded PostgreSQL does not answer; see {self._server().log_file}."
                    )
                await asyncio.sleep(0.1)
            logger.info("PostgreSQL runs %s", data_location(self.data_dir))

    async def revive(self) -> None:
        """After a connection failed: wait until it answers again, or start it again. Raises PostgresUnavailable."""
        deadline = time.monotonic() + REVIVE_SECONDS
        while time.monotonic() < deadline and self._attached and self._attached[0].is_alive():
            try:
                async with _connected(self.url("postgres", "postgres")):
                    return
            except NOT_YET:
                await asyncio.sleep(0.1)
        await self.ensure_running()

    def url(self, database: str = ROLE, user: str = ROLE) -> URL:
        """Where SQLAlchemy connects; only after `ensure_running`."""
        runtime = self._attached[0].runtime
        return URL.create(
            "postgresql+asyncpg",
            username=user,
            password=self._password(),
            database=database,
            query={"host": runtime["socket_directory"], "port": runtime["port"]},
        )

    @property
    def process_id(self) -> int:
        return int(self._attached[0].runtime["process_id"])

    async def close(self) -> None:
        """Let go of the server; it stops when no other process uses it."""
        while self._attached:
            await asyncio.to_thread(self._attached.pop().release)

    async def _comes_up(self) -> bool:
        """False: it ended meanwhile. One that was killed a moment ago still looks alive. Raises PostgresUnavailable."""
        try:
            await asyncio.to_thread(check_data_folder, self.data_dir)
            self._replace(await asyncio.to_thread(self._attach))
        except (EmbeddedServerFailed, UnusableFolder) as error:
            raise PostgresUnavailable(str(error)) from error
        except OSError as error:
            raise PostgresUnavailable(why_unusable(self.data_dir, error)) from error
        try:
            await _prepare(self.url("postgres", "postgres"), self._password())
        except NOT_YET:
            return False
        except asyncpg.InvalidPasswordError as error:
            raise PostgresUnavailable(
                f"{self._password_file} is not the password of the database beside it; put back the file that belongs "
                "to it, from a backup of the data folder."
            ) from error
        except asyncpg.PostgresError as error:
            raise PostgresUnavailable(f"The embedded PostgreSQL cannot be set up: {error}.") from error
        return True

    def _replace(self, attachment: Attachment) -> None:
        for old in self._attached:
            old.lease.release()
        self._attached[:] = [attachment]

    def _password(self) -> str:
        if not self._password_file.exists():
            write_private(self._password_file, secrets.token_urlsafe(32))
        return self._password_file.read_text("utf-8")

    @property
    def _password_file(self) -> Path:
        return self.data_dir.absolute() / "postgres.password"

    def _attach(self) -> Attachment:
        private_directory(self.data_dir)
        self._password()
        return self._server().attach()

    def _server(self) -> EmbeddedServer:
        arguments = (str(self.data_dir.absolute() / "postgres"), str(self._password_file), *self.settings)
        directory = _directory(self.data_dir)
        return EmbeddedServer(
            "PostgreSQL", "services.stores.embedded.postgres_server", directory, arguments, start_seconds=300
        )


def data_location(data_dir: Path) -> str:
    """Where the data is, and for root also the account and where its programs are, as far as the server has said."""
    told = read_runtime(_directory(data_dir))
    if not told.get("account"):
        return f"embedded, in {data_dir}"
    return f"embedded, in {data_dir}, as the account {told['account']}, its programs in {told['programs']}"


def _directory(data_dir: Path) -> Path:
    return data_dir.absolute() / "run" / "postgres"


async def _prepare(administrator: URL, password: str) -> None:
    """The role, its database and the vector extension, which only a superuser may create; once."""
    async with _connected(administrator) as connection:
        await connection.execute("SELECT pg_advisory_lock($1)", ADVISORY_LOCK)  # others may start, too
        if not await connection.fetchval("SELECT 1 FROM pg_roles WHERE rolname = $1", ROLE):
            # The password is ours, of URL-safe characters: this statement takes no parameters.
            await connection.execute(f"CREATE ROLE {ROLE} LOGIN CREATEDB PASSWORD '{password}'")
        if not await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", ROLE):
            await connection.execute(f"CREATE DATABASE {ROLE} OWNER {ROLE}")
        async with _connected(administrator.set(database=ROLE)) as inside:
            await inside.execute("CREATE EXTENSION IF NOT EXISTS vector")


@asynccontextmanager
async def _connected(url: URL) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(
        host=url.query["host"],
        port=int(str(url.query["port"])),
        user=url.username,
        password=url.password,
        database=url.database,
    )
    try:
        yield connection
    finally:
        await connection.close()
