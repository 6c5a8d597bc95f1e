"""Dates, facts and counts in words: the same in every tool's text, every answer and on every page.

A fact's dates are written here and nowhere else, as exactly as their source names them and no more.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from services.models import (
    Citation,
    CoarseDate,
    Dated,
    ImpreciseDate,
    Metadata,
    ReadingSummary,
    SearchFilters,
    Sources,
    Viewpoint,
    coarse_date,
    is_dated_by_saving,
)
from services.models.dates import FOREVER, Precision, first_moment, last_moment
from services.models.dates import edtf_text as as_edtf
from services.text.stems import stem

OF_A_MOMENT = frozenset(("born", "birth", "birthplace", "die", "died", "baptised", "baptized", "christened", "buried"))
DEPARTS = ("leave", "left", "resign", "retire", "quit", "dismiss", "sack", "oust", "depart", "expel", "step_down")
"""Words of relations: anywhere, and beginnings."""
_HAPPENS = """
acquire announce appeal approve arrest attend award beat buy crash defeat deny destroy discover fine grant invent launch
meet publish purchase receive refuse reject reverse sell settle sign sue visit win
"""
HAPPENS = frozenset(map(stem, _HAPPENS.split()))
"""Stems of verbs that begin a relation: what is done on a day and is no state from then on."""
DOUBTS = {"~": "about ", "?": "perhaps ", "%": "perhaps about "}


def day(moment: datetime) -> str:
    """12 Mar 1998."""
    return f"{moment.day} {moment:%b} {moment.year}"


def instant(moment: datetime) -> str:
    """12 Mar 1998; with the time of day, in UTC, where there is one."""
    moment = moment.astimezone(UTC)
    return f"{day(moment)}, {moment:%H:%M} UTC" if moment.hour or moment.minute else day(moment)


def date(known: ImpreciseDate, *, with_time: bool = False, iso: bool = False) -> str:
    """“12 Mar 1998”, “Mar 1998”, “1998”, “the 1990s”, “about 1998”, “some time between 1997 and 1999”, “1990 or
    earlier”; `iso` writes days, months and years in ISO 8601."""
    if known.precision == "range" or known.earliest is None:
        return _range(known, iso)
    doubt = next((words for mark, words in DOUBTS.items() if mark in (known.text or "")), "")
    return doubt + _moment(known.earliest, known.precision, with_time, iso)


def _moment(moment: datetime, precision: Precision, with_time: bool = False, iso: bool = False) -> str:
    match precision:
        case "decade":
            return f"the {moment.year // 10 * 10}s"
        case "year":
            return str(moment.year)
        case "month":
            return as_edtf(moment, "month") if iso else f"{moment:%b} {moment.year}"
        case "time" if iso:
            return f"{moment:%Y-%m-%d %H:%M:%S}"
        case "time" if with_time:
            return instant(moment)
        case _:
            return as_edtf(moment, "day") if iso else day(moment)


def _range(known: ImpreciseDate, iso: bool) -> str:
    """Each bound as a year or a month where it is the first or last moment of one, so that no day is made up."""
    first = _bound(known.earliest, first_moment, iso) if known.earliest else ""
    last = _bound(known.latest, _last_moment_in, iso) if known.latest < FOREVER else ""
    if not first:
        return f"{last} or earlier" if last else "an unknown date"
    if not last:
        return f"{first} or later"
    return f"some time in {first}" if first == last else f"some time between {first} and {last}"


def _bound(moment: datetime, of: Callable[[datetime, Precision], datetime], iso: bool) -> str:
    whole: tuple[Precision, ...] = ("year", "month")
    return _moment(moment, next((one for one in whole if of(moment, one) == moment), "day"), iso=iso)


def _last_moment_in(moment: datetime, precision: Precision) -> datetime:
    return last_moment(first_moment(moment, precision), precision)


def date_phrase(known: ImpreciseDate, *, with_time: bool = False, iso: bool = False) -> str:
    """A date within a sentence: “on 12 Mar 1998”, “in 1998”, “in the 1990s”, “some time between 1997 and 1999”."""
    words = date(known, with_time=with_time, iso=iso)
    if known.precision == "range" or known.earliest is None:
        return words
    return f"{'on' if known.is_exact else 'in'} {words}"


def _known_end(fact: Dated) -> ImpreciseDate | None:
    """None: no end is known, or nothing of when it was."""
    return None if fact.ended is None or fact.ended.is_open else fact.ended


def _known_beginning(fact: Dated) -> ImpreciseDate | None:
    return None if fact.began is None or fact.began.is_open else fact.began


def _ending(known: ImpreciseDate, *, with_time: bool = False, iso: bool = False) -> str:
    """After a beginning: “7 Jun 2003”; of an end of which only the latest date is known “2008 at the latest”, since
    “2008 or earlier” would leave open that it ended before it began."""
    words = date(known, with_time=with_time, iso=iso)
    return words if known.earliest else f"{words.removesuffix(' or earlier')} at the latest"


def is_of_moment(fact: Dated) -> bool:
    """Whether the fact tells what happened, not what held: nobody is born since 1956 or wins a prize since 2013."""
    relation = getattr(fact, "relation", "").casefold()
    words = relation.split("_")
    return relation.startswith(DEPARTS) or not OF_A_MOMENT.isdisjoint(words) or stem(words[0]) in HAPPENS


def interval(fact: Dated) -> str:
    """Short, for tables and drawings: “since 4 May 2001”, “1990 – 7 Jun 2003”, “2005 – 2008 at the latest”; of a birth
    or a departure “4 May 2001”."""
    first, last = _known_beginning(fact), _known_end(fact)
    if last is None and first is not None and is_of_moment(fact):
        return date(first, with_time=True)
    if last is None:
        return "undated" if first is None else f"since {date(first, with_time=True)}"
    began = "unknown" if first is None else date(first, with_time=True)
    return f"{began} – {_ending(last, with_time=True)}"


def validity_sentence(fact: Dated) -> str:
    """A fact's validity as a sentence."""
    first, last = _known_beginning(fact), _known_end(fact)
    ended = _ending(last, with_time=True) if last else None
    if first is None:
        unknown = "No source says when this was true."
        return f"Began at an unknown date; true until {ended}." if ended else unknown
    began = date(first, with_time=True)
    if ended is None and is_of_moment(fact):
        return f"It happened {date_phrase(first, with_time=True)}."
    if ended is None:
        return f"True since {began}; no end is known."
    return f"True from {began} until {ended}."


