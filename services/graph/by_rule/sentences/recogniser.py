"""The model's recogniser of names, with its decisions made here.

spaCy asks for each word whether each of its seventy moves is allowed, and takes Python's lock for each question, which
is most of the time that it needs. Outside of a name a decision hangs on one word's own features, so these are made for
all words at once; within a name there are two moves, to go on or to end it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from services.graph.by_rule.sentences.vectors import Numbers, Vectors

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

Label = tuple[int, int, str]
"""Words `first` to `last`, both included, and the kind of name."""

_BLOCKED = "U-"
"""What is set before and never read off."""


@dataclass(frozen=True)
class Features:
    """Of the words of some sentences: what each adds as the word at hand, as a name's first one and as the one before;
    in the last row what stands for no word."""

    here: Numbers
    first: Numbers
    before: Numbers


class Recogniser:
    """Labels what spaCy's own labels; see the test."""

    def __init__(self, language: "Language") -> None:
        component = language.get_pipe("ner")
        model = component.model  # type: ignore[attr-defined]
        (vectors, _, linear), self._lower, upper = (
            model.get_ref("tok2vec").layers,
            model.get_ref("lower"),
            model.get_ref("upper"),
        )
        self._vectors = Vectors(vectors)
        self._narrow, self._narrow_bias = linear.get_param("W"), linear.get_param("b")
        self._bias: Numbers = self._lower.get_param("b")
        self._weights: Numbers = upper.get_param("W")
        self._weight_bias: Numbers = upper.get_param("b")
        moves: list[str] = list(map(component.moves.get_class_name, range(len(self._weights))))  # type: ignore[attr-defined]
        self._number = {move: number for number, move in enumerate(moves)}
        self._outside = np.array([number for number, move in enumerate(moves) if move[0] in "OBU" and move != _BLOCKED])
        self._alone = np.array([number for number, move in enumerate(moves) if move[0] in "OU" and move != _BLOCKED])
        self._moves = moves

    def labels(self, documents: Sequence["Doc"]) -> Iterator[list[Label]]:
        vectors = np.concatenate(self._vectors.of(documents)) @ self._narrow.T + self._narrow_bias
        features = self._features(vectors)
        scores = self._scores(features.here[:-1] + features.first[-1] + features.before[-1])
        moves = self._outside[scores[:, self._outside].argmax(axis=1)].tolist()
        start = 0
        for document in documents:
            end = start + len(document)
            if end > start:  # a name of several words cannot begin with the last one
                moves[end - 1] = self._alone[scores[end - 1, self._alone].argmax()]
            yield [
                (first - start, last - start, kind) for first, last, kind in self._found(moves, features, start, end)
            ]
            start = end

    def _found(self, moves: Sequence[int], features: Features, start: int, end: int) -> Iterator[Label]:
        number = start
        while number < end:
            move = self._moves[moves[number]]
            last = number if move[0] != "B" else self._last(number, move[2:], features, end)
            if move[0] != "O":
                yield number, last, move[2:]
            number = last + 1

    def _last(self, first: int, kind: str, features: Features, end: int) -> int:
        pair = np.array([self._number[f"I-{kind}"], self._number[f"L-{kind}"]])
        for number in range(first + 1, end - 1):
            words = features.here[number] + features.first[first] + features.before[number - 1]
            on, over = self._hidden(words[None])[0] @ self._weights[pair].T + self._weight_bias[pair]
            if over > on:
                return number
        return end - 1

    def _features(self, vectors: Numbers) -> Features:
        """Sums of three features each, before the largest of its pieces is taken."""
        weights: Numbers = self._lower.get_param("W")
        count, hidden, pieces, width = weights.shape
        sums = vectors @ weights.reshape(-1, width).T
        all_ = np.concatenate([sums.reshape(-1, count, hidden, pieces), self._lower.get_param("pad")])
        return Features(all_[:, 0], all_[:, 1], all_[:, 2])

    def _scores(self, words: Numbers) -> Numbers:
        scores: Numbers = self._hidden(words) @ self._weights.T + self._weight_bias
        return scores

    def _hidden(self, words: Numbers) -> Numbers:
        hidden: Numbers = (words + self._bias).max(axis=-1)
        return hidden
