"""The sample corpus keeps its promises: facts stand in their documents, intervals fit, judged documents exist."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from services.documents.reading.facts_file import read_facts
from services.documents.reading.readers import read_file
from services.models import DocumentDraft, FactDraft, ImpreciseDate
from services.search.judgement_files import read_judgements
from services.search.models import Judgements

CORPUS = Path(__file__).parent.parent / "samples" / "space"
EXCLUSIVE = {
    "BUILT_BY",
    "COMMANDED_BY",
    "DISPLAYED_AT",
    "HEADQUARTERED_IN",
    "HELD_BY",
    "KNOWN_AS",
    "LEASE_TERM_SET_BY",
    "LED_BY",
    "LOCATED_AT",
    "OPERATED_BY",
    "OWNED_BY",
}
"""Relations of which a subject has one at a time."""
FORMATS = {".md", ".html", ".pdf", ".docx"}
KINDS = {"exact", "paraphrase", "time", "question", "two documents"}


@cache
def documents() -> dict[str, DocumentDraft]:
    return {path.name: read_file(path, path.name) for path in sorted(CORPUS.iterdir()) if path.suffix in FORMATS}


@cache
def facts() -> tuple[FactDraft, ...]:
    found = read_facts(CORPUS / "facts.jsonl", "facts.jsonl")
    assert found.problems == ()
    return found.facts


@cache
def judgements() -> Judgements:
    return read_judgements(CORPUS / "judgements")


@cache
def folded(source: str) -> str:
    return fold(documents()[source].content)


def fold(text: str) -> str:
    return " ".join(text.split())


def document_of(fact: FactDraft) -> DocumentDraft:
    assert fact.source is not None
    return documents()[fact.source]


def written_on(document: DocumentDraft) -> datetime:
    assert document.reference_time is not None
    return document.reference_time


def types_by_name() -> dict[str, set[str | None]]:
    types: dict[str, set[str | None]] = defaultdict(set)
    for fact in facts():
        types[fact.subject].add(fact.subject_type)
        types[fact.object].add(fact.object_type)
    return types


def successions() -> Iterator[tuple[FactDraft, FactDraft]]:
    """Each fact of an exclusive relation with the one that follows it for the same subject."""
    series: dict[tuple[str, str], list[FactDraft]] = defaultdict(list)
    for fact in facts():
        if fact.relation in EXCLUSIVE:
            series[fact.subject, fact.relation].append(fact)
    for members in series.values():
        yield from pairwise(sorted(members, key=lambda fact: fact.valid_at or datetime.min.replace(tzinfo=UTC)))


def holders(subject: str, relation: str, year: int, month: int = 1, day: int = 1) -> set[str]:
    moment = datetime(year, month, day, tzinfo=UTC)
    return {
        fact.object
        for fact in facts()
        if (fact.subject, fact.relation) == (subject, relation) and fact.certainty_at(moment) == "held"
    }


def test_corpus_has_forty_documents_in_four_formats() -> None:
    assert len(documents()) >= 40
    assert {document.metadata["format"] for document in documents().values()} == {"markdown", "html", "pdf", "docx"}


@pytest.mark.parametrize("source", sorted(path.name for path in CORPUS.iterdir() if path.suffix in FORMATS))
def test_document_says_its_title_date_and_note_and_has_a_page_or_two(source: str) -> None:
    document = documents()[source]
    assert document.title
    assert document.title != source
    assert document.reference_time is not None
    assert str(document.metadata["note"]).startswith("Written for the Dossier sample corpus")
    assert 300 <= len(document.content.split()) <= 1200


@pytest.mark.parametrize("built", sorted(path.name for path in CORPUS.iterdir() if path.suffix in (".pdf", ".docx")))
def test_built_document_says_what_its_source_says(built: str) -> None:
    source = (CORPUS / "sources" / built).with_suffix(".md")
    written = read_file(source, source.name)
    assert words(documents()[built]) == words(written)
    assert documents()[built].title == written.title
    assert documents()[built].reference_time == written.reference_time


def words(document: DocumentDraft) -> list[str]:
    """Without the marks of headings and list items, which formats draw in their own ways."""
    return [word for word in document.content.split() if word not in ("#", "##", "-")]


def test_facts_and_entities_are_many_and_of_many_types() -> None:
    types = {name for found in types_by_name().values() for name in found}
    assert len(facts()) >= 500
    assert len(types_by_name()) >= 80
    assert len(types) >= 5
    assert None not in types


def test_every_quote_stands_literally_in_its_document() -> None:
    missing = [fact for fact in facts() if not fact.quote or fold(fact.quote) not in folded(str(fact.source))]
    assert missing == []


def test_no_fact_begins_or_ends_after_its_document_was_written() -> None:
    known_too_early = [
        fact
        for fact in facts()
        for moment in (fact.valid_at, fact.invalid_at)
        if moment is not None and moment > written_on(document_of(fact))
    ]
    assert known_too_early == []


def test_no_fact_ends_before_it_begins() -> None:
    intervals = ((fact, fact.began, fact.ended) for fact in facts())
    assert [fact for fact, began, ended in intervals if began and ended and ended.latest <= began.earliest] == []


def test_no_day_is_given_that_neither_quote_nor_fact_names() -> None:
    """An end is exclusive: “through 31 March” ends on 1 April."""
    began = [(fact, [fact.began]) for fact in facts() if fact.began and fact.began.is_exact]
    ended = [(fact, [fact.ended, day_before(fact.ended)]) for fact in facts() if fact.ended and fact.ended.is_exact]
    assert len(began) + len(ended) > 500
    assert [fact for fact, days in [*began, *ended] if not any(named(day, fact) for day in days)] == []


def day_before(date: ImpreciseDate) -> ImpreciseDate:
    assert date.earliest is not None
    return ImpreciseDate.of(date.earliest - timedelta(days=1), "day")


def named(date: ImpreciseDate, fact: FactDraft) -> bool:
    assert date.earliest is not None
    words = rf"(?<!\d){date.earliest.day}( (to|and) \d+)? {date.earliest:%B}"
    return any(re.search(words, fold(text)) for text in (fact.quote or "", fact.fact))


def test_dates_are_as_exact_as_their_sources_and_no_more() -> None:
    precisions = Counter(date.precision for fact in facts() for date in (fact.began, fact.ended) if date)
    assert precisions["month"] >= 130
    assert precisions["year"] >= 35
    assert precisions["range"] >= 1


def test_one_holder_at_a_time() -> None:
    overlapping = [
        (earlier, later)
        for earlier, later in successions()
        if earlier.invalid_at is None or later.valid_at is None or earlier.invalid_at > later.valid_at
    ]
    assert overlapping == []


def test_an_entity_has_one_type() -> None:
    assert {name: found for name, found in types_by_name().items() if len(found) > 1} == {}


def test_entities_do_not_differ_by_case_or_accent_alone() -> None:
    spellings: dict[str, set[str]] = defaultdict(set)
    for name in types_by_name():
        spellings[unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()].add(name)
    assert [found for found in spellings.values() if len(found) > 1] == []


def test_no_fact_is_given_twice() -> None:
    told = [(fact.subject, fact.relation, fact.object, fact.valid_at) for fact in facts()]
    assert len(told) == len(set(told))


@pytest.mark.parametrize(
    ("subject", "relation", "answers"),
    [
        (
            "Longest single spaceflight",
            "HELD_BY",
            {1962: "Gherman Titov", 1985: "Leonid Kizim", 2020: "Valery Polyakov"},
        ),
        ("NASA", "LED_BY", {1960: "T. Keith Glennan", 1974: "James Fletcher", 2010: "Charles Bolden"}),
        ("Rocketdyne", "OWNED_BY", {1960: "North American Aviation", 2000: "Boeing", 2010: "United Technologies"}),
    ],
)
def test_the_answer_depends_on_the_date_asked_for(subject: str, relation: str, answers: dict[int, str]) -> None:
    assert {year: holders(subject, relation, year) for year in answers} == {
        year: {holder} for year, holder in answers.items()
    }


def test_ends_are_exclusive_so_a_change_of_office_has_one_holder() -> None:
    assert holders("NASA", "LED_BY", 2009, 7, 16) == {"Christopher Scolese"}
    assert holders("NASA", "LED_BY", 2009, 7, 17) == {"Charles Bolden"}


def test_judged_queries_are_many_and_of_every_kind() -> None:
    assert len(judgements().queries) >= 78
    assert judgements().skipped == ()
    assert {judged.kind for judged in judgements().queries} == KINDS


def test_judged_documents_exist() -> None:
    judged = {source for query in judgements().queries for source in query.grades}
    assert judged <= set(documents())


def test_every_query_has_an_answer_and_every_document_a_query() -> None:
    assert [query.id for query in judgements().queries if max(query.grades.values()) < 3] == []
    relevant = {source for query in judgements().queries for source, grade in query.grades.items() if grade >= 2}
    assert relevant == set(documents())


def test_a_question_about_two_documents_has_two() -> None:
    questions = [query for query in judgements().queries if query.kind == "two documents"]
    assert [query.id for query in questions if sum(grade >= 2 for grade in query.grades.values()) < 2] == []


def test_grades_run_from_nought_to_three() -> None:
    assert {grade for query in judgements().queries for grade in query.grades.values()} == {0, 1, 2, 3}
