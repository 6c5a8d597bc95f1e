"""A word that a query says twice counts twice, as in BM25's own formula: a long question has its subject by that.

`query_terms` as migration 0002 has it, and `search_candidates` as 0004 has it, but for `occurrences`.
"""

from importlib import import_module

from alembic import op

revision = "0006"
down_revision = "0005"

EARLIER_TERMS: str = import_module("services.stores.migrations.versions.0002_search_functions").QUERY_TERMS
EARLIER_CANDIDATES: str = import_module("services.stores.migrations.versions.0004_collections_alike").CANDIDATES

TERMS = {
    "RETURNS TABLE (word text, phrase tsquery)": "RETURNS TABLE (word text, phrase tsquery, occurrences integer)",
    "SELECT lexeme, NULL::tsquery FROM rest": "SELECT lexeme, NULL::tsquery, cardinality(positions) FROM rest",
    "CASE WHEN numnode(phrase) > 1 THEN phrase END": "CASE WHEN numnode(phrase) > 1 THEN phrase END, 1",
    "SELECT lexeme, phrase\n": "SELECT lexeme, phrase, 1\n",
}
CANDIDATES = {
    "SELECT s.language, q.word, q.phrase\n": "SELECT s.language, q.word, q.phrase, q.occurrences\n",
    "q.phrase, l.document_frequency,": "q.phrase, q.occurrences, l.document_frequency,",
    "array_agg(term.idf * (k1 + 1))": "array_agg(term.occurrences * term.idf * (k1 + 1))",
}


def changed(function: str, places: dict[str, str]) -> str:
    """Every place stands exactly once in the function."""
    for earlier, now in places.items():
        before, after = function.split(earlier)
        function = f"{before}{now}{after}"
    return function


def upgrade() -> None:
    connection = op.get_bind()
    _, query_terms = EARLIER_TERMS.split("\n\n\n")
    connection.exec_driver_sql("DROP FUNCTION query_terms(regconfig, text)")
    connection.exec_driver_sql(changed(query_terms, TERMS))
    connection.exec_driver_sql(changed(EARLIER_CANDIDATES, CANDIDATES))
