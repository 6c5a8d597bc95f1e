"""Dates, facts and counts in words: the same in every tool's text, every answer and on every page."""

from datetime import UTC, datetime

from services.models import Fact, Sources, Viewpoint


def day(moment: datetime) -> str:
    """12 Mar 1998."""
    return f"{moment.day} {moment:%b} {moment.year}"


def instant(moment: datetime) -> str:
    """12 Mar 1998; with the time of day, in UTC, where there is one."""
    moment = moment.astimezone(UTC)
    return f"{day(moment)}, {moment:%H:%M} UTC" if moment.hour or moment.minute else day(moment)


def interval(valid_at: datetime | None, invalid_at: datetime | None) -> str:
    """Short, for tables and drawings: “since 4 May 2001”, “4 May 2001 – 7 Jun 2003”."""
    if valid_at is None and invalid_at is None:
        return "undated"
    began = "unknown" if valid_at is None else instant(valid_at)
    return f"since {began}" if invalid_at is None else f"{began} – {instant(invalid_at)}"


def world(fact: Fact) -> str:
    """Its validity in a sentence."""
    began, ended = fact.valid_at, fact.invalid_at
    if began is None:
        unknown = "No source says when this was true."
        return f"Began at an unknown date; true until {instant(ended)}." if ended else unknown
    if ended is None:
        return f"True since {instant(began)}; no end is known."
    return f"True from {instant(began)} until {instant(ended)}."


def validity(fact: Fact) -> str:
    """When it was true, within a sentence: “from 17 Jul 2009 to 20 Jan 2017”, “since 1 Apr 1992”, “undated”."""
    began, ended = fact.valid_at, fact.invalid_at
    if began is None:
        return f"until {day(ended)}" if ended else "undated"
    if ended is None:
        return f"since {day(began)}"
    return f"on {day(began)}" if began == ended else f"from {day(began)} to {day(ended)}"


def relation_words(relation: str) -> str:
    """LED_BY → “led by”."""
    return relation.replace("_", " ").strip().lower()


def sentence(text: str) -> str:
    """Ends as a sentence does."""
    stripped = text.strip()
    return stripped if stripped.endswith((".", "!", "?", "…")) else f"{stripped}."


def listed(names: list[str] | tuple[str, ...], last: str = "and") -> str:
    """“a, b and c”."""
    return " ".join(filter(None, [", ".join(names[:-1]), last if len(names) > 1 else "", *names[-1:]]))


def count_of(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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
    """Of a search in what was written by a date: undated documents are left out, and counted."""
    found = f"Only documents dated by {day(moment)} were searched"
    said = found if is_found else f"No document dated by {day(moment)} matches"
    left_out = f"; {count_of(undated, 'undated document')} left out" if undated else ""
    return f"{said}{left_out}."
