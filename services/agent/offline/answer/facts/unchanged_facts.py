"""What an answer says if nothing about an entity changed in the time asked for. Pure."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from services.agent.offline.answer.facts.choice import MOST_BESIDE, MOST_FACTS, ToldFacts
from services.agent.offline.answer.facts.paragraphs import fact_paragraphs
from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import Quote
from services.agent.offline.answer.quotes.spoken_times import names_time
from services.agent.offline.answer.remarks import remark
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.times.time_words import TimeWords
from services.models import AnswerParagraph, Fact
from services.text.sentences import content_words
from services.text.wording import day


def unchanged_paragraphs(
    question: ParsedQuestion, found: Findings, time: TimeWords | None, now: datetime
) -> Iterator[AnswerParagraph]:
    """“Unchanged since …”, and the facts that held throughout. Nothing if a fact changed then or may have, if there are
    no facts, or if the question asks for more than what changed."""
    if not question.asks_only_changes or len(question.entities) != 1 or time is None or time.start is None:
        return
    (name,), until = question.entities, min(time.end or now, found.as_of or now)
    about = [fact for fact in found.facts if name in (fact.source, fact.target) and fact.began is not None]
    if not about or any(_may_have_changed(fact, time.start, until) for fact in about):
        return
    since = f"since {day(time.start)}" if time.kind == "since" else time.words
    yield remark(f"By the knowledge graph, {name} is unchanged {since}.")
    holding = sorted((fact for fact in about if fact.holds_at(time.start)), key=_beginning)
    if holding:
        latest, left_out = tuple(holding[-MOST_FACTS:]), max(0, len(holding) - MOST_FACTS)
        told = ToldFacts("What held all the while:", latest, left_out, is_list=True)
        yield from fact_paragraphs(question, found, told, now)


def quotes_naming_time(quotes: Sequence[Quote], question: ParsedQuestion, time: TimeWords | None) -> Sequence[Quote]:
    """The first few quotations that name both the entity and the time asked for."""
    named = [content_words(name) for name in question.entities]
    about = [one for one in quotes if any(name <= one.words | one.sentence.heading_words for name in named)]
    return [one for one in about if time is not None and names_time(one.sentence.text, time)][:MOST_BESIDE]


def _beginning(fact: Fact) -> datetime:
    return fact.valid_at or datetime.min.replace(tzinfo=UTC)


def _may_have_changed(fact: Fact, start: datetime, until: datetime) -> bool:
    return any(date is not None and date.may_lie_in(start, until) for date in (fact.began, fact.ended))