def validity(fact: Dated) -> str:
    """When it was true, within a sentence: “from 17 Jul 2009 until 2017”, “since Apr 1992”, “undated”; of a birth
    or a departure “in 1956”. “Until”, since an end is the first day on which it was no longer."""
    first, last = _known_beginning(fact), _known_end(fact)
    ended = _ending(last) if last else None
    if first is None:
        return f"until {ended}" if ended else "undated"
    began = date(first)
    if ended is None:
        return date_phrase(first) if is_of_moment(fact) else f"since {began}"
    return f"from {began} until {ended}" if began != ended else date_phrase(first)


def iso_validity(fact: Dated) -> str:
    """A fact's validity in ISO 8601, for a language model: “since 1992-04”, “1990 until 1997-03-12”, “undated”."""
    first, last = _known_beginning(fact), _known_end(fact)
    if last is None and first is not None and is_of_moment(fact):
        return date_phrase(first, iso=True)
    if last is None:
        return "undated" if first is None else f"since {date(first, iso=True)}"
    began = "an unknown date" if first is None else date(first, iso=True)
    return f"{began} until {_ending(last, iso=True)}"


def relation_words(relation: str) -> str:
    """LED_BY → “led by”."""
    return relation.replace("_", " ").strip().lower()


def as_sentence(text: str) -> str:
    """The text with a full stop, unless it ends as a sentence does."""
    stripped = text.strip()
    return stripped if stripped.rstrip("”’").endswith((".", "!", "?", "…")) else f"{stripped}."


