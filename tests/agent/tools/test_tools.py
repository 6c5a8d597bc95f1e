"""Each of the thirteen tools: exact fields, defaults, clamping, error results and degraded states."""

import json
import math
import re
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest
from pydantic_ai import RunContext
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.tool_manager import ToolManager
from pydantic_ai.usage import RunUsage

from services.agent.agent import build_agent
from services.agent.invocation import Parameter, invoke, parameters
from services.agent.profiles import FUNCTIONS, profile_named
from services.agent.tools.graph import offers_tool
from services.chat import traces
from services.chat.traces import CallFilter
from services.errors import InvalidInput, NotFound, PostgresUnavailable
from services.models import Entity, SearchPreferences, Timeline, ToolResult, UsedSetting, Viewpoint
from services.text.wording import day

VECTOR_FIELDS = {"chunk_id", "document_id", "content", "similarity", "metadata", "document_title", "document_source"}
HYBRID_FIELDS = (VECTOR_FIELDS - {"similarity"}) | {"combined_score", "vector_similarity", "text_similarity"}
SUMMARY_FIELDS = {"id", "title", "source", "metadata", "created_at", "updated_at", "chunk_count"}
EXACTNESS = {"valid_precision", "invalid_precision", "valid_text", "invalid_text"}
FACT_FIELDS = {"fact", "uuid", "valid_at", "invalid_at"} | EXACTNESS
QUERY_TOOLS = {
    "vector_search": {"query": "Who led NASA?"},
    "hybrid_search": {"query": "Who led NASA?"},
    "semantic_search": {"query": "Who led NASA?"},
    "auto_search": {"query": "Who led NASA?"},
    "graph_search": {"query": "Who led NASA?"},
    "perform_comprehensive_search": {"query": "Who led NASA?"},
    "search_knowledge_graph": {"query": "Who led NASA?"},
    "retrieve_knowledge_base": {"query": "Who led NASA?"},
}


def texts(found: ToolResult) -> list[str]:
    return [note.text for note in found.notes]


async def result(deps, name, **args):
    return (await invoke(deps, name, args)).result


def errors_of(value):
    row = value[0] if isinstance(value, list) else value
    return row["error"]


def test_there_are_thirteen_tools():
    assert len(FUNCTIONS) == 13


def test_all_that_a_tool_can_be_given_is_known_with_its_kind():
    assert parameters("hybrid_search") == {
        "query": Parameter("string"),
        "limit": Parameter("integer", 10),
        "text_weight": Parameter("number"),
    }
    assert parameters("perform_comprehensive_search")["use_graph"] == Parameter("boolean", default=True)
    with pytest.raises(NotFound):
        parameters("no_such_tool")


@pytest.mark.parametrize(("name", "fields"), [("vector_search", VECTOR_FIELDS), ("hybrid_search", HYBRID_FIELDS)])
async def test_search_hits_have_exactly_the_promised_fields(deps, name, fields):
    hits = await result(deps, name, query="commander of the station")
    assert len(hits) == 10
    assert all(set(hit) == fields for hit in hits)
    for hit in hits:
        place = hit["metadata"]
        assert {"reference_time", "heading", "chunk_index", "start_offset", "end_offset"} <= set(place)
        whole = await result(deps, "get_document", document_id=hit["document_id"])
        assert whole["content"][place["start_offset"] : place["end_offset"]] == hit["content"]
        assert whole["metadata"]["reference_time"] == place["reference_time"]
    assert UUID(hits[0]["chunk_id"])


async def test_semantic_search_finds_only_what_is_above_the_threshold(deps):
    strict = replace(deps, search_preferences=SearchPreferences(similarity_threshold=0.99))
    assert await result(strict, "semantic_search", query="people living in orbit for a long time") == []
    loose = replace(deps, search_preferences=SearchPreferences(similarity_threshold=0.05))
    hits = await result(loose, "semantic_search", query="people living in orbit for a long time", limit=3)
    assert len(hits) == 3
    assert set(hits[0]) == VECTOR_FIELDS


