"""The tools that ask the temporal knowledge graph. Each docstring is what a language model reads about its tool."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from uuid import UUID

from pydantic import JsonValue
from pydantic_ai import RunContext

from services.agent.deps import ResearchDeps
from services.agent.tools.digest import HEADING, MOST_CHARACTERS, MOST_ITEMS, Digest, make_digest
from services.agent.tools.documents import search_from_viewpoint
from services.agent.tools.fact_rows import fact_row, relationship_line, search_row, timeline_row
from services.agent.tools.result import (
    Shape,
    ToolOutcome,
    clamp_count,
    date_within_viewpoint,
    error_value,
    failure_message,
    tool,
)
from services.errors import EntityNotFound, GraphUnavailable
from services.graph.reading.history import facts_of_lines, line_in_words
from services.models import Citation, Fact, History, HistoryLine, Note
from services.text.dates import last_moment
from services.text.queries import query_text
from services.text.wording import as_sentence, citation_title, count_of, day

FACTS_ASKED = 200
"""Many more than are shown, so that the result can say how many there are."""
ROOM = MOST_CHARACTERS - HEADING
DEGRADED = (GraphUnavailable, EntityNotFound)
EMPTY_GRAPH = (
    "The knowledge graph is empty: documents must be ingested first, on the page Add documents or with "
    "“python -m services ingest PATH”."
)

NARROW_SEARCH = "Narrow by entity_name or relationship_type."
NARROW_ENTITY = "Narrow by type or relationship: search_knowledge_graph takes entity_name and relationship_type."
NARROW_DEPTH = "Narrow by a smaller depth."
NARROW_DATES = "Narrow by dates: start_date and end_date."
NARROW_HISTORY = "Drill down with since or with reference_time"


@tool("list")
async def graph_search(ctx: RunContext[ResearchDeps], query: str) -> ToolOutcome:
    """Find single facts of the knowledge graph about a topic, each with the dates between which it held.

    Args:
        query: What the facts should be about (1 to 1000 characters).
    """
    text = query_text(query)
    try:
        return await fact_search_outcome(ctx, text, 20)
    except DEGRADED as error:
        return await _failure_outcome(ctx, "graph_search", error, "list")


@tool("object")
async def get_entity_relationships(ctx: RunContext[ResearchDeps], entity_name: str, depth: int = 2) -> ToolOutcome:
    """Walk the graph from one entity: what it is connected to, over one or several facts.

    Args:
        entity_name: The entity's name.
        depth: How many facts to walk away from it (1 to 5).
    """
    notes: list[Note] = []
    name, steps = query_text(entity_name), clamp_count("depth", depth, 1, 5, notes)
    try:
        # Without a date what has ended belongs to the picture, too: each fact says when it held.
        around = await ctx.deps.graph.facts_by_distance(name, depth=steps, viewpoint=ctx.deps.viewpoint.or_ever())
    except DEGRADED as error:
        return await _failure_outcome(ctx, "get_entity_relationships", error, "object")
    shares = [fact for step in zip_longest(*around.steps) for fact in step if fact is not None]
    cut = make_digest(
        shares,
        lambda fact: fact_row(ctx, fact),
        entities=_ends,
        noun="related fact",
        narrow_by=NARROW_ENTITY if offers_tool(ctx, "search_knowledge_graph") else NARROW_DEPTH,
        order="the latest of each distance",
        total=around.total,
        is_all=around.is_whole,
        room=ROOM,
    )
    shown = set(cut.items)
    nearest_first = [fact for step in around.steps for fact in step if fact in shown]
    value: JsonValue = {
        "central_entity": around.entity.name,
        "related_facts": [fact_row(ctx, fact) for fact in nearest_first],
        "search_method": f"graph walk of depth {steps}",
    }
    return _facts_outcome(ctx, value, nearest_first, [*notes, *_as_of_note(ctx)], cut.line)


@tool("list")
async def get_entity_timeline(
    ctx: RunContext[ResearchDeps],
    entity_name: str,
    start_date: str | None = None,
    end_date: str | None = None,
    began_only: bool = False,
) -> ToolOutcome:
    """List the dated facts of one entity in the order in which they began; with dates, those that held then.

    Args:
        entity_name: The entity's name.
        start_date: ISO 8601 date or time; only what held then or later.
        end_date: ISO 8601 date or time, a day as a whole; only what began by then.
        began_only: Of a range, only what began in it, not all that held.
    """
    name, notes = query_text(entity_name), list[Note]()
    start = date_within_viewpoint(ctx.deps, "start_date", start_date, notes)
    end = date_within_viewpoint(ctx.deps, "end_date", end_date, notes, last_moment)
    if end is None and ctx.deps.viewpoint.as_of is not None:
        end = ctx.deps.viewpoint.as_of
        notes.append(Note(kind="clamped", text=f"end_date is the as-of date, {day(end)}"))
    try:
        found = await ctx.deps.graph.timeline(name, start, end, began_only=began_only, viewpoint=ctx.deps.viewpoint)
    except DEGRADED as error:
        return await _failure_outcome(ctx, "get_entity_timeline", error, "list")
    # Without a start the latest facts matter most: they are kept, and still listed in the order in which they began.
    latest_first = found.facts if start else found.facts[::-1]
    order = "the first to begin" if start else "the latest to begin"
    cut = make_digest(
        latest_first,
        lambda fact: timeline_row(ctx, fact),
        entities=_ends,
        noun="fact",
        narrow_by=NARROW_DATES,
        order=order,
    )
    rows, facts = (cut.rows, cut.items) if start else (cut.rows[::-1], cut.items[::-1])
    told = _facts_outcome(ctx, list(rows), facts, notes, cut.line)
    return replace(
        told, known=latest_first, guide="\n".join(filter(None, [*(note.text for note in notes), told.guide]))
    )


@tool("text")
async def search_knowledge_graph(
    ctx: RunContext[ResearchDeps], query: str, entity_name: str | None = None, relationship_type: str | None = None
) -> ToolOutcome:
    """For RELATIONSHIPS between entities: who or what is connected to whom, how, and when.

    Use it for questions such as who led, made, owned or joined something. For how one entity changed over time use
    get_entity_history.

    Args:
        query: The relationship in question, in words (1 to 1000 characters).
        entity_name: Only facts of this entity.
        relationship_type: Only facts of this relation, for instance LED_BY.
    """
    text = query_text(query)
    entity, relation = _given(entity_name), _given(relationship_type)
    try:
        facts = await ctx.deps.graph.search_facts(
            text, limit=FACTS_ASKED, entity=entity, relation=relation, viewpoint=ctx.deps.viewpoint.or_ever()
        )
    except DEGRADED as error:
        return await _documents_outcome(ctx, error, text)
    if not facts:
        return await _no_relationship(ctx, text)
    cut = make_digest(
        facts,
        lambda fact: relationship_line(ctx, fact),
        entities=_ends,
        noun="related fact",
        narrow_by=NARROW_SEARCH,
        is_all=len(facts) < FACTS_ASKED,
        room=ROOM,
    )
    notes = (*_cut_note(cut.line), *_as_of_note(ctx))
    return ToolOutcome("\n".join([*(note.text for note in notes), *cut.rows]), notes, facts=cut.items)


@tool("text")
async def get_entity_history(
    ctx: RunContext[ResearchDeps], entity_name: str, since: str | None = None, reference_time: str | None = None
) -> ToolOutcome:
    """For CHANGES over time of one entity: what began, ended or was replaced, and what was true at a date.

    Args:
        entity_name: The entity's name.
        since: ISO 8601 date or time; only changes from then on.
        reference_time: ISO 8601 date or time; what was true then, and what has changed since.
    """
    name, notes = query_text(entity_name), list[Note]()
    start = date_within_viewpoint(ctx.deps, "since", since, notes)
    at = date_within_viewpoint(ctx.deps, "reference_time", reference_time, notes)
    try:
        history = await ctx.deps.graph.history(name, since=start, reference_time=at, viewpoint=ctx.deps.viewpoint)
    except DEGRADED as error:
        return await _documents_outcome(ctx, error, name)
    told = _with_all_facts(_history_outcome(ctx, history, [*notes, *_as_of_note(ctx)]), history)
    return replace(told, guide="\n".join(note.text for note in notes))


def _history_outcome(ctx: RunContext[ResearchDeps], history: History, notes: Sequence[Note]) -> ToolOutcome:
    """The history's lines in words, each fact followed by the numbers of its passages, whose documents are named below;
    briefer where they would not fit, and cut at a whole line."""
    whole = _told_lines(ctx, history, brief=False)
    cut, named = whole if len(whole[0].items) == len(history.lines) else _told_lines(ctx, history, brief=True)
    facts = facts_of_lines(cut.items)
    line = _left_out(ctx, history.fact_count, len(facts)) if history.fact_count > len(facts) else ""
    text = "\n".join([*cut.rows, *filter(None, [named, line])])
    return ToolOutcome(text, (*notes, *_cut_note(line)), facts=facts)


def _told_lines(
    ctx: RunContext[ResearchDeps], history: History, *, brief: bool
) -> tuple[Digest[HistoryLine, str], str]:
    """As many lines as fit together with the names of the documents that state them."""
    named = ""
    for _ in range(MOST_ITEMS):
        cut = make_digest(
            history.lines,
            lambda line: line_in_words(line, lambda fact: ctx.deps.citations.markers(fact.citations), brief=brief),
            entities=lambda line: {end for fact in line.facts for end in _ends(fact)},
            noun="",
            narrow_by="",
            room=ROOM - len(named),
            most=len(history.lines),
        )
        fits = named and len(_named(ctx, cut.items)) <= len(named)
        named = _named(ctx, cut.items) if fits else max(named, _named(ctx, cut.items), key=len)
        if fits:
            break
    return cut, named


def _named(ctx: RunContext[ResearchDeps], lines: Sequence[HistoryLine]) -> str:
    """The documents that state the lines' facts, each with its numbers."""
    numbers: dict[str, list[Citation]] = {}
    for citation in dict.fromkeys(one for fact in facts_of_lines(lines) for one in fact.citations):
        numbers.setdefault(citation_title(citation), []).append(citation)
    told = "; ".join(f"{title} {ctx.deps.citations.markers(cited)}" for title, cited in numbers.items())
    return f"Sources: {told}." if told else ""


