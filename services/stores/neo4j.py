"""The graph's store: opened in the background, watched, and opened again when its server was lost.

Documents and search never wait for it: while it is not there, every question raises GraphUnavailable with a sentence.
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from neo4j import (
    AsyncDriver,
    AsyncGraphDatabase,
    AsyncManagedTransaction,
    AsyncResult,
    AsyncSession,
    Query,
    unit_of_work,
)
from neo4j.exceptions import AuthError, DriverError, Neo4jError, ServiceUnavailable, SessionExpired, TransientError
from neo4j.graph import Node, Relationship
from neo4j.time import Date, DateTime, Time

from services.errors import GraphTooSlow, GraphUnavailable
from services.models import PartHealth
from services.stores.embedded.neo4j import USER, EmbeddedNeo4j
from services.stores.embedded.server import Attachment

logger = logging.getLogger(__name__)

QUERY_TIMEOUT_SECONDS = 30
RETRY_SECONDS = 5
EVERYTHING = -1  # rows a message: all are wanted
LONGEST_PAUSE_SECONDS = 30.0
LONGEST_WAIT_SECONDS = 3.0
"""Between two tries, while somebody asks for the graph: who looks at a page sees it soon after it is back."""
STARTING = "The graph is starting (about 10 s). You can already search the documents."
GO_ON = "Documents and search go on without it."
NO_ANSWER = f"The graph did not answer. {GO_ON}"
ADDRESSES = re.compile(r"\s*\(resolved to .*?\)\)|:(?=\s*$)")
"""What the driver adds to its sentences, of no use to a reader."""

LOST = (ServiceUnavailable, SessionExpired, TransientError, AuthError)
"""What a query fails with because of the server, not because of what was asked."""

Row = dict[str, object]
Statement = tuple[str, Mapping[str, object]]


@dataclass(frozen=True)
class Address:
    uri: str
    user: str
    password: str = field(repr=False)


class GraphServer(Protocol):
    """Where the graph is: `open` brings it up or finds it, `is_alive` is asked every `watch_seconds`."""

    @property
    def watch_seconds(self) -> float: ...

    async def open(self) -> Address: ...

    async def is_alive(self, driver: AsyncDriver) -> bool: ...

    async def close(self) -> None: ...


class EmbeddedGraphServer:
    watch_seconds = 0.5

    def __init__(self, embedded: EmbeddedNeo4j) -> None:
        self._embedded = embedded
        self._attachment: Attachment | None = None
        self._attaching: asyncio.Future[Attachment] | None = None

    async def open(self) -> Address:
        # Shielded: a start that nobody waits for any longer is still ours to end, see `close`.
        self._attaching = asyncio.ensure_future(asyncio.to_thread(self._embedded.attach))
        attachment = await asyncio.shield(self._attaching)
        if self._attachment is not None:
            self._attachment.lease.release()
        self._attachment, self._attaching = attachment, None
        return Address(attachment.runtime["uri"], USER, self._embedded.password())

    async def is_alive(self, driver: AsyncDriver) -> bool:  # noqa: ARG002 - the process is asked, not the driver
        return self._attachment is not None and self._attachment.is_alive()

    async def close(self) -> None:
        """Let go of the server, which stops when no other process uses it."""
        if self._attaching is not None:
            with contextlib.suppress(Exception):  # the supervisor has reported it
                self._attachment = await self._attaching
        if self._attachment is not None:
            await asyncio.to_thread(self._attachment.release)


@dataclass(frozen=True)
class RemoteGraphServer:
    address: Address
    watch_seconds: float = 5.0

    async def open(self) -> Address:
        return self.address

    async def is_alive(self, driver: AsyncDriver) -> bool:
        try:
            await driver.verify_connectivity()
        except (DriverError, Neo4jError, OSError):
            return False
        return True

    async def close(self) -> None:
        """Nothing of ours runs there."""


class GraphStore:
    """`state` says where it stands; `driver` is the one pool, for Graphiti too, new when the server comes back."""

    def __init__(self, server: GraphServer, *, database: str = "neo4j", first_pause_seconds: float = 1.0) -> None:
        self.state = PartHealth(status="starting", reason=STARTING)
        self.database = database
        self.uri = ""
        self._server = server
        self._first_pause_seconds = first_pause_seconds
        self._driver: AsyncDriver | None = None
        self._ready = asyncio.Event()
        self._suspected = asyncio.Event()
        self._wanted = asyncio.Event()
        self._supervisor: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to open it; returns at once."""
        self._supervisor = asyncio.create_task(self._supervise(), name="graph store")

    async def close(self) -> None:
        if self._supervisor is not None:
            self._supervisor.cancel()
            await asyncio.wait([self._supervisor])
        self._down("The graph is closed.")
        await self._server.close()

    async def ready(self, timeout: float) -> None:
        """Wait until it is there. Raises GraphUnavailable after `timeout` seconds."""
        try:
            async with asyncio.timeout(timeout):
                await self._ready.wait()
        except TimeoutError as error:
            raise GraphUnavailable(self.state.reason) from error

    @property
    def driver(self) -> AsyncDriver:
        """Raises GraphUnavailable unless the state is ok."""
        if self._driver is None or self.state.status != "ok":
            self._wanted.set()
            raise GraphUnavailable(self.state.reason)
        return self._driver

    async def read(self, cypher: str, **parameters: object) -> list[Row]:
        """The rows, with Python's own dates. Raises GraphUnavailable."""
        async with self.driver.session(
            database=self.database, default_access_mode="READ", fetch_size=EVERYTHING
        ) as session:
            return await self._guarded(_read(session, cypher, parameters))

    async def write(self, cypher: str, **parameters: object) -> list[Row]:
        """One transaction, tried again when the server asks for it. Raises GraphUnavailable."""
        async with self.driver.session(database=self.database) as session:
            return await self._guarded(session.execute_write(_rows, cypher, parameters))

    async def write_all(self, statements: Sequence[Statement]) -> None:
        """In one transaction, tried again when the server asks for it. Raises GraphUnavailable."""
        async with self.driver.session(database=self.database) as session:
            await self._guarded(session.execute_write(_each, statements))

    async def _guarded(self, work: Awaitable[list[Row]]) -> list[Row]:
        try:
            return await work
        except LOST as error:
            self._suspected.set()
            logger.warning("The graph did not answer: %s", _why(error))
            raise GraphUnavailable(NO_ANSWER) from error
        except Neo4jError as error:
            if "TransactionTimedOut" not in (error.code or ""):
                raise
            raise GraphTooSlow(f"The graph took longer than {QUERY_TIMEOUT_SECONDS} s and was stopped.") from error

    async def _supervise(self) -> None:
        pause = self._first_pause_seconds
        while True:
            try:
                await self._serve()
                pause = self._first_pause_seconds
            except Exception as error:  # the edge: whatever it was, it is shown, logged and tried again
                logger.warning("The graph cannot be opened: %s", _why(error))
                logger.debug("Why the graph cannot be opened", exc_info=error)
                self._down(f"The graph cannot be reached: {_why(error)} {GO_ON}")
            await self._rest(pause)
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    async def _rest(self, pause: float) -> None:
        """For so many seconds, and after the first few only as long as nobody asks for the graph."""
        self._wanted.clear()
        await asyncio.sleep(min(pause, LONGEST_WAIT_SECONDS))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, pause - LONGEST_WAIT_SECONDS)):
                await self._wanted.wait()

    async def _serve(self) -> None:
        """From opening to the loss of the server."""
        address = await self._server.open()
        async with _driver(address) as driver:
            await driver.verify_connectivity()
            self._driver, self.uri, self.state = driver, address.uri, PartHealth(status="ok")
            self._ready.set()
            logger.info("The graph is open at %s", address.uri)
            try:
                await self._watch(driver)
            finally:
                self._down(f"The graph's server was lost and is being opened again. {GO_ON}")
        logger.warning("The graph's server was lost")

    async def _watch(self, driver: AsyncDriver) -> None:
        while await self._server.is_alive(driver):
            self._suspected.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._server.watch_seconds):
                    await self._suspected.wait()

    def _down(self, reason: str) -> None:
        self._driver = None
        self._ready.clear()
        self.state = PartHealth(status="down", reason=reason)


