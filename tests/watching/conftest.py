"""An ingestion over the real Postgres, without a graph, and what watches for it."""

import pytest

from services.documents.ingest.ingestion import Ingestion
from services.watching.fetching import WebFetcher
from services.watching.service import Watches
from tests.documents.conftest import ingestion, library, writer

__all__ = ["ingestion", "library", "writer"]

LOCAL = "127.0.0.1"


@pytest.fixture
def watches(ingestion: Ingestion) -> Watches:
    return Watches.from_ingestion(ingestion, WebFetcher(200_000, allowed_hosts=[LOCAL], seconds=5))
