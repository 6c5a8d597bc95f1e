"""The pages' only door to the services."""

from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any, TypeVar

from services import process
from services.core import Services

T = TypeVar("T")


def services() -> Services:
    return process.backend().services


def run(coro: Coroutine[Any, Any, T]) -> T:
    """Wait for one service call. Errors of ours (services.errors) come through as they are."""
    return process.backend().run(coro)


def stream(items: AsyncIterator[T]) -> Iterator[T]:
    """Iterate what a service streams; leaving the loop early cancels the work behind it."""
    return process.backend().stream(items)
