"""The launcher: dashboard, REST and MCP on one port. `python app.py` serves it; nothing is drawn here."""

import gc
import logging
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeVar

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.routing import Route

from components import failures, links
from services.api.front_page import FrontPage, with_server
from services.api.inline_scripts import script_sources
from services.api.mcp_door import McpDoor
from services.api.routes import ApiMount, build_api
from services.api.security import check_address, guards
from services.errors import DossierError, InvalidInput
from services.logs import configure_logging
from services.process import backend, close_backend, end_streams_at_signals, settings
from services.readiness import port_problem
from services.settings import Settings

logger = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parent
DASHBOARD = Path(st.__file__).parent / "static" / "index.html"
"""Streamlit's page, into which it draws everything; it has an inline script of its own."""
PAGES = {f"/{name}": title for name, title in links.TITLES.items()}
T = TypeVar("T")


def build_app() -> st.App:
    configure_logging(settings().log_level)
    check_address(settings())
    mcp = McpDoor(backend, "/mcp")

    @asynccontextmanager
    async def lifespan(_: st.App) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(run_in_threadpool, close_backend)
            backend()
            await stack.enter_async_context(mcp.open())
            stack.enter_context(end_streams_at_signals())
            stack.enter_context(warming_up())
            yield

    html = with_server(DASHBOARD.read_text(encoding="utf-8"))
    front_page = Middleware(FrontPage, html=html, pages=PAGES)
    return st.App(
        ROOT / "components" / "shell.py",
        lifespan=lifespan,
        routes=[ApiMount("/api", build_api(backend, settings())), Route("/mcp", endpoint=mcp)],
        middleware=[*guards(settings(), script_sources(html)), front_page],
        on_script_error=failures.show,
    )


@contextmanager
def warming_up() -> Iterator[None]:
    """Import what the first page needs, beside the first answers."""
    thread = threading.Thread(target=warm_up, name="warm up")
    thread.start()
    try:
        yield
    finally:
        thread.join()


def warm_up() -> None:
    import altair  # noqa: F401
    import pandas  # noqa: F401
    import streamlit.delta_generator  # noqa: F401

    # Streamlit collects garbage after every script run: with the imports frozen that takes 1 ms, not 100.
    gc.collect()
    gc.freeze()


def serve(app: st.App) -> None:
    """Open the stores before the server: what is wrong with them is one sentence then, not a failed start-up."""
    or_exit(lambda: check_port(settings()))
    or_exit(backend)
    config = {
        "server.port": settings().port,
        "server.address": settings().address,
        "server.allowedHosts": list(settings().host_names),
        "server.maxUploadSize": settings().max_file_megabytes,
    }
    or_exit(lambda: app.run(config=config))  # the server raises Ctrl-C anew when it has stopped


def check_port(settings: Settings) -> None:
    """Raises InvalidInput when another program listens there."""
    if sentence := port_problem(settings.address, settings.port):
        raise InvalidInput(sentence)


def or_exit(step: Callable[[], T]) -> T:
    """One line and status 1 instead of a stack trace, which stands in the log at DEBUG."""
    try:
        return step()
    except KeyboardInterrupt:
        close_backend()
        sys.exit(130)
    except Exception as error:  # the edge: whatever it was, it is said
        logger.debug("Why Dossier cannot start", exc_info=error)
        close_backend()
        sys.exit(f"Dossier cannot start. {sentence_of(error)}")


def sentence_of(error: Exception) -> str:
    if isinstance(error, DossierError):
        return str(error)
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return f"Something unexpected went wrong ({reason}). DOSSIER_LOG_LEVEL=DEBUG shows where."


app = or_exit(build_app)

if __name__ == "__main__":
    serve(app)
