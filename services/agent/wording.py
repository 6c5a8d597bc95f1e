"""Dates, facts and counts in words, the same in every tool's text and every answer."""

from datetime import datetime

from services.models import Fact


def day(moment: datetime) -> str:
    """12 Mar 1998."""
    return f"{moment.day} {moment:%b} {moment.year}"


def validity(fact: Fact) -> str:
    """When it was true: “from 17 Jul 2009 to 20 Jan 2017”, “since 1 Apr 1992”, “undated”."""
    began, ended = fact.valid_at, fact.invalid_at
    if began is None:
        return f"until {day(ended)}" if ended else "undated"
    if ended is None:
        return f"since {day(began)}"
    return f"on {day(began)}" if began == ended else f"from {day(began)} to {day(ended)}"


def relation_words(relation: str) -> str:
    """LED_BY → “led by”."""
    return relation.replace("_", " ").lower()


def sentence(text: str) -> str:
    """Ends as a sentence does."""
    stripped = text.strip()
    return stripped if stripped.endswith((".", "!", "?", "…")) else f"{stripped}."


def listed(names: list[str] | tuple[str, ...], last: str = "and") -> str:
    """“a, b and c”."""
    return " ".join(filter(None, [", ".join(names[:-1]), last if len(names) > 1 else "", *names[-1:]]))


def count_of(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