def list_words(names: list[str] | tuple[str, ...], last: str = "and") -> str:
    """“a, b and c”."""
    return " ".join(filter(None, [", ".join(names[:-1]), last if len(names) > 1 else "", *names[-1:]]))


def count_of(number: int, noun: str) -> str:
    """“1 fact”, “2,000 facts”, “3 entities”: the plural of the last word."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def duration_words(milliseconds: float) -> str:
    """`340 ms`, `2.1 s`, `3 min 20 s`, `1 h 5 min`."""
    if round(milliseconds) < 1000:
        return f"{milliseconds:.0f} ms"
    if round(milliseconds / 100) < 600:
        return f"{milliseconds / 1000:.1f} s"
    seconds = round(milliseconds / 1000)
    minutes = seconds // 60
    return f"{minutes} min {seconds % 60} s" if minutes < 60 else f"{minutes // 60:,} h {minutes % 60} min"


def reading_words(reading: ReadingSummary) -> str:
    """What was read in a document by rule: how many sentences state a fact, what became of the facts, and why the other
    sentences gave none."""
    named = count_of(reading.entity_count, "entity")
    if not reading.sentence_count:
        return f"Read by rule: {named}."
    told = [f"Read by rule: {named} in {count_of(reading.sentence_count, 'sentence')}.", _facts_read_words(reading)]
    if unread := reading.unread_count:
        verb = "names" if unread == 1 else "name"
        told.append(
            f"{count_of(unread, 'sentence')} {verb} several things, but no relation between them could be read."
        )
    if (rest := reading.sentence_count - reading.stating_count - unread) > 0:
        is_all = rest == reading.sentence_count
        others = "any of them" if is_all else "the other one" if rest == 1 else f"the other {rest:,}"
        told.append(f"No two names were found in {others}.")
    return " ".join(told)


def _facts_read_words(reading: ReadingSummary) -> str:
    """“16 facts were read in 12 sentences: 6 entered, 10 were left to Review.”"""
    entered, waiting = reading.fact_count, reading.waiting_count
    if not entered + waiting:
        return "No fact was read."
    verb = "was" if entered + waiting == 1 else "were"
    place = f" in {count_of(reading.stating_count, 'sentence')}" if reading.stating_count else ""
    read = f"{count_of(entered + waiting, 'fact')} {verb} read{place}"
    if not waiting:
        return f"{read} and entered."
    if not entered:
        return f"{read} and left to Review."
    return f"{read}: {entered:,} entered, {waiting:,} {'was' if waiting == 1 else 'were'} left to Review."


def given_facts_words(files: Mapping[str, int], *, read_by_rule: int) -> str:
    """Which facts files brought how many, and that what was read by rule gave way to them, in a sentence."""
    brought = list_words([f"{count_of(count, 'fact')} from “{name}”" for name, count in files.items()])
    place = f", in place of {count_of(read_by_rule, 'fact')} read by rule" if read_by_rule else ""
    return f"Given: {brought}{place}."


def viewpoint_words(viewpoint: Viewpoint) -> str:
    """One sentence that says what holds: “What was true on 1 Jan 1980, as published by 1 Jan 1980.”"""
    true = "What is true now" if viewpoint.as_of is None else f"What was true on {day(viewpoint.as_of)}"
    sources = "from all sources" if viewpoint.published_by is None else f"as published by {day(viewpoint.published_by)}"
    known = "" if viewpoint.known_on is None else f", as known in Dossier on {day(viewpoint.known_on)}"
    return f"{true}, {sources}{known}."


def sources_words(sources: Sources, viewpoint: Viewpoint) -> str:
    """“7 sources, latest 28 May 1986, none later than the date”; "" for an answer without sources."""
    if sources.count == 0:
        return ""
    latest = "undated" if sources.latest is None else f"latest {day(sources.latest)}"
    later = "" if viewpoint.as_of is None else f", {sources.later or 'none'} later than the date"
    return f"{count_of(sources.count, 'source')}, {latest}{later}"


def published_words(moment: datetime, *, is_found: bool, undated: int) -> str:
    """Which documents a search by publication date saw; undated ones are left out, and counted."""
    found = f"Only documents dated by {day(moment)} were searched"
    said = found if is_found else f"No document dated by {day(moment)} matches"
    left_out = f"; {count_of(undated, 'undated document')} left out" if undated else ""
    return f"{said}{left_out}."


def choice_words(chosen: SearchFilters) -> str:
    """“3 chosen documents”, “documents of the source report.pdf, with kind=flight, dated from 1 Jan 1990”."""
    parts = [f"of the sources {list_words(list(chosen.sources), 'or')}"] if chosen.sources else []
    parts += [f"with {name}={value}" for name, value in chosen.metadata.items()]
    parts += [f"dated from {day(chosen.since)}"] if chosen.since else []
    parts += [f"dated until {day(chosen.until)}"] if chosen.until else []
    count = len(chosen.document_ids)
    what = count_of(count, "chosen document") if count else "documents"
    return " ".join(filter(None, [what, ", ".join(parts)]))


def chosen_words(chosen: SearchFilters, *, is_found: bool) -> str:
    """Which chosen documents a search saw; if it found nothing in them, it looked nowhere else."""
    if is_found:
        return f"Only {choice_words(chosen)} {'was' if len(chosen.document_ids) == 1 else 'were'} searched."
    return f"Nothing was found in {choice_words(chosen)}; no others were searched."


def _page_words(citation: Citation) -> str:
    """“p. xiv” or “pp. xiv–1”; empty without pages."""
    if not citation.page:
        return ""
    return f"{'pp.' if '–' in citation.page else 'p.'} {citation.page}"


def citation_title(citation: Citation) -> str:
    """The document's title, with the page if it has pages."""
    return ", ".join(filter(None, [citation.document_title, _page_words(citation)]))


