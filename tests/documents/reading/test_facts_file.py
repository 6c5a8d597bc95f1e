"""Facts files: every good line goes in, every bad one is named by its number."""

from datetime import UTC, datetime

import pytest

from services.documents.reading.facts_file import facts_by_source, read_facts, stand_in_document
from services.errors import UnreadableDocument
from services.models import FactDraft

GOOD = (
    b'{"subject": "Mir", "relation": "OWNED_BY", "object": "Russia", "fact": "Russia owned Mir.", '
    b'"valid_at": "1991-12-26", "invalid_at": "2001-03-23T05:59:00+03:00", '
    b'"source": "mir.md", "quote": "Mir was Russian"}'
)


def test_jsonl_facts_have_all_their_fields() -> None:
    (fact,) = read_facts(GOOD, "facts.jsonl").facts
    assert fact == FactDraft(
        subject="Mir",
        relation="OWNED_BY",
        object="Russia",
        fact="Russia owned Mir.",
        valid_at=datetime(1991, 12, 26, tzinfo=UTC),
        valid_text="1991-12-26",
        invalid_at=datetime(2001, 3, 23, 2, 59, tzinfo=UTC),
        invalid_text="2001-03-23T05:59:00+03:00",
        source="mir.md",
        quote="Mir was Russian",
    )


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_facts_are_read_whatever_separates_the_columns(delimiter: str) -> None:
    header = delimiter.join(["Subject", "relation", "object", "fact", "valid_at", "extra"])
    line = delimiter.join(["Mir", "FLEW_FOR", '"Soviet ""Union"""', '"Two\nlines"', "1986", "x"])
    (fact,) = read_facts(f"\ufeff{header}\r\n{line}\r\n".encode(), "facts.csv").facts
    assert (fact.subject, fact.object, fact.fact) == ("Mir", 'Soviet "Union"', "Two\nlines")
    assert fact.valid_at == datetime(1986, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"{", "breaks off before its last"),
        (b'{"subject": "a" "relation": "b"}', 'is no JSON from “"relation": "b"}” on: a quotation mark, a comma'),
        (b"subject: a", "does not begin with “{”"),
        (b"[1]", "is no JSON object"),
        (b'{"subject": "Mir"}', "has no relation, object, fact"),
        (GOOD.replace(b"Russia owned Mir.", b"  "), "has no fact"),
        (GOOD.replace(b"1991-12-26", b"yesterday-ish"), "valid_at is no date: 'yesterday-ish'"),
        (GOOD.replace(b"1991-12-26", b"2020-13-45"), "valid_at is no date: '2020-13-45'"),
        (GOOD.replace(b"1991-12-26", b"0001-01-01T00:00:00+05:00"), "valid_at is no date"),
        (GOOD.replace(b'"1991-12-26"', b"1e999"), "valid_at is no date"),
        (b"[" * 100_000, "nested without end"),
        (GOOD.replace(b"1991-12-26", b"2002-01-01"), "ends before it begins"),
        (GOOD.replace(b'"Mir"', b'{"a": 1}'), "its subject is no text"),
    ],
)
def test_a_bad_line_is_named_and_the_rest_goes_in(line: bytes, words: str) -> None:
    file = read_facts(GOOD + b"\n\n" + line + b"\n" + GOOD, "facts.jsonl")
    assert len(file.facts) == 2
    (problem,) = file.problems
    assert problem.startswith("facts.jsonl, line 3: ")
    assert words in problem


def test_the_number_of_a_csv_line_counts_the_lines_of_the_file() -> None:
    file = read_facts(b'subject,relation,object,fact\na,R,b,"two\nlines"\n,R,b,x\na,R,b,x\n', "f.csv")
    assert file.problems == ("f.csv, line 4: has no subject.",)


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (b"", "facts.jsonl", "holds no fact"),
        (b"not json\n", "facts.jsonl", "line 1: is no JSON"),
        (b"subject,object\na,b\n", "facts.csv", "no column relation, fact"),
        (bytes(range(256)) * 10, "facts.jsonl", "binary"),
    ],
)
def test_what_is_no_facts_file_is_said(content: bytes, name: str, words: str) -> None:
    with pytest.raises(UnreadableDocument, match=words):
        read_facts(content, name)


def test_names_with_quotes_unicode_and_cypher_stay_as_they_are() -> None:
    name = "O'Brien \\\"}) DETACH DELETE n // 东京"
    draft = FactDraft(subject=name, relation="R", object="b", fact="x")
    assert read_facts(draft.model_dump_json().encode(), "f.jsonl").facts == (draft,)


def test_facts_without_a_source_belong_to_the_file() -> None:
    facts = [
        FactDraft(subject="a", relation="R", object="b", fact=f"F{i}", source=s) for i, s in enumerate(["x", None])
    ]
    assert {name: len(group) for name, group in facts_by_source(facts, "facts.jsonl").items()} == {
        "x": 1,
        "facts.jsonl": 1,
    }


def test_a_stand_in_says_each_fact_with_its_quote_once() -> None:
    fact = FactDraft(subject="a", relation="R", object="b", fact="A is b.", quote="a  is\nb")
    quoted = fact.model_copy(update={"fact": "A is truly b.", "quote": "truly b"})
    draft = stand_in_document("Report 7", [fact, fact, quoted], "facts.jsonl")
    assert draft.content == "A is b. “a is b”\n\nA is truly b."
    assert (draft.title, draft.source) == ("Report 7", "Report 7")
