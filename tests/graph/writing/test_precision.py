"""How exact a fact's dates are: written, read, migrated, extracted by a language model, put back by the ledger."""

import json
from collections.abc import Iterator

import pytest

from services.graph.service import GraphService
from services.graph.writing.dates_migration import DatesMigration
from services.graph.writing.writer import GraphWriter
from services.models import Fact, FactDraft
from services.settings import Settings
from tests.graph.conftest import moment
from tests.graph.writing.test_extraction import Reader, edge
from tests.openai_server import OpenAIServer

FORGET = """
    MATCH ()-[r:RELATES_TO]->()
    REMOVE r.valid_precision, r.invalid_precision, r.valid_latest, r.invalid_latest, r.valid_text, r.invalid_text
"""
UNMARK = "MATCH (m:Migration) DELETE m"


def draft(target: str, began: str | None, ended: str | None = None, quote: str | None = None) -> FactDraft:
    given = {"subject": "Arianespace", "relation": "LED_BY", "object": target, "quote": quote}
    return FactDraft.model_validate({**given, "fact": f"{target} led it.", "valid_at": began, "invalid_at": ended})


async def of(service: GraphService, target: str) -> Fact:
    return next(fact for fact in (await service.timeline("Arianespace")).facts if fact.target == target)


@pytest.mark.parametrize(
    ("began", "ended"),
    [
        ("1997", "2002-03"),
        ("1997-07-04", "2002-03-01T10:30:00Z"),
        ("../1990", "199X"),
        ("1997~", "2002/.."),
        (None, "1999/2001"),
        ("1997/1999", None),
    ],
)
async def test_dates_come_out_of_the_graph_as_they_went_in(service, writer, add_document, began, ended):
    given = draft("Luton", began, ended)
    await writer.write_facts(await add_document("Luton led it."), [given])
    fact = await of(service, "Luton")
    assert (fact.began, fact.ended) == (given.began, given.ended)
    again = Fact.model_validate_json(fact.model_dump_json())
    assert (again.began, again.ended) == (given.began, given.ended)


async def test_json_has_the_earliest_moment_the_precision_and_the_words(service, writer, add_document):
    await writer.write_facts(await add_document("Luton led it."), [draft("Luton", "1997", "2002-03")])
    shown = json.loads((await of(service, "Luton")).model_dump_json())
    dates = {name: value for name, value in shown.items() if name.startswith(("valid", "invalid"))}
    assert dates == {
        "valid_at": "1997-01-01T00:00:00Z",
        "valid_precision": "year",
        "valid_text": "1997",
        "invalid_at": "2002-03-01T00:00:00Z",
        "invalid_precision": "month",
        "invalid_text": "2002-03",
    }


async def test_the_same_statement_known_less_exactly_is_another_fact(service, writer, add_document):
    drafts = [draft("Luton", began) for began in ("1997", "1997-01-01", "1997~", "1997")]
    await writer.write_facts(await add_document("Luton led it."), drafts)
    assert len((await service.timeline("Arianespace")).facts) == 3


async def test_what_a_graph_of_others_does_not_say_follows_from_the_moment(service, writer, add_document, graph_store):
    await writer.write_facts(await add_document("x"), [draft("Luton", "1997-07-01", "1998-01-01T10:00:00Z")])
    await graph_store.write(FORGET)
    fact = await of(service, "Luton")
    assert (fact.valid_precision, fact.invalid_precision) == ("day", "time")
    assert fact.began is not None
    assert fact.began.is_exact


async def test_stored_facts_are_migrated_once(service, writer, add_document, graph_store, database):
    document = await add_document("Luton led it from 1997 to April 2002. Israël since 5 May 2003. Le Gall led it.")
    drafts = [
        draft("Luton", "1997-07-01", "2002-04-01", "Luton led it from 1997 to April 2002"),
        draft("Israël", "2003-05-05", None, "Israël since 5 May 2003"),
        draft("Le Gall", "2002-04-01", "2003-05-05T11:00:00Z", "Le Gall led it"),
    ]
    await writer.write_facts(document, drafts)
    await graph_store.write(FORGET)
    migration = DatesMigration(writer.graph, database)
    assert await migration.run() == 3
    assert await migration.run() == 0
    luton, israel, gall = [await of(service, name) for name in ("Luton", "Israël", "Le Gall")]
    assert (luton.began.edtf, luton.ended.edtf) == ("1997", "2002-04")
    assert (luton.valid_at, luton.valid_text) == (moment("1997-01-01"), "1997")
    assert israel.began.edtf == "2003-05-05"
    assert (gall.began.edtf, gall.ended.edtf) == ("2002-04-01", "2003-05-05T11:00:00Z")
    await graph_store.write(UNMARK)
    assert await migration.run() == 0


