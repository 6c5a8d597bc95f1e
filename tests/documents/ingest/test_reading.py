"""Documents without given facts, read by rule on their way into the graph."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import pytest

from services.documents.ingest.graph_work import GraphWork
from services.documents.ingest.ingestion import Ingestion
from services.documents.ingest.queue import Jobs
from services.documents.library import Library
from services.errors import NotFound
from services.graph.by_rule.process import ReaderProcess
from services.graph.by_rule.sentences.english import is_installed
from services.graph.service import GraphService
from services.graph.writing.writer import GraphWriter
from services.models import Document, DocumentDraft, FactDraft, IngestTask, Reading
from services.sample.starters import opening_questions
from services.settings import Settings

pytestmark = pytest.mark.skipif(not is_installed(), reason="the English parser is not installed")

TEXT = """# Brandt & Sons

Maria Brandt founded Brandt Optics in 1971. Brandt Optics was acquired by Carl Zeiss on 3 May 1988.

Peter Lang was chief executive of Brandt Optics from 1975 to March 1984. He never sold Brandt Optics to Leica.
"""


@pytest.fixture
async def reader():
    process = ReaderProcess.if_installed()
    yield process
    await process.close()


@pytest.fixture
def settings(tmp_path) -> Settings:
    return Settings(data_dir=tmp_path, openai_api_key=None, openai_base_url=None, read_facts=False)


@pytest.fixture
def graph(graph_store, database, embedder, settings) -> GraphService:
    return GraphService.from_store(graph_store, database, embedder, settings)


@pytest.fixture
def ingestion(graph_store, database, embedder, settings, reader) -> Ingestion:
    writer, library = GraphWriter.from_store(graph_store, database, embedder, settings), Library(database)
    made = Ingestion.from_settings(database, embedder, library, writer, settings)
    return Ingestion(**{**vars(made), "graph": GraphWork(database, library, writer, False, reader)})


def draft(content: str = TEXT, source: str = "brandt.md") -> DocumentDraft:
    return DocumentDraft(title="Brandt", source=source, content=content)


async def test_a_document_without_facts_gets_those_that_its_sentences_state(ingestion, graph):
    ingested = await ingestion.add(draft())
    facts = await graph.facts_of_document(ingested.document_id)
    told = {(fact.source, fact.relation, fact.target) for fact in facts}
    assert ("Brandt Optics", "ACQUIRED_BY", "Carl Zeiss") in told
    assert ("Maria Brandt", "FOUND", "Brandt Optics") in told
    assert ("Peter Lang", "CHIEF_EXECUTIVE_OF", "Brandt Optics") in told
    assert ingested.fact_count == len(facts)


async def test_a_fact_read_by_rule_is_a_literal_sentence_and_says_so(ingestion, graph):
    ingested = await ingestion.add(draft())
    for fact in await graph.facts_of_document(ingested.document_id):
        assert fact.origin == "rule"
        (citation,) = fact.citations
        assert citation.located == "quote"
        assert citation.quote == fact.fact
        assert fact.fact in TEXT


async def test_what_a_sentence_denies_is_no_fact(ingestion, graph):
    ingested = await ingestion.add(draft())
    assert not [f for f in await graph.facts_of_document(ingested.document_id) if "Leica" in (f.source, f.target)]
    assert (await graph.entity("Leica")).name == "Leica"


async def test_given_facts_replace_those_that_were_read(ingestion, graph):
    ingested = await ingestion.add(draft())
    given = FactDraft(
        subject="Carl Zeiss", relation="OWNS", object="Brandt Optics", object_type="Company", fact="Zeiss owns Brandt."
    )
    again = await ingestion.add(draft(), facts=[given])
    (fact,) = await graph.facts_of_document(again.document_id)
    assert again.document_id == ingested.document_id
    assert fact.origin == "given"
    assert (await graph.entity("Brandt Optics")).type == "Company"


async def test_the_queue_tells_what_a_facts_file_brought_in_place_of_what_was_read(ingestion, graph, database):
    jobs = Jobs(database, ingestion)
    given = [
        FactDraft(
            subject=f"Lamp {number}", relation="LIT", object="Quay", fact=f"Lamp {number} lit it.", source="brandt.md"
        )
        for number in range(6)
    ]
    await jobs.queue(IngestTask(draft=draft()), source="brandt.md")
    await jobs.queue(IngestTask(facts=tuple(given)), source="facts.jsonl")
    working = asyncio.create_task(jobs.work())
    async with asyncio.timeout(120):
        while not all(job.status == "done" for job in await jobs.recent()):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    working.cancel()
    job = next(one.result for one in await jobs.recent() if one.result is not None)
    assert job.fact_count == len(await graph.facts_of_document(job.document_id)) == 6
    assert job.reading.startswith("Given: 6 facts from “facts.jsonl”, in place of ")
    assert job.reading.endswith(" facts read by rule.")


async def test_a_guessed_type_makes_no_second_entity(ingestion, graph):
    await ingestion.add(draft())
    typed = FactDraft(
        subject="Brandt Optics",
        subject_type="Firm",
        relation="LOCATED_IN",
        object="Jena",
        fact="Brandt Optics is in Jena.",
    )
    await ingestion.add(draft("Brandt Optics is in Jena.", "jena.md"), facts=[typed])
    named = [entity for entity in (await graph.entities(limit=100)).entities if entity.name == "Brandt Optics"]
    assert [entity.type for entity in named] == ["Firm"]


async def test_every_entity_with_a_fact_has_a_summary_made_by_rule(ingestion, graph):
    await ingestion.add(draft())
    summary = (await graph.entity("Peter Lang")).summary
    assert summary.startswith("Stated: Peter Lang was chief executive of Brandt Optics")


async def test_extract_reads_documents_that_are_in_and_leaves_those_with_given_facts(ingestion, graph):
    given = FactDraft(subject="Leica", relation="OWNS", object="Wetzlar Works", fact="Leica owns Wetzlar Works.")
    unread = await replaced_reader(ingestion, None).add(draft())
    stated = await ingestion.add(draft("Leica owns Wetzlar Works.", "leica.md"), facts=[given])
    assert not await graph.facts_of_document(unread.document_id)

    steps = [step async for step in ingestion.graph.extract(None)]
    assert steps == [(1, 1)]
    assert {fact.origin for fact in await graph.facts_of_document(unread.document_id)} == {"rule"}
    assert [fact.origin for fact in await graph.facts_of_document(stated.document_id)] == ["given"]


async def test_extract_again_changes_nothing(ingestion, graph):
    ingested = await ingestion.add(draft())
    before = {fact.uuid for fact in await graph.facts_of_document(ingested.document_id)}
    assert [step async for step in ingestion.graph.extract("main")] == [(1, 1)]
    assert {fact.uuid for fact in await graph.facts_of_document(ingested.document_id)} == before
    assert [step async for step in ingestion.graph.extract("no such collection")] == []


async def test_the_review_hears_what_was_read_and_refused(ingestion, graph):
    text = "Maria Brandt founded Brandt Optics in 1971. Brandt Optics, Carl Zeiss: a long story."
    ingested = await ingestion.add(draft(text))
    (one,) = await graph.readings()
    assert one.document_id == ingested.document_id
    assert one.reading.fact_count == ingested.fact_count
    assert one.reading.refused_count == 1
    assert "no relation" in one.reading.refused[0].reason


async def test_without_the_parser_names_are_found_and_no_facts(ingestion, graph):
    ingested = await replaced_reader(ingestion, None).add(draft())
    assert ingested.fact_count == 0
    assert (await graph.entity("Brandt Optics")).name == "Brandt Optics"


def replaced_reader(ingestion: Ingestion, reader: ReaderProcess | None) -> Ingestion:
    return replace(ingestion, graph=replace(ingestion.graph, reader=reader))


@dataclass
class GivenReading(ReaderProcess):
    """Reads in every document what the test says."""

    found: Reading = field(default_factory=Reading)

    async def read(self, document: Document, known: Mapping[str, str]) -> Reading:
        return self.found


FOUNDED = FactDraft(
    subject="Maria Brandt",
    relation="FOUND",
    object="Brandt Optics",
    fact="Maria Brandt founded Brandt Optics in 1971.",
    quote="Maria Brandt founded Brandt Optics in 1971.",
    valid_at="1970",
    origin="rule",
)


async def test_what_waits_at_the_gate_enters_when_a_person_accepts_it_and_stays(ingestion, graph):
    reader = GivenReading(found=Reading(facts=(FOUNDED,), dates=("1970",), sentence_count=4))
    reading = replaced_reader(ingestion, reader)
    ingested = await reading.add(draft())
    assert (ingested.fact_count, ingested.waiting_count, await graph.waiting_count()) == (0, 1, 1)
    (waiting,) = (await graph.readings())[0].reading.refused
    assert waiting.reason == "Its sentence does not say 1970."

    await reading.graph.accept(ingested.document_id, waiting.draft)
    assert await graph.waiting_count() == 0
    for _ in range(2):
        (fact,) = await graph.facts_of_document(ingested.document_id)
        assert (fact.origin, fact.source, fact.valid_at.year) == ("given", "Maria Brandt", 1970)
        assert fact.citations[0].quote == FOUNDED.quote
        (told,) = await graph.readings()
        assert (told.reading.fact_count, told.reading.refused_count, told.reading.refused) == (1, 0, ())
        assert [step async for step in reading.graph.extract(None)] == [(1, 1)]  # and what is read anew keeps it


async def test_what_a_person_accepted_can_be_taken_back_and_waits_again(ingestion, graph):
    reader = GivenReading(found=Reading(facts=(FOUNDED,), dates=("1970",), sentence_count=4))
    reading = replaced_reader(ingestion, reader)
    document = (await reading.add(draft())).document_id
    (waiting,) = (await graph.readings())[0].reading.refused
    await reading.graph.accept(document, waiting.draft)
    (accepted,) = await reading.graph.accepted()
    assert (accepted.document_id, accepted.draft.fact) == (document, FOUNDED.fact)

    await reading.graph.take_back(document, accepted.draft)
    assert await graph.facts_of_document(document) == ()
    assert (await graph.readings())[0].reading.refused == (waiting,)
    assert await reading.graph.accepted() == ()
    with pytest.raises(NotFound, match="already"):
        await reading.graph.take_back(document, accepted.draft)


async def test_what_a_person_rejected_waits_no_longer_also_when_it_is_read_anew(ingestion, graph):
    reader = GivenReading(found=Reading(facts=(FOUNDED,), dates=("1970",), sentence_count=4))
    reading = replaced_reader(ingestion, reader)
    document = (await reading.add(draft())).document_id
    (waiting,) = (await graph.readings())[0].reading.refused

    await reading.graph.reject(document, waiting.draft)
    for _ in range(2):
        (told,) = await graph.readings()
        assert (told.reading.rejected_count, told.reading.refused_count, told.reading.refused) == (1, 0, ())
        assert await graph.facts_of_document(document) == ()
        assert [step async for step in reading.graph.extract(None)] == [(1, 1)]
    reader.found = Reading(facts=(FOUNDED.model_copy(update={"valid_at": None}),), dates=("",), sentence_count=4)
    assert [step async for step in reading.graph.extract(None)] == [(1, 1)]
    (fact,) = await graph.facts_of_document(document)
    assert fact.valid_at is None  # another statement is not the one that was rejected


async def test_a_rejection_is_taken_back_once_and_excludes_an_acceptance(ingestion, graph):
    reader = GivenReading(found=Reading(facts=(FOUNDED,), dates=("1970",), sentence_count=4))
    reading = replaced_reader(ingestion, reader)
    document = (await reading.add(draft())).document_id
    (waiting,) = (await graph.readings())[0].reading.refused
    await reading.graph.reject(document, waiting.draft)
    (rejected,) = await reading.graph.rejected()
    assert (rejected.document_id, rejected.refusal) == (document, waiting)
    with pytest.raises(NotFound, match="waits no longer"):
        await reading.graph.reject(document, waiting.draft)
    with pytest.raises(NotFound, match="rejected already"):
        await reading.graph.accept(document, waiting.draft)
    assert await graph.facts_of_document(document) == ()

    await reading.graph.wait_again(document, waiting.draft)
    (told,) = await graph.readings()
    assert (told.reading.rejected_count, told.reading.refused) == (0, (waiting,))
    assert await reading.graph.rejected() == ()
    with pytest.raises(NotFound, match="no longer"):
        await reading.graph.wait_again(document, waiting.draft)
    await reading.graph.accept(document, waiting.draft)
    with pytest.raises(NotFound, match="waits no longer"):
        await reading.graph.reject(document, waiting.draft)


MANUAL = (
    "The Kestrel 200 is made by Brandt Hydraulics of Jena. Error E15 stops the Kestrel 200. Replace the filter often."
)
LOG = "2026-03-02 09:00 Halden restarted Dunlin 7.\n2026-03-02 09:10 Halden called Ebbe Strand.\n"
LETTER = "Dr Lena Falk treated Ann Oak with Amoxil. Dr Lena Falk works at Norrby Hospital."
MINUTES = (
    "Ingrid Halloran was chair of the Skerrow Harbour Board from 2009 to 2014. Tomasz Wrona has been chair of the "
    "Skerrow Harbour Board since 2014."
)


@pytest.mark.parametrize(("text", "has_changed"), [(MANUAL, False), (LOG, False), (LETTER, False), (MINUTES, True)])
async def test_an_empty_conversation_asks_how_something_changed_only_where_a_change_is_known(
    ingestion, graph, library, text, has_changed
):
    await ingestion.add(draft(text, "a text.md"))
    questions = await opening_questions(library, graph)
    assert any(question.startswith("How has") for question in questions) == has_changed
    assert "Which documents are there?" in questions
    assert not any("has Ingrid Halloran changed" in question for question in questions)
    assert not has_changed or "How has Skerrow Harbour Board changed over time?" in questions


async def test_a_document_that_stands_in_for_a_facts_file_is_not_asked_about(ingestion, graph, library):
    fact = FactDraft(subject="Leica", relation="OWNS", object="Wetzlar Works", fact="Leica owns Wetzlar Works.")
    await ingestion.add_facts([fact], source="facts.jsonl")
    assert not [question for question in await opening_questions(library, graph) if "facts.jsonl" in question]
