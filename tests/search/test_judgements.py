import asyncio
import io
import zipfile

import pytest

from services.errors import InvalidInput, NotFound
from services.search.judgement_files import beir_zip, parse_judgements, read_judgements, trec_qrels, write_beir
from services.search.judgements import JudgementStore
from services.search.models import JudgedQuery, Judgements
from services.stores.postgres import Database, postgres_engine

GIVEN = Judgements(
    name="space",
    queries=(
        JudgedQuery(id="q1", query="heavy lift", kind="exact", grades={"lift.md": 3, "odd name%.md": 1}),
        JudgedQuery(id="q2", query="docking", grades={"missions.md": 2, "crew.md": 0}),
    ),
)


@pytest.fixture
def store(database) -> JudgementStore:
    return JudgementStore(database)


async def test_a_grade_is_kept_with_who_and_when(store):
    assert await store.grade("mine", "heavy lift", "lift.md", 2, judged_by="ada") is None
    kept = (await store.grades("mine", "heavy lift"))["lift.md"]
    assert (kept.grade, kept.judged_by) == (2, "ada")
    assert kept.judged_at.tzinfo is not None


async def test_grading_returns_the_former_grade_so_that_it_can_be_undone(store):
    await store.grade("mine", "q", "a.md", 1, judged_by="ada")
    former = await store.grade("mine", "q", "a.md", 3, judged_by="bob")
    assert former == 1
    await store.grade("mine", "q", "a.md", former, judged_by="bob")
    assert (await store.grades("mine", "q"))["a.md"].grade == 1
    assert await store.grade("mine", "q", "a.md", None) == 1
    assert await store.grades("mine", "q") == {}


async def test_a_query_goes_with_its_last_grade(store):
    await store.grade("mine", "q", "a.md", 1)
    await store.grade("mine", "q", "a.md", None)
    assert (await store.load("mine")).queries == ()


@pytest.mark.parametrize("grade", [-1, 4])
async def test_only_0_to_3_are_grades(store, grade):
    with pytest.raises(InvalidInput, match="0, 1, 2 or 3"):
        await store.grade("mine", "q", "a.md", grade)


async def test_judgements_survive_a_new_connection(store, database_url):
    await store.add(GIVEN)
    other = Database(postgres_engine(database_url))
    assert await JudgementStore(other).load("space") == GIVEN
    await other.close()


async def test_two_people_judge_the_same_query_at_once(store, database_url):
    other = Database(postgres_engine(database_url))
    colleague = JudgementStore(other)
    await asyncio.gather(
        *(store.grade("shared", "q", f"{n}.md", n % 4, judged_by="ada") for n in range(12)),
        *(colleague.grade("shared", "q", f"{n}.md", 3, judged_by="bob") for n in range(6, 18)),
    )
    loaded = await store.load("shared")
    await other.close()
    assert len(loaded.queries) == 1
    assert len(loaded.queries[0].grades) == 18
    (known,) = await store.sets()
    assert known.judgement_count == 18
    assert set(known.judged_by) <= {"ada", "bob"}
    assert "bob" in known.judged_by


async def test_sets_are_apart_and_counted(store):
    await store.add(GIVEN, judged_by="ada")
    await store.grade("mine", "heavy lift", "lift.md", 0)
    await store.create("empty")
    counted = {known.name: (known.query_count, known.judgement_count) for known in await store.sets()}
    assert counted == {"empty": (0, 0), "mine": (1, 1), "space": (2, 4)}
    await store.remove("space")
    assert {known.name for known in await store.sets()} == {"empty", "mine"}


async def test_importing_again_overwrites_and_keeps_the_rest(store):
    await store.add(GIVEN)
    await store.grade("space", "heavy lift", "other.md", 1)
    again = Judgements(name="space", queries=(JudgedQuery(id="q1", query="heavy lift", grades={"lift.md": 0}),))
    assert await store.add(again) == 1
    loaded = {query.id: query.grades for query in (await store.load("space")).queries}
    assert loaded["q1"] == {"lift.md": 0, "odd name%.md": 1, "other.md": 1}


async def test_a_grade_given_by_hand_meets_the_imported_query_of_the_same_text(store):
    await store.add(GIVEN)
    await store.grade("space", " docking ", "pads.md", 1)
    loaded = {query.id: query.grades for query in (await store.load("space")).queries}
    assert loaded["q2"]["pads.md"] == 1


async def test_an_unknown_set_is_said_to_be_unknown(store):
    with pytest.raises(NotFound, match="nowhere"):
        await store.load("nowhere")


