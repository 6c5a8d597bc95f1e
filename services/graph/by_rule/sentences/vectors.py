"""The model's vectors of words, as spaCy's own makes them in more time.

What a word is by itself is looked up once and kept; what its neighbours add are four layers of a small network, each of
which sees one word more on both sides. See the test for how near both come to each other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from thinc.api import Model

Numbers = npt.NDArray[np.float32]
MOST_WORDS = 30_000
"""Kept with their vectors of 384 bytes; then all are forgotten."""
SMALLEST = 1e-8


class Vectors:
    """Of a model with an embedding of words and layers that see their neighbours."""

    def __init__(self, model: "Model[list[Doc], list[Numbers]]") -> None:
        embedding, around = model.layers
        features, *self._embedding = embedding.layers
        self._columns = features.attrs["columns"]
        self._gap = int(around.attrs["pad"])
        self._layers = [_layer(residual) for residual in around.layers[0].layers]
        self._places: dict[bytes, int] = {}
        self._known: Numbers = np.zeros((MOST_WORDS, self._layers[0].gain.size), dtype=np.float32)

    def of(self, documents: Sequence["Doc"]) -> list[Numbers]:
        """Of each document its words'."""
        lengths = [len(document) for document in documents]
        words = self._alone(documents)
        starts = list(_starts(lengths, self._gap))
        rows = np.zeros((sum(lengths) + self._gap * (len(lengths) + 1), words.shape[1]), dtype=np.float32)
        begin = 0
        for start, length in zip(starts, lengths, strict=True):
            rows[start : start + length] = words[begin : begin + length]
            begin += length
        for layer in self._layers:
            rows = layer.added(rows)
        return [rows[start : start + length] for start, length in zip(starts, lengths, strict=True)]

    def _alone(self, documents: Sequence["Doc"]) -> Numbers:
        """Without their neighbours."""
        features = np.concatenate([document.to_array(self._columns) for document in documents])
        keys = features.view(f"V{features.itemsize * features.shape[1]}").ravel().tolist()
        missing = {key: number for number, key in enumerate(keys) if key not in self._places}
        if len(self._places) + len(missing) > MOST_WORDS:
            self._places.clear()
            missing = {key: number for number, key in enumerate(keys)}
        if len(missing) > MOST_WORDS:
            return self._embedded(features)
        if missing:
            first = len(self._places)
            self._known[first : first + len(missing)] = self._embedded(features[list(missing.values())])
            self._places |= {key: first + number for number, key in enumerate(missing)}
        return self._known[[self._places[key] for key in keys]]

    def _embedded(self, features: npt.NDArray[np.uint64]) -> Numbers:
        given: object = [features]
        for step in self._embedding:
            given = step.predict(given)
        vectors: Numbers = given[0]  # type: ignore[index]
        return vectors


@dataclass(frozen=True)
class Layer:
    """`weights` of its pieces, one after the other."""

    weights: Numbers
    bias: Numbers
    gain: Numbers
    shift: Numbers

    def added(self, rows: Numbers) -> Numbers:
        """The rows and what each one's neighbours say of it."""
        width = rows.shape[1]
        beside = np.zeros((len(rows), 3 * width), dtype=np.float32)
        beside[1:, :width] = rows[:-1]
        beside[:, width : 2 * width] = rows
        beside[:-1, 2 * width :] = rows[1:]
        pieces = beside @ self.weights
        pieces += self.bias
        largest = np.maximum(pieces[:, :width], pieces[:, width : 2 * width])
        for first in range(2 * width, pieces.shape[1], width):
            np.maximum(largest, pieces[:, first : first + width], out=largest)
        largest -= largest.mean(axis=1, keepdims=True)
        spread = np.einsum("ij,ij->i", largest, largest) / width + SMALLEST
        largest *= (spread**-0.5)[:, None]
        largest *= self.gain
        largest += self.shift
        largest += rows
        return largest


def _layer(residual: "Model[Numbers, Numbers]") -> Layer:
    parts = {node.name: node for node in residual.walk()}
    weights, bias = np.asarray(parts["maxout"].get_param("W")), np.asarray(parts["maxout"].get_param("b"))
    width, count, around = weights.shape
    return Layer(
        np.ascontiguousarray(weights.transpose(1, 0, 2).reshape(count * width, around).T),
        np.ascontiguousarray(bias.T.reshape(-1)),
        np.asarray(parts["layernorm"].get_param("G")),
        np.asarray(parts["layernorm"].get_param("b")),
    )


def _starts(lengths: Sequence[int], gap: int) -> Iterator[int]:
    """With empty rows before, between and behind."""
    start = gap
    for length in lengths:
        yield start
        start += length + gap
