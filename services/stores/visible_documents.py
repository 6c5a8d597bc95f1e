"""Which documents a viewpoint shows, as one condition of SQL for every question that reads them."""

import json

from services.models import Viewpoint
from services.text import cleaning

IS_CURRENT_VERSION = """
    (d.replaced_at IS NULL
     OR ((CAST(:version_by AS timestamptz) IS NOT NULL OR CAST(:known_on AS timestamptz) IS NOT NULL)
         AND NOT EXISTS (
             SELECT
             FROM document AS newer
             WHERE newer.collection_id = d.collection_id AND newer.source = d.source AND newer.version > d.version
               AND newer.deleted_at IS NULL
               AND (CAST(:version_by AS timestamptz) IS NULL OR newer.reference_time <= :version_by)
               AND (CAST(:known_on AS timestamptz) IS NULL OR newer.created_at <= :known_on)
         )))
"""
"""Of a document's versions the newest; from earlier dates, the newest of those dated and known by then. Parameters:
`version_by`, which is the viewpoint's `published_by`, and `known_on`."""
IS_READABLE = """
    d.deleted_at IS NULL
    AND (d.enabled OR NOT CAST(:enabled AS boolean))
    AND (CAST(:collection AS text) IS NULL
         OR d.collection_id IN (SELECT c.id FROM collection AS c WHERE c.name = :collection))
    AND (CAST(:published_by AS timestamptz) IS NULL OR d.reference_time <= :published_by)
    AND (CAST(:known_on AS timestamptz) IS NULL OR d.created_at <= :known_on)
    AND (CAST(:document_ids AS uuid[]) IS NULL
         OR d.id = ANY ((SELECT versions_of(CAST(:document_ids AS uuid[])))::uuid[]))
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
"""As `IS_VISIBLE`, for any version of a document."""
IS_VISIBLE = f"{IS_READABLE} AND {IS_CURRENT_VERSION}"
"""Of the documents joined as `d`: an undated one is published by no date. The function `search_candidates` has the same
conditions for chunks. Parameters: `visibility_parameters`."""


def visibility_parameters(viewpoint: Viewpoint, *, enabled: bool = True) -> dict[str, object]:
    """The parameters of these conditions. `enabled`: only documents that are switched on, as in searches."""
    chosen = viewpoint.chosen
    return {
        "enabled": enabled,
        "collection": viewpoint.collection,
        "published_by": viewpoint.published_by,
        "version_by": viewpoint.published_by,
        "known_on": viewpoint.known_on,
        "document_ids": list(chosen.document_ids) or None,
        "sources": [cleaning.replace(source, by=" ") for source in chosen.sources] or None,
        "metadata_filter": json.dumps(chosen.metadata) if chosen.metadata else None,
        "since": chosen.since,
        "until": chosen.until,
    }