def _left_out(ctx: RunContext[ResearchDeps], found: int, shown: int) -> str:
    order = "the state first, then the newest changes"
    return f"Found {count_of(found, 'fact')}. Showing {shown}, {order}. {_narrow_history(ctx)}"


def _with_all_facts(told: ToolOutcome, history: History) -> ToolOutcome:
    """Knows the facts that the history's words had no room for, too; the latest first."""
    if history.total_facts <= len(told.facts):
        return told
    facts = {fact.uuid: fact for fact in (*history.known[::-1], *history.state)}
    return replace(told, known=tuple(facts.values()))


async def fact_search_outcome(ctx: RunContext[ResearchDeps], text: str, limit: int) -> ToolOutcome:
    """Raises GraphUnavailable; an empty graph is said so in words."""
    facts = await ctx.deps.graph.search_facts(text, limit=FACTS_ASKED, viewpoint=ctx.deps.viewpoint.or_ever())
    if not facts and await _is_graph_empty(ctx):
        return ToolOutcome([], (Note(kind="no_facts", text=EMPTY_GRAPH),), EMPTY_GRAPH)
    cut = make_digest(
        facts,
        lambda fact: search_row(ctx, fact),
        entities=_ends,
        noun="fact",
        narrow_by="Narrow the query.",
        is_all=len(facts) < FACTS_ASKED,
        most=min(limit, MOST_ITEMS),
    )
    return _facts_outcome(ctx, list(cut.rows), cut.items, _as_of_note(ctx), cut.line)


