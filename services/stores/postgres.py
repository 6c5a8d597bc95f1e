"""PostgreSQL: a pool of connections that comes back by itself when the server does."""

import functools
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ParamSpec, TypeVar, cast

import asyncpg
from pydantic_core import to_json
from sqlalchemy import URL, CursorResult, Executable, Select, TextClause, event, make_url, text
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    before_sleep_log,
    retry_if_exception,
    retry_if_exception_type,
    stop_after_attempt,
    wait_exponential,
)

from services.errors import ConnectionLost, InvalidInput, PostgresUnavailable
from services.models import PartHealth

logger = logging.getLogger(__name__)
T = TypeVar("T")
P = ParamSpec("P")

STATEMENT_TIMEOUT_SECONDS = 30
CONNECT_TIMEOUT_SECONDS = 10
TRIES = 3
CHECKED_AFTER_SECONDS = 1.0
"""Of rest: what was used a moment ago and was not closed is still there."""
RESTED_SINCE = "rested_since"

CONNECTION_ERRORS = (
    OSError,
    OperationalError,
    InterfaceError,
    PoolTimeout,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
)
"""What a server that is away, starting or full answers with; anything else is not tried again."""


def postgres_url(written: str) -> URL:
    """The URL as SQLAlchemy wants it, from the forms people write: postgres://, postgresql://, +driver, ?sslmode=."""
    try:
        url = make_url(written.strip())
    except ArgumentError as error:
        raise InvalidInput("DATABASE_URL is not a URL; it looks like postgresql://user:password@host/name.") from error
    if url.get_backend_name() not in ("postgres", "postgresql"):
        raise InvalidInput(f"DATABASE_URL must be a PostgreSQL URL, not {url.get_backend_name()}.")
    query = dict(url.query)
    if (mode := query.pop("sslmode", None)) is not None:
        query["ssl"] = mode  # asyncpg's name for the same choices
    query.pop("channel_binding", None)  # libpq's; hosted databases hand it out, asyncpg does not know it
    return url.set(drivername="postgresql+asyncpg", query=query)


def postgres_engine(url: URL) -> AsyncEngine:
    """Connections that a server closed, or that answer no longer after a rest, are replaced before use."""
    engine = create_async_engine(
        url,
        pool_size=30,  # all are kept: a crowd whose connections are opened and closed again waits for that most
        max_overflow=0,
        pool_use_lifo=True,  # the server process that worked last has everything at hand
        pool_timeout=STATEMENT_TIMEOUT_SECONDS,
        json_serializer=_json,
        connect_args={
            "timeout": CONNECT_TIMEOUT_SECONDS,
            "server_settings": {
                "application_name": "dossier",
                "statement_timeout": str(STATEMENT_TIMEOUT_SECONDS * 1000),
                "timezone": "UTC",
            },
        },
    )
    event.listen(engine.sync_engine, "checkin", _rested)
    event.listen(engine.sync_engine, "checkout", _check)
    return engine


def _json(value: object) -> str:
    """Several times as fast as the standard library's, which counts for traces of many kilobytes."""
    return to_json(value).decode()


