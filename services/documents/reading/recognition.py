"""What a file says about itself: title, date and note, wherever its format keeps them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import PurePosixPath

from pydantic import JsonValue

from services.documents.reading import head_dates, head_lines
from services.models import DATED_TO, SAVED, CoarseDate, DocumentDraft, Emphasis, Metadata, is_dated_by_saving
from services.text.cleaning import document_text
from services.text.dates import is_numeric_day, numeric_day

LONGEST_TITLE = 300
LONGEST_DATE = 40
"""Characters of what is no date that a warning repeats."""
MONTH_LINE = "line with a month"
DATE_KEYS = ("date", "published", "publication_date", "created", "issued", "reference_time")
FILE_DATE = re.compile(r"(?<!\d)(\d{4})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)")
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


def draft_of_file(
    source: str,
    content: str,
    properties: Mapping[str, object],
    *,
    title: str | None = None,
    kind: str,
    emphasis: tuple[Emphasis, ...] = (),
) -> DocumentDraft:
    """The draft of a file: `properties` are what its format says, keys in lower case; `title` is its heading."""
    said = head_lines.fields(content)
    dated = next((key for key in DATE_KEYS if parsed_date(properties.get(key)) is not None), None)
    heading = title or head_lines.underlined_title(content)
    if heading is None and kind == "text":
        heading = head_lines.opening_title(content)
    where, told = _date_told(said, heading, content, source, properties)
    written = properties.get(dated) if dated else _date_line(said)
    precision = _precision("first lines" if dated else where, written)
    kept = {key: value for key, value in properties.items() if key not in ("title", dated)}
    return DocumentDraft(
        title=_title(properties.get("title"), said.get("title"), heading, source),
        source=source,
        content=document_text(content),
        metadata={"format": kind, **_plain_metadata(kept), **precision},
        reference_time=parsed_date(properties.get(dated)) if dated else told,
        warnings=() if dated else tuple(_impossible_dates(properties, where)),
        emphasis=emphasis,
    )


def dated_by_text(draft: DocumentDraft) -> DocumentDraft:
    """The draft whose text came later than its date, as of a scan: what its head says counts before the moment of
    saving and a date in the file's name, as in `draft_of_file`."""
    known = draft.reference_time
    if known not in (None, _file_date(draft.source)) and not is_dated_by_saving(draft.metadata, known):
        return draft
    said = head_lines.fields(draft.content)
    where, told = _date_told(said, head_lines.underlined_title(draft.content), draft.content, draft.source, {})
    if told is None or where == "name":
        return draft
    metadata = {**draft.metadata, **_precision(where, _date_line(said))}
    return draft.model_copy(update={"reference_time": told, "metadata": metadata})


def _date_line(said: Mapping[str, str]) -> str | None:
    return next((said[key] for key in DATE_KEYS if said.get(key)), None)


def _precision(where: str, written: object) -> Metadata:
    """How coarse a date is that stands there, as metadata; `written` is what a property or the first lines say."""
    dated_to = coarseness(written) if where == "first lines" else "month" if where == MONTH_LINE else None
    return {DATED_TO: dated_to} if dated_to else {}


def _date_told(
    said: Mapping[str, str],
    heading: str | None,
    content: str,
    source: str,
    properties: Mapping[str, object],
) -> tuple[str, datetime | None]:
    """Where in the file a date stands, and the date: those that people wrote before that of saving."""
    edition = parsed_date(said.get("date")) or parsed_date(head_dates.edition_day(content))
    places = {
        "first lines": edition or next((date for key in DATE_KEYS if (date := parsed_date(said.get(key)))), None),
        "title": parsed_date(head_lines.day_of_title(heading or "")),
        "dateline": parsed_date(head_dates.day_of_issue(content)),
        "signature": parsed_date(head_dates.day_of_signature(content)),
        MONTH_LINE: parsed_date(head_dates.month_alone(content)),
        "name": _file_date(source),
        "properties": parsed_date(properties.get(SAVED)),
    }
    return next(((where, date) for where, date in places.items() if date), ("", None))


def _impossible_dates(properties: Mapping[str, object], where: str) -> Iterator[str]:
    """A sentence about each date that is none; `where` in the file one stands that then counts, if one does."""
    counts = f"the date in the file's {where} counts" if where else "the document has no date"
    for key in (*DATE_KEYS, SAVED):
        written = document_text(str(properties.get(key)))[:LONGEST_DATE]
        if _is_meant_as_date(properties.get(key)) and parsed_date(properties.get(key)) is None:
            named = "date of saving" if key == SAVED else key
            wrong = (
                "may be one of two days" if is_numeric_day(written) and _is_in_calendar(written) else "does not exist"
            )
            yield f"The {named} “{written}” {wrong}, so {counts}. Write it as 1998-03-12."


