"""Which names the model finds in sentences: spaCy's recogniser, walking through all sentences of a batch at once.

The network and its scores are spaCy's; only the walk over the words is ours. spaCy's own asks of each of 74 moves at
each word whether it is allowed, and its packages for Python 3.11, which are built with hooks for a profiler, take the
interpreter's lock for every such question: twice the time that the network needs. What is allowed is told in
`spacy/pipeline/_parser_internals/ner.pyx`; here for sentences in which nothing is marked yet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from spacy.pipeline import EntityRecognizer
    from spacy.tokens import Doc

NONE = -1
"""No word; no name is open."""
Numbers = np.ndarray[Any, np.dtype[np.int32]]
Marks = np.ndarray[Any, np.dtype[np.bool_]]


class Name(NamedTuple):
    """Words `first` to `last`, both included."""

    first: int
    last: int
    label: str


@dataclass(frozen=True)
class Moves:
    """What may be done at a word: begin a name, go on with it, end it, name this word alone, or stay outside."""

    signs: Sequence[str]
    """B, I, L, U or O, of each move."""
    labels: Sequence[str]
    begins: Marks
    goes_on: Marks
    names_alone: Marks
    allowed: Marks
    """Of the move that opened a name by moves; the last row, which NONE means, is for words outside of names."""

    @classmethod
    def of(cls, recognizer: "EntityRecognizer") -> "Moves":
        written = [recognizer.moves.get_class_name(number) for number in range(recognizer.moves.n_moves)]
        signs, labels = [move[:1] for move in written], [move[2:] for move in written]
        begins, goes_on, alone = (np.array([sign == wanted for sign in signs]) for wanted in "BIU")
        inside = np.array([[sign in "IL" and label == opened for sign, label in zip(signs, labels, strict=True)]
                           for opened in labels])  # fmt: skip
        outside = np.array([sign in "BUO" for sign in signs])
        return cls(signs, labels, begins, goes_on, alone, np.vstack([inside, outside]))

    def allowed_at(self, opened: Numbers, is_last: Marks, is_space: Marks) -> Marks:
        """By sentences and moves: no name begins or goes on at a sentence's last word, none begins with a space."""
        here = self.allowed[opened]
        here &= ~(is_last[:, None] & (self.begins | self.goes_on))
        here &= ~(is_space[:, None] & (self.begins | self.names_alone))
        return here


@dataclass(frozen=True)
class NameLabels:
    recognizer: "EntityRecognizer"
    moves: Moves

    @classmethod
    def of(cls, recognizer: "EntityRecognizer") -> "NameLabels":
        return cls(recognizer, Moves.of(recognizer))

    def names(self, documents: "Sequence[Doc]") -> list[list[Name]]:
        """Of each document the names that spaCy's `ner` finds, in their order."""
        if not any(len(document) for document in documents):
            return [[] for _ in documents]
        lengths = [len(document) for document in documents]
        starts = np.cumsum([0, *lengths])[:-1]
        chosen = self._walked(documents, np.array(lengths), starts)
        return [
            list(self._between(chosen[start : start + length])) for start, length in zip(starts, lengths, strict=True)
        ]

    def _walked(self, documents: "Sequence[Doc]", lengths: Numbers, starts: Numbers) -> Numbers:
        """The move at each word of all documents. The longest come first, so that those that go on stand together."""
        network = self.recognizer.model.predict(documents)
        spaces = np.array([word.is_space for document in documents for word in document])
        order = np.argsort(-lengths, kind="stable")
        lengths, starts = lengths[order], starts[order]
        chosen = np.zeros(len(spaces), dtype="i")
        opened, first = np.full(len(order), NONE, dtype="i"), np.full(len(order), NONE, dtype="i")
        for number in range(lengths[0]):
            going = int((lengths > number).sum())
            words = starts[:going] + number
            opened, first = opened[:going], first[:going]
            scores = self._scores(network, words, first)
            allowed = self.moves.allowed_at(opened, lengths[:going] == number + 1, spaces[words])
            chosen[words] = moves = np.where(allowed, scores, -np.inf).argmax(axis=1)
            opened = np.where(self.moves.begins[moves], moves, np.where(self.moves.goes_on[moves], opened, NONE))
            first = np.where(self.moves.begins[moves], words, np.where(opened == NONE, NONE, first))
        network.clear_memory()
        return chosen

    def _scores(self, network: Any, words: Numbers, first: Numbers) -> "np.ndarray[Any, np.dtype[np.float32]]":
        """Of all moves at the words: the network looks at the word, the open name's first word and the word before."""
        before = np.where(first == NONE, NONE, words - 1)
        seen = np.stack([words, first, before], axis=1).astype("i")
        scores: np.ndarray[Any, np.dtype[np.float32]]
        scores = network.vec2scores.predict(network.state2vec.predict(seen))
        return scores

    def _between(self, moves: Numbers) -> Iterator[Name]:
        first = 0
        for number, move in enumerate(moves):
            sign = self.moves.signs[move]
            first = number if sign in "BU" else first
            if sign in "LU":
                yield Name(first, number, self.moves.labels[move])
