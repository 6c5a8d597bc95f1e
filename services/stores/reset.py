"""Emptying both stores, for `python -m services reset`: nothing else deletes what was not named to it."""

from sqlalchemy import text

from services.stores.neo4j import GraphStore
from services.stores.postgres import Database
from services.stores.tables import metadata

OURS = "n:Entity OR n:MergedEntity OR n:Episodic OR n:Community OR n:Saga"
"""What Graphiti and we write; a server may hold other people's nodes."""
WIPE = f"MATCH (n) WHERE {OURS} WITH n LIMIT 10000 DETACH DELETE n RETURN count(*) AS nodes"
VECTOR_INDEXES = "SHOW VECTOR INDEXES YIELD name WHERE name IN ['fact_embedding', 'name_embedding'] RETURN name"


async def empty_database(database: Database) -> None:
    """All rows of all tables; the tables and their history of migrations stay."""
    names = ", ".join(table.name for table in metadata.sorted_tables)
    async with database.transaction() as connection:
        await connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))


async def empty_graph(store: GraphStore) -> None:
    """Entities, facts and episodes, and the vector indexes: the next embedding model may have another length."""
    while (await store.write(WIPE))[0]["nodes"]:
        continue
    for row in await store.read(VECTOR_INDEXES):
        await store.write(f"DROP INDEX {row['name']} IF EXISTS")
