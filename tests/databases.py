"""Databases that tests get empty: emptied after one test for the next, since a new one takes several times longer."""

from dataclasses import dataclass, field
from uuid import uuid4

from sqlalchemy import text

from services.stores.embedded.postgres import EmbeddedPostgres
from services.stores.postgres import postgres_engine

SEED = """
SELECT 'dossier_migration' AS name, to_jsonb(one) AS held FROM dossier_migration one
UNION ALL SELECT 'embedding_identity', to_jsonb(one) FROM embedding_identity one
"""
"""The rows of an empty database."""
WATCHED = (
    "CREATE SCHEMA between_tests",
    f"CREATE TABLE between_tests.seed AS {SEED}",
    "CREATE TABLE between_tests.changed (command text)",
    """CREATE FUNCTION between_tests.note() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS
    'BEGIN INSERT INTO between_tests.changed VALUES (tg_tag); END'""",
    "CREATE EVENT TRIGGER between_tests ON ddl_command_end EXECUTE FUNCTION between_tests.note()",
)
"""So that a test which changes more than rows is noticed."""
IS_AS_MADE = f"""
SELECT NOT EXISTS (SELECT FROM between_tests.changed)
   AND NOT EXISTS (({SEED}) EXCEPT ALL SELECT name, held FROM between_tests.seed)
   AND NOT EXISTS (SELECT name, held FROM between_tests.seed EXCEPT ALL ({SEED}))
"""
WRITTEN = """
SELECT string_agg(quote_ident(relname), ', ') FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
  AND relname NOT IN (SELECT name FROM between_tests.seed)
"""
OTHERS = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


async def administer(server: EmbeddedPostgres, *statements: str, database: str = "postgres") -> None:
    engine = postgres_engine(server.url(database, "postgres"))
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        for statement in statements:
            await connection.execute(text(statement))
    await engine.dispose()


@dataclass
class EmptyDatabases:
    server: EmbeddedPostgres
    template: str
    _made: list[str] = field(default_factory=list)
    _spare: list[str] = field(default_factory=list)

    async def take(self) -> str:
        """The name of one that nobody uses."""
        if self._spare:
            return self._spare.pop()
        name = f"test_{uuid4().hex}"
        await administer(self.server, f"CREATE DATABASE {name} TEMPLATE {self.template} STRATEGY file_copy")
        await administer(self.server, *WATCHED, database=name)
        self._made.append(name)
        return name

    async def give_back(self, name: str) -> None:
        if await self._emptied(name):
            self._spare.append(name)
        else:
            await self._drop(name)

    async def drop_all(self) -> None:
        for name in tuple(self._made):
            await self._drop(name)

    async def _drop(self, name: str) -> None:
        await administer(self.server, f"DROP DATABASE {name} WITH (FORCE)")
        self._made.remove(name)

    async def _emptied(self, name: str) -> bool:
        """False: more than rows was changed in it."""
        engine = postgres_engine(self.server.url(name, "postgres"))
        async with engine.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.execute(text(OTHERS))
            is_as_made = bool(await connection.scalar(text(IS_AS_MADE)))
            if is_as_made and (written := await connection.scalar(text(WRITTEN))):
                await connection.execute(text(f"TRUNCATE {written} RESTART IDENTITY CASCADE"))
        await engine.dispose()
        return is_as_made
