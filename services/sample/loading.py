"""The sample collection on its way into an empty store, in the background of the dashboard."""

import asyncio
import logging
from dataclasses import dataclass

from services.documents.ingest.ingestion import Ingestion
from services.errors import DossierError, StoreUnavailable
from services.sample.corpus import is_sample_wanted, load_sample, sample_files
from services.search.judgements import JudgementStore

logger = logging.getLogger(__name__)

RETRY_SECONDS = 5


@dataclass
class SampleLoading:
    """`progress` is a sentence while it goes on or after it failed, else empty."""

    ingestion: Ingestion
    judgements: JudgementStore
    progress: str = ""

    async def load(self) -> None:
        """Does nothing in a store of the user's own; goes on where an interrupted one ended."""
        while True:
            if await self._is_over():
                return
            await asyncio.sleep(RETRY_SECONDS)

    async def _is_over(self) -> bool:
        try:
            if await is_sample_wanted(self.ingestion, self.judgements):
                await self._load()
            self.progress = ""
        except StoreUnavailable as error:
            logger.warning("The sample collection waits: %s", error)
            return False
        except DossierError as error:
            logger.warning("The sample collection is not loaded: %s", error)
            self.progress = f"The sample collection is not loaded: {error}"
        return True

    async def _load(self) -> None:
        names, stored = {path.name for path in sample_files()}, set[str]()
        self.progress = f"loading the sample collection of {len(names)} documents"
        async for step in load_sample(self.ingestion, self.judgements):
            if step.stage == "failed":
                logger.warning("%s of the sample collection: %s", step.source, step.message)
            if step.stage in ("graph", "done") and step.source in names:  # the file of facts is no document
                stored.add(step.source)
            self.progress = f"loading the sample collection: {len(stored)} of {len(names)} documents"
            if len(stored) == len(names):
                self.progress = "loading the facts of the sample collection"
        logger.info("The sample collection is loaded")
