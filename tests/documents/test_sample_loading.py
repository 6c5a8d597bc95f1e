"""What is said of the sample collection while it comes in."""

from types import SimpleNamespace

import pytest

from services.errors import UnreadableDocument
from services.sample import loading
from services.sample.corpus import sample_files
from services.sample.loading import SampleLoading


@pytest.fixture
def sample(monkeypatch) -> SampleLoading:
    async def is_wanted(*_) -> bool:
        return True

    monkeypatch.setattr(loading, "is_sample_wanted", is_wanted)
    return SampleLoading(None, None)


async def test_it_counts_documents_then_names_the_facts_and_ends(sample, monkeypatch):
    names, said = sorted(path.name for path in sample_files()), []

    async def steps(*_):
        for name in [*names, "space-facts.json"]:
            yield SimpleNamespace(stage="done", source=name, message="")
            said.append(sample.progress)

    monkeypatch.setattr(loading, "load_sample", steps)
    await sample.load()
    assert said[0] == f"loading the sample collection: 1 of {len(names)} documents"
    assert said[-2:] == ["loading the facts of the sample collection"] * 2
    assert sample.progress == ""


async def test_why_it_could_not_be_loaded_stays(sample, monkeypatch):
    async def fails(*_):
        raise UnreadableDocument("It is damaged.")
        yield

    monkeypatch.setattr(loading, "load_sample", fails)
    await sample.load()
    assert sample.progress == "The sample collection is not loaded: It is damaged."
