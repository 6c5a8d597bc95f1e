"""Facts out of plain text by a language model over the wire, and the ledger that watches it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from services.errors import EntityNotFound, ModelUnavailable
from services.graph.service import GraphService
from services.graph.writing.extraction import LONGEST_PART, content_parts
from services.graph.writing.writer import GraphWriter
from services.models import FactDraft, ReadingTotals, Viewpoint
from services.settings import Settings
from tests.graph.conftest import moment
from tests.openai_server import OpenAIServer, Reply, Trouble

FIRST = "Daniel Goldin became administrator of NASA on 1 April 1992."
SECOND = "Sean O'Keefe became administrator of NASA on 21 December 2001, in place of Daniel Goldin."


@dataclass
class Reader:
    """A language model that reads what the test says: answers by the schema that Graphiti asks for."""

    edges: dict[str, list[dict]] = field(default_factory=dict)  # text in the episode → facts
    contradicts: str = "(nothing)"  # facts that hold this text are contradicted by anything new

    def __call__(self, request) -> Reply | Trouble:
        wanted = request["response_format"]["json_schema"]["name"]
        prompt = "\n".join(message["content"] for message in request["messages"])
        return Reply(text=json.dumps(getattr(self, wanted, self.nothing)(prompt)))

    def told(self, prompt):
        return [edge for text, edges in self.edges.items() if text in prompt for edge in edges]

    def ExtractedEntities(self, prompt):
        names = dict.fromkeys(n for e in self.told(prompt) for n in (e["source"], e["target"]))
        return {"extracted_entities": [{"name": name, "entity_type_id": 1} for name in names]}

    def NodeResolutions(self, prompt):
        return {"entity_resolutions": []}

    def ExtractedEdges(self, prompt):
        return {
            "edges": [
                {
                    "source_entity_name": e["source"],
                    "target_entity_name": e["target"],
                    "relation_type": e["relation"],
                    "fact": e["fact"],
                    "valid_at": e.get("valid_at"),
                    "invalid_at": None,
                }
                for e in self.told(prompt)
            ]
        }

    def EdgeDuplicate(self, prompt):
        shown = re.findall(r"idx['\"]?: (\d+), ['\"]fact['\"]: ['\"](.*?)['\"]\}", prompt)
        return {"duplicate_facts": [], "contradicted_facts": [int(i) for i, fact in shown if self.contradicts in fact]}

    def nothing(self, prompt):
        return {"summaries": [], "valid_at": None, "invalid_at": None}


def edge(source, target, fact, valid_at, relation="LED_BY"):
    return {"source": source, "target": target, "relation": relation, "fact": fact, "valid_at": valid_at}


GOLDIN = edge("NASA", "Daniel Goldin", "Daniel Goldin is administrator of NASA.", "1992-04-01T00:00:00Z")
OKEEFE = edge("NASA", "Sean O'Keefe", "Sean O'Keefe is administrator of NASA.", "2001-12-21T00:00:00Z")


@pytest.fixture
def reader() -> Reader:
    return Reader({FIRST: [GOLDIN], SECOND: [OKEEFE]})


@pytest.fixture
def server(reader) -> Iterator[OpenAIServer]:
    with OpenAIServer() as server:
        server.answer_with(reader)
        yield server


@pytest.fixture
def extracting(tmp_path, server) -> Settings:
    return Settings(data_dir=tmp_path, openai_base_url=server.url, openai_api_key="test-key", graph_model="reader-1")


@pytest.fixture
def writer(graph_store, database, embedder, extracting) -> GraphWriter:
    return GraphWriter.from_store(graph_store, database, embedder, extracting)


@pytest.fixture
def service(graph_store, database, embedder, extracting) -> GraphService:
    return GraphService.from_store(graph_store, database, embedder, extracting)


async def test_facts_are_extracted_dated_and_cited(service, writer, add_document, server, graph_store):
    document = await add_document(f"A page.\n{FIRST}\nThe end.", "Heads", moment("1993-05-01"))
    assert await writer.extract(document) == 1
    (fact,) = (await service.timeline("nasa")).facts
    assert (fact.fact, fact.relation, fact.target) == (GOLDIN["fact"], "LED_BY", "Daniel Goldin")
    assert fact.valid_at == moment("1992-04-01")
    assert fact.origin == "model"
    assert fact.citations[0].quote == FIRST
    assert fact.citations[0].located == "sentence"
    assert (await service.entity("Daniel Goldin")).type == "Person"
    rows = await graph_store.read("MATCH (e:Episodic) RETURN e.uuid AS uuid, e.valid_at AS valid_at")
    assert rows == [{"uuid": str(document.id), "valid_at": moment("1993-05-01")}]
    assert {request["model"] for request in server.asked("/chat/completions")} == {"reader-1"}


async def test_the_documents_own_date_is_what_the_model_is_told(writer, add_document, server):
    await writer.extract(await add_document(FIRST, "Heads", moment("1993-05-01")))
    assert any("1993-05-01" in json.dumps(request) for request in server.asked("/chat/completions"))


async def test_what_an_episode_retires_is_in_the_ledger_and_can_be_restored(service, writer, add_document, reader):
    await writer.extract(await add_document(FIRST, "First", moment("1993-05-01")))
    reader.contradicts = "Goldin"
    second = await add_document(SECOND, "Second", moment("2002-01-10"))
    await writer.extract(second)
    old, new = (await service.timeline("NASA")).facts
    assert old.invalid_at == new.valid_at == moment("2001-12-21")
    assert old.expired_at is not None

    (change,) = await service.fact_changes(old.uuid)
    assert (change.kind, change.document_title, change.fact) == ("retired", "Second", GOLDIN["fact"])
    assert change.before["invalid_at"] is None
    assert change.after["invalid_at"] == "2001-12-21T00:00:00+00:00"

    await service.restore(change.id)
    assert (await service.fact(old.uuid)).invalid_at is None
    assert [c.kind for c in await service.fact_changes(old.uuid)] == ["retired", "restored"]


async def test_as_known_on_a_day_a_fact_that_was_retired_later_is_still_open(service, writer, add_document, reader):
    await writer.extract(await add_document(FIRST, "First", moment("1993-05-01")))
    before, then = datetime.now(UTC), moment("2010-01-01")
    reader.contradicts = "Goldin"
    await writer.extract(await add_document(SECOND, "Second", moment("2002-01-10")))
    (still_open,) = (await service.timeline("NASA", viewpoint=Viewpoint(known_on=before.replace(tzinfo=None)))).facts
    assert (still_open.target, still_open.invalid_at, still_open.expired_at) == ("Daniel Goldin", None, None)
    view = Viewpoint(as_of=then, known_on=before)
    answers = {
        "fact": (await service.fact(still_open.uuid, viewpoint=view),),
        "state": await service.state("NASA", view),
        "neighbourhood": (await service.neighborhood("NASA", viewpoint=view)).edges,
        "facts": await service.search_facts("administrator of NASA", viewpoint=view),
        "paths": (await service.paths("NASA", "Daniel Goldin", viewpoint=view))[0].facts,
    }
    assert {name: facts == (still_open,) for name, facts in answers.items()} == dict.fromkeys(answers, True)
    diff = await service.diff("NASA", moment("1995-01-01"), then, viewpoint=view)
    assert (diff.added, diff.ended, diff.replaced) == ((), (), ())


async def test_as_known_later_a_retired_fact_is_known_with_its_end(service, writer, add_document, reader):
    await writer.extract(await add_document(FIRST, "First", moment("1993-05-01")))
    reader.contradicts = "Goldin"
    await writer.extract(await add_document(SECOND, "Second", moment("2002-01-10")))
    after, then = datetime.now(UTC), moment("2010-01-01")
    ended, successor = (await service.timeline("NASA", viewpoint=Viewpoint(known_on=after))).facts
    assert ended.invalid_at == successor.valid_at == moment("2001-12-21")
    (held,) = await service.state("NASA", Viewpoint(as_of=moment("1995-01-01"), known_on=after))
    assert (held.uuid, held.invalid_at) == (ended.uuid, None)  # that it ended in 2001 lies ahead of 1995
    assert await service.state("NASA", Viewpoint(as_of=then, known_on=after)) == (successor,)
    await service.restore((await service.fact_changes(ended.uuid))[0].id)
    assert await service.state("NASA", Viewpoint(as_of=then, known_on=after)) == (successor,)
    assert len(await service.state("NASA", Viewpoint(as_of=then, known_on=datetime.now(UTC)))) == 2


async def test_deleting_the_document_that_retired_a_fact_revives_it(service, writer, add_document, reader):
    await writer.extract(await add_document(FIRST, "First", moment("1993-05-01")))
    reader.contradicts = "Goldin"
    second = await add_document(SECOND, "Second", moment("2002-01-10"))
    await writer.extract(second)
    await writer.remove_document(second.id)
    (fact,) = (await service.timeline("NASA")).facts
    assert (fact.target, fact.invalid_at, fact.expired_at) == ("Daniel Goldin", None, None)
    with pytest.raises(EntityNotFound):
        await service.entity("Sean O'Keefe")


async def test_one_episode_that_retires_many_facts_raises_an_alarm(service, writer, add_document, reader):
    drafts = [
        FactDraft(
            subject=f"Craft {n}",
            relation="LED_BY",
            object="NASA",
            fact=f"Craft {n} administrator NASA.",
            valid_at=moment("1990-01-01"),
        )
        for n in range(6)
    ]
    await writer.write_facts(await add_document("x", "Crafts"), drafts)
    assert await service.alarms() == ()
    reader.contradicts = "Craft"
    await writer.extract(await add_document(SECOND, "Second", moment("2002-01-10")))
    (alarm,) = await service.alarms()
    assert len(alarm) == 6
    assert {row.document_title for row in alarm} == {"Second"}
    for row in alarm:
        await service.restore(row.id)
    assert await service.alarms() == ()
    assert all(fact.invalid_at is None for fact in (await service.timeline("NASA")).facts)


async def test_the_same_document_again_is_not_read_twice_into_the_graph(service, writer, add_document):
    document = await add_document(FIRST, "First", moment("1993-05-01"))
    await writer.extract(document)
    await writer.extract(document)
    assert len((await service.timeline("NASA")).facts) == 1


async def test_new_entities_join_those_of_ready_made_facts(service, writer, add_document):
    given = FactDraft(subject="NASA", subject_type="Agency", relation="IN", object="USA", fact="NASA is in the USA.")
    await writer.write_facts(await add_document("x", "Given"), [given])
    await writer.extract(await add_document(FIRST, "First", moment("1993-05-01")))
    assert {fact.target for fact in (await service.timeline("nasa")).facts} == {"USA", "Daniel Goldin"}
    assert [e.type for e in (await service.entities()).entities if e.name == "NASA"] == ["Agency"]


@pytest.mark.parametrize("trouble", [Trouble(401, "Incorrect API key provided"), Reply(text="{}")])
async def test_a_model_that_fails_leaves_nothing_behind(service, writer, add_document, server, trouble):
    server.answer_with(lambda request: trouble)
    with pytest.raises(ModelUnavailable, match="could not extract facts"):
        await writer.extract(await add_document(FIRST, "First", moment("1993-05-01")))
    assert await service.is_empty()


async def test_a_long_document_is_read_in_parts(service, writer, add_document, reader, graph_store):
    filler = "Nothing happens here.\n\n" * (LONGEST_PART // 20)
    document = await add_document(f"{FIRST}\n\n{filler}{SECOND}", "Long", moment("2002-01-10"))
    assert await writer.extract(document) == 2
    rows = await graph_store.read("MATCH (e:Episodic) RETURN e.document_id AS id")
    assert [row["id"] for row in rows] == [str(document.id)] * len(rows)
    assert len(rows) > 1
    await writer.remove_document(document.id)
    assert await service.is_empty()


def test_parts_lose_no_word_and_are_short_enough():
    text = "\n\n".join(f"Paragraph {n}. " + "word " * 300 for n in range(40)) + "x" * 30_000
    cut = list(content_parts(text))
    assert all(len(part) <= LONGEST_PART for part in cut)
    assert "".join("".join(cut).split()) == "".join(text.split())


async def test_without_a_language_model_extraction_says_so(graph_store, database, embedder, add_document, tmp_path):
    settings = Settings(data_dir=tmp_path, openai_api_key=None, openai_base_url=None)
    writer = GraphWriter.from_store(graph_store, database, embedder, settings)
    with pytest.raises(ModelUnavailable, match="No language model is configured"):
        await writer.extract(await add_document(FIRST))


ELSEWHERE = edge("NASA", "Mike Griffin", "Mike Griffin is administrator of NASA.", "2005-04-14T00:00:00Z")
UNDATED = edge("NASA", "Sean O'Keefe", "Sean O'Keefe is administrator of NASA.", "2003-05-05T00:00:00Z")


async def test_what_the_document_does_not_say_waits_instead_of_entering(service, writer, add_document, reader):
    reader.edges = {SECOND: [OKEEFE, ELSEWHERE]}
    document = await add_document(SECOND, "Heads", moment("2002-01-10"))
    assert await writer.extract(document) == 1
    assert [fact.target for fact in (await service.timeline("NASA")).facts] == ["Sean O'Keefe"]

    (told,) = await service.readings()
    assert (told.document_id, told.reading.by, told.reading.fact_count) == (document.id, "model", 1)
    (waiting,) = told.reading.refused
    assert "Mike Griffin" in waiting.reason
    assert (waiting.draft.object, waiting.draft.origin) == ("Mike Griffin", "model")
    counted = ReadingTotals(read_count=1, refused_documents=1, fact_count=1, waiting_count=1, refused_count=1)
    assert await service.reading_totals() == counted


async def test_a_year_that_neither_sentence_nor_date_of_the_document_says_waits(service, writer, add_document, reader):
    reader.edges = {SECOND: [UNDATED]}
    await writer.extract(await add_document(SECOND, "Heads", moment("2002-01-10")))
    (told,) = await service.readings()
    assert [one.reason for one in told.reading.refused] == ["Its sentence does not say 2003."]
    await writer.extract(await add_document(f"{SECOND} So it was.", "Later", moment("2003-06-01")))
    assert [fact.target for fact in (await service.timeline("NASA")).facts] == ["Sean O'Keefe"]


async def test_what_waits_ends_no_other_fact(service, writer, add_document, reader):
    await writer.extract(await add_document(FIRST, "First", moment("1993-05-01")))
    reader.contradicts, reader.edges = "Goldin", {SECOND: [ELSEWHERE]}
    await writer.extract(await add_document(SECOND, "Second", moment("2005-06-01")))
    (fact,) = (await service.timeline("NASA")).facts
    assert (fact.target, fact.invalid_at, fact.expired_at) == ("Daniel Goldin", None, None)


async def test_what_a_person_accepted_enters_also_when_the_model_reads_anew(service, writer, add_document, reader):
    reader.edges = {SECOND: [ELSEWHERE]}
    document = await add_document(SECOND, "Heads", moment("2005-06-01"))
    await writer.extract(document)
    accepted = (await service.readings())[0].reading.refused[0].draft.model_copy(update={"origin": "given"})
    await writer.accept(document, [accepted])
    assert (await service.readings())[0].reading.refused == ()
    assert await writer.extract(document, [accepted]) == 1
    (fact,) = (await service.timeline("NASA")).facts
    assert (fact.target, fact.origin) == ("Mike Griffin", "given")
