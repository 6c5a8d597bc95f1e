"""The sample corpus, loaded into a store that holds nothing else: documents, facts and judgements."""

from collections.abc import AsyncIterator
from pathlib import Path

from services.documents.ingest.folders import files_in
from services.documents.ingest.ingestion import Ingestion
from services.models import IngestProgress
from services.search.judgement_files import read_judgements
from services.search.judgements import JudgementStore

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "space"
STARTERS = "starters.txt"
"""The questions that an empty conversation offers; no document."""
ROUTING = SAMPLE / "judgements" / "routing.jsonl"
"""Questions with the tools that each should reach."""
JUDGEMENTS = "Sample: spaceflight"
"""The judgement set's name; it comes last, so its absence tells that the loading was interrupted."""


def sample_files() -> list[Path]:
    """The files of the sample; not the whole folder, which also has what the PDF and DOCX files are built from."""
    found = [file.path for file in files_in([SAMPLE]) if file.path.parent == SAMPLE]
    return [path for path in found if path.name != STARTERS]


async def is_sample_wanted(ingestion: Ingestion, judgements: JudgementStore) -> bool:
    """Whether the store is empty, or holds a part of the sample and nothing else."""
    page = await ingestion.library.list(limit=1000)
    known = {path.name for path in sample_files()}
    if page.total > len(known) or any(document.source not in known for document in page.documents):
        return False
    return JUDGEMENTS not in {found.name for found in await judgements.sets()}


async def load_sample(ingestion: Ingestion, judgements: JudgementStore) -> AsyncIterator[IngestProgress]:
    """Again after an interruption does only what is missing."""
    async for step in ingestion.add_files(sample_files(), facts_file=SAMPLE / "facts.jsonl"):
        yield step
    judged = read_judgements(SAMPLE / "judgements").model_copy(update={"name": JUDGEMENTS})
    await judgements.add(judged, judged_by="sample")