def _driver(address: Address) -> AsyncDriver:
    return AsyncGraphDatabase.driver(
        address.uri,
        auth=(address.user, address.password),
        connection_timeout=5,
        connection_acquisition_timeout=20,
        max_transaction_retry_time=RETRY_SECONDS,
        telemetry_disabled=True,
        # A property or label that no data has used yet is no news: an empty graph would fill the log with warnings.
        notifications_disabled_classifications=["UNRECOGNIZED"],
    )


@unit_of_work(timeout=QUERY_TIMEOUT_SECONDS)
async def _rows(transaction: AsyncManagedTransaction, cypher: str, parameters: Mapping[str, object]) -> list[Row]:
    return await _plain_rows(await transaction.run(cypher, dict(parameters)))


@unit_of_work(timeout=QUERY_TIMEOUT_SECONDS)
async def _each(transaction: AsyncManagedTransaction, statements: Sequence[Statement]) -> list[Row]:
    for cypher, parameters in statements:
        result = await transaction.run(cypher, dict(parameters))
        await result.consume()
    return []


async def _read(session: AsyncSession, cypher: str, parameters: Mapping[str, object]) -> list[Row]:
    """A read needs no transaction around it: one exchange with the server instead of three. Where the server asks for
    another try, it gets that, in a transaction that the driver repeats."""
    query = Query(cypher, timeout=QUERY_TIMEOUT_SECONDS)
    try:
        return await _plain_rows(await session.run(query, dict(parameters)))
    except (DriverError, Neo4jError) as error:
        if not error.is_retryable():
            raise
    return await session.execute_read(_rows, cypher, parameters)


async def _plain_rows(result: AsyncResult) -> list[Row]:
    eager = await result.to_eager_result()
    return [{key: _plain(record[key]) for key in eager.keys} for record in eager.records]


def _plain(value: object) -> object:
    """Python's own types, nodes and relationships as their properties."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, DateTime | Date | Time):
        return value.to_native()
    if isinstance(value, list):
        return value if value and isinstance(value[0], float) else [_plain(item) for item in value]
    if isinstance(value, Node | Relationship):
        return {key: _plain(value[key]) for key in value}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _why(error: BaseException) -> str:
    lines = [ADDRESSES.sub("", line) for line in str(error).strip().splitlines()]
    return lines[0].rstrip(".") + "." if lines else type(error).__name__ + "."
