"""Neo4j's jars: fetched once from Maven through jgo, each held against the hash in `neo4j_jars.lock`.

`python -m services.stores.embedded.jars` fetches what is missing; `--lock` resolves the pinned version anew and
writes the lock file. The jars lie in the Python environment, like every other dependency: all data folders share them.
"""

import hashlib
import shutil
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import click
import truststore

from services.stores.embedded.leases import hold_lock

NEO4J = "org.neo4j:neo4j:5.26.30"
LOCK_FILE = Path(__file__).with_name("neo4j_jars.lock")
ENVIRONMENT = Path(sys.prefix) / "share" / "dossier" / "jars"
DOWNLOADS_AT_ONCE = 8
TRIES = 3


class JarsUnavailable(Exception):
    """The jars are not there and could not be fetched; the message is a sentence."""


@dataclass(frozen=True)
class Jar:
    """`coordinate` is Maven's group:artifact:jar[:classifier]:version."""

    coordinate: str
    sha256: str

    def path(self, directory: Path) -> Path:
        return directory / f"{'_'.join(self.coordinate.split(':'))}.jar"

    def is_whole(self, directory: Path) -> bool:
        path = self.path(directory)
        return path.exists() and _sha256(path) == self.sha256


def locked_jars() -> tuple[Jar, ...]:
    lines = LOCK_FILE.read_text("utf-8").splitlines()
    return tuple(Jar(coordinate, sha256) for sha256, coordinate in (line.split() for line in lines))


def class_path(directory: Path = ENVIRONMENT) -> list[str]:
    """Every jar of the lock file. Raises JarsUnavailable unless `fetch` has run to its end."""
    if not _are_complete(directory):
        raise JarsUnavailable("Neo4j's jars are missing; fetch them with `make setup`.")
    return [str(jar.path(directory)) for jar in locked_jars()]


def fetch(progress: Callable[[int, int], None], directory: Path = ENVIRONMENT) -> None:
    """Download what is missing or damaged; `progress` gets how many of how many are there. Raises JarsUnavailable."""
    if _are_complete(directory):
        return
    directory.mkdir(parents=True, exist_ok=True)
    with hold_lock(directory / ".lock"):
        jars = locked_jars()
        missing = [jar for jar in jars if not jar.is_whole(directory)]
        progress(len(jars) - len(missing), len(jars))
        _download(missing, directory, lambda left: progress(len(jars) - left, len(jars)))
        _completed_file(directory).write_text(_sha256(LOCK_FILE), "utf-8")


def _are_complete(directory: Path) -> bool:
    completed = _completed_file(directory)
    return completed.exists() and completed.read_text("utf-8") == _sha256(LOCK_FILE)


def _completed_file(directory: Path) -> Path:
    return directory / ".complete"


def _download(jars: Sequence[Jar], directory: Path, progress: Callable[[int], None]) -> None:
    incoming = directory / ".incoming"
    shutil.rmtree(incoming, ignore_errors=True)
    with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
        downloads = [pool.submit(_download_one, jar, directory, incoming) for jar in jars]
        try:
            _follow(downloads, progress)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            shutil.rmtree(incoming, ignore_errors=True)


def _follow(downloads: "Sequence[Future[None]]", progress: Callable[[int], None]) -> None:
    for count, download in enumerate(as_completed(downloads), start=1):
        download.result()
        progress(len(downloads) - count)


def _download_one(jar: Jar, directory: Path, incoming: Path) -> None:
    """Into a repository of its own, then to its place once it is whole: an interruption leaves no half jar."""
    for attempt in range(1, TRIES + 1):
        repository = incoming / f"{jar.path(directory).stem}-{attempt}"
        try:
            downloaded = _from_maven(jar, repository)
        except (OSError, RuntimeError) as error:  # requests' errors are OSErrors, jgo's are RuntimeErrors
            if attempt == TRIES:
                raise JarsUnavailable(f"{jar.coordinate} cannot be fetched from Maven: {error}") from error
            continue
        if _sha256(downloaded) != jar.sha256:
            raise JarsUnavailable(f"{jar.coordinate} is not the jar that the lock file names: its hash differs.")
        downloaded.replace(jar.path(directory))
        return


def _from_maven(jar: Jar, repository: Path) -> Path:
    from jgo.maven import MavenContext

    context = MavenContext(repo_cache=repository, timeout=60)
    group, artifact, packaging, *classifier, version = jar.coordinate.split(":")
    component = context.project(group, artifact).at_version(version)
    path: Path = component.artifact(classifier[0] if classifier else "", packaging).resolve()
    return path


def _sha256(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write_lock(repository: Path) -> None:
    """Resolve NEO4J with all that it needs and record every jar's hash; for whoever raises the version."""
    from jgo.maven import MavenContext

    context = MavenContext(repo_cache=repository, timeout=60)
    inputs, transitive = context.resolver.resolve([context.create_dependency(NEO4J)])
    needed = [*inputs, *(each for each in transitive if each.scope in ("compile", "runtime"))]
    lines = sorted(f"{_sha256(each.artifact.resolve())} {_coordinate(each.artifact)}" for each in needed)
    LOCK_FILE.write_text("\n".join(sorted(lines, key=lambda line: line.split()[1])) + "\n", "utf-8")


def _coordinate(artifact: object) -> str:
    names = ("groupId", "artifactId", "packaging", "classifier", "version")
    return ":".join(part for part in (str(getattr(artifact, name) or "") for name in names) if part)


@click.command()
@click.option("--lock", type=click.Path(path_type=Path), help="A folder for Maven's files; writes the lock file anew.")
def main(lock: Path | None) -> None:
    """Fetch Neo4j's jars that are missing."""
    truststore.inject_into_ssl()  # a network that signs for itself is known to the machine, seldom to certifi
    if lock is not None:
        _write_lock(lock)
        return
    try:
        fetch(_show)
    except JarsUnavailable as error:
        raise click.ClickException(str(error)) from error


def _show(fetched: int, total: int) -> None:
    """One line that is written over on a terminal, a line every fifty jars in a log."""
    if sys.stderr.isatty() or fetched % 50 == 0 or fetched == total:
        end = "\r" if sys.stderr.isatty() and fetched < total else "\n"
        click.echo(f"Neo4j: {fetched} of {total} jars{end}", nl=False, err=True)


if __name__ == "__main__":
    main()