def _rested(_: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
    record.info[RESTED_SINCE] = time.monotonic()


def _check(connection: DBAPIConnection, record: ConnectionPoolEntry, _: PoolProxiedConnection) -> None:
    """SQLAlchemy's own check asks the server each time: three round trips, more than most of our reads take."""
    if record.driver_connection is not None and record.driver_connection.is_closed():
        raise DisconnectionError
    if time.monotonic() - record.info.get(RESTED_SINCE, time.monotonic()) < CHECKED_AFTER_SECONDS:
        return
    try:
        cast(AsyncAdapt_asyncpg_connection, connection).ping()  # type: ignore[no-untyped-call]
    except Exception as error:  # whatever it is, this connection is of no use
        raise DisconnectionError from error


READS = re.compile(r"\s*(?:SELECT|WITH|VALUES)\b", re.IGNORECASE)
CHANGES = re.compile(r"\b(?:INSERT|UPDATE|DELETE|MERGE|nextval|pg_\w*lock\w*|pg_terminate_backend)\b", re.IGNORECASE)


class ReadAgain(AsyncConnection):
    """Outside a transaction; a read whose connection dies on the way is asked again on another one, up to three times
    in all, ever later. What changes anything is not: it may have been done."""

    first_pause_seconds = 0.2
    comes_back: Callable[[], Awaitable[None]]
    """Returns when the server can be reached again, raises PostgresUnavailable."""

    async def execute(self, statement: Executable, *args: Any, **kwargs: Any) -> CursorResult[Any]:
        tries = TRIES if is_read(statement) else 1
        async for attempt in AsyncRetrying(
            retry=retry_if_exception(_is_lost),
            stop=stop_after_attempt(tries),
            wait=wait_exponential(self.first_pause_seconds),
            before_sleep=self._replace,
            reraise=True,
        ):
            with attempt:
                return await super().execute(statement, *args, **kwargs)
        raise AssertionError("tenacity returns or raises")

    async def _replace(self, state: RetryCallState) -> None:
        """The next statement takes another connection from the pool, which has to be told anew how it is used."""
        logger.warning("A read lost its connection; attempt %d follows", state.attempt_number + 1)
        await self.rollback()
        await self.comes_back()
        if not self.closed:
            await self.execution_options(isolation_level="AUTOCOMMIT")


def is_read(statement: Executable) -> bool:
    """Whether the statement only reads, as far as its words tell."""
    if isinstance(statement, TextClause):
        return READS.match(statement.text) is not None and CHANGES.search(statement.text) is None
    return isinstance(statement, Select) and "FOR UPDATE" not in str(statement)


def _is_lost(error: BaseException) -> bool:
    return isinstance(error, DBAPIError) and isinstance(_translated(error), ConnectionLost)


Kind = TypeVar("Kind", bound=AsyncConnection)


def repeatable(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """A change that is the same done twice: done anew, later each time, when its connection dies on the way."""

    @functools.wraps(work)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        async for attempt in AsyncRetrying(
            retry=retry_if_exception_type(ConnectionLost),
            stop=stop_after_attempt(TRIES),
            wait=wait_exponential(ReadAgain.first_pause_seconds),
            before_sleep=before_sleep_log(logger, logging.WARNING),
            reraise=True,
        ):
            with attempt:
                return await work(*args, **kwargs)
        raise AssertionError("tenacity returns or raises")

    return run


@dataclass(frozen=True)
class Database:
    """`revive` brings an embedded server back before the next try; a server by URL comes back without us."""

    engine: AsyncEngine
    revive: Callable[[], Awaitable[None]] | None = None
    first_pause_seconds: float = 0.2

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Commits at the end, rolls back on an error. Raises PostgresUnavailable; for ConnectionLost, which is one, a
        function marked `repeatable` is called anew."""
        async with self._lent(self.engine, AsyncConnection) as connection, connection.begin():
            yield connection

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[AsyncConnection]:
        """Each statement by itself, which commits: no round trips for a transaction. For reading, which is tried again
        when the connection dies, and for a change that is one statement. Raises PostgresUnavailable."""
        async with self._lent(self._reading, ReadAgain) as connection:
            connection.comes_back = self._comes_back
            yield connection

    @cached_property
    def _reading(self) -> AsyncEngine:
        """The same pool; a connection need not be told each time that it has no transaction."""
        return self.engine.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def _lent(self, engine: AsyncEngine, kind: type[Kind]) -> AsyncIterator[Kind]:
        connection = await self._connect(engine, kind)
        try:
            yield connection
        except DBAPIError as error:
            raise _translated(error) from error
        finally:
            await connection.close()

    async def health(self) -> PartHealth:
        try:
            async with self.connection() as connection:
                await connection.execute(text("SELECT 1"))
        except PostgresUnavailable as error:
            return PartHealth(status="down", reason=str(error))
        return PartHealth(status="ok")

    async def close(self) -> None:
        await self.engine.dispose()

    async def _connect(self, engine: AsyncEngine, kind: type[Kind]) -> Kind:
        try:
            async for attempt in AsyncRetrying(
                retry=retry_if_exception(_is_about_the_connection),
                stop=stop_after_attempt(TRIES),
                wait=wait_exponential(self.first_pause_seconds),
                before_sleep=before_sleep_log(logger, logging.WARNING),
                reraise=True,
            ):
                with attempt:
                    return await self._try_to_connect(engine, kind, attempt.retry_state.attempt_number)
        except (*CONNECTION_ERRORS, DBAPIError, asyncpg.PostgresError) as error:
            raise PostgresUnavailable(_unreachable(error)) from error
        raise AssertionError("tenacity returns or raises")

    async def _comes_back(self) -> None:
        await (await self._connect(self._reading, AsyncConnection)).close()

    async def _try_to_connect(self, engine: AsyncEngine, kind: type[Kind], attempt: int) -> Kind:
        if attempt > 1 and self.revive is not None:
            await self.revive()
        connection = kind(engine)
        await connection.start()
        return connection


def _is_about_the_connection(error: BaseException) -> bool:
    return isinstance(error, CONNECTION_ERRORS) or isinstance(_drivers(error), CONNECTION_ERRORS)


def _drivers(error: BaseException) -> BaseException:
    """What asyncpg raised: SQLAlchemy wraps it twice, and without telling a lost connection from other errors."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error


def _unreachable(error: Exception) -> str:
    reason = _first_line(_drivers(error))
    return f"PostgreSQL cannot be reached ({reason}). Check that it runs and that DATABASE_URL is right."


def _translated(error: DBAPIError) -> Exception:
    if error.connection_invalidated or isinstance(_drivers(error), asyncpg.PostgresConnectionError):
        return ConnectionLost("The connection to PostgreSQL was lost on the way; try again in a moment.")
    if getattr(error.orig, "sqlstate", None) == asyncpg.QueryCanceledError.sqlstate:
        return PostgresUnavailable(f"PostgreSQL took longer than {STATEMENT_TIMEOUT_SECONDS} s and was stopped.")
    return error


def _first_line(error: BaseException) -> str:
    """Without the advice that follows it."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
