"""Uploaded judgements: which file holds what, whatever they are called."""

import io
import zipfile

import pytest

from components.tuner.judging.upload import read_judgements
from services.errors import InvalidInput
from services.search.judgement_files import beir_zip, trec_zip
from services.search.models import JudgedQuery, Judgements

OURS = Judgements(
    name="space",
    queries=(
        JudgedQuery(id="q1", query="who flew first", grades={"vostok.md": 3, "mir station.md": 0}),
        JudgedQuery(id="q2", query="RS-25", kind="exact", grades={"engines.html": 2}),
    ),
)
QUERIES = b'{"_id": "q1", "text": "who flew first"}\n'
TREC = b"q1 0 vostok.md 3\n"


def zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def test_what_is_exported_as_beir_comes_back():
    assert read_judgements({"space.zip": beir_zip(OURS)}) == OURS


def test_what_is_exported_as_trec_comes_back_but_for_the_kinds():
    found = read_judgements({"space.zip": trec_zip(OURS)})
    assert [(query.id, query.query, query.grades) for query in found.queries] == [
        (query.id, query.query, query.grades) for query in OURS.queries
    ]


def test_single_files_are_told_apart_by_name_or_by_looks():
    for names in (("queries.jsonl", "qrels.txt"), ("topics.tsv", "judged.txt"), ("a.txt", "b.txt")):
        found = read_judgements({names[0]: QUERIES, names[1]: TREC})
        assert found.queries[0].grades == {"vostok.md": 3}


def test_the_set_has_the_given_name_or_the_file_s_own():
    assert read_judgements({"queries.jsonl": QUERIES, "flights-qrels.txt": TREC}).name == "flights-qrels"
    assert read_judgements({"queries.jsonl": QUERIES, "qrels.txt": TREC}, "flights").name == "flights"


def test_of_several_splits_the_test_split_is_taken():
    splits = {"set/qrels/train.tsv": b"q1\tmir.md\t1\n", "set/qrels/test.tsv": b"q1\tvostok.md\t2\n"}
    content = zipped({"set/queries.jsonl": QUERIES, **splits})
    assert read_judgements({"set.zip": content}).queries[0].grades == {"vostok.md": 2}


def test_a_large_corpus_in_the_zip_is_not_unpacked():
    content = zipped({"set/corpus.jsonl": b"\xff" * 1000, "set/queries.jsonl": QUERIES, "set/qrels/test.tsv": TREC})
    assert read_judgements({"set.zip": content}).queries[0].grades == {"vostok.md": 3}


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"queries.jsonl": QUERIES}, "grades are missing"),
        ({"qrels.txt": TREC}, "queries are missing"),
        ({"broken.zip": b"PK no"}, "cannot be unpacked"),
        ({"queries.jsonl": b"\xff\xfe\x00", "qrels.txt": TREC}, "UTF-8"),
        ({"queries.jsonl": QUERIES, "qrels.txt": b"q9 0 vostok.md 3\n"}, "ids differ"),
        ({"queries.jsonl": QUERIES, "qrels.txt": b"q1 0 vostok.md 3\nq1 0 skylab.md many\n"}, "Line 2"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(files, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        read_judgements(files)
