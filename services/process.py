"""The one backend of this process, for pages and REST alike.

Streamlit forgets every local module when a source file changes, and "Clear cache" drops its resource cache; what lives
in `sys.modules` without a file survives both, so the pools and the runs are opened once.
"""

import signal
import sys
import threading
import types
from collections.abc import Iterator
from contextlib import contextmanager

from services.backend import Backend
from services.settings import Settings, read_settings


class _Anchor(types.ModuleType):
    def __init__(self) -> None:
        super().__init__(_Anchor.name)
        self.lock = threading.RLock()
        self.settings: Settings | None = None
        self.backend: Backend | None = None
        self.stopping = threading.Event()

    name = "_dossier_process"


def _anchor() -> _Anchor:
    return sys.modules.setdefault(_Anchor.name, _Anchor())  # type: ignore[return-value]


def settings() -> Settings:
    """Raises InvalidInput when the environment cannot be understood."""
    anchor = _anchor()
    with anchor.lock:
        if anchor.settings is None:
            anchor.settings = read_settings()
        return anchor.settings


def backend() -> Backend:
    """Open the services at the first call; later calls, from any thread, get the same ones."""
    anchor = _anchor()
    with anchor.lock:
        if anchor.backend is None:
            anchor.backend = Backend(settings())
        return anchor.backend


def use_backend(prepared: Backend, its_settings: Settings) -> None:
    """Use this backend from now on: tests hand in theirs before a page or the launcher asks for one."""
    anchor = _anchor()
    with anchor.lock:
        anchor.backend, anchor.settings = prepared, its_settings


def close_backend() -> None:
    anchor = _anchor()
    with anchor.lock:
        opened, anchor.backend = anchor.backend, None
    if opened is not None:
        opened.close()


def is_stopping() -> bool:
    return _anchor().stopping.is_set()


@contextmanager
def end_streams_at_signals() -> Iterator[None]:
    """Ctrl-C and SIGTERM tell open event streams to end: the server waits for them before it stops.

    To be entered in the main thread, after the server has set its own handlers, which go on to work.
    """
    anchor = _anchor()
    anchor.stopping.clear()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop(number: int, frame: types.FrameType | None) -> None:
        anchor.stopping.set()
        handler = previous[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for number in previous:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
