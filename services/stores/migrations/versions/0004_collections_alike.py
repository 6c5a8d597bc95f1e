"""Passages of several collections are scored alike: words are counted over all collections of one language.

`search_candidates` as migration 0002 has it, but for the statistics of the query's words (`scope` to `term`).
"""

from alembic import op

revision = "0004"
down_revision = "0003"

CANDIDATES = """
-- Both arms' candidates, each scored exactly by both: cosine similarity, and BM25 over the query's lexemes.
--   query_embedding NULL: words alone; query_text NULL: vectors alone; other arguments NULL: no filter
--   text_bound: the most that this query could score
-- Collections of one language are one to BM25: a word's rarity and the average length are those of all that are
-- searched, or a passage would score by the size of the collection that it happens to be in.
CREATE OR REPLACE FUNCTION search_candidates(
    query_embedding vector,
    query_text text,
    arm_size integer,
    k1 double precision,
    b double precision,
    collection_name text DEFAULT NULL,
    document_ids uuid[] DEFAULT NULL,
    sources text[] DEFAULT NULL,
    metadata_filter jsonb DEFAULT NULL,
    since timestamptz DEFAULT NULL,
    until timestamptz DEFAULT NULL,
    as_of timestamptz DEFAULT NULL
)
RETURNS TABLE (
    chunk_id uuid, document_id uuid, vector_similarity double precision, text_score double precision,
    text_bound double precision
)
LANGUAGE plpgsql STABLE
SET jit = off
SET hnsw.ef_search = 100
SET hnsw.iterative_scan = relaxed_order
SET client_min_messages = warning
AS $$
#variable_conflict use_column
DECLARE
    exact_limit CONSTANT integer := 5000;   -- so many chunks or fewer: measure every vector, open by every lexeme
    budget CONSTANT integer := 2000;        -- else so many chunks may be opened by the rarest lexemes together
    rarest_limit CONSTANT integer := 4000;  -- and by the rarest alone; where even that one is commoner, vectors open
    exact boolean;
    condition text := '';
    nearness text := 'c.embedding <=> $1';
    term_collections uuid[];
    term_words tsquery[];
    term_phrases tsquery[];
    term_weights double precision[];        -- idf * (k1 + 1)
    term_lengths double precision[];        -- the collection's average length
    opening tsquery;
BEGIN
    IF collection_name IS NOT NULL THEN
        condition := condition || ' AND c.collection_id = (SELECT id FROM collection WHERE name = $4)';
    END IF;
    IF document_ids IS NOT NULL THEN
        condition := condition || ' AND c.document_id = ANY ($5)';
    END IF;
    IF sources IS NOT NULL THEN
        condition := condition || ' AND d.source = ANY ($6)';
    END IF;
    IF metadata_filter IS NOT NULL THEN
        condition := condition || ' AND NOT EXISTS (SELECT FROM jsonb_each_text($7) AS f
            WHERE d.metadata ->> f.key IS DISTINCT FROM f.value
              AND NOT coalesce(d.metadata -> f.key ? f.value, false))';
    END IF;
    IF since IS NOT NULL THEN
        condition := condition || ' AND coalesce(d.reference_time, d.created_at) >= $8';
    END IF;
    IF until IS NOT NULL OR as_of IS NOT NULL THEN
        condition := condition || ' AND coalesce(d.reference_time, d.created_at) <= least($9, $10)';
    END IF;

    IF condition = '' THEN
        exact := (SELECT coalesce(sum(t.chunk_count), 0) <= exact_limit FROM collection AS t);
    ELSE
        condition := 'JOIN document AS d ON d.id = c.document_id WHERE true' || condition;
        EXECUTE format('SELECT count(*) <= $3 FROM (SELECT FROM chunk AS c %s LIMIT $3 + 1) AS first_ones', condition)
        INTO exact
        USING NULL::vector, NULL::text, exact_limit, collection_name, document_ids, sources, metadata_filter,
              since, until, as_of;
    END IF;
    IF NOT exact AND query_embedding IS NOT NULL THEN
        nearness := format('c.embedding::halfvec(%1$s) <=> $1::halfvec(%1$s)', vector_dims(query_embedding));
    END IF;

    text_bound := 0;
    IF query_text IS NOT NULL THEN
        WITH scope AS (
            SELECT t.id, t.language,
                   (sum(t.chunk_count) OVER same_language)::double precision AS chunk_count,
                   (sum(t.lexeme_count) OVER same_language)::double precision AS lexeme_count
            FROM collection AS t
            WHERE collection_name IS NULL OR t.name = collection_name
            WINDOW same_language AS (PARTITION BY t.language)
        ),
        query AS (
            SELECT s.language, q.word, q.phrase
            FROM (SELECT DISTINCT language FROM scope) AS s
            CROSS JOIN LATERAL query_terms(s.language::regconfig, query_text) AS q
        ),
        known AS (
            SELECT s.id, s.language, l.word, l.document_frequency,
                   (sum(l.document_frequency) OVER (PARTITION BY s.language, l.word))::double precision AS chunks_with
            FROM scope AS s
            JOIN (SELECT DISTINCT language, word FROM query) AS q ON q.language = s.language
            JOIN lexeme AS l ON l.collection_id = s.id AND l.word = q.word
        ),
        term AS (
            SELECT s.id AS collection_id, q.word, lexeme_query(q.word) AS word_query, q.phrase, l.document_frequency,
                   s.lexeme_count / greatest(s.chunk_count, 1) AS average_length,
                   ln(1 + (greatest(s.chunk_count, l.chunks_with) - l.chunks_with + 0.5)
                          / (l.chunks_with + 0.5)) AS idf,
                   sum(l.document_frequency) OVER rarest_first AS cumulated,
                   rank() OVER rarest_first AS rarity
            FROM scope AS s
            JOIN query AS q ON q.language = s.language
            JOIN known AS l ON l.id = s.id AND l.word = q.word
            WINDOW rarest_first AS (PARTITION BY s.id ORDER BY l.document_frequency, q.word)
        )
        SELECT array_agg(term.collection_id), array_agg(term.word_query), array_agg(term.phrase),
               array_agg(term.idf * (k1 + 1)), array_agg(greatest(term.average_length, 1)),
               string_agg('(' || coalesce(term.phrase, term.word_query)::text || ')', ' | ') FILTER (
                   WHERE exact OR term.cumulated <= budget
                         OR (term.rarity = 1 AND term.document_frequency <= rarest_limit))::tsquery
        INTO term_collections, term_words, term_phrases, term_weights, term_lengths, opening
        FROM term;
        text_bound := coalesce(
            (SELECT max(weight) FROM (SELECT sum(w.weight) AS weight FROM unnest(term_collections, term_weights)
                                      AS w(collection_id, weight) GROUP BY w.collection_id) AS most), 0);
    END IF;

    -- ts_rank of one lexeme with all weights 1 is the sum of 1/i² for i = 1 .. tf, divided by π²/6: so tf comes back
    -- exactly from the sum's tail, about 1 / (tf + 0.5), and BM25 needs no second index. (A tsvector keeps at most 256
    -- positions a lexeme.)
    RETURN QUERY EXECUTE format($sql$
        WITH term AS MATERIALIZED (
            SELECT * FROM unnest($11::uuid[], $12::tsquery[], $13::tsquery[], $14::float8[], $15::float8[])
                AS t(collection_id, word, phrase, weight, average_length)
        ),
        vector_arm AS MATERIALIZED (
            SELECT c.id FROM chunk AS c %1$s ORDER BY %2$s LIMIT CASE WHEN $1 IS NULL THEN 0 ELSE $3 END
        ),
        text_arm AS MATERIALIZED (
            SELECT c.id
            FROM (SELECT c.id, c.tsv, c.collection_id, c.lexeme_count FROM chunk AS c %3$s c.tsv @@ $16) AS c,
                 LATERAL (%4$s) AS s(score)
            WHERE s.score > 0
            ORDER BY s.score DESC, c.id
            LIMIT $3
        )
        SELECT c.id, c.document_id, coalesce(1 - (c.embedding <=> $1), 0), coalesce(s.score, 0), $17
        FROM (SELECT id FROM vector_arm UNION SELECT id FROM text_arm) AS candidate
        JOIN chunk AS c USING (id),
             LATERAL (%4$s) AS s(score)
        $sql$,
        condition,
        nearness,
        CASE WHEN condition = '' THEN 'WHERE' ELSE condition || ' AND' END,
        'SELECT sum(t.weight / (1 + $18 * (1 - $19 + $19 * c.lexeme_count / t.average_length)
                / nullif(round(1 / (1.6449340668482264 * (1 - ts_rank(''{1,1,1,1}'', c.tsv, t.word))) - 0.5), 0)))
         FROM term AS t
         WHERE t.collection_id = c.collection_id AND (t.phrase IS NULL OR c.tsv @@ t.phrase)')
    USING query_embedding, query_text, arm_size, collection_name, document_ids, sources, metadata_filter, since, until,
          as_of, term_collections, term_words, term_phrases, term_weights, term_lengths, opening, text_bound, k1, b;
END
$$;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(CANDIDATES)