async def test_semantic_search_says_how_many_fell_below_and_the_best_of_them(deps):
    strict = replace(deps, search_preferences=SearchPreferences(similarity_threshold=0.99))
    said = " ".join(texts(await invoke(strict, "semantic_search", {"query": "long stays in orbit"})))
    assert "below" in said
    assert "0." in said
    assert "similarity from 0.99 (the saved setting)" in said
    own = await invoke(replace(deps, search_preferences=SearchPreferences()), "semantic_search", {"query": "Mir"})
    assert own.used_setting.similarity_threshold == pytest.approx(deps.search.similarity_threshold)
    assert any("the embedding model's own" in note for note in texts(own))


async def test_auto_search_says_which_search_it_chose_and_why(deps):
    found = await result(deps, "auto_search", query='"RS-25"')
    assert set(found) == {"results", "search_type", "reasoning"}
    assert found["search_type"] == "hybrid"
    assert found["reasoning"]
    assert set(found["results"][0]) == HYBRID_FIELDS


async def test_text_weight_given_in_the_call_moves_the_ranking(deps):
    query = "the man who stayed longest above the Earth"
    by_meaning = await result(deps, "hybrid_search", query=query, text_weight=0)
    by_words = await result(deps, "hybrid_search", query=query, text_weight=1)
    assert [hit["chunk_id"] for hit in by_meaning] != [hit["chunk_id"] for hit in by_words]


async def test_the_saved_setting_is_used_and_named(workbench):
    saved = await workbench.preferences.save(SearchPreferences(text_weight=0.85))
    try:
        for name in ("hybrid_search", "auto_search", "retrieve_knowledge_base"):
            found = await invoke(workbench.deps(), name, {"query": "Mir"})
            assert "text_weight 0.85 (the saved setting), fusion best_candidate" in texts(found)
            assert found.used_setting == UsedSetting(text_weight=0.85, fusion="best_candidate")
    finally:
        await workbench.preferences.undo()
    assert saved.preferences.text_weight == 0.85


async def test_what_nobody_saved_is_not_called_the_saved_setting(workbench):
    for name in ("hybrid_search", "auto_search", "retrieve_knowledge_base"):
        assert "text_weight 0.3 (out of the box), fusion best_candidate" in texts(
            await invoke(workbench.deps(), name, {"query": "Mir"})
        )
    await workbench.preferences.save(SearchPreferences(text_weight=0.85))
    await workbench.preferences.undo()
    found = await invoke(workbench.deps(), "hybrid_search", {"query": "Mir"})
    assert "text_weight 0.3 (out of the box), fusion best_candidate" in texts(found)


@pytest.mark.parametrize("name", ["hybrid_search", "semantic_search", "auto_search"])
async def test_the_hits_that_were_saved_hold_unless_the_call_has_a_limit(workbench, name):
    await workbench.preferences.save(SearchPreferences(limit=4, similarity_threshold=0))
    try:
        deps = workbench.deps()
        saved = await invoke(deps, name, {"query": "crews of the station"})
        own = await invoke(deps, name, {"query": "crews of the station", "limit": 10})
    finally:
        await workbench.preferences.undo()
    assert (len(saved.citations), len(own.citations)) == (4, 10)
    assert "4 hits at most (the saved setting)" in texts(saved)
    assert not any("hits at most" in note for note in texts(own))


async def test_the_chat_searches_with_the_hits_that_were_saved(workbench):
    await workbench.preferences.save(SearchPreferences(limit=3))
    try:
        agent = build_agent(workbench, "Semantic search")
        result = await agent.run("?", deps=workbench.deps(), model=TestModel(call_tools=["hybrid_search"]))
    finally:
        await workbench.preferences.undo()
    (returned,) = [
        part for message in result.all_messages() for part in message.parts if isinstance(part, ToolReturnPart)
    ]
    assert len(returned.content) == 3


async def test_numbers_out_of_range_are_clamped_and_noted(deps):
    found = await invoke(deps, "hybrid_search", {"query": "Mir", "limit": 500, "text_weight": 3})
    assert not found.is_error
    assert "limit 500 was clamped to 50 (range 1–50)" in texts(found)
    assert "text_weight 3 was clamped to 1 (range 0–1)" in texts(found)


