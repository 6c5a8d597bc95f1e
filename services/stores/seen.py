"""Which documents a viewpoint shows, as SQL: joined as `d`, with their collections as `c`."""

from services.models import Viewpoint

SEEN = """
    (CAST(:collection AS text) IS NULL OR c.name = :collection)
      AND (CAST(:published_by AS timestamptz) IS NULL OR d.reference_time <= :published_by)
      AND (CAST(:known_on AS timestamptz) IS NULL OR d.created_at <= :known_on)
"""
"""An undated document is published by no date. Parameters: `seen_from`."""


def seen_from(viewpoint: Viewpoint) -> dict[str, object]:
    return viewpoint.model_dump(include={"collection", "published_by", "known_on"})
