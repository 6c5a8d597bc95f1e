"""Names as spaCy's own recogniser finds them, in less time."""

from pathlib import Path

import pytest
from spacy.language import Language
from spacy.tokens import Doc

from services.graph.by_rule.reader import Reader
from services.graph.by_rule.sentences.name_labels import Name, NameLabels
from services.graph.by_rule.sentences.passages import passages

CORPORA = Path(__file__).resolve().parents[3] / "corpora"


@pytest.fixture
def language(reader: Reader) -> Language:
    return reader.parser.language


def found_by_spacy(documents: list[Doc], language: Language) -> list[list[Name]]:
    return [
        [Name(name.start, name.end - 1, name.label_) for name in document.ents]
        for document in language.get_pipe("ner").pipe(documents, batch_size=len(documents))  # type: ignore[attr-defined]
    ]


def names_in(documents: list[Doc], language: Language) -> list[list[Name]]:
    return NameLabels.of(language.get_pipe("ner")).names(documents)  # type: ignore[arg-type]


@pytest.mark.parametrize("corpus", ["company", "medicine", "town"])
def test_the_names_of_a_collection_are_those_that_spacy_finds(corpus: str, language: Language) -> None:
    files = sorted((CORPORA / corpus / "documents").glob("*.md"))
    texts = [" ".join(one.text.split()) for file in files for one in passages(file.stem, file.read_text("utf-8"))][:256]
    found = names_in([language.make_doc(text) for text in texts], language)
    assert found == found_by_spacy([language.make_doc(text) for text in texts], language)
    assert sum(len(names) for names in found) > 100


def test_a_sentence_without_words_has_no_names(language: Language) -> None:
    assert names_in([language.make_doc(text) for text in ("", "Ada Lovelace met Charles Babbage.", "")], language) == [
        [],
        [Name(0, 1, "PERSON"), Name(3, 4, "PERSON")],
        [],
    ]
    assert names_in([language.make_doc("")], language) == [[]]


@pytest.mark.parametrize("text", ["Siemens", "\n", "Siemens\n\nAG of  Berlin \n", "in 1997 Boeing", "NASA NASA NASA"])
def test_a_name_at_the_end_or_beside_spaces_is_the_one_that_spacy_finds(text: str, language: Language) -> None:
    assert names_in([language.make_doc(text)], language) == found_by_spacy([language.make_doc(text)], language)
