"""Answers of embedding servers, in all the forms that servers give them."""

import base64
import json
import struct

import pytest

from services.embedding.answers import vectors
from services.errors import EmbeddingUnavailable

FIRST, SECOND = [0.5, -0.25], [1.0, 2.0]


def packed(vector: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()


def answer(*rows: tuple[object, object]) -> bytes:
    told = [{"index": index, "embedding": embedding} for index, embedding in rows]
    return json.dumps({"object": "list", "data": told}).encode()


@pytest.mark.parametrize(
    "told",
    [
        answer((0, FIRST), (1, SECOND)),
        answer((1, SECOND), (0, FIRST)),
        answer((2, SECOND), (1, FIRST)),
        answer((None, FIRST), (None, SECOND)),
        answer((0, FIRST), (0, SECOND)),
        answer((1, packed(SECOND)), (0, packed(FIRST))),
    ],
    ids=["in order", "out of order", "from one", "without index", "one index for all", "base64"],
)
def test_each_text_gets_its_vector(told):
    assert vectors(told, 2) == [FIRST, SECOND]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (answer((0, FIRST)), "1 vectors for 2 texts"),
        (answer((0, FIRST), (0, SECOND), (1, SECOND)), "holds no vectors"),
        (answer((0, [None]), (1, ["a"])), "holds no vectors"),
        (answer((0, "not base64"), (1, "AAA=")), "holds no vectors"),
        (b'{"embeddings": [[1.0]]}', "holds no vectors"),
        (b"<html>Please sign in</html>", "OPENAI_BASE_URL, which mostly ends with /v1"),
    ],
)
def test_what_cannot_be_told_apart_is_refused(told, words):
    with pytest.raises(EmbeddingUnavailable, match=words):
        vectors(told, 2)