SENTENCE = "Jean-Marie Luton was chief executive of Arianespace from 1997."
SUCCESSOR = "In March 2002 Jean-Yves Le Gall became chief executive of Arianespace."


LUTON = edge("Arianespace", "Luton", "Luton was chief executive of Arianespace.", "1997-07-01T00:00:00Z")
GALL = edge("Arianespace", "Le Gall", "Le Gall became chief executive of Arianespace.", "2002-03-15T00:00:00Z")


@pytest.fixture
def reader() -> Reader:
    return Reader({SENTENCE: [LUTON], SUCCESSOR: [GALL]})


@pytest.fixture
def extracting(tmp_path, reader) -> Iterator[Settings]:
    with OpenAIServer() as server:
        server.answer_with(reader)
        yield Settings(data_dir=tmp_path, openai_base_url=server.url, openai_api_key="test-key", graph_model="reader-1")


@pytest.fixture
def model_writer(graph_store, database, embedder, extracting) -> GraphWriter:
    return GraphWriter.from_store(graph_store, database, embedder, extracting)


async def test_a_language_models_day_that_the_quote_does_not_name_is_not_kept(service, model_writer, add_document):
    await model_writer.extract(await add_document(SENTENCE, "First", moment("2001-01-01")))
    fact = await of(service, "Luton")
    assert (fact.began.edtf, fact.valid_text, fact.valid_at) == ("1997", "1997", moment("1997-01-01"))


async def test_the_ledger_keeps_and_restores_how_exact_an_end_is(service, model_writer, add_document, reader):
    await model_writer.extract(await add_document(SENTENCE, "First", moment("2001-01-01")))
    reader.contradicts = "Luton"
    await model_writer.extract(await add_document(SUCCESSOR, "Second", moment("2002-06-01")))
    ended = await of(service, "Luton")
    assert (ended.began.edtf, ended.ended.edtf) == ("1997", "2002-03")
    assert ended.ended == (await of(service, "Le Gall")).began

    (change,) = await service.fact_changes(ended.uuid)
    assert (change.before["valid_precision"], change.after["invalid_precision"]) == ("year", "month")
    await service.restore(change.id)
    restored = await of(service, "Luton")
    assert (restored.began.edtf, restored.ended) == ("1997", None)


async def test_deleting_the_document_that_retired_a_fact_brings_its_dates_back(
    service, model_writer, add_document, reader
):
    await model_writer.extract(await add_document(SENTENCE, "First", moment("2001-01-01")))
    reader.contradicts = "Luton"
    second = await add_document(SUCCESSOR, "Second", moment("2002-06-01"))
    await model_writer.extract(second)
    await model_writer.remove_document(second.id)
    (fact,) = (await service.timeline("Arianespace")).facts
    assert (fact.began.edtf, fact.ended, fact.invalid_precision) == ("1997", None, None)


async def test_a_merge_and_its_undoing_keep_how_exact_dates_are(service, writer, add_document):
    given = draft("Luton", "1997", "2002-03")
    other = FactDraft(subject="Arianespace SA", relation="IN", object="Évry", fact="Arianespace SA is in Évry.")
    await writer.write_facts(await add_document("Luton led it."), [given, other])
    kept, merged = [await service.entity(name) for name in ("Arianespace SA", "Arianespace")]
    merge = await service.merge(kept.uuid, merged.uuid)
    assert (await of(service, "Luton")).began == given.began
    await service.undo_merge(merge.id)
    assert (await of(service, "Luton")).ended == given.ended