@pytest.mark.parametrize(
    ("name", "args", "note"),
    [
        ("vector_search", {"query": "Mir", "limit": 0}, "limit 0 was clamped to 1 (range 1–50)"),
        ("semantic_search", {"query": "Mir", "limit": -3}, "limit -3 was clamped to 1 (range 1–50)"),
        ("auto_search", {"query": "Mir", "limit": 51}, "limit 51 was clamped to 50 (range 1–50)"),
        ("perform_comprehensive_search", {"query": "Mir", "limit": 51}, "limit 51 was clamped to 50 (range 1–50)"),
        ("list_documents", {"limit": 101}, "limit 101 was clamped to 100 (range 1–100)"),
        ("list_documents", {"offset": -1}, "offset -1 was clamped to 0 (range 0–1000000000)"),
        ("list_documents", {"limit": 10**400}, "limit 1e+300 was clamped to 100 (range 1–100)"),
        ("get_entity_relationships", {"entity_name": "NASA", "depth": 9}, "depth 9 was clamped to 5 (range 1–5)"),
    ],
)
async def test_every_number_is_clamped(deps, name, args, note):
    found = await invoke(deps, name, args)
    assert note in texts(found)
    assert not found.is_error


async def test_a_weight_that_is_no_number_is_an_error_result(deps):
    found = await invoke(deps, "hybrid_search", {"query": "Mir", "text_weight": math.nan})
    assert errors_of(found.result) == "hybrid_search failed: text_weight is not a number; give 0 to 1."


@pytest.mark.parametrize("name", QUERY_TOOLS)
@pytest.mark.parametrize("query", ["", "   ", "x" * 1001])
async def test_an_empty_or_too_long_query_is_an_error_result(deps, name, query):
    found = await invoke(deps, name, {"query": query})
    assert found.is_error
    assert errors_of(found.result).startswith(f"{name} failed: The query ")


@pytest.mark.parametrize(
    "query", ["'; DROP TABLE chunk; --", ":* & | !", "🚀", "a", "the of and", "Ω—“”\\", "(((", "x" * 1000]
)
async def test_any_text_is_a_query(deps, query):
    for name in ("hybrid_search", "graph_search", "search_knowledge_graph"):
        assert not (await invoke(deps, name, {"query": query})).is_error


async def test_a_document_is_read_whole(deps):
    listed = await result(deps, "list_documents", limit=1)
    document = await result(deps, "get_document", document_id=listed[0]["id"])
    assert set(document) == {"id", "title", "source", "content", "metadata", "created_at", "updated_at"}


@pytest.mark.parametrize("name", FUNCTIONS)
async def test_half_characters_are_cleaned_in_every_argument(deps, name):
    args = {key: "NASA\ud800" for key, one in parameters(name).items() if one.kind == "string"}
    found = await invoke(deps, name, args)
    said = json.dumps(found.result, ensure_ascii=False)
    said.encode()
    assert "something unexpected" not in said
    if name in QUERY_TOOLS:
        assert not found.is_error or "No entity" in said


async def test_a_model_that_writes_half_characters_is_understood(workbench):
    calls = iter(['{"query": "NASA\\ud83d"}'])

    def model(_, __):
        args = next(calls, None)
        return ModelResponse([TextPart("Done.") if args is None else ToolCallPart("hybrid_search", args)])

    result = await build_agent(workbench).run("?", deps=workbench.deps(), model=FunctionModel(model))
    returned = [part for one in result.all_messages() for part in one.parts if isinstance(part, ToolReturnPart)]
    assert [bool(part.content) for part in returned] == [True]


@pytest.mark.parametrize("document_id", ["00000000-0000-0000-0000-000000000000", "not an id", ""])
async def test_an_unknown_document_is_said_so(deps, document_id):
    assert await result(deps, "get_document", document_id=document_id) == {
        "error": f"Document not found: {document_id}"
    }


async def test_documents_are_listed_by_page(deps):
    first, second = [await result(deps, "list_documents", limit=2, offset=offset) for offset in (0, 2)]
    assert set(first[0]) == SUMMARY_FIELDS
    assert all(row["metadata"]["reference_time"] for row in first)
    assert not {row["id"] for row in first} & {row["id"] for row in second}


