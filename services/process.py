"""The one backend of this process, for pages and REST alike.

Streamlit forgets every local module when a source file changes, and "Clear cache" drops its resource cache; what lives in
`sys.modules` without a file survives both, so the pools and the runs are opened once.
"""

import sys
import threading
import types

from services.backend import Backend
from services.settings import Settings


class _Anchor(types.ModuleType):
    def __init__(self) -> None:
        super().__init__(_Anchor.name)
        self.lock = threading.RLock()
        self.settings: Settings | None = None
        self.backend: Backend | None = None

    name = "_dossier_process"


def _anchor() -> _Anchor:
    return sys.modules.setdefault(_Anchor.name, _Anchor())  # type: ignore[return-value]


def settings() -> Settings:
    anchor = _anchor()
    with anchor.lock:
        if anchor.settings is None:
            anchor.settings = Settings()
        return anchor.settings


def backend() -> Backend:
    """Open the services at the first call; later calls, from any thread, get the same ones."""
    anchor = _anchor()
    with anchor.lock:
        if anchor.backend is None:
            anchor.backend = Backend(settings())
        return anchor.backend


def use(prepared: Backend, its_settings: Settings) -> None:
    """Tests hand in a backend of their own before a page or the launcher asks for one."""
    anchor = _anchor()
    with anchor.lock:
        anchor.backend, anchor.settings = prepared, its_settings


def close_backend() -> None:
    anchor = _anchor()
    with anchor.lock:
        opened, anchor.backend = anchor.backend, None
    if opened is not None:
        opened.close()
