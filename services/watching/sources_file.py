"""`sources.toml`: the file that says what to watch, read at each start."""

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from services.models import LONGEST_COLLECTION, Model
from services.models.base import StorableText

NAME = "sources.toml"
"""In the data folder, unless the settings name another."""
SOONEST, LATEST = 60, 31 * 86_400
LONGEST_ADDRESS = 2000


class DeclaredWatch(BaseModel):
    """`address` is a folder, from the file's own place on, or the URL of a page or feed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    address: StorableText = Field(min_length=1, max_length=LONGEST_ADDRESS)
    collection: StorableText | None = Field(None, min_length=1, max_length=LONGEST_COLLECTION)
    every_seconds: int | None = Field(None, ge=SOONEST, le=LATEST)


class DeclaredWatches(Model):
    """`problem` says in a sentence why the file is not followed; then what was declared before stays."""

    file: Path | None = None
    watches: tuple[DeclaredWatch, ...] = ()
    problem: str = ""


NOTHING = DeclaredWatches()


class DeclaredFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    watch: tuple[DeclaredWatch, ...] = Field((), max_length=1000)


def read_sources_file(file: Path) -> DeclaredWatches:
    """The watches that the file declares; none if there is no file."""
    try:
        if not file.exists():
            return DeclaredWatches(file=file)
        found = DeclaredFile.model_validate(tomllib.loads(file.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return DeclaredWatches(file=file, problem=f"{file} cannot be read ({error}). Put it right and start again.")
    except ValidationError as error:
        wrong = error.errors()[0]
        place = ".".join(str(part) for part in wrong["loc"])
        return DeclaredWatches(file=file, problem=f"{file} is not understood at {place}: {wrong['msg']}.")
    return DeclaredWatches(file=file, watches=tuple(_placed(one, file.parent) for one in found.watch))


def _placed(watch: DeclaredWatch, folder: Path) -> DeclaredWatch:
    if "://" in watch.address:
        return watch
    return watch.model_copy(update={"address": str(folder / Path(watch.address).expanduser())})
