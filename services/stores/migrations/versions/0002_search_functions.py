"""Search in the database: lexeme counts that keep themselves, both arms' candidates, `match_chunks`, `hybrid_search`.

What a query costs and finds is explained in docs/decisions/text-arm.md.
"""

from alembic import op

revision = "0002"
down_revision = "0001"

COUNTS = """
ALTER TABLE collection ADD COLUMN IF NOT EXISTS chunk_count bigint NOT NULL DEFAULT 0;


ALTER TABLE collection ADD COLUMN IF NOT EXISTS lexeme_count bigint NOT NULL DEFAULT 0;


ALTER TABLE chunk ADD COLUMN IF NOT EXISTS lexeme_count integer NOT NULL DEFAULT 0;


-- A candidate is scored from its row alone: keep vector and tsvector in the row, not in a side table (TOAST).
ALTER TABLE chunk SET (toast_tuple_target = 8160);
"""

SEARCHABLE = r"""
-- What the words of a text are, for chunks and queries alike. Postgres' parser reads RS-25 as "rs" and the number -25,
-- and A/B as a file name; here RS-25, RS‑25 and RS–25 are "rs 25", and a slash separates words.
CREATE FUNCTION searchable(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace(translate(content, '/‐‑‒–—', ' -----'), '(?<=[[:alnum:]])-(?=[0-9])', ' ', 'g')
$$;


-- How many words a tsvector was made of: BM25's document length.
CREATE FUNCTION lexeme_count(tsv tsvector) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(sum(cardinality(positions)), 0)::integer FROM unnest(tsv)
$$;


-- A chunk is found by its own words and its document's title, in its collection's language.
CREATE FUNCTION index_chunk() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    language regconfig := (SELECT c.language FROM collection AS c WHERE c.id = NEW.collection_id);
    title text := (SELECT d.title FROM document AS d WHERE d.id = NEW.document_id);
BEGIN
    IF starts_with(ltrim(NEW.content, E'# \n\t'), title) THEN
        title := '';
    END IF;
    NEW.tsv := to_tsvector(language, searchable(concat_ws(E'\n', title, NEW.content)));
    NEW.lexeme_count := lexeme_count(NEW.tsv);
    RETURN NEW;
END
$$;


CREATE TRIGGER index_chunk BEFORE INSERT OR UPDATE OF content, document_id, collection_id ON chunk
FOR EACH ROW EXECUTE FUNCTION index_chunk();
"""

