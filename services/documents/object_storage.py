"""A folder or a bucket by URL, for files that are too many for Postgres: whatever fsspec has a driver for."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import fsspec

from services.errors import StoreUnavailable


@dataclass(frozen=True)
class ObjectStorage:
    """Files are named by the hash of their bytes, in folders by its first two letters."""

    url: str

    async def write(self, name: str, data: bytes) -> None:
        """Raises StoreUnavailable."""
        await self._call(self._write, name, data)

    async def read(self, name: str) -> bytes:
        """Raises StoreUnavailable."""
        return bytes(await self._call(self._read, name))

    async def delete(self, names: Sequence[str]) -> None:
        """Delete the files that are there. Raises StoreUnavailable."""
        await self._call(self._delete, names)

    @cached_property
    def _opened(self) -> tuple[Any, str]:
        return fsspec.core.url_to_fs(self.url)  # type: ignore[no-any-return]

    @property
    def _files(self) -> Any:
        return self._opened[0]

    def _path(self, name: str) -> str:
        return f"{self._opened[1].rstrip('/')}/{name[:2]}/{name}"

    def _read(self, name: str) -> bytes:
        try:
            return bytes(self._files.cat_file(self._path(name)))
        except FileNotFoundError as error:
            raise StoreUnavailable("The file is not at DOSSIER_ORIGINALS_URL any more. Add it again.") from error

    def _write(self, name: str, data: bytes) -> None:
        path = self._path(name)
        self._files.makedirs(path.rsplit("/", 1)[0], exist_ok=True)
        self._files.pipe_file(path, data)

    def _delete(self, names: Sequence[str]) -> None:
        for name in names:
            with suppress(FileNotFoundError):
                self._files.rm_file(self._path(name))

    async def _call(self, work: Callable[..., Any], *given: object) -> Any:
        try:
            return await asyncio.to_thread(work, *given)
        except StoreUnavailable:
            raise
        except Exception as error:  # each driver has errors of its own
            raise StoreUnavailable(
                f"The place that DOSSIER_ORIGINALS_URL names does not answer ({type(error).__name__}: {error})."
            ) from error
