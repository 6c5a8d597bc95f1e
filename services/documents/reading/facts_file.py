"""Facts files: JSONL or CSV with one fact a line, and the small documents that stand in where a source is not there."""

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pydantic import ValidationError

from services.documents.reading.decoding import decode
from services.errors import UnreadableDocument
from services.models import Dated, DocumentDraft, FactDraft, ImpreciseDate, dated_fields
from services.models.edtf import NoDate, read_date
from services.text.cleaning import document_text

FIELDS = tuple(name for name in FactDraft.model_fields if name not in Dated.model_fields)
REQUIRED = ("subject", "relation", "object", "fact")
LONGEST_SHOWN = 30
"""Characters of a line that are shown of where it is wrong."""
STAND_IN = "facts"
"""The `format` in the metadata of a document that was made from facts."""

Row = Mapping[str, object]


@dataclass(frozen=True)
class FactsFile:
    """`problems` names each bad line by its number, starting at 1."""

    name: str
    facts: tuple[FactDraft, ...]
    problems: tuple[str, ...]


class BadLine(ValueError):
    """A line that holds no fact; the message is the rest of a sentence about it."""


def read_facts(file: bytes | Path, name: str) -> FactsFile:
    """Good lines go in whatever the bad ones are. Raises UnreadableDocument when the file is no facts file at all."""
    try:
        data = file if isinstance(file, bytes) else file.read_bytes()
    except OSError as error:
        raise UnreadableDocument(f"“{name}” cannot be opened: {error.strerror}.") from error
    text = decode(data, name).lstrip("\ufeff")
    rows = _csv_rows(text, name) if PurePosixPath(name).suffix.lower() in (".csv", ".tsv") else _jsonl_rows(text)
    facts, problems = [], []
    try:
        for number, row in rows:
            try:
                facts.append(_fact(row))
            except BadLine as error:
                problems.append(f"{name}, line {number}: {error}")
    except csv.Error as error:
        raise UnreadableDocument(f"“{name}” is no CSV file. Save it again as CSV in UTF-8.") from error
    if not facts:
        raise UnreadableDocument(f"“{name}” holds no fact. {_first(problems)}{_form()}")
    return FactsFile(name, tuple(facts), tuple(problems))


def is_facts_file(data: bytes, name: str) -> bool:
    """Whether the file is to be read as facts: JSONL always, a table where its columns are those of facts."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in (".csv", ".tsv"):
        return suffix == ".jsonl"
    head = data.split(b"\n", 1)[0].decode("utf-8", "replace").lower()
    return set(REQUIRED) <= {cell.strip(' \ufeff"\r') for cell in re.split(r"[,;\t]", head)}


def _first(problems: Sequence[str]) -> str:
    return f"{problems[0]} " if problems else ""


def _form() -> str:
    return f"A facts file is JSONL or CSV with {', '.join(REQUIRED)}, and optionally the other fields of a fact."


def _jsonl_rows(text: str) -> Iterator[tuple[int, Row | str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, _json_row(line)


def _json_row(line: str) -> Row | str:
    """The object, or what is wrong with it."""
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        return _no_json(line, error.pos)
    except ValueError:
        return "is no JSON: a number of it has too many digits."
    except RecursionError:
        return "is no JSON object but something nested without end."
    return row if isinstance(row, dict) else "is no JSON object."


def _no_json(line: str, position: int) -> str:
    """Where the line ceases to be JSON, in words of whoever wrote it; the parser's own words name its rules."""
    after = " ".join(line[position:].split())
    if not line.lstrip().startswith("{"):
        return 'is no JSON object: it does not begin with “{”. One line holds one fact: {"subject": …, "fact": …}.'
    if not after:
        return "is no JSON: it breaks off before its last “}”. One fact stands on one line."
    shown = after if len(after) <= LONGEST_SHOWN else f"{after[:LONGEST_SHOWN]} …"
    return (
        f"is no JSON from “{shown}” on: a quotation mark, a comma, a colon or a bracket is missing or too many there."
    )


def _csv_rows(text: str, name: str) -> Iterator[tuple[int, Row | str]]:
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    names = {(field or "").strip().lower() for field in reader.fieldnames or ()}
    if missing := [field for field in REQUIRED if field not in names]:
        raise UnreadableDocument(f"“{name}” has no column {', '.join(missing)}. {_form()}")
    end = 1
    for row in reader:
        number, end = end + 1, reader.line_num
        yield number, {(key or "").strip().lower(): value for key, value in row.items() if key is not None}


def _fact(row: Row | str) -> FactDraft:
    """Raises BadLine."""
    if isinstance(row, str):
        raise BadLine(row)
    given = {field: _clean(row[field]) for field in FIELDS if row.get(field) not in (None, "")}
    if missing := [field for field in REQUIRED if not given.get(field)]:
        raise BadLine(f"has no {', '.join(missing)}.")
    began, ended = _date("valid_at", row), _date("invalid_at", row)
    if began and ended and began.earliest and ended.latest < began.earliest:
        raise BadLine("ends before it begins (invalid_at is before valid_at).")
    try:
        return FactDraft.model_validate(given | dated_fields(began, ended))
    except ValidationError as error:
        wrong = error.errors(include_input=False)[0]
        raise BadLine(_wrong_value(str(wrong["loc"][0]), wrong["type"], wrong.get("ctx", {}))) from error


def _wrong_value(field: str, kind: str, limits: Mapping[str, object]) -> str:
    if kind == "string_too_long":
        return f"its {field} is longer than {limits['max_length']:,} characters."
    if kind == "string_type":
        return f"its {field} is no text; put it between quotation marks."
    return f"its {field} cannot be read."


def _clean(value: object) -> object:
    return document_text(value).strip() if isinstance(value, str) else value


def _date(field: str, row: Row) -> ImpreciseDate | None:
    """Raises BadLine."""
    value = row.get(field)
    if value is None or value == "":
        return None
    try:
        return read_date(_clean(value))
    except NoDate as error:
        raise BadLine(f"{field} {error}") from error


def facts_by_source(facts: Iterable[FactDraft], otherwise: str) -> dict[str, list[FactDraft]]:
    """Facts without a source belong to the facts file itself."""
    groups: defaultdict[str, list[FactDraft]] = defaultdict(list)
    for fact in facts:
        groups[fact.source or otherwise].append(fact)
    return dict(groups)


def stand_in_document(source: str, facts: Sequence[FactDraft], facts_file: str) -> DocumentDraft:
    """A small document that says what the facts say, so that each of them has a passage to cite."""
    return DocumentDraft(
        title=source,
        source=source,
        content="\n\n".join(dict.fromkeys(_sentence(fact) for fact in facts)),
        metadata={"format": STAND_IN, "facts_file": facts_file},
    )


def _sentence(fact: FactDraft) -> str:
    sentence = " ".join(fact.fact.split())
    quote = " ".join((fact.quote or "").split())
    return sentence if not quote or quote in sentence else f"{sentence} “{quote}”"
