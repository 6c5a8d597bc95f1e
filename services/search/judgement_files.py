"""Judgements as files: TREC qrels with their queries, BEIR folders, in both directions."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from services.errors import InvalidInput
from services.search.models import JudgedQuery, Judgements
from services.text import cleaning

SPLITS = ("test", "dev", "train")
"""Which qrels of a BEIR folder are taken when several are there, first choice first."""

LINE_END = re.compile(r"\r\n|\r|\n")
"""Not str.splitlines, which also ends lines at characters that JSON allows within a text."""

Grades = dict[str, dict[str, int]]


def read_judgements(path: Path, queries_path: Path | None = None) -> Judgements:
    """A BEIR folder, or a qrels file (TREC or TSV) with its queries beside it or named. Raises InvalidInput."""
    if not path.exists():
        raise InvalidInput(f"{path} is not there. Give a BEIR folder or a qrels file.")
    qrels = _qrels_of(path) if path.is_dir() else path
    queries = queries_path or _queries_beside(qrels)
    return _joined(path.resolve().stem if path.is_file() else path.resolve().name, _text(queries), queries, qrels)


def parse_judgements(name: str, queries: str, qrels: str) -> Judgements:
    """Uploaded files: `queries` as JSONL or TSV, `qrels` as TREC or TSV."""
    return _join(name, dict(_queries(queries)), _grades(qrels))


def trec_qrels(judgements: Judgements) -> str:
    """`query 0 document grade`; white space in a document's source is percent-encoded, as the format has no quotes."""
    lines = (f"{_word(query)} 0 {_word(source)} {grade}" for query, source, grade in _rows(judgements))
    return "".join(f"{line}\n" for line in lines)


def beir_zip(judgements: Judgements) -> bytes:
    """`queries.jsonl` and `qrels/test.tsv`; the corpus is the document store's own."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{judgements.name}/queries.jsonl", _queries_jsonl(judgements))
        archive.writestr(f"{judgements.name}/qrels/test.tsv", _qrels_tsv(judgements))
    return buffer.getvalue()


def trec_zip(judgements: Judgements) -> bytes:
    """`qrels.txt` and `queries.tsv` (id, tab, text)."""
    buffer = io.BytesIO()
    queries = (f"{_word(query.id)}\t{' '.join(query.query.split())}\n" for query in judgements.queries)
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{judgements.name}/queries.tsv", "".join(queries))
        archive.writestr(f"{judgements.name}/qrels.txt", trec_qrels(judgements))
    return buffer.getvalue()


def write_beir(judgements: Judgements, folder: Path) -> None:
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    (folder / "queries.jsonl").write_text(_queries_jsonl(judgements), encoding="utf-8")
    (folder / "qrels" / "test.tsv").write_text(_qrels_tsv(judgements), encoding="utf-8")


def _qrels_of(folder: Path) -> Path:
    found = [folder / "qrels" / f"{split}.tsv" for split in SPLITS]
    found += [*sorted((folder / "qrels").glob("*.tsv")), *sorted(folder.glob("*qrel*"))]
    for path in found:
        if path.is_file():
            return path
    raise InvalidInput(f"{folder} holds no judgements: qrels/test.tsv is expected, as in a BEIR folder.")


def _queries_beside(qrels: Path) -> Path:
    for folder in (qrels.parent, qrels.parent.parent):
        for name in ("queries.jsonl", "queries.tsv", "topics.tsv", "queries.txt", "topics.txt"):
            if (folder / name).is_file():
                return folder / name
    raise InvalidInput(f"The queries of {qrels} are missing: put queries.jsonl or queries.tsv beside it.")


def _joined(name: str, queries: str, queries_path: Path, qrels: Path) -> Judgements:
    try:
        return _join(name, dict(_queries(queries)), _grades(_text(qrels)))
    except InvalidInput as error:
        raise InvalidInput(f"{queries_path} with {qrels}: {error}") from error


def _join(name: str, queries: dict[str, tuple[str, str]], grades: Grades) -> Judgements:
    for what, read in (("queries", queries), ("judgements", grades)):
        if not read:
            raise InvalidInput(f"There are no {what} in the file.")
    judged = tuple(
        JudgedQuery(id=query_id, query=queries[query_id][0], kind=queries[query_id][1], grades=documents)
        for query_id, documents in grades.items()
        if query_id in queries and queries[query_id][0]
    )
    if not judged:
        raise InvalidInput("No judged query is among the queries: their ids differ.")
    return Judgements(name=name, queries=judged, skipped=_skipped(grades, {query.id for query in judged}))


def _skipped(grades: Grades, judged: set[str]) -> tuple[str, ...]:
    unknown = [query_id for query_id in grades if query_id not in judged]
    if not unknown:
        return ()
    queries = "1 judged query has" if len(unknown) == 1 else f"{len(unknown)} judged queries have"
    return (f"{queries} no text, the first is {unknown[0]}",)


def _lines(content: str) -> Iterator[tuple[int, str]]:
    """Lines that hold something, with their numbers."""
    return ((number, line) for number, line in enumerate(LINE_END.split(content), 1) if line.strip())


def _queries(content: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """id → (text, kind), from BEIR's JSONL or from `id<TAB>text`."""
    for number, line in _lines(content):
        try:
            yield _query_of_json(line) if line.lstrip().startswith("{") else _query_of_tsv(line)
        except (ValueError, KeyError) as error:
            message = f"Line {number} of the queries is neither JSON with _id and text nor id, tab, text."
            raise InvalidInput(message) from error


