"""A question of one collection: what the tools find, what is told of it, and that it is kept."""

from datetime import UTC, datetime

import pytest
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.models.function import FunctionModel

from services.agent.agent import build_agent
from services.agent.invocation import invoke
from services.chat.transcript import as_markdown
from services.errors import InvalidInput
from services.models import DocumentDraft, FactDraft, Question, ToolResult, Viewpoint
from tests.chat.test_runs import finished

PRESS = "press"
WORDS = "The evening paper wrote that Daniel Goldin led NASA in a hurry."


@pytest.fixture
async def paper(workbench):
    """One document and one fact in a collection of their own."""
    ingestion = workbench.ingestion.for_collection(PRESS, "english")
    fact = FactDraft(subject="NASA", relation="DESCRIBED_BY", object="The evening paper", fact=WORDS, quote=WORDS)
    added = await ingestion.add(DocumentDraft(title="Evening", source="evening.md", content=WORDS), facts=[fact])
    yield added
    await ingestion.delete(added.document_id)


async def called(workbench, name, collection, **args):
    return (await invoke(workbench.deps(viewpoint=Viewpoint(collection=collection)), name, args)).result


@pytest.mark.parametrize("name", ["vector_search", "hybrid_search"])
async def test_a_search_finds_the_collections_passages_only(workbench, paper, name):
    assert {row["document_title"] for row in await called(workbench, name, PRESS, query="Who led NASA?")} == {"Evening"}
    everywhere = await called(workbench, name, None, query="Who led NASA?", limit=50)
    assert {row["document_title"] for row in everywhere} > {"Evening"}


async def test_a_search_from_a_date_before_all_its_documents_stays_in_the_collection(workbench, paper):
    deps = workbench.deps(viewpoint=Viewpoint(collection=PRESS, as_of=datetime(1950, 1, 1, tzinfo=UTC)))
    found = await invoke(deps, "hybrid_search", {"query": "Who led NASA?"})
    assert {row["document_title"] for row in found.result} == {"Evening"}
    assert "Searched in the collection “press”" in [note.text for note in found.notes]


async def test_documents_of_other_collections_are_not_listed_and_not_read(workbench, paper):
    (listed,) = await called(workbench, "list_documents", PRESS)
    assert listed["title"] == "Evening"
    assert (await called(workbench, "get_document", PRESS, document_id=listed["id"]))["content"] == WORDS
    assert len(await called(workbench, "list_documents", None)) > 1
    refused = await called(workbench, "get_document", "main", document_id=listed["id"])
    assert refused == {"error": f"Document not found: {listed['id']}"}


async def test_facts_are_those_that_the_collection_states(workbench, paper):
    assert [row["fact"] for row in await called(workbench, "graph_search", PRESS, query="Who led NASA?")] == [WORDS]
    related = await called(workbench, "get_entity_relationships", PRESS, entity_name="NASA")
    assert [row["fact"] for row in related["related_facts"]] == [WORDS]
    assert "administrator" not in await called(workbench, "get_entity_history", PRESS, entity_name="NASA")


async def test_an_answer_rests_on_the_collection_and_the_turn_keeps_its_name(workbench, paper):
    run = await workbench.runs().start(Question(prompt="Who led NASA?", viewpoint=Viewpoint(collection=PRESS)))
    events = await finished(run)
    assert {citation.document_title for citation in events[-1].citations} == {"Evening"}
    facts = [fact.fact for event in events if isinstance(event, ToolResult) for fact in event.facts]
    assert set(facts) <= {WORDS}
    kept = await workbench.conversations.get(run.conversation_id)
    assert kept.turns[0].viewpoint == Viewpoint(collection=PRESS)
    assert f"profile Analyst, collection {PRESS}; answered by" in as_markdown(kept)


async def test_an_unknown_collection_is_refused_with_those_that_there_are(workbench, paper):
    with pytest.raises(InvalidInput, match=r"“pres”; there are main and press\."):
        await workbench.runs().start(Question(prompt="Who led NASA?", viewpoint=Viewpoint(collection="pres")))


async def test_a_language_model_is_told_which_collection_is_asked(workbench):
    told = []

    def answer(_, info):
        told.append(info.instructions)
        return ModelResponse(parts=[TextPart("Yes.")])

    agent = build_agent(workbench)
    with agent.override(model=FunctionModel(answer)):
        await agent.run("Hello", deps=workbench.deps(viewpoint=Viewpoint(collection="the ”minutes”")))
        await agent.run("Hello", deps=workbench.deps())
    assert "one collection of the documents, “the ’minutes’”." in told[0]
    assert "one collection" not in told[1]
