"""A search looks at what was published by a date, and at what was in Dossier by another: two clocks of its viewpoint.

`search_candidates` as migration 0006 has it, but for the dates of documents: what is true as of a date is no matter of
passages, so the argument of that name goes. An undated document is published by no date.
"""

from importlib import import_module

from alembic import op

revision = "0009"
down_revision = "0008"

VERSIONS = "services.stores.migrations.versions"
REPEATED = import_module(f"{VERSIONS}.0006_repeated_query_words")
EARLIER: str = REPEATED.changed(REPEATED.EARLIER_CANDIDATES, REPEATED.CANDIDATES)

CANDIDATES = {
    "    as_of timestamptz DEFAULT NULL\n": (
        "    published_by timestamptz DEFAULT NULL,\n    known_on timestamptz DEFAULT NULL\n"
    ),
    """    IF until IS NOT NULL OR as_of IS NOT NULL THEN
        condition := condition || ' AND coalesce(d.reference_time, d.created_at) <= least($9, $10)';
    END IF;
""": """    IF until IS NOT NULL THEN
        condition := condition || ' AND coalesce(d.reference_time, d.created_at) <= $9';
    END IF;
    IF published_by IS NOT NULL THEN
        condition := condition || ' AND d.reference_time <= $10';
    END IF;
    IF known_on IS NOT NULL THEN
        condition := condition || format(' AND d.created_at <= %L', known_on);
    END IF;
""",
    "              since, until, as_of;\n": "              since, until, published_by;\n",
    "          as_of, term_collections,": "          published_by, term_collections,",
}


def upgrade() -> None:
    connection = op.get_bind()
    signature = "vector, text, integer, double precision, double precision, text, uuid[], text[], jsonb"
    connection.exec_driver_sql(f"DROP FUNCTION search_candidates({signature}, timestamptz, timestamptz, timestamptz)")
    connection.exec_driver_sql(REPEATED.changed(EARLIER, CANDIDATES))
