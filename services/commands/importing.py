"""Imports without looking for garbage: they make none, and to look for it takes a quarter of a command's time."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def importing() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
