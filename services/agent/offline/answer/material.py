"""What an offline answer is made of: facts, passages and quotations chosen for its question. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from services.agent.offline.answer.facts.choice import (
    ToldFacts,
    asked_time,
    chosen_facts,
)
from services.agent.offline.answer.facts.ordinals import without_later_ones
from services.agent.offline.answer.facts.repetitions import (
    without_ended_beginnings,
)
from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import (
    MOST_NEAREST,
    Quote,
    chosen_quotes,
    quote_of_event,
    quotes_in_time,
)
from services.agent.offline.answer.quotes.named_hits import hits_naming
from services.agent.offline.answer.quotes.openings import opening_quote
from services.agent.offline.answer.quotes.requests import quote_request
from services.agent.offline.answer.quotes.supports import (
    supporting_quotes,
    with_announced_lists,
    with_cause_quotes,
)
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.reading.times.time_words import TimeWords
from services.models import Hit
from services.text.sentences import content_words


@dataclass(frozen=True)
class AnswerMaterial:
    """What an answer is made of: the facts chosen first, the passages that speak of what is named, the quotations that
    date an event or tell what happened in a time, how the section begins that the question asks for; `matter` as for
    `compose_answer`."""

    question: ParsedQuestion
    found: Findings
    now: datetime
    similarities: Mapping[str, float]
    matter: Sequence[str]
    time: TimeWords | None
    first: ToldFacts
    hits: Sequence[Hit]
    event_quotes: Sequence[Quote]
    happening_quotes: Sequence[Quote]
    opening: Quote | None

    def quotes(self, names: Sequence[str] = ()) -> tuple[Quote, ...]:
        """The quotations that answer, and those that add to them; `names` as in a `QuoteRequest`."""
        request = quote_request(self.question, self.time, names)
        chosen = chosen_quotes(request, self.hits, self.similarities)
        chosen = without_ended_beginnings(chosen, self.found.facts, self.time)
        supported = supporting_quotes(request, with_announced_lists(chosen))
        return with_cause_quotes(request, supported, self.hits)

    def nearest_quotes(self) -> tuple[Quote, ...]:
        """The quotations that come nearest where none says all of what is asked; no rows without a word of it."""
        near = chosen_quotes(quote_request(self.question, self.time), self.hits, self.similarities, MOST_NEAREST)
        return tuple(one for one in near if not one.sentence.is_row or _shares_word(self.question, one))


def _shares_word(question: ParsedQuestion, row: Quote) -> bool:
    over = content_words(f"{row.sentence.heading} {row.sentence.columns}")
    return bool(covered_words(question.words, row.words | over))


def answer_material(
    question: ParsedQuestion,
    found: Findings,
    now: datetime,
    similarities: Mapping[str, float],
    matter: Sequence[str],
) -> AnswerMaterial:
    """What the answer to the question is made of; `now` is the present moment, the others as for `compose_answer`."""
    time = asked_time(question, found.as_of)
    hits = hits_naming(question.entities, found.hits, question.asked)
    return AnswerMaterial(
        question=question,
        found=found,
        now=now,
        similarities=similarities,
        matter=matter,
        time=time,
        first=without_later_ones(question, chosen_facts(question, found, time, now)),
        hits=hits,
        event_quotes=[quote_of_event(question.dated_event)] if question.dated_event else [],
        happening_quotes=quotes_in_time(quote_request(question, time), hits, question.times)
        if question.asks_what_happened
        else [],
        opening=opening_quote(question, hits, similarities),
    )
