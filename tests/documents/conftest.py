"""An ingestion over the real Postgres; the graph is recorded here and real in test_graph_ingest."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

import pytest

from services.documents.ingest.graph_work import GraphWork
from services.documents.ingest.ingestion import Ingestion
from services.documents.library import Library
from services.documents.originals import Originals
from services.errors import GraphUnavailable
from services.graph.writing.contribution import Contribution
from services.models import Document, FactDraft
from services.stores.postgres import Database
from tests.fakes import FakeEmbedder


@dataclass
class RecordingWriter:
    """Stands for the graph: remembers what it was told, and can be away or refuse."""

    away: bool = False
    refuses: Exception | None = None
    facts: dict[UUID, list[FactDraft]] = field(default_factory=dict)
    extracted: list[UUID] = field(default_factory=list)
    mentioned_in: list[UUID] = field(default_factory=list)
    together: list[int] = field(default_factory=list)
    removed: list[UUID] = field(default_factory=list)
    renamed: dict[UUID, str] = field(default_factory=dict)

    async def extract(self, document: Document, accepted: Sequence[FactDraft] = ()) -> int:
        self._check()
        self.extracted.append(document.id)
        return 7

    async def waiting_count(self, document_id: UUID) -> int:
        return 0

    def contribution_from_facts(self, document: Document, facts: Sequence[FactDraft]) -> Contribution:
        return Contribution.from_facts(document, facts)

    async def contribution_from_names(self, document: Document) -> Contribution:
        return Contribution.from_names(document, [])

    async def write_contributions(self, brought: Sequence[Contribution]) -> None:
        self._check()
        self.together.append(len(brought))
        for one in brought:
            if one.by_rule:
                self.mentioned_in.append(one.document.id)
            else:
                self.facts[one.document.id] = list(one.drafts.values())

    async def remove_document(self, document_id: UUID) -> None:
        self._check()
        self.removed.append(document_id)

    async def rename_document(self, document_id: UUID, title: str) -> None:
        self._check()
        self.renamed[document_id] = title

    def _check(self) -> None:
        if self.away:
            raise GraphUnavailable("The graph is starting (about 10 s).")
        if self.refuses is not None:
            raise self.refuses


@pytest.fixture
def writer() -> RecordingWriter:
    return RecordingWriter()


@pytest.fixture
def library(database: Database) -> Library:
    return Library(database)


@pytest.fixture
def ingestion(database: Database, library: Library, embedder: FakeEmbedder, writer: RecordingWriter) -> Ingestion:
    return Ingestion(
        database=database,
        embedder=embedder,
        library=library,
        graph=GraphWork(database, library, writer, extracts=False),
        collection="main",
        language="english",
        max_file_megabytes=5,
        originals=Originals(database),
    )
