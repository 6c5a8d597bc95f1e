from datetime import UTC, datetime
from uuid import UUID

import pytest

from services.search.service import SearchService
from services.settings import Settings
from services.stores.postgres import Database
from tests.fakes import FakeEmbedder
from tests.search.corpus import random_texts, store, text

SPACE = (
    text(
        "pads.md",
        "LC-39A is the pad that SpaceX leased in 2014. Saturn V and the Shuttle flew from it.",
        "Its neighbour LC-39B stayed with NASA, for the Space Launch System and its RS-25 engines.",
        title="Launch pads",
        metadata={"kind": "place", "tags": ["pads", "florida"]},
        reference_time=datetime(2015, 1, 1, tzinfo=UTC),
    ),
    text(
        "engines.md",
        "The RS-25 burned hydrogen in the Shuttle. The RS-68 burned it in the Delta IV.",
        title="Engines",
        metadata={"kind": "machine"},
        reference_time=datetime(2010, 1, 1, tzinfo=UTC),
    ),
    text(
        "missions.md",
        "STS-71 docked with Mir in June 1995; CRS-1 brought cargo to the station in October 2012.",
        title="Missions",
        metadata={"kind": "flight"},
        reference_time=datetime(2020, 1, 1, tzinfo=UTC),
    ),
    text(
        "lift.md",
        "A heavy lift rocket carries twenty tonnes or more.",
        "The elevator's lift is heavy, they said of the building.",
        title="Lifting",
        reference_time=datetime(2000, 1, 1, tzinfo=UTC),
    ),
    text("crew.md", "Eileen Collins commanded the Shuttle; O'Neill wrote back\\slash on <b>paper</b>.", title="Crews"),
)


@pytest.fixture
async def space(database: Database, embedder: FakeEmbedder) -> dict[str, UUID]:
    """A handful of documents about spaceflight; ids by source."""
    return await store(database, embedder, *SPACE)


@pytest.fixture
async def random_corpus(database: Database, embedder: FakeEmbedder) -> None:
    await store(database, embedder, *random_texts(250, seed=3))


@pytest.fixture
def service(database: Database, embedder: FakeEmbedder) -> SearchService:
    return SearchService.build(database, embedder, Settings())
