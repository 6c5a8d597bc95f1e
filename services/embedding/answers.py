"""What an embedding server answered, as vectors in the order of the texts. Pure."""

import base64
import binascii
import sys
from array import array
from collections.abc import Sequence

from pydantic import BaseModel, ValidationError

from services.errors import EmbeddingUnavailable


class Row(BaseModel):
    """Some send base64 of 32-bit floats whatever was asked for, some no index or the same one in each row."""

    embedding: list[float] | str
    index: int | None = None


class Rows(BaseModel):
    data: list[Row]


def vectors(answer: bytes, count: int) -> list[list[float]]:
    """One for each of `count` texts. Raises EmbeddingUnavailable."""
    try:
        rows = Rows.model_validate_json(answer).data
        found = [_numbers(row.embedding) for row in _in_order(rows)]
    except (ValidationError, binascii.Error, ValueError) as error:
        raise EmbeddingUnavailable(
            "The embedding server answered something that holds no vectors. Check DOSSIER_EMBEDDING_MODEL and "
            "OPENAI_BASE_URL, which mostly ends with /v1."
        ) from error
    if len(found) != count:
        raise EmbeddingUnavailable(f"The embedding server answered {len(found)} vectors for {count} texts.")
    return found


def _in_order(rows: Sequence[Row]) -> list[Row]:
    """Raises ValueError where indexes repeat: which vector is whose?"""
    numbered = {row.index: row for row in rows if row.index is not None}
    if len(numbered) == len(rows):
        return [numbered[index] for index in sorted(numbered)]
    if len(numbered) <= 1:
        return list(rows)
    raise ValueError("indexes repeat")


def _numbers(embedding: list[float] | str) -> list[float]:
    if not isinstance(embedding, str):
        return embedding
    packed = array("f", base64.b64decode(embedding, validate=True))
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tolist()