async def test_the_knowledge_base_returns_chunk_texts_with_their_document(deps):
    rows = await result(deps, "retrieve_knowledge_base", query="RS-25")
    assert set(rows[0]) == {"id", "chunk_text", "source_document_name", "score"}


async def test_graph_search_brings_dated_facts_with_their_sources(deps):
    facts = await result(deps, "graph_search", query="administrator of NASA")
    assert set(facts[0]) == FACT_FIELDS | {"source_node_uuid", "sources"}
    assert facts[0]["sources"][0].startswith("[1] ")
    assert 0 < len(facts) <= 20
    assert len(json.dumps(facts, ensure_ascii=False)) <= 3000


async def test_a_comprehensive_search_brings_both_sides(deps):
    both = await result(deps, "perform_comprehensive_search", query="Who led NASA?", limit=3)
    assert set(both) == {"vector_results", "graph_results"}
    assert len(both["vector_results"]) == 3
    assert len(both["graph_results"]) == 3


@pytest.mark.parametrize(("switch", "side"), [("use_vector", "vector_results"), ("use_graph", "graph_results")])
async def test_a_side_can_be_left_out(deps, switch, side):
    both = await result(deps, "perform_comprehensive_search", query="Who led NASA?", **{switch: False})
    assert both[side] == []
    assert sum(bool(found) for found in both.values()) == 1


async def test_depth_is_really_walked(deps):
    near = await result(deps, "get_entity_relationships", entity_name="nasa", depth=1)
    assert set(near) == {"central_entity", "related_facts", "search_method"}
    assert near["central_entity"] == "NASA"
    assert all(fact["sources"][0].startswith("[") for fact in near["related_facts"])
    assert all("NASA" in (fact["source"], fact["target"]) for fact in near["related_facts"])
    far = await result(deps, "get_entity_relationships", entity_name="Michael Griffin", depth=2)
    assert any("Michael Griffin" not in (fact["source"], fact["target"]) for fact in far["related_facts"])


async def test_relationships_as_of_a_date_are_those_that_held_then(workbench):
    then = workbench.deps(viewpoint=Viewpoint(as_of=datetime(2006, 1, 1, tzinfo=UTC)))
    facts = (await result(then, "get_entity_relationships", entity_name="NASA", depth=1))["related_facts"]
    assert "Michael Griffin" in json.dumps(facts)
    assert "Goldin" not in json.dumps(facts)


async def test_long_results_are_cut_at_a_whole_item_and_say_so(deps):
    found = await invoke(deps, "get_entity_relationships", {"entity_name": "NASA", "depth": 3})
    facts = found.result["related_facts"]
    assert len(facts) <= 20
    assert len(json.dumps(facts, ensure_ascii=False)) <= 3000
    assert any(note.startswith("Found ") and "Showing" in note and "Narrow by" in note for note in texts(found))


async def test_a_text_for_the_model_is_cut_with_all_that_it_says(deps):
    args = {"query": "leadership", "entity_name": "NASA", "relationship_type": "LED_BY"}
    text = await result(deps, "search_knowledge_graph", **args)
    there = await deps.graph.search_facts("leadership", entity="NASA", relation="LED_BY", limit=1000)
    assert text.startswith(f"Found {len(there)} related facts. Showing the top ")
    assert 2000 < len(text) <= 3000


@pytest.mark.parametrize(("query", "entity"), [("boss", "NASA"), ("components", "Mir"), ("zebra crossing", "Skylab")])
async def test_no_floor_of_likeness_cuts_the_facts_of_a_named_entity(deps, query, entity):
    text = await result(deps, "search_knowledge_graph", query=query, entity_name=entity)
    assert "no such relationship" not in text
    assert f" {entity} —" in text or f"→ {entity} (" in text


async def test_none_is_said_only_when_there_is_none(deps):
    text = await result(
        deps, "search_knowledge_graph", query="boss", entity_name="NASA", relationship_type="PAINTED_BY"
    )
    assert text.startswith("The knowledge graph holds no such relationship.")


async def test_a_greater_depth_shows_what_it_found(deps):
    walks = [await result(deps, "get_entity_relationships", entity_name="NASA", depth=depth) for depth in (1, 2)]
    near, far = ([fact["uuid"] for fact in walk["related_facts"]] for walk in walks)
    assert set(far) - set(near)
    touching = ["NASA" in (fact["source"], fact["target"]) for fact in walks[1]["related_facts"]]
    assert 0.3 < sum(touching) / len(touching) < 0.7
    assert touching == sorted(touching, reverse=True)


