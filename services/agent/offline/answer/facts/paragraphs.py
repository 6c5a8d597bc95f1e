"""Facts as paragraphs of an answer: the one that answers as a sentence, several as a list, and how many more. Pure."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from urllib.parse import urlencode

from services.agent.offline.answer.facts.choice import (
    MOST_BESIDE,
    ToldFacts,
    chosen_facts,
    fact_line,
    is_in_future,
    list_text,
    topic_words_of_fact,
)
from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.remarks import remark
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.succession import asks_length
from services.agent.offline.reading.times.time_words import TimeWords
from services.agent.offline.two_steps import length_words
from services.models import AnswerParagraph, Fact
from services.text.wording import count_of, day, list_words

A_YEAR = timedelta(days=365.25)


def fact_paragraphs(
    question: ParsedQuestion, found: Findings, first: ToldFacts, now: datetime
) -> Iterator[AnswerParagraph]:
    """The fact that answers as one sentence, several under their heading; each time that was asked for has its own.
    Then how much more there is."""
    ahead = [time for time in question.times[1:] if is_in_future(time, now)]
    others = [chosen_facts(question, found, time, now) for time in question.times[1:] if time not in ahead]
    for one in (first, *others):
        if one.facts and (one.is_list or others):
            shown = one if one.is_list else replace(one, facts=one.facts[: 1 + MOST_BESIDE])
            yield AnswerParagraph(kind="facts", text=list_text(shown, found), facts=shown.facts)
            ended = [fact for fact in shown.facts if fact.valid_at and fact.invalid_at]
            yield from _length(question, ended[0], found.as_of or now) if len(ended) == 1 else ()
        elif one.facts:
            yield fact_sentence(one.facts[0], found, one.time)
            yield from _length(question, one.facts[0], found.as_of or now)
    yield from (remark(f"No source can tell what is still to come ({time.words}).") for time in ahead)
    if first.facts and first.left_out:
        yield remark(_not_told(question, first.left_out))


def fact_sentence(fact: Fact, found: Findings, time: TimeWords | None = None, lead: str = "") -> AnswerParagraph:
    return AnswerParagraph(kind="facts", text=f"{lead} {fact_line(fact, found, time)}".strip(), facts=(fact,))


def _length(question: ParsedQuestion, fact: Fact, now: datetime) -> Iterator[AnswerParagraph]:
    """How long it held, where that is asked: reckoned from its dates, to now where it still holds."""
    if fact.valid_at is None or fact.valid_at > now or not asks_length(question.text):
        return
    precisions = {fact.valid_precision, fact.invalid_precision if fact.invalid_at else None} - {None}
    length = (fact.invalid_at or now) - fact.valid_at
    if precisions <= {"time", "day"}:
        told = length_words(length)
    elif precisions <= {"time", "day", "month"}:
        told = f"about {length_words(length)}"
    elif precisions <= {"time", "day", "month", "year"} and length >= A_YEAR:
        told = f"about {count_of(round(length / A_YEAR), 'year')}"
    else:
        return
    yield remark(f"By these dates that is {told}{'' if fact.invalid_at else ' so far'}.")


def succession_paragraphs(told: ToldFacts, answering: int, found: Findings) -> Iterator[AnswerParagraph]:
    """Who answers, as one sentence or as a list; then the facts by which the place was found."""
    if answering != 1:
        yield AnswerParagraph(kind="facts", text=list_text(told, found), facts=told.facts)
        return
    yield fact_sentence(told.facts[0], found, lead=told.heading)
    for fact in told.facts[1 : 1 + MOST_BESIDE]:
        yield fact_sentence(fact, found)


def further_fact_paragraphs(question: ParsedQuestion, first: ToldFacts, found: Findings) -> Iterator[AnswerParagraph]:
    """The next facts that say as much of the topic as the first one."""
    if not first.is_list:
        said = topic_words_of_fact(first.facts[0], question)
        others = [fact for fact in first.facts[1:] if said <= topic_words_of_fact(fact, question)]
        yield from (fact_sentence(fact, found, first.time) for fact in others[:MOST_BESIDE])


def _not_told(question: ParsedQuestion, count: int) -> str:
    """How many more, and the pages that show them all."""
    more = f"Not told here: {count_of(count, 'more fact')}"
    since = question.time.start if question.time is not None else None
    places = [place for name in question.entities for place in _places(name, since)]
    return (
        f"{more}; see {list_words(places)} on the graph page."
        if places
        else f"{more}; ask about one entity to see them."
    )


def _places(name: str, since: datetime | None) -> Iterator[str]:
    label = name.replace("[", "(").replace("]", ")")
    yield f"[the timeline of {label}](/graph?{urlencode({'entity': name, 'view': 'timeline'})})"
    if since is not None:
        link = urlencode({"entity": name, "view": "changes", "from": f"{since:%Y-%m-%d}"})
        yield f"[its changes since {day(since)}](/graph?{link})"
