"""The collections on other subjects are what their README says: literal quotes, known sources, rules that compile."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from bench.judged_questions import CORPORA, corpus
from services.documents.reading.facts_file import read_facts
from services.documents.reading.readers import read_file

COLLECTIONS = ("company", "medicine")
IN_EVERYDAY_WORDS = (
    "waterworks",
    "tramway",
    "geology",
    "festival",
    "fisheries",
    "library",
    "football",
    "estate",
    "trial",
)
LABELLED = {"company": 12, "medicine": 12, "sport": 4}
TYPES = {"person", "organisation", "place", "product", "event", "work", "law", "other"}
EDTF = re.compile(r"\d{3}[\dX](?:-\d\d(?:-\d\d)?)?")
CONCLUDED = {"company-tune-15"}
"""Who was longer in office follows from two terms; no document says it."""
LEAST_WORDS, MOST_WORDS = 250, 700


@pytest.fixture(scope="module", params=COLLECTIONS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def texts(name):
    return texts_of(name)


def texts_of(name):
    """Each document by its file name, as the program reads it, white space aside."""
    paths = (CORPORA / name / "documents").iterdir()
    return {path.name: plain(read_file(path, path.name, max_megabytes=1).content) for path in paths}


def test_documents_are_of_a_readable_length(texts):
    lengths = {source: len(text.split()) for source, text in texts.items()}
    assert not {source: words for source, words in lengths.items() if not LEAST_WORDS <= words <= MOST_WORDS}


def test_each_collection_has_sixty_questions_in_two_halves(name):
    questions = corpus(CORPORA / name).questions
    assert len({question.id for question in questions}) == 60
    assert Counter(question.half for question in questions) == {"tune": 30, "held": 30}
    assert sum(not question.is_answerable for question in questions) >= 10


def test_a_question_names_documents_that_are_there_and_one_before_it_in_its_half(name, texts):
    halves = {}
    for question in corpus(CORPORA / name).questions:
        assert set(question.relevant) <= set(texts), question.id
        assert question.follows is None or halves[question.follows] == question.half
        halves[question.id] = question.half


def test_what_a_right_answer_needs_stands_in_the_documents_that_answer(name, texts):
    for question in corpus(CORPORA / name).questions:
        if question.relevant:
            answering = " ".join(texts[source] for source in question.relevant)
            missing = [one for one in question.must if not any(re.search(word, answering, re.I) for word in one)]
            assert len(missing) == (question.id in CONCLUDED), question.id
        assert all(re.compile(expression) for expression in question.must_not)
        assert question.must or not question.is_answerable, question.id


@pytest.mark.parametrize("name", IN_EVERYDAY_WORDS)
def test_questions_in_everyday_words_can_be_answered_from_their_documents(name):
    texts = texts_of(name)
    for question in corpus(CORPORA / name).questions:
        answering = " ".join(texts[source] for source in question.relevant)
        for alternatives in question.must:
            assert any(re.search(word, answering, re.IGNORECASE) for word in alternatives), question.id


@pytest.mark.parametrize("file", ["facts.jsonl", "facts_edtf.jsonl"])
def test_quotes_of_facts_are_literal(file):
    company = CORPORA / "company"
    facts = rows(company / file)
    for fact in facts:
        text = read_file(company / "documents" / fact["source"], fact["source"], max_megabytes=1).content
        assert plain(fact["quote"]) in plain(text), fact["fact"]
    assert len(facts) >= 150


def test_the_reader_takes_every_fact():
    path = CORPORA / "company" / "facts.jsonl"
    read_file = read_facts(path, path.name)
    assert (len(read_file.facts), read_file.problems) == (len(rows(path)), ())


def test_an_entity_of_the_facts_has_one_type():
    types = {
        (fact[end], fact[f"{end}_type"])
        for fact in rows(CORPORA / "company" / "facts.jsonl")
        for end in ("subject", "object")
    }
    assert len(types) == len({entity for entity, _ in types})


@pytest.mark.parametrize("name", LABELLED)
def test_labels_are_literal(name):
    labelled, texts = rows(CORPORA / name / "labels.jsonl"), texts_of(name)
    assert len({row["source"] for row in labelled}) == LABELLED[name]
    for row in labelled:
        text = texts[row["source"]]
        names = {entity["name"] for entity in row["entities"]}
        assert len(names) == len(row["entities"]), row["source"]
        assert {entity["type"] for entity in row["entities"]} <= TYPES
        assert not [entity for entity in names if entity.lower() not in text.lower()], row["source"]
        for relation in row["relations"]:
            assert plain(relation["quote"]) in text, relation
            assert all(relation[word] in relation["quote"] for word in ("subject_text", "relation", "object_text"))
            assert {relation["subject"], relation["object"]} <= names, relation


@pytest.mark.parametrize("name", ["software", "town"])
def test_what_labels_without_quotations_name_stands_in_the_text(name):
    labelled, texts = rows(CORPORA / name / "labels.jsonl"), texts_of(name)
    assert {row["source"] for row in labelled} == set(texts)
    for row in labelled:
        names = [entity["name"] for entity in row["entities"]]
        assert not [one for one in names if one.casefold() not in plain(texts[row["source"]]).casefold()]
        assert {entity["type"] for entity in row["entities"]} <= TYPES
        assert {end for one in row["relations"] for end in (one["subject"], one["object"])} <= set(names)


@pytest.mark.parametrize("name", LABELLED)
def test_the_year_of_a_label_stands_in_its_sentence(name):
    """Of “2014/2015” the first; a decade by its beginning."""
    for row in rows(CORPORA / name / "labels.jsonl"):
        for relation in row["relations"]:
            for date in filter(None, (relation["dates"] or "").split("/")):
                assert EDTF.fullmatch(date), relation
                assert date[:3] in relation["quote"], relation


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def plain(text: str) -> str:
    return " ".join(text.split())
