"""One filled workbench for every page test: the real application, looked at by Chromium and AppTest."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, ViewportSize, sync_playwright
from streamlit.testing.v1 import AppTest

from services import process
from services.backend import Backend
from services.models import SearchPreferences
from services.search.judgements import JudgementStore
from services.search.models import JudgedQuery, Judgements
from services.search.preferences import PreferenceStore
from services.settings import Settings
from tests.app_tests import components_looked_for_once
from tests.pages.filled_once import FilledOnce
from tests.tuner_screen import QUERY, SET

__all__ = ["components_looked_for_once"]

ROOT = Path(__file__).resolve().parent.parent.parent
DESKTOP = ViewportSize(width=1360, height=900)
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "google-chrome")
"""The first that is there: the shell has no window and needs a fifth less processor time for a page."""
CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def workbench_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("workbench")


@pytest.fixture(scope="session")
def filled_once(tmp_path_factory: pytest.TempPathFactory) -> FilledOnce:
    return FilledOnce(tmp_path_factory.getbasetemp().parent if "PYTEST_XDIST_WORKER" in os.environ else None)


@pytest.fixture(scope="session")
def dashboard(workbench_dir: Path, filled_once: FilledOnce) -> Iterator[str]:
    """The URL of a running Dossier with the sample corpus loaded, documents and facts."""
    log = workbench_dir / "server.log"
    with filled_once.filling(workbench_dir) as filled, running_dossier(workbench_dir, log) as (url, server):
        wait_until(lambda: is_filled(url, server), seconds=600, log=log)
        filled(server)
        yield url


@contextmanager
def running_dossier(
    data_dir: Path, log_file: Path, settings: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Its URL and its process, which may be still starting; `settings` are variables of its environment."""
    port = free_port()
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI_", "DATABASE_", "NEO4J_"))}
    environment |= {"DOSSIER_DATA_DIR": str(data_dir), "PORT": str(port), **settings}
    with log_file.open("wb") as log:
        server = subprocess.Popen([sys.executable, "app.py"], cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            yield f"http://127.0.0.1:{port}", server
        finally:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_filled(url: str, server: subprocess.Popen[bytes]) -> bool:
    if server.poll() is not None:
        pytest.fail(f"Dossier ended with status {server.returncode}")
    try:
        health = httpx.get(f"{url}/api/health", timeout=5).json()
        if not health["ok"] or health["graph"]["status"] != "ok":
            return False
        documents = httpx.get(f"{url}/api/documents", timeout=5).json()["total"]
        return documents >= 40 and not health["postgres"]["reason"] and not health["graph"]["reason"]
    except httpx.HTTPError:
        return False


def wait_until(is_so: Callable[[], bool], seconds: float, log: Path) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if is_so():
            return
        time.sleep(0.5)
    pytest.fail(f"The workbench was not filled within {seconds:.0f} s:\n{log.read_text(errors='replace')[-3000:]}")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """For what needs contexts of its own; a page's test takes `page`."""
    chromium = playwright.chromium.launch(executable_path=chromium_path(), args=CHROMIUM_FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def window(
    playwright: Playwright, dashboard: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """With a profile on disk: the dashboard's own scripts are fetched and compiled once a run, not once a test."""
    context = playwright.chromium.launch_persistent_context(
        tmp_path_factory.mktemp("chromium"),
        executable_path=chromium_path(),
        args=CHROMIUM_FLAGS,
        viewport=DESKTOP,
        base_url=dashboard,
    )
    context.set_default_timeout(20_000)
    yield context
    context.close()


def chromium_path() -> str:
    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    assert path, "Chromium is missing: `make test` installs it (apt-get install chromium-headless-shell)"
    return path


@pytest.fixture
def page(window: BrowserContext, dashboard: str) -> Iterator[Page]:
    """A tab as new at 1360 × 900; `page.goto("/graph")` is relative to the dashboard. Fails on what its console calls
    an error or a warning."""
    with opened_tab(window, dashboard) as tab:
        yield tab


@contextmanager
def opened_tab(window: BrowserContext, dashboard: str) -> Iterator[Page]:
    """Always the window's own tab, where Streamlit's scripts stay compiled: a load takes half of what a new tab's does.
    Nothing in it moves by itself, for a browser without a graphics card draws each step anew."""
    tab = window.pages[0]
    tab.set_viewport_size(DESKTOP)
    tab.emulate_media(color_scheme="light", reduced_motion="reduce")
    errors: list[str] = []
    listeners: dict[str, Callable[..., None]] = {
        "pageerror": lambda error: errors.append(str(error)),
        "console": lambda message: errors.append(message.text) if is_an_error(message) else None,
    }
    for event, listener in listeners.items():
        tab.on(event, listener)  # type: ignore[call-overload]
    try:
        yield tab
    finally:
        if tab.url.startswith(dashboard):
            tab.evaluate("localStorage.clear(); sessionStorage.clear()")
        for event, listener in listeners.items():
            tab.remove_listener(event, listener)
        tab.goto("about:blank")
        for opened in window.pages[1:]:
            opened.close()
    assert not errors


def is_an_error(message: ConsoleMessage) -> bool:
    return message.type in ("error", "warning")


@pytest.fixture(scope="session")
def attached_backend(dashboard: str, workbench_dir: Path) -> Iterator[Backend]:
    """The same stores from this process: a second process attaches to the running ones."""
    settings = Settings(data_dir=workbench_dir, sample=False, openai_api_key=None, database_url=None, neo4j_uri=None)
    backend = Backend(settings)
    process.use_backend(backend, settings)
    yield backend
    process.close_backend()


@pytest.fixture
def app_test(attached_backend: Backend) -> Callable[[str], AppTest]:
    """`app_test("documents")` runs that page through the shell, as a user's first click on it does."""

    def run(name: str, **query: str) -> AppTest:
        test = AppTest.from_file(str(ROOT / "components" / "shell.py"), default_timeout=30)
        for key, value in query.items():
            test.query_params[key] = value
        return test.switch_page(str(ROOT / "pages" / f"{name}.py")).run()

    return run


@pytest.fixture
def tuner_settings(attached_backend: Backend) -> Iterator[PreferenceStore]:
    """Whatever a test saves, the next one finds the setting out of the box."""
    store = attached_backend.services.preferences
    yield store
    attached_backend.run(store.save(SearchPreferences()))


@pytest.fixture
def tuner_judgements(attached_backend: Backend) -> Iterator[JudgementStore]:
    """An own set, removed afterwards; `SET` holds one judged query."""
    store = attached_backend.services.judgements
    grades = {"rocketdyne-owners.html": 3}
    attached_backend.run(store.add(Judgements(name=SET, queries=(JudgedQuery(id="q1", query=QUERY, grades=grades),))))
    yield store
    for name in (SET, "imported", "made here"):
        attached_backend.run(store.remove(name))
