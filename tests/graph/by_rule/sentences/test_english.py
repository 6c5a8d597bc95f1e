import pytest

from services.graph.by_rule.reader import Reader


def test_every_part_of_the_model_multiplies_with_numpy(reader: Reader):
    language = reader.parser._language
    models = [model for name in language.pipe_names if (model := getattr(language.get_pipe(name), "model", None))]
    assert models
    assert not [node.name for model in models for node in model.walk() if getattr(node.ops, "use_blis", False)]


SENTENCES = (
    "Ada Roe of Hansen Quays Ltd. met Bernd Aschoff in Port Carrow on 3 May 2019.",
    "The University of Aberdeen gave Ottilie Brandvold, a marine biologist from Larsvik, 4 million euros.",
    "Nothing was said.",
    "Crane",
    "On Monday the Court of Appeal in London heard Morton v Gage, and Priya Nair spoke for Dale Packaging plc",
)


def test_the_recogniser_labels_what_the_models_own_does(reader: Reader):
    ours = list(reader.parser.typed_names(SENTENCES))
    theirs = [
        tuple((one.start_char, one.end_char, one.label_) for one in reader.parser._language(sentence).ents)
        for sentence in SENTENCES
    ]
    assert ours == theirs
    assert sum(map(len, ours)) > 8


def test_vectors_and_grammar_are_those_of_the_models_own(reader: Reader):
    language = reader.parser._language
    theirs = list(language.pipe(SENTENCES, disable=["ner", "attribute_ruler", "lemmatizer"]))
    for vectors, document in zip(reader.parser._vectors.of([*theirs]), theirs, strict=True):
        assert vectors == pytest.approx(document.tensor, abs=1e-4)
    for parsed, document in zip(reader.parser.parse(SENTENCES), theirs, strict=True):
        assert [token.dep for token in parsed.tokens] == [word.dep_ for word in document]
        assert [token.head for token in parsed.tokens] == [word.head.i for word in document]
