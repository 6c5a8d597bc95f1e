"""From where one looks, with what the ledger and the documents say of it: made once for each question."""

import asyncio
from dataclasses import dataclass

from services.graph.provenance.citations import Citations
from services.graph.provenance.ledger import Ledger
from services.graph.viewpoint import ResolvedViewpoint
from services.models import Viewpoint


@dataclass(frozen=True)
class Viewpoints:
    citations: Citations
    ledger: Ledger

    async def resolve(self, viewpoint: Viewpoint) -> ResolvedViewpoint:
        """The viewpoint with the dates of facts as they were known and published, and with the documents that it
        shows."""
        asked = self.citations.episodes_and_unused(viewpoint)
        if viewpoint.published_by is None and viewpoint.known_on is None and viewpoint.chosen.is_empty:
            episodes, unused = await asked
            newest = await self.ledger.newest() if unused else 0
        else:
            (episodes, unused), newest = await asyncio.gather(asked, self.ledger.newest())
        was = await self.ledger.dates_as_known(
            viewpoint, newest, leaves_out=bool(unused) or not viewpoint.chosen.is_empty
        )
        return ResolvedViewpoint(viewpoint, None if viewpoint.ended else viewpoint.moment, was, episodes, unused)

    async def resolve_for_entities(self, viewpoint: Viewpoint) -> ResolvedViewpoint:
        """As `resolve`, for facts of any time up to the viewpoint's date. Names are known from all collections."""
        return await self.resolve(viewpoint.with_ended().model_copy(update={"collection": None}))