@pytest.mark.parametrize("name", ["graph_search", "get_entity_relationships", "get_entity_timeline"])
async def test_never_more_than_twenty_entities_whatever_the_facts(deps, name):
    args = {"query": "NASA"} if name == "graph_search" else {"entity_name": "NASA"}
    found = await invoke(deps, name, args)
    assert len({end for fact in found.facts for end in (fact.source, fact.target)}) <= 20


async def test_a_result_that_is_not_ranked_by_relevance_does_not_say_so(deps):
    for name, order in (
        ("get_entity_relationships", "the latest of each distance"),
        ("get_entity_timeline", "the latest to begin"),
    ):
        (cut,) = [note.text for note in (await invoke(deps, name, {"entity_name": "NASA"})).notes if note.kind == "cut"]
        assert order in cut
        assert "relevance" not in cut


@pytest.mark.parametrize(("profile", "named"), [("Hybrid RAG", False), ("Analyst", True)])
async def test_the_way_on_is_one_that_the_profile_has(deps, profile, named):
    offered = profile_named(profile).tools
    context = RunContext(deps=deps, model=TestModel(), usage=RunUsage())
    manager = ToolManager(profile_named(profile).toolset(), root_capability=None, tools=dict.fromkeys(offered))
    assert offers_tool(replace(context, tool_manager=manager), "search_knowledge_graph") is named
    assert offers_tool(context, "search_knowledge_graph")


async def test_a_call_is_one_line_of_the_log_without_a_word_of_the_users(deps, caplog):
    caplog.set_level("INFO")
    await invoke(deps, "hybrid_search", {"query": "Peregrine falcon", "limit": 3})
    (line,) = [record.getMessage() for record in caplog.records if "tool=hybrid_search" in record.getMessage()]
    assert re.fullmatch(r"tool=hybrid_search door=python ms=\d+ hits=3 run=[-0-9a-f]{36} outcome=ok", line)
    assert not [record for record in caplog.records if "Peregrine" in record.getMessage()]


async def test_passages_far_from_the_query_are_not_given_and_are_counted(deps):
    strict = replace(deps, services=replace(deps.services, search=replace(deps.search, relevance_floor=0.99)))
    for name in ("hybrid_search", "vector_search", "retrieve_knowledge_base"):
        found = await invoke(strict, name, {"query": "sourdough bread"})
        assert found.result == []
        assert any(note.text == "10 passages fell below the relevance floor 0.99." for note in found.notes)
    found = await invoke(strict, "auto_search", {"query": "“sourdough bread”"})
    assert found.result["results"] == []


async def test_a_passage_that_holds_the_words_stays_however_far_it_is(deps):
    strict = replace(deps, services=replace(deps.services, search=replace(deps.search, relevance_floor=0.99)))
    hits = await result(strict, "hybrid_search", query="Rocketdyne")
    assert hits
    assert all("Rocketdyne" in hit["content"] for hit in hits)


async def test_a_timeline_is_in_order_and_its_dates_filter(deps):
    everything = await result(deps, "get_entity_timeline", entity_name="NASA")
    assert set(everything[0]) == FACT_FIELDS | {"sources"}
    assert all(row["sources"][0].startswith("[") for row in everything)
    dates = [row["valid_at"] for row in everything if row["valid_at"]]
    assert dates == sorted(dates)
    asked = {"entity_name": "NASA", "start_date": "1993-01-01", "end_date": "2001-12-21"}
    held = await result(deps, "get_entity_timeline", **asked)
    assert "Daniel Goldin" in [row["fact"].split(" was")[0] for row in held if row.get("began_before")]
    assert "Sean O'Keefe" in held[-1]["fact"]
    assert held[-1]["valid_at"] == "2001-12-21T00:00:00Z"
    begun = await result(deps, "get_entity_timeline", **asked, began_only=True)
    assert begun
    assert begun == [{**row, "sources": row["sources"]} for row in begun if "1993" <= row["valid_at"] < "2002"]
    assert {row["uuid"] for row in begun} == {row["uuid"] for row in held if not row.get("began_before")}