LEXEMES = """
CREATE FUNCTION add_lexemes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('lexeme'));  -- two ingests meet the same words in different order
    INSERT INTO lexeme (collection_id, word, document_frequency)
    SELECT c.collection_id, word, count(*)
    FROM added AS c, unnest(tsvector_to_array(c.tsv)) AS word
    GROUP BY c.collection_id, word
    ON CONFLICT (collection_id, word)
    DO UPDATE SET document_frequency = lexeme.document_frequency + excluded.document_frequency;

    UPDATE collection AS t
    SET chunk_count = t.chunk_count + n.chunk_count, lexeme_count = t.lexeme_count + n.lexeme_count
    FROM (SELECT collection_id, count(*) AS chunk_count, sum(lexeme_count) AS lexeme_count
          FROM added GROUP BY collection_id) AS n
    WHERE t.id = n.collection_id;
    RETURN NULL;
END
$$;


CREATE FUNCTION remove_lexemes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('lexeme'));
    UPDATE lexeme AS t
    SET document_frequency = t.document_frequency - n.chunk_count
    FROM (SELECT c.collection_id, word, count(*) AS chunk_count
          FROM removed AS c, unnest(tsvector_to_array(c.tsv)) AS word
          GROUP BY c.collection_id, word) AS n
    WHERE t.collection_id = n.collection_id AND t.word = n.word;

    DELETE FROM lexeme AS t
    USING (SELECT DISTINCT c.collection_id, word
           FROM removed AS c, unnest(tsvector_to_array(c.tsv)) AS word) AS gone
    WHERE t.collection_id = gone.collection_id AND t.word = gone.word AND t.document_frequency <= 0;

    UPDATE collection AS t
    SET chunk_count = t.chunk_count - n.chunk_count, lexeme_count = t.lexeme_count - n.lexeme_count
    FROM (SELECT collection_id, count(*) AS chunk_count, sum(lexeme_count) AS lexeme_count
          FROM removed GROUP BY collection_id) AS n
    WHERE t.id = n.collection_id;
    RETURN NULL;
END
$$;


-- A chunk whose words change counts as removed and added; new embeddings change no word.
CREATE FUNCTION recount_lexemes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM before JOIN after USING (id)
                   WHERE (before.tsv, before.collection_id) IS DISTINCT FROM (after.tsv, after.collection_id)) THEN
        RETURN NULL;
    END IF;
    PERFORM recount_collection(t.id)
    FROM (SELECT collection_id FROM before UNION SELECT collection_id FROM after) AS t(id);
    RETURN NULL;
END
$$;


-- Count a collection's words from nothing.
CREATE FUNCTION recount_collection(collection uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('lexeme'));
    DELETE FROM lexeme WHERE collection_id = collection;
    INSERT INTO lexeme (collection_id, word, document_frequency)
    SELECT collection, word, count(*)
    FROM chunk AS c, unnest(tsvector_to_array(c.tsv)) AS word
    WHERE c.collection_id = collection
    GROUP BY word;
    UPDATE collection AS t
    SET (chunk_count, lexeme_count) =
        (SELECT count(*), coalesce(sum(c.lexeme_count), 0) FROM chunk AS c WHERE c.collection_id = collection)
    WHERE t.id = collection;
END
$$;


CREATE TRIGGER add_lexemes AFTER INSERT ON chunk
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_lexemes();


CREATE TRIGGER remove_lexemes AFTER DELETE ON chunk
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_lexemes();


CREATE TRIGGER recount_lexemes AFTER UPDATE ON chunk
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION recount_lexemes();
"""

QUERY_TERMS = r"""
-- A lexeme as a query, whatever characters it has.
CREATE FUNCTION lexeme_query(word text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''')::tsquery
$$;


-- The lexemes of a query. One with a phrase counts only in chunks that hold the phrase: words in "quotes" count as
-- their phrase alone; a code such as LC-39A counts by its words and, once more, as typed.
CREATE FUNCTION query_terms(language regconfig, query_text text)
RETURNS TABLE (word text, phrase tsquery) LANGUAGE sql STABLE AS $$
    WITH query AS (
        SELECT regexp_replace(query_text, '[“”„«»]', '"', 'g') AS typed
    ),
    quoted AS (
        SELECT searchable(found[1]) AS passage FROM query, regexp_matches(typed, '"([^"]+)"', 'g') AS found
    ),
    rest AS (
        SELECT regexp_replace(typed, '"[^"]+"', ' ', 'g') AS typed FROM query
    ),
    code AS (
        SELECT searchable(found[1]) AS passage
        FROM rest, regexp_matches(typed, '([[:alnum:]]+(?:[-‐‑–/.][[:alnum:]]+)+)', 'g') AS found
        WHERE found[1] ~ '[0-9]' AND found[1] ~ '[[:alpha:]]'
        UNION  -- LC39A may be written LC-39A
        SELECT found[1] || ' ' || found[2]
        FROM rest, regexp_matches(typed, '\m([[:alpha:]]{1,5})([0-9]+[[:alpha:]]?)\M', 'g') AS found
    )
    SELECT lexeme, NULL::tsquery FROM rest, unnest(to_tsvector(language, searchable(typed)))
    UNION ALL
    SELECT lexeme, CASE WHEN numnode(phrase) > 1 THEN phrase END
    FROM quoted, phraseto_tsquery(language, passage) AS phrase, unnest(to_tsvector(language, passage))
    UNION ALL
    SELECT lexeme, phrase
    FROM code, phraseto_tsquery(language, passage) AS phrase, unnest(to_tsvector(language, passage))
    WHERE numnode(phrase) > 1
$$;
"""

