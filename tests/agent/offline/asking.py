"""Asks the offline model's rules without a store: read, plan and compose, as the model does."""

from collections.abc import Sequence
from datetime import UTC, datetime

from services.agent.offline.answer.answer import compose_answer
from services.agent.offline.answer.findings import Findings, Notice, findings
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.tools.result import ToolMetadata
from services.models import DocumentName

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def found(hits=(), facts=(), notices: Sequence[Notice] = (), documents: Sequence[DocumentName] = ()) -> Findings:
    return findings([metadata(hits, facts)], notices, documents)


def metadata(hits=(), facts=()) -> ToolMetadata:
    cited = [one.citation for one in hits] + [citation for one in facts for citation in one.citations]
    numbers = tuple(range(1, len(cited) + 1))
    return ToolMetadata(citations=tuple(cited), numbers=numbers, hits=tuple(hits), facts=tuple(facts))


def composed(question: ParsedQuestion, brought: Findings, similarities=None, matter: Sequence[str] = ()) -> str:
    told = compose_answer(question, brought, NOW, similarities or {}, matter)
    return "\n\n".join(paragraph.text for paragraph in told)