def _is_in_calendar(written: str) -> bool:
    """Of a day in numbers that nobody can tell: whether its parts are those of days."""
    return all(0 < int(part) <= 12 for part in re.split(r"\D+", written.strip())[:2])


def _is_meant_as_date(value: object) -> bool:
    """“soon” and a mark that says “published” are not."""
    if isinstance(value, str):
        return any(map(str.isdigit, value))
    return isinstance(value, int | float | date) and not isinstance(value, bool)


def likeliest_date(*candidates: object) -> object:
    """The first that is a date; else the first that says anything, for a warning to name it."""
    said = [candidate for candidate in candidates if candidate]
    return next((candidate for candidate in said if parsed_date(candidate)), said[0] if said else None)


def _plain_metadata(properties: Mapping[str, object]) -> Metadata:
    """The properties that fit JSON: words, numbers and dates, and lists of them; nothing that might nest endlessly."""
    values = {key: _plain_value(value) for key, value in properties.items()}
    return {document_text(key): value for key, value in values.items() if value not in (None, "", [])}


def _plain_value(value: object) -> JsonValue:
    match value:
        case bool() | int():
            return value
        case float():
            return value if value == value and abs(value) != float("inf") else None
        case datetime() | date():
            return value.isoformat()
        case str():
            return document_text(value).strip()
        case list():
            return [_plain_value(item) for item in value if isinstance(item, str | int | float | date)]
        case _:
            return None


def parsed_date(value: object) -> datetime | None:
    """A date, a datetime or its ISO form; without a zone it is UTC; a bare year or month begins it.

    None also for what no calendar has, and for what in UTC lies before the year 1 or after the year 9999.
    """
    found = _read_date(value)
    try:
        return found and found.astimezone(UTC)
    except OverflowError:
        return None


def coarseness(value: object) -> CoarseDate | None:
    """What a date as it is written is no more exact than: “2020”, “2020-06”, “June 2020”; None for a day."""
    words = str(value).strip() if isinstance(value, str | int) else ""
    if re.fullmatch(r"\d{4}", words):
        return "year"
    is_month = re.fullmatch(r"\d{4}-\d{2}|[^\W\d_]{3,}\.?,?\s+\d{4}", words)
    return "month" if is_month else None


def _read_date(value: object) -> datetime | None:
    match value:
        case datetime():
            return value if value.tzinfo else value.replace(tzinfo=UTC)
        case date():
            return datetime(value.year, value.month, value.day, tzinfo=UTC)
        case int() if 1000 <= value <= 9999 and not isinstance(value, bool):
            return datetime(value, 1, 1, tzinfo=UTC)
        case str():
            return _from_words(value.strip())
        case _:
            return None


def _from_words(words: str) -> datetime | None:
    if re.fullmatch(r"\d{4}", words):
        return _read_date(int(words))
    if is_numeric_day(words):
        return _read_date(numeric_day(words))
    if re.fullmatch(r"\d{4}-\d{2}", words):
        words += "-01"
    try:
        return _read_date(datetime.fromisoformat(words))
    except ValueError:
        return _from_language(words)


def _from_language(words: str) -> datetime | None:
    """“12 March 1998” and its like. Imported here: it takes half a second, and ISO dates do not need it."""
    if not 6 <= len(words) <= 60 or not re.search(r"\d{4}", words):
        return None
    import dateparser

    found = dateparser.parse(words, settings={"REQUIRE_PARTS": ["year", "month"], "PREFER_DAY_OF_MONTH": "first"})
    return _read_date(found)


def _file_date(source: str) -> datetime | None:
    """A full date in the file's name, as in “2024-03-01 minutes.txt”."""
    match = FILE_DATE.search(PurePosixPath(source).stem)
    if match is None:
        return None
    try:
        return datetime(*map(int, match.groups()), tzinfo=UTC)  # type: ignore[misc,arg-type]
    except ValueError:
        return None


def first_heading(content: str) -> str | None:
    match = HEADING.search(content)
    return match.group(1) if match else None


def opening_heading(content: str) -> str | None:
    """The heading that the text begins with."""
    match = HEADING.match(content.lstrip())
    return match.group(1) if match else None


def _title(*candidates: object) -> str:
    """The first candidate that says something; the last one is the file's name."""
    *given, source = candidates
    said = [title for title in given if not head_lines.is_template(title)]
    named = PurePosixPath(str(source))
    words = re.sub(r"[-_\s]+", " ", named.stem).strip()
    return next(_shortened(title) for title in (*_strings(said), words, str(source), "Untitled") if _shortened(title))


def _strings(values: Iterable[object]) -> Iterable[str]:
    return (str(value) for value in values if isinstance(value, str | int | float))


def _shortened(title: str) -> str:
    folded = " ".join(document_text(title).split())
    return folded if len(folded) <= LONGEST_TITLE else folded[: LONGEST_TITLE - 1] + "…"