async def test_an_end_day_is_meant_as_a_whole_and_a_time_as_it_is(deps):
    asked = []

    class Asked:
        async def timeline(self, name, start, end, **_):
            asked.append((start, end))
            return Timeline(entity=Entity(uuid=UUID(int=1), name=name, type="", summary=""), facts=())

    watched = replace(deps, services=replace(deps.services, graph=Asked()))
    for end in ("2001-12-21", "2001-12-21T08:00:00Z"):
        await invoke(
            watched, "get_entity_timeline", {"entity_name": "NASA", "start_date": "2001-01-01", "end_date": end}
        )
    assert [(start.isoformat(), end.isoformat()) for start, end in asked] == [
        ("2001-01-01T00:00:00+00:00", "2001-12-21T23:59:59+00:00"),
        ("2001-01-01T00:00:00+00:00", "2001-12-21T08:00:00+00:00"),
    ]
    same_day = replace(watched, viewpoint=Viewpoint(as_of=datetime(2001, 12, 21, 12, tzinfo=UTC)))
    found = await invoke(same_day, "get_entity_timeline", {"entity_name": "NASA", "end_date": "2001-12-21"})
    assert asked[-1] == (None, same_day.viewpoint.as_of)
    assert not [note for note in texts(found) if "lies after" in note]


@pytest.mark.parametrize("date", ["last tuesday", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
@pytest.mark.parametrize("argument", ["start_date", "end_date"])
async def test_a_bad_date_is_an_error_result(deps, argument, date):
    found = await invoke(deps, "get_entity_timeline", {"entity_name": "NASA", argument: date})
    assert errors_of(found.result).startswith(f"get_entity_timeline failed: {argument}='{date}' is not a date")


@pytest.mark.parametrize("relation", ["LED_BY", "led by", "Led-By"])
async def test_relationships_are_told_with_both_entities_validity_and_sources(deps, relation):
    args = {"query": "administrator", "entity_name": "NASA", "relationship_type": relation}
    text = await result(deps, "search_knowledge_graph", **args)
    assert "NASA —led by→" in text
    assert "Source: " in text
    assert "[1]" in text
    assert len(text) <= 3000


async def test_a_history_at_a_date_tells_the_state_then_and_what_changed_since(deps):
    text = await result(deps, "get_entity_history", entity_name="NASA", reference_time="2005-03-01")
    state, changes = text.split("Changed from")
    assert "Frederick Gregory" in state
    assert "Sean O'Keefe was" not in state
    assert changes
    assert "[1]" in text


async def test_since_leaves_out_what_came_before(deps):
    text = await result(deps, "get_entity_history", entity_name="NASA", since="2018-01-01")
    assert "Glennan" not in text
    assert "Bridenstine" in text


@pytest.mark.parametrize("name", ["NASA", "Mir", "Rocketdyne", "Skylab"])
async def test_a_long_history_has_the_whole_state_its_pattern_its_documents_and_counts_what_exists(workbench, name):
    told = await invoke(workbench.deps(), "get_entity_history", {"entity_name": name})
    text, history = told.result, await workbench.graph.history(name)
    assert len(text) <= 3000
    assert all(f"- {fact.fact} [" in text for fact in history.state)
    assert ("Pattern: " in text) == (history.fact_count > 15)
    (sources,) = [line for line in text.splitlines() if line.startswith("Sources: ")]
    assert {one.document_title for fact in told.facts for one in fact.citations} == {
        part.partition(" [")[0] for part in sources.removeprefix("Sources: ").removesuffix(".").split("; ")
    }
    if len(told.facts) < history.fact_count:
        assert f"Found {history.fact_count} facts. Showing {len(told.facts)}, the state first" in text
        assert "since" in text.splitlines()[-1]
    else:
        assert "Found" not in text


@pytest.mark.parametrize("argument", ["since", "reference_time"])
async def test_a_bad_date_in_a_history_is_an_error_result(deps, argument):
    found = await invoke(deps, "get_entity_history", {"entity_name": "NASA", argument: "soon"})
    assert found.is_error


async def test_as_of_leaves_out_facts_of_other_times(workbench):
    now = workbench.deps(viewpoint=Viewpoint(as_of=datetime(1998, 6, 1, tzinfo=UTC)))
    facts = await result(now, "graph_search", query="administrator of NASA")
    assert any("Goldin" in fact["fact"] for fact in facts)
    assert not any("Isaacman" in fact["fact"] for fact in facts)
    text = await result(now, "get_entity_history", entity_name="NASA")
    assert "the state on 1998-06-01" in text


async def test_published_by_a_date_before_all_documents_finds_nothing_and_says_so(workbench):
    day = datetime(1950, 1, 1, tzinfo=UTC)
    early = workbench.deps(viewpoint=Viewpoint(as_of=day, published_by=day))
    found = await invoke(early, "hybrid_search", {"query": "Mir"})
    assert found.result == []
    assert "No document dated by 1 Jan 1950 matches." in texts(found)
    with_hindsight = await invoke(workbench.deps(viewpoint=Viewpoint(as_of=day)), "hybrid_search", {"query": "Mir"})
    assert with_hindsight.citations
    assert all(citation.later for citation in with_hindsight.citations)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("get_entity_timeline", {"end_date": "2020-01-01"}),
        ("get_entity_timeline", {"start_date": "1990-01-01", "end_date": "2020-01-01"}),
        ("get_entity_history", {"reference_time": "2020-01-01"}),
        ("get_entity_history", {"since": "1990-01-01"}),
    ],
)
async def test_a_date_in_a_call_is_cut_to_the_viewpoint_and_the_result_says_so(workbench, name, args):
    deps = workbench.deps(viewpoint=Viewpoint(as_of=datetime(1974, 6, 1, tzinfo=UTC)))
    found = await invoke(deps, name, {"entity_name": "NASA", **args})
    cut = [f"{argument} {day(datetime.fromisoformat(value))} lies after" for argument, value in args.items()]
    assert all(any(note.startswith(said) for note in texts(found)) for said in cut)
    assert not [fact for fact in found.facts if fact.valid_at and fact.valid_at > deps.viewpoint.as_of]
    assert not [fact for fact in found.facts if fact.invalid_at and fact.invalid_at > deps.viewpoint.as_of]