def writing_words(written: datetime | None, *, is_saving: bool, dated_to: CoarseDate | None = None) -> str:
    """“written 12 Jun 2024”, “written Jun 2024” or “written 2024”; “file saved 12 Jun 2024” where only a program's
    stamp tells it; “undated”."""
    if written is None:
        return "undated"
    if dated_to is not None:
        return f"written {coarse_words(written, dated_to)}"
    return f"file saved {day(written.astimezone(UTC))}" if is_saving else f"written {instant(written)}"


def coarse_words(written: datetime, dated_to: CoarseDate | None) -> str:
    """“12 Jun 2024”, “Jun 2024”, “2024”."""
    if dated_to is None:
        return day(written)
    return f"{written.year}" if dated_to == "year" else f"{written:%b} {written.year}"


def citation_writing_words(citation: Citation) -> str:
    return writing_words(citation.document_date, is_saving=citation.dated_by_saving, dated_to=citation.dated_to)


def stated_when(citation: Citation) -> str:
    """“on 12 Jun 2024”, “in Jun 2024”, “in a file saved 12 Jun 2024”; empty for an undated document."""
    written = citation.document_date
    if written is None:
        return ""
    if citation.dated_by_saving:
        return f"in a file saved {day(written)}"
    return f"{'in' if citation.dated_to else 'on'} {coarse_words(written, citation.dated_to)}"


def first_stated_words(citation: Citation) -> str:
    """“First stated on 4 May 2021, by “Minutes”.”; empty for an undated document."""
    when = stated_when(citation)
    return as_sentence(f"First stated {when}, by “{citation.document_title}”") if when else ""


def document_writing_words(metadata: Metadata, written: datetime | None) -> str:
    return writing_words(
        written, is_saving=is_dated_by_saving(metadata, written), dated_to=coarse_date(metadata, written)
    )


def dated_title(citation: Citation) -> str:
    """The document's title and page, with its date: an old paper is not taken for a new one."""
    dated = citation_writing_words(citation)
    return f"{citation_title(citation)}, {dated.removeprefix('written ')}"


def cited_place(citation: Citation) -> str:
    """Where to look a citation up by hand: page, heading, and whether a machine read it; empty if nothing is known."""
    under = f"under “{citation.heading}”" if citation.heading else ""
    read = "read by machine" if citation.read_by_machine else ""
    return ", ".join(filter(None, [_page_words(citation), under, read]))