async def _is_graph_empty(ctx: RunContext[ResearchDeps]) -> bool:
    return not (await ctx.deps.graph.entities(limit=1)).entities


def _facts_outcome(
    ctx: RunContext[ResearchDeps], value: JsonValue, facts: Sequence[Fact], notes: Sequence[Note], cut_line: str
) -> ToolOutcome:
    numbered = [(ctx.deps.citations.markers(fact.citations), fact) for fact in facts]
    cited = [f"{markers} = fact {fact.uuid}" for markers, fact in numbered if markers]
    guide = f"Cite these facts by number: {'; '.join(cited)}." if cited else ""
    said = (*notes, *_cut_note(cut_line))
    return ToolOutcome(value, said, "\n".join(filter(None, [cut_line, guide])), facts=tuple(facts))


async def _failure_outcome(ctx: RunContext[ResearchDeps], name: str, error: Exception, shape: Shape) -> ToolOutcome:
    """An error result in the tool's shape, and what to do instead."""
    failure_message(ctx, name, error)
    why = (await _why(ctx, error)).text
    guide = "It failed, and its result says why. Say so, and search the documents with hybrid_search instead."
    return ToolOutcome(error_value(f"{name} failed: {why}", shape), guide=guide)


async def _documents_outcome(ctx: RunContext[ResearchDeps], error: Exception, query: str) -> ToolOutcome:
    """What the graph cannot say, in words, with passages of the documents in its place."""
    why = await _why(ctx, error)
    if not isinstance(error, GraphUnavailable):
        return await _with_passages(ctx, why, query)
    failure_message(ctx, ctx.tool_name or "the graph", error)
    found = await _with_passages(ctx, Note(kind="failed", text=why.text), query)
    return replace(found, has_failed=True)