async def test_an_unknown_tool_and_unfit_arguments_are_refused(deps):
    with pytest.raises(NotFound):
        await invoke(deps, "drop_tables", {})
    with pytest.raises(InvalidInput, match="limit"):
        await invoke(deps, "vector_search", {"query": "Mir", "limit": "many"})


async def test_no_result_holds_an_embedding(deps):
    for name, args in QUERY_TOOLS.items():
        assert "embedding" not in json.dumps(await result(deps, name, **args))


async def test_a_call_outside_a_conversation_is_one_line_and_one_row(workbench, caplog):
    caplog.set_level("INFO")
    found = await invoke(workbench.deps(door="python"), "hybrid_search", {"query": "secret words", "limit": 2})
    (line,) = [record.message for record in caplog.records if record.message.startswith("tool=")]
    assert re.fullmatch(r"tool=hybrid_search door=python ms=\d+ hits=2 run=[\w-]{36} outcome=ok", line)
    latest = (await workbench.traces.runs(CallFilter(door="python")))[0]
    assert (latest.name, latest.args, latest.result) == (
        "hybrid_search",
        {"query": "secret words", "limit": 2},
        found.result,
    )
    assert latest.conversation_id is None
    assert not await workbench.traces.runs(CallFilter(door="rest"))


async def test_a_call_that_cannot_be_counted_still_answers(workbench):
    class LostLog:
        async def record(self, *_):
            raise PostgresUnavailable("Postgres is down.")

    assert (await invoke(replace(workbench, traces=LostLog()).deps(), "hybrid_search", {"query": "Mir"})).result


async def test_of_calls_outside_conversations_the_latest_are_kept(workbench, monkeypatch):
    monkeypatch.setattr(traces, "CALLS_KEPT", 3)
    for _ in range(6):
        await invoke(workbench.deps(), "list_documents", {})
    kept = await workbench.traces.runs(CallFilter(name="list_documents", door="python"))
    assert len(kept) <= 5
