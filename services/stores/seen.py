"""Which documents a viewpoint shows, as one condition of SQL for every question that reads them."""

import json

from services.models import Viewpoint
from services.text import cleaning

SEEN = """
    d.deleted_at IS NULL
    AND (d.enabled OR NOT CAST(:enabled AS boolean))
    AND (CAST(:collection AS text) IS NULL
         OR d.collection_id IN (SELECT c.id FROM collection AS c WHERE c.name = :collection))
    AND (CAST(:published_by AS timestamptz) IS NULL OR d.reference_time <= :published_by)
    AND (CAST(:known_on AS timestamptz) IS NULL OR d.created_at <= :known_on)
    AND (CAST(:document_ids AS uuid[]) IS NULL OR d.id = ANY (CAST(:document_ids AS uuid[])))
    AND (CAST(:sources AS text[]) IS NULL OR d.source = ANY (CAST(:sources AS text[])))
    AND (CAST(:metadata_filter AS jsonb) IS NULL OR NOT EXISTS (
        SELECT
        FROM jsonb_each_text(CAST(:metadata_filter AS jsonb)) AS f
        WHERE d.metadata ->> f.key IS DISTINCT FROM f.value
          AND NOT coalesce(d.metadata -> f.key ? f.value, false)
    ))
    AND (CAST(:since AS timestamptz) IS NULL OR coalesce(d.reference_time, d.created_at) >= :since)
    AND (CAST(:until AS timestamptz) IS NULL OR coalesce(d.reference_time, d.created_at) <= :until)
"""
"""Of the documents joined as `d`: an undated one is published by no date. The function `search_candidates` has the same
conditions for chunks. Parameters: `seen_from`."""


def seen_from(viewpoint: Viewpoint, *, enabled: bool = True) -> dict[str, object]:
    """`enabled`: only documents that are switched on, as searches and facts count them; else the others, too."""
    chosen = viewpoint.chosen
    return {
        "enabled": enabled,
        "collection": viewpoint.collection,
        "published_by": viewpoint.published_by,
        "known_on": viewpoint.known_on,
        "document_ids": list(chosen.document_ids) or None,
        "sources": [cleaning.replace(source, by=" ") for source in chosen.sources] or None,
        "metadata_filter": json.dumps(chosen.metadata) if chosen.metadata else None,
        "since": chosen.since,
        "until": chosen.until,
    }
