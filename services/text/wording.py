"""Dates, facts and counts in words: the same in every tool's text, every answer and on every page."""

from datetime import UTC, datetime

from services.models import Fact, ReadingSummary


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


def read_in_words(reading: ReadingSummary) -> str:
    """What was read in a document by rule, in one sentence."""
    counted = f"{count_of(reading.entity_count, 'entity')} and {count_of(reading.fact_count, 'fact')}"
    refused = f"; {count_of(reading.refused_count, 'sentence')} gave none" if reading.refused_count else ""
    return f"Read by rule: {counted} in {count_of(reading.sentence_count, 'sentence')}{refused}."
