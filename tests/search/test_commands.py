"""`search` and `evaluate` from the command line, on a store of their own with the real embedding model."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from pydantic import SecretStr

from services import process
from services.commands.search import evaluate, search
from services.errors import InvalidInput
from services.search.beir_corpus import BeirCorpus, first_words
from services.settings import Settings
from tests.conftest import administer

CORPUS = [
    {"_id": "d1", "title": "Pads", "text": "LC-39A was leased to SpaceX in 2014."},
    {"_id": "d2", "title": "", "text": "The RS-25 engine burns hydrogen and oxygen in a staged cycle."},
    {"_id": "d3", "title": "Only a title about parachutes", "text": ""},
    {"_id": "d4", "title": "", "text": ""},
    {"_id": "d5", "title": "Cooking", "text": "Bread rises when yeast eats sugar."},
]
QUERIES = {"q1": "launch pad LC-39A", "q2": "which engine burns hydrogen", "q3": "soft landing with a canopy"}
QRELS = [("q1", "d1", 2), ("q2", "d2", 1), ("q3", "d3", 1)]


@pytest.fixture(scope="module")
async def store_url(embedded_postgres) -> AsyncIterator[str]:
    name = f"commands_{uuid.uuid4().hex}"
    await administer(embedded_postgres, f"CREATE DATABASE {name}")
    yield embedded_postgres.url(name, "postgres").render_as_string(hide_password=False)
    await administer(embedded_postgres, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def command(store_url, stores_dir):
    """Call a command as the shell would; the services it opens are its own."""
    settings = Settings(
        data_dir=stores_dir, database_url=SecretStr(store_url), openai_api_key=None, openai_base_url=None
    )
    process.use_backend(None, settings)  # type: ignore[arg-type]

    async def call(name, *arguments: str):
        result = await asyncio.to_thread(CliRunner().invoke, name, arguments, catch_exceptions=True)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    yield call
    process.use_backend(None, None)  # type: ignore[arg-type]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "qrels").mkdir()
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in CORPUS))
    queries = [{"_id": query_id, "text": query} for query_id, query in QUERIES.items()]
    (tmp_path / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))
    lines = [f"{query}\t{document}\t{grade}\n" for query, document, grade in QRELS]
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(lines))
    return tmp_path


async def test_an_empty_store_is_said_to_need_its_corpus(command, folder):
    with pytest.raises(InvalidInput, match="--ingest"):
        await command(evaluate, str(folder), "--json")


async def test_evaluate_ingests_and_prints_the_promised_json(command, folder):
    printed = json.loads((await command(evaluate, str(folder), "--ingest", "--json")).stdout)
    assert (printed["default_text_weight"], printed["queries"]) == (0.3, 3)
    assert list(printed["weights"]) == [str(round(0.05 * step, 2)) for step in range(21)]
    for metrics in printed["weights"].values():
        assert {"ndcg@10", "mrr@10", "recall@5", "recall@10"} <= set(metrics)
        assert all(0 <= value <= 1 for value in metrics.values())
    assert printed["weights"]["0.3"] == pytest.approx(
        {"ndcg@10": 1, "mrr@10": 1, "recall@5": 1, "recall@10": 1, "map": 1}
    )
    again = json.loads((await command(evaluate, str(folder), "--json")).stdout)
    assert again["weights"] == printed["weights"]


async def test_evaluate_prints_a_table_with_a_finding(command, folder):
    printed = (await command(evaluate, str(folder / "qrels" / "test.tsv"), "--ingest", "--fusion", "rrf")).stdout
    assert "fusion rrf" in printed
    assert "Too few judgements to tell: 3 queries" in printed
    assert len([line for line in printed.splitlines() if line.strip().startswith(("0.", "1."))]) == 21


async def test_search_prints_hits_and_json(command, folder):
    await command(evaluate, str(folder), "--ingest", "--json")
    printed = (await command(search, "RS-25", "--limit", "1")).stdout
    assert "(d2; meaning" in printed
    assert "RS-25 engine" in printed
    found = json.loads((await command(search, "RS-25", "--text-weight", "1", "--json")).stdout)
    assert (found["text_weight"], [hit["document_source"] for hit in found["hits"]]) == (1.0, ["d2"])
    assert "Nothing found." in (await command(search, "zebra", "--text-weight", "1")).stdout
    assert "because" in (await command(search, "RS-25", "--mode", "auto")).stdout


async def test_search_looks_in_the_named_collection_alone(command, folder):
    await command(evaluate, str(folder), "--ingest")
    here = json.loads((await command(search, "hydrogen", "--collection", "main", "--json")).stdout)
    elsewhere = json.loads((await command(search, "hydrogen", "--collection", "other", "--json")).stdout)
    assert (bool(here["hits"]), elsewhere["hits"]) == (True, [])


@pytest.mark.parametrize("arguments", [["x", "--text-weight", "1.5"], ["x", "--limit", "0"], ["x", "--mode", "other"]])
async def test_search_refuses_what_is_out_of_range(command, arguments):
    assert (await command(search, *arguments)).exit_code == 2


def test_a_corpus_line_becomes_a_document_and_empty_ones_are_left_out(folder):
    corpus = BeirCorpus.at(folder)
    drafts = {draft.source: draft for draft in corpus.documents()}
    assert corpus.size() == len(CORPUS)
    assert corpus.remarks() == ("Documents of the corpus that have no text and were left out: 1",)
    assert set(drafts) == {"d1", "d2", "d3", "d5"}
    assert (drafts["d1"].title, drafts["d1"].content) == ("Pads", "LC-39A was leased to SpaceX in 2014.")
    assert drafts["d3"].content == "Only a title about parachutes"
    assert drafts["d2"].content.startswith(drafts["d2"].title)


@pytest.mark.parametrize("line", ["{broken", '{"_id": "b"}', '{"text": "b"}', '{"_id": "b", "text": ["b"]}', "[1]"])
def test_a_broken_corpus_line_is_named(folder, line):
    (folder / "corpus.jsonl").write_text(f'{{"_id": "a", "text": "b"}}\n{line}\n')
    with pytest.raises(InvalidInput, match="Line 2"):
        list(BeirCorpus.at(folder).documents())


def test_a_corpus_without_any_text_is_refused(folder):
    (folder / "corpus.jsonl").write_text('{"_id": "a", "text": "\\u0000 "}\n')
    with pytest.raises(InvalidInput, match="no document with a text"):
        list(BeirCorpus.at(folder).documents())


async def test_evaluate_says_what_it_left_out_and_what_the_judgements_miss(command, folder):
    with (folder / "corpus.jsonl").open("a") as corpus:
        corpus.write(json.dumps(CORPUS[0]) + "\n")
    with (folder / "qrels" / "test.tsv").open("a") as qrels:
        qrels.write("q1\tnowhere\t1\n")
    result = await command(evaluate, str(folder), "--ingest", "--json")
    assert "no text and were left out: 1" in result.stderr
    assert "id that came before and replace the one that had it: 1" in result.stderr
    assert "1 of 4 judged documents are not in the collection" in result.stderr


async def test_evaluate_says_that_it_searches_other_documents_too(command, folder):
    await command(evaluate, str(folder), "--ingest")
    (folder / "corpus.jsonl").write_text(json.dumps(CORPUS[0]) + "\n")
    result = await command(evaluate, str(folder), "--ingest")
    assert "3 documents that are not of this corpus are searched as well" in result.stderr


async def test_judgements_of_another_corpus_are_refused(command, folder):
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\tother\t1\n")
    with pytest.raises(InvalidInput, match="ids of judgements and corpus differ"):
        await command(evaluate, str(folder), "--ingest")


@pytest.mark.parametrize(
    ("content", "title"),
    [("Short.", "Short."), ("word " * 40, "word " * 15 + "word"), ("x" * 300, "x" * 80), ("One\ntwo", "One")],
)
def test_a_text_without_a_title_is_called_by_its_first_words(content, title):
    assert first_words(content.strip()) == title
