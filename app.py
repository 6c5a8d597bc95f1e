"""The launcher: dashboard, REST and MCP on one port. `python app.py` serves it; nothing is drawn here."""

import gc
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount

from services.api.routes import build_api
from services.api.security import RequireApiKey, SecurityHeaders, check_address
from services.logs import configure_logging
from services.process import backend, close_backend, settings

ROOT = Path(__file__).resolve().parent


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        stack.callback(close_backend)
        backend()
        import_heavy_modules()
        # Streamlit collects garbage after every script run: with the imports frozen that takes 1 ms, not 100.
        gc.collect()
        gc.freeze()
        yield


def import_heavy_modules() -> None:
    import altair  # noqa: F401
    import pandas  # noqa: F401
    import pydantic_ai  # noqa: F401
    import streamlit.delta_generator  # noqa: F401


def build_app() -> st.App:
    configure_logging(settings().log_level)
    check_address(settings())
    return st.App(
        ROOT / "components" / "shell.py",
        lifespan=lifespan,
        routes=[Mount("/api", app=build_api(backend, settings()))],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(RequireApiKey, api_key=settings().api_key),
        ],
    )


app = build_app()

if __name__ == "__main__":
    app.run(config={"server.port": settings().port, "server.address": settings().address})