def _query_of_json(line: str) -> tuple[str, tuple[str, str]]:
    """Half of a surrogate pair, which JSON can spell and no model can read, becomes a space."""
    row = json.loads(line)
    metadata = row.get("metadata")
    kind = row.get("kind") or (metadata.get("kind") if isinstance(metadata, dict) else "") or ""
    query = cleaning.replace(str(row["text"] or ""), by=" ").strip()
    return str(row["_id"] if "_id" in row else row["id"]).strip(), (query, str(kind))


def _query_of_tsv(line: str) -> tuple[str, tuple[str, str]]:
    query_id, query = line.split("\t", 1)
    return query_id.strip(), (query.strip(), "")


def _grades(content: str) -> Grades:
    """From BEIR's TSV (query-id, corpus-id, score, with a header) or TREC's four columns."""
    grades: Grades = {}
    for number, line in _lines(content):
        if number == 1 and _names_columns(line):
            continue
        try:
            query_id, source, grade = _grade_of(line)
        except (ValueError, OverflowError) as error:  # OverflowError: an infinite grade
            raise InvalidInput(f"Line {number} of the judgements is neither TREC nor BEIR: {line[:80]!r}") from error
        grades.setdefault(query_id, {})[source] = grade
    return grades


def _names_columns(line: str) -> bool:
    """Told by the grade, which a first query may not be: its id can be `query-1`."""
    words = line.split()
    return len(words) in (3, 4) and words[-1].isidentifier()


def _grade_of(line: str) -> tuple[str, str, int]:
    columns = next(csv.reader([line], delimiter="\t", quoting=csv.QUOTE_NONE)) if "\t" in line else line.split()
    if len(columns) == 4:
        return columns[0].strip(), _unword(columns[2]), _whole(columns[3])
    query_id, source, grade = columns
    return query_id.strip(), source.strip(), _whole(grade)


def _whole(grade: str) -> int:
    """`2` and `2.0`; raises ValueError for `0.5`, which would be lost."""
    number = float(grade)
    if number != int(number):
        raise ValueError(grade)
    return int(number)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read as UTF-8 text.") from error


def _rows(judgements: Judgements) -> Iterator[tuple[str, str, int]]:
    for query in judgements.queries:
        for source, grade in query.grades.items():
            yield query.id, source, grade


def _queries_jsonl(judgements: Judgements) -> str:
    rows: Iterable[dict[str, object]] = (
        {"_id": query.id, "text": query.query, "metadata": {"kind": query.kind}} for query in judgements.queries
    )
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def _qrels_tsv(judgements: Judgements) -> str:
    lines = (f"{query}\t{_one_line(source)}\t{grade}\n" for query, source, grade in _rows(judgements))
    return "query-id\tcorpus-id\tscore\n" + "".join(lines)


def _one_line(source: str) -> str:
    return source.replace("\t", " ").replace("\n", " ")


def _word(text: str) -> str:
    return "".join(f"%{ord(letter):02X}" if letter in " \t\r\n%" else letter for letter in text)


def _unword(text: str) -> str:
    for letter in " \t\r\n%":
        text = text.replace(f"%{ord(letter):02X}", letter)
    return text