CANDIDATES = """
-- Both arms' candidates, each scored exactly by both: cosine similarity, and BM25 over the query's lexemes.
--   query_embedding NULL: words alone; query_text NULL: vectors alone; other arguments NULL: no filter
--   text_bound: the most that this query could score
CREATE FUNCTION search_candidates(
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
        WITH term AS (
            SELECT t.id AS collection_id, q.word, lexeme_query(q.word) AS word_query, q.phrase, l.document_frequency,
                   t.lexeme_count::double precision / greatest(t.chunk_count, 1) AS average_length,
                   ln(1 + (greatest(t.chunk_count, l.document_frequency) - l.document_frequency + 0.5::double precision)
                          / (l.document_frequency + 0.5::double precision)) AS idf,
                   sum(l.document_frequency) OVER rarest_first AS cumulated,
                   rank() OVER rarest_first AS rarity
            FROM collection AS t
            CROSS JOIN LATERAL query_terms(t.language::regconfig, query_text) AS q
            JOIN lexeme AS l ON l.collection_id = t.id AND l.word = q.word
            WHERE collection_name IS NULL OR t.name = collection_name
            WINDOW rarest_first AS (PARTITION BY t.id ORDER BY l.document_frequency, q.word)
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

DOORS = """
-- k1 and b of the functions below: SET dossier.bm25_k1 (in a session, a role, the database), else the defaults.
CREATE FUNCTION bm25_setting(name text, fallback double precision) RETURNS double precision LANGUAGE sql STABLE AS $$
    SELECT coalesce(nullif(current_setting('dossier.bm25_' || name, true), '')::double precision, fallback)
$$;


-- The chunks nearest to a vector, best first.
CREATE FUNCTION match_chunks(query_embedding vector, match_count integer)
RETURNS TABLE (
    chunk_id uuid, document_id uuid, content text, similarity double precision, metadata jsonb, document_title text,
    document_source text
)
LANGUAGE sql STABLE AS $$
    SELECT c.id, c.document_id, c.content, greatest(found.vector_similarity, 0), d.metadata, d.title, d.source
    FROM search_candidates(query_embedding, NULL, greatest(match_count, 100), 1, 0) AS found
    JOIN chunk AS c ON c.id = found.chunk_id
    JOIN document AS d ON d.id = c.document_id
    ORDER BY found.vector_similarity DESC, c.id
    LIMIT match_count
$$;


-- (1 - text_weight) * cosine similarity + text_weight * BM25 / (best BM25 of the candidates), best first.
CREATE FUNCTION hybrid_search(
    query_embedding vector, query_text text, match_count integer, text_weight double precision
)
RETURNS TABLE (
    chunk_id uuid, document_id uuid, content text, combined_score double precision, vector_similarity double precision,
    text_similarity double precision, metadata jsonb, document_title text, document_source text
)
LANGUAGE sql STABLE AS $$
    WITH candidate AS (
        SELECT found.chunk_id, found.vector_similarity,
               coalesce(found.text_score / nullif(max(found.text_score) OVER (), 0), 0) AS text_similarity,
               least(greatest(text_weight, 0), 1) AS weight
        FROM search_candidates(
            query_embedding, query_text, greatest(match_count, 100), bm25_setting('k1', 0.9), bm25_setting('b', 0.4)
        ) AS found
    ),
    best AS (
        SELECT *, (1 - weight) * vector_similarity + weight * text_similarity AS combined
        FROM candidate
        WHERE weight < 1 OR text_similarity > 0  -- words alone: what holds none of them is not a hit
        ORDER BY combined DESC, chunk_id
        LIMIT match_count
    )
    SELECT c.id, c.document_id, c.content, greatest(combined, 0), greatest(f.vector_similarity, 0), f.text_similarity,
           d.metadata, d.title, d.source
    FROM best AS f
    JOIN chunk AS c ON c.id = f.chunk_id
    JOIN document AS d ON d.id = c.document_id
    ORDER BY f.combined DESC, c.id
$$;
"""


def upgrade() -> None:
    for block in (COUNTS, SEARCHABLE, LEXEMES, QUERY_TERMS, CANDIDATES, DOORS):
        for statement in block.split("\n\n\n"):  # the driver takes one statement at a time
            op.get_bind().exec_driver_sql(statement)
