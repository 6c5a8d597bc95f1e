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
    """What a tool had to say to the reader; what the graph lacks comes after the passages that answer."""

    text: str
    is_of_graph: bool = False
    is_failure: bool = False


@dataclass(frozen=True)
class Findings:
    """In the order of the calls.

    `nearness` is 1 for the fact that a search of the graph ranked first, 1/2 for the second …; listed facts have none.
    `unseen` counts the facts that a tool knows of and did not hand over, `total` the documents that there are;
    `documents` are those that were listed; `looked_in` says in which documents was searched, where not in all;
    `as_of` is the date looked from; `whole` are the documents of which `hits` has every passage.
    """

    hits: tuple[Hit, ...]
    facts: tuple[Fact, ...]
    notices: tuple[Notice, ...]
    documents: tuple[DocumentName, ...]
    nearness: Mapping[UUID, float]
    numbers: Mapping[tuple[UUID, int, int], int]
    whole: frozenset[UUID] = frozenset()
    unseen: int = 0
    total: int | None = None
    looked_in: tuple[str, ...] = ()
    as_of: datetime | None = None

    @property
    def notices_of_documents(self) -> tuple[Notice, ...]:
        """Without what the graph lacks."""
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
        whole=frozenset(one for result in results for one in result.whole_documents),
        total=next((result.total for result in results if result.total is not None), None),
        unseen=max((result.unseen_facts for result in results), default=0),
        looked_in=tuple(dict.fromkeys(one.text for each in results for one in each.notes if one.kind == "looked_in")),
        as_of=next((result.as_of for result in results if result.as_of is not None), None),
    )


def words_of(hit: Hit) -> str:
    """All that a hit says: its title, the name of its document's file, and its passage."""
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