async def test_a_set_needs_a_name(store):
    with pytest.raises(InvalidInput, match="name"):
        await store.create("  ")


def test_trec_and_beir_files_come_back_as_they_went(tmp_path):
    write_beir(GIVEN, tmp_path / "space")
    assert read_judgements(tmp_path / "space") == GIVEN
    (tmp_path / "judged.qrels").write_text(trec_qrels(GIVEN))
    queries = tmp_path / "space" / "queries.jsonl"
    assert read_judgements(tmp_path / "judged.qrels", queries).queries == GIVEN.queries


def test_the_exported_archive_is_a_beir_folder():
    with zipfile.ZipFile(io.BytesIO(beir_zip(GIVEN))) as archive:
        queries = archive.read("space/queries.jsonl").decode()
        assert parse_judgements("space", queries, archive.read("space/qrels/test.tsv").decode()) == GIVEN


def test_queries_may_be_tabbed_lines_and_qrels_trec(tmp_path):
    (tmp_path / "queries.tsv").write_text("7\twhat flew first\n")
    (tmp_path / "run.qrels").write_text("7 0 doc-1 2\n7 0 doc-2 0\n")
    (read,) = read_judgements(tmp_path / "run.qrels").queries
    assert (read.query, read.grades) == ("what flew first", {"doc-1": 2, "doc-2": 0})


def test_a_qrels_file_inside_a_beir_folder_finds_its_queries(tmp_path):
    write_beir(GIVEN, tmp_path)
    assert read_judgements(tmp_path / "qrels" / "test.tsv").queries == GIVEN.queries


def test_the_test_split_is_taken_before_the_others(tmp_path):
    write_beir(GIVEN, tmp_path)
    (tmp_path / "qrels" / "dev.tsv").write_text("query-id\tcorpus-id\tscore\nq1\tx\t1\n")
    assert read_judgements(tmp_path).queries == GIVEN.queries


@pytest.mark.parametrize(
    ("queries", "qrels", "message"),
    [
        ("{broken", "q\ta\t1\n", "Line 1 of the queries"),
        ('{"_id": "q", "text": "t"}', "one two\n", "Line 1 of the judgements"),
        ('{"_id": "q", "text": "t"}', "q\ta\t1\nq\tb\t0.5\n", "Line 2 of the judgements"),
        ('{"_id": "q", "text": "t"}', "q\ta\t1\nq\tb\tinf\n", "Line 2 of the judgements"),
        ('{"_id": "q", "text": "t"}', "other\ta\t1\n", "No judged query"),
        ('{"_id": "q", "text": "t"}', "query-id\tcorpus-id\tscore\n", "no judgements in the file"),
        ("", "q\ta\t1\n", "no queries in the file"),
    ],
)
def test_a_broken_file_is_said_to_be_broken_and_where(queries, qrels, message):
    with pytest.raises(InvalidInput, match=message):
        parse_judgements("x", queries, qrels)


def test_a_query_without_text_is_left_out_and_said_so():
    queries = '{"_id": "q1", "text": null}\n{"_id": "q2", "text": "docking", "metadata": "odd"}\n'
    read = parse_judgements("x", queries, "q1\ta\t1\nq2\ta\t1\nq3\ta\t1\n")
    assert [query.id for query in read.queries] == ["q2"]
    assert read.skipped == ("2 judged queries have no text, the first is q1",)


def test_a_first_judgement_is_no_header_however_its_query_is_called():
    queries = '{"_id": "query-1", "text": "docking"}'
    assert parse_judgements("x", queries, "query-1\ta\t1\n").queries[0].grades == {"a": 1}
    assert parse_judgements("x", queries, "qid\tdocid\trel\nquery-1\ta\t1\n").queries[0].grades == {"a": 1}


def test_lines_end_where_json_says_and_not_at_other_separators():
    queries = '{"_id": "q", "text": "one\u2028two\x85three"}\r\n'
    (read,) = parse_judgements("x", queries, "q\t a/b c \t1.0\r\n").queries
    assert (read.query, read.grades) == ("one\u2028two three", {"a/b c": 1})


def test_half_a_character_is_cleaned_as_in_any_query():
    (read,) = parse_judgements("x", '{"_id": "q", "text": "\\ud83d rocket"}', "q\ta\t1\n").queries
    assert read.query == "rocket"


def test_a_missing_file_is_said_to_be_missing(tmp_path):
    with pytest.raises(InvalidInput, match="not there"):
        read_judgements(tmp_path / "nothing")
    with pytest.raises(InvalidInput, match="no judgements"):
        read_judgements(tmp_path)
