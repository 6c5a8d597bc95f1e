"""Documents that a question names, and small talk, which names nothing."""

import pytest

from services.agent.offline.answer.remarks import ABOUT
from services.agent.offline.planning import plan_calls
from services.agent.offline.reading.documents import DocumentIndex
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import PreviousTurn, read_question
from services.agent.profiles import PROFILES
from services.models import DocumentName
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import hit, named

TITLES = {"pep-0484.rst": "PEP 484 – Type Hints", "warfarin.txt": "Warfarin", "a/report.md": "Report on the Harbour"}
DOCUMENTS = DocumentIndex.of(
    DocumentName(id=named(title), title=title, source=source) for source, title in TITLES.items()
)
HINTS = hit(
    "PEP 484 – Type Hints",
    "PEP: 484\nAuthor: Guido van Rossum\nCreated: 29-Sep-2014\n\nThis document introduces a provisional syntax for "
    "hints. It lets tools check a program. Nothing is checked when the program runs.",
)


def read(question):
    return read_question(question, NameIndex(), NOW, PreviousTurn(), DOCUMENTS)


@pytest.mark.parametrize(
    ("question", "source"),
    [
        ("What is PEP 484?", "pep-0484.rst"),
        ("what does pep-484 say", "pep-0484.rst"),
        ("What does warfarin.txt say about vitamin K?", "warfarin.txt"),
        ("Summarise the report on the harbour", "a/report.md"),
    ],
)
def test_a_document_is_named_by_file_number_or_title(question, source):
    assert [one.source for one in read(question).documents] == [source]


def test_a_title_in_a_question_for_something_else_names_no_document():
    assert read("Who built the harbour of Odring?").documents == ()
    assert read("Is warfarin dangerous?").documents == ()


def test_a_named_document_is_read():
    calls = plan_calls(read("What does PEP 484 say?"), PROFILES[0].tools)
    assert [(call.name, dict(call.args)) for call in calls] == [
        ("get_document", {"document_id": str(named("PEP 484 – Type Hints"))})
    ]
    assert len(plan_calls(read("What does PEP 484 say about generics?"), PROFILES[0].tools)) == 2


def test_what_it_says_begins_with_its_beginning():
    text = composed(read("What does PEP 484 say?"), found((HINTS,)))
    assert text.startswith("PEP 484 – Type Hints: “")
    assert "This document introduces a provisional syntax for hints." in text.split("\n\n")[0]


def test_a_field_of_its_head_is_quoted():
    assert composed(read("Who is the author of PEP 484?"), found((HINTS,))) == (
        "PEP 484 – Type Hints: “Author: Guido van Rossum” [1]"
    )


def test_what_it_says_of_a_topic_is_quoted_or_said_to_be_missing():
    assert "“Nothing is checked when" in composed(read("What does PEP 484 say about what runs?"), found((HINTS,)))
    text = composed(read("What does PEP 484 say about bananas?"), found((HINTS,)))
    assert text.startswith("No passage of “PEP 484 – Type Hints” that was read answers this. It begins:")


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("hi", "Hello. "),
        ("Hello!", "Hello. "),
        ("thanks a lot", "You are welcome. "),
        ("ok, thanks", "You are welcome. "),
        ("Goodbye", "Goodbye. "),
        ("What can you do?", ""),
        ("what is Dossier?", ""),
        ("help", ""),
    ],
)
def test_small_talk_is_answered_about_the_workbench_and_searches_nothing(said, first):
    asked = read(said)
    assert plan_calls(asked, PROFILES[0].tools) == ()
    assert composed(asked, found()) == f"{first}{ABOUT}"


@pytest.mark.parametrize("question", ["Hello, who leads ESA?", "What can Ariane 6 do?", "help with the harbour"])
def test_a_question_with_a_greeting_is_a_question(question):
    assert not read(question).is_small_talk


MORE = DocumentIndex.of(
    DocumentName(id=named(title), title=title, source=source)
    for source, title in {
        "falcon-9.md": "Falcon 9, version by version",
        "blood.md": "Blood transfusion policy",
        "asml.txt": "ASML, the machine maker of Veldhoven",
        "visits.txt": "Visiting policy",
    }.items()
)


@pytest.mark.parametrize(
    ("question", "source"),
    [
        ("When was the transfusion policy last reviewed?", ["blood.md"]),
        ("What does the document about ASML say?", ["asml.txt"]),
        ("Who founded the company that makes Falcon 9?", []),
        ("What does the document Falcon 9 say?", ["falcon-9.md"]),
        ("Which policy is there?", []),
    ],
)
def test_a_part_of_one_title_names_it_and_a_thing_of_its_number_does_not(question, source):
    read = read_question(question, NameIndex.of(["Falcon 9"]), NOW, PreviousTurn(), MORE)
    assert [one.source for one in read.documents] == source


def test_a_beginning_says_nothing_twice_and_is_the_abstract_where_there_is_one():
    text = "A long title\n\nThe first line of it stands here.\n\n## Abstract\n\nThis tells of hints alone."
    told = composed(read("What does PEP 484 say?"), found((hit("PEP 484 – Type Hints", text),)))
    assert told.startswith("PEP 484 – Type Hints › Abstract: “This tells of hints alone.”")
    plain = hit("PEP 484 – Type Hints", "The first line of it stands here. It has a second one there. They are three.")
    assert composed(read("What does PEP 484 say?"), found((plain,))).count("The first line of it") == 1


PAPERS = DocumentIndex.of(
    DocumentName(id=named(source), title=title, source=source)
    for source, title in {
        "crane.eml": "The new crane",
        "lease_of_the_mill.txt": "lease of the mill",
        "Kelpie-2.1.md": "Kelpie 2.1 release notes",
        "by-laws.md": "By-laws",
        "by-laws-supplement.md": "Supplement to the by-laws",
    }.items()
)


@pytest.mark.parametrize(
    ("question", "sources"),
    [
        ("What is the mail about?", ["crane.eml"]),
        ("Summarise the lease", ["lease_of_the_mill.txt"]),
        ("what's new in Kelpie release 2.1", ["Kelpie-2.1.md"]),
        ("What did the supplement change?", ["by-laws-supplement.md"]),
        ("What changed in the mill?", ["lease_of_the_mill.txt"]),
        ("What is the quarrel about?", []),
        ("What changed in 2019?", []),
        ("How did the lease change?", []),
    ],
)
def test_a_document_is_meant_by_words_that_its_name_alone_has(question, sources):
    assert [one.source for one in PAPERS.documents_named_in(question)] == sources