async def _no_relationship(ctx: RunContext[ResearchDeps], query: str) -> ToolOutcome:
    why = EMPTY_GRAPH if await _is_graph_empty(ctx) else "The knowledge graph holds no such relationship."
    return await _with_passages(ctx, Note(kind="no_facts", text=why), query)


async def _with_passages(ctx: RunContext[ResearchDeps], why: Note, query: str) -> ToolOutcome:
    notes = [why]
    weight = (await ctx.deps.preferences_now()).text_weight
    found = await search_from_viewpoint(
        ctx, lambda viewpoint: ctx.deps.search.hybrid(query, limit=5, text_weight=weight, viewpoint=viewpoint), notes
    )
    cut = make_digest(
        found.hits,
        lambda hit: f"[{ctx.deps.citations.number(hit.citation)}] {citation_title(hit.citation)}: {hit.content}",
        entities=lambda hit: {hit.document_id},
        noun="passage",
        narrow_by="",
        room=ROOM - len(why.text),
    )
    said = "These passages of the documents were found instead:" if found.hits else "The documents say nothing either."
    return ToolOutcome("\n".join([why.text, said, *cut.rows]), tuple(notes), hits=cut.items)


async def _why(ctx: RunContext[ResearchDeps], error: Exception) -> Note:
    if isinstance(error, EntityNotFound) and await _is_graph_empty(ctx):
        return Note(kind="no_facts", text=EMPTY_GRAPH)
    return Note(kind="missing", text=as_sentence(str(error)))


def _ends(fact: Fact) -> set[UUID]:
    return {fact.source_uuid, fact.target_uuid}


def offers_tool(ctx: RunContext[ResearchDeps], name: str) -> bool:
    """Whether the agent that asks has the tool, so that it can be sent there; outside an agent all are there."""
    return ctx.tool_manager is None or ctx.tool_manager.tools is None or name in ctx.tool_manager.tools


def _narrow_history(ctx: RunContext[ResearchDeps]) -> str:
    between = ", or with get_entity_timeline between two dates" if offers_tool(ctx, "get_entity_timeline") else ""
    return f"{NARROW_HISTORY}{between}."


def _cut_note(line: str) -> list[Note]:
    return [Note(kind="cut", text=line)] if line else []


def _as_of_note(ctx: RunContext[ResearchDeps]) -> list[Note]:
    date = ctx.deps.viewpoint.as_of
    return [Note(kind="viewpoint", text=f"Facts as of {day(date)}.")] if date else []


def _given(text: str | None) -> str | None:
    return text.strip() or None if text else None
