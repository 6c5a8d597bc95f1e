"""What the tools of one run brought, as the offline model composes its answer from it. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.agent.offline.passages import file_words
from services.agent.tools.result import ToolMetadata
from services.models import Citation, DocumentName, Fact, Hit


@dataclass(frozen=True)
class Notice:
    """What a tool has to tell the reader. Notices of the graph follow the passages that answer."""

    text: str
    is_of_graph: bool = False
    is_failure: bool = False


@dataclass(frozen=True)
class Findings:
    """What the tools found, in the order of the calls.

    `nearness` is 1 for the fact that a search of the graph ranked first, 1/2 for the second …; listed facts have none.
    `unseen_facts` counts the facts that a tool knows of and did not hand over, `total` all documents; `documents` are
    those that a tool listed; `search_notes` say which documents were searched, if not all; `as_of` is the viewpoint's
    date; `whole_documents` are the documents of which `hits` has every passage.
    """

    hits: tuple[Hit, ...]
    facts: tuple[Fact, ...]
    notices: tuple[Notice, ...]
    documents: tuple[DocumentName, ...]
    nearness: Mapping[UUID, float]
    numbers: Mapping[tuple[UUID, int, int], int]
    whole_documents: frozenset[UUID] = frozenset()
    unseen_facts: int = 0
    total: int | None = None
    search_notes: tuple[str, ...] = ()
    as_of: datetime | None = None

    @property
    def notices_of_documents(self) -> tuple[Notice, ...]:
        """All but the notices of the graph."""
        return tuple(notice for notice in self.notices if not notice.is_of_graph)

    def marker(self, citations: Iterable[Citation]) -> str:
        places = [(one.document_id, one.start_offset, one.end_offset) for one in citations]
        return "".join(f"[{self.numbers[place]}]" for place in dict.fromkeys(places) if place in self.numbers)


def findings(
    results: Sequence[ToolMetadata],
    notices: Sequence[Notice],
    documents: Sequence[DocumentName],
    searched: Sequence[ToolMetadata] = (),
) -> Findings:
    """`searched` are those of the results whose facts are ranked by a search for the question."""
    nearness = {fact.uuid: 1 / place for one in searched for place, fact in enumerate(one.facts, 1)}
    numbers = {
        (citation.document_id, citation.start_offset, citation.end_offset): number
        for result in results
        for citation, number in zip(result.citations, result.numbers, strict=True)
    }
    hits = {hit.chunk_id: hit for hit in _in_turns([result.hits for result in results])}
    facts = {fact.uuid: fact for result in results for fact in (*result.facts, *result.further_facts)}
    return Findings(
        hits=tuple(hits.values()),
        facts=tuple(facts.values()),
        notices=tuple(notices),
        documents=tuple(documents),
        nearness=nearness,
        numbers=numbers,
        whole_documents=frozenset(one for result in results for one in result.whole_documents),
        total=next((result.total for result in results if result.total is not None), None),
        unseen_facts=max((result.unseen_facts for result in results), default=0),
        search_notes=tuple(
            dict.fromkeys(one.text for each in results for one in each.notes if one.kind == "looked_in")
        ),
        as_of=next((result.as_of for result in results if result.as_of is not None), None),
    )


def hit_words(hit: Hit) -> str:
    """The text of a hit: its document's title and file name, and its passage."""
    return f"{hit.document_title} {file_words(hit.document_source)} {hit.content}"


def _in_turns(rankings: Sequence[tuple[Hit, ...]]) -> list[Hit]:
    """Each search in turn names the best hit of a document that none has named yet; the other hits follow."""
    named: dict[UUID, Hit] = {}
    waiting = [ranking for ranking in rankings if ranking]
    while waiting:
        for ranking in waiting:
            fresh = next((hit for hit in ranking if hit.document_id not in named), None)
            if fresh is not None:
                named[fresh.document_id] = fresh
        waiting = [ranking for ranking in waiting if any(hit.document_id not in named for hit in ranking)]
    return [*named.values(), *(hit for ranking in rankings for hit in ranking)]
