"""The offline model's answer: dated facts and diverse literal quotes from what the tools found, each with its [n].

Nothing is written that no source says; nothing is said twice.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from urllib.parse import urlencode

from services.agent.offline.answer.facts import (
    TRUE_NOW,
    Told,
    asked_time,
    followed,
    paragraph,
    placed_in_row,
    relates,
    spoken_of,
    told,
    told_in_row,
)
from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes import (
    LED_BY_RANK,
    Quote,
    chosen_quotes,
    names_time,
    one_of_each,
    quote_of,
    repeats,
    speaking_of,
    unclear,
)
from services.agent.offline.answer.relevance import MISSING
from services.agent.offline.planning import Plan, spelt_out
from services.agent.offline.reading.answer_kinds import has_number, sought
from services.agent.offline.reading.causes import asks_for_cause
from services.agent.offline.reading.succession import Placed
from services.agent.offline.reading.synonyms import said_of
from services.agent.offline.reading.time_words import TimeWords
from services.text.sentences import content_words, one_line
from services.text.wording import count_of, day, listed, sentence

NOTHING_SAID = "Neither the documents nor the knowledge graph say anything about this."
NOTHING_ASKED = "This holds no word to search for: ask about a name, a date or a topic of the documents."
MOST_BESIDE = 3
"""Quotes that follow facts which answer."""
LONGEST_HEADING = 80
LACKING = ("The knowledge graph holds no", "The knowledge graph is empty")
"""So begins what is said after the passages that answer; what failed, and what nothing mentions, comes first."""
NOT_TOLD = "Not told here:"
"""So begins the paragraph that says how much more there is: it speaks of this workbench and needs no source."""


def compose(plan: Plan, found: Findings, now: datetime, meanings: Mapping[str, float]) -> Iterator[str]:
    """The answer's paragraphs, as they are ready to be shown; `meanings` as for `chosen_quotes`."""
    if found.titles:
        yield f"The collection holds {len(found.titles)} of these documents: {listed(found.titles[:20])}."
    if plan.documents_topic and plan.calls:
        yield from _documents(plan, found)
        return
    time = asked_time(plan, found.as_of)
    if row := placed_in_row(plan, found, now):
        yield paragraph(told_in_row(row), found)
        yield from map(sentence, found.notices)
        yield from quote_paragraphs(_beside_row(found, row), found)
        return
    first = told(plan, found, time, now)
    hits = speaking_of(plan.entities, found.hits, plan.asked)
    asked = spelt_out(plan.asked, plan.entities)
    dating = [quote_of(plan.happened)] if plan.happened else []
    if first.facts and leads_with_facts(plan, first, found):
        yield from fact_paragraphs(plan, found, first, now)
        yield from map(sentence, found.notices)
        told_of = spelt_out(asked, [name for fact in first.facts for name in (fact.source, fact.target)])
        beside = _beside_facts(plan, chosen_quotes(told_of, hits, meanings, time, plan.entities), time, found)
        yield from quote_paragraphs(_without_repeats([*dating, *beside]), found)
        return
    quotes = chosen_quotes(asked, hits, meanings, time, plan.entities)
    foremost = [notice for notice in found.notices if not (quotes and notice.startswith(LACKING))]
    yield from map(sentence, [*_undated(plan), *foremost])
    if not (first.facts or quotes) and time is not None:
        quotes = chosen_quotes(plan.question, hits, meanings, names=plan.entities)
        yield from _of_other_times(quotes, time)
    yield from quote_paragraphs(_without_repeats([*quotes[:1], *dating, *quotes[1:]]), found)
    yield from map(sentence, [notice for notice in found.notices if notice not in foremost])
    yield from fact_paragraphs(plan, found, first, now)
    if not (first.facts or quotes or found.titles):
        yield NOTHING_SAID if plan.calls else NOTHING_ASKED


def _documents(plan: Plan, found: Findings) -> Iterator[str]:
    """Those that say at least half of what they shall speak of, each by its best sentence."""
    topic = plan.documents_topic
    hits = [
        hit for hit in found.hits if 2 * len(topic & content_words(f"{hit.document_title} {hit.content}")) >= len(topic)
    ]
    quotes = one_of_each(" ".join(topic), hits)
    yield from map(sentence, found.notices)
    if quotes:
        yield f"{count_of(len(quotes), 'document')} that speak{'s' * (len(quotes) == 1)} of it:"
    yield from quote_paragraphs(quotes, found)
    if not quotes:
        yield NOTHING_SAID


def undecided(plan: Plan, found: Findings, now: datetime) -> list[str]:
    """Sentences whose meanings have to be compared with the question's; none where facts answer it."""
    time = asked_time(plan, found.as_of)
    first = told(plan, found, time, now)
    if plan.order is not None or (first.facts and leads_with_facts(plan, first, found)):
        return []
    return unclear(
        spelt_out(plan.asked, plan.entities), speaking_of(plan.entities, found.hits, plan.asked), time, plan.entities
    )


def _undated(plan: Plan) -> Iterator[str]:
    if plan.event is not None and plan.happened is None and plan.calls:
        yield f"{MISSING} gives a date for “{plan.event.words}”"


def _without_repeats(quotes: Sequence[Quote]) -> list[Quote]:
    return [quote for place, quote in enumerate(quotes) if not any(repeats(quote, other) for other in quotes[:place])]


def _beside_row(found: Findings, row: Placed) -> list[Quote]:
    """The passages that speak of those who answer."""
    names = row.members or (row.of,)
    quotes = chosen_quotes(" ".join(names), speaking_of(names, found.hits), {})
    return [quote for quote in quotes if any(content_words(name) & quote.words for name in names)][:LED_BY_RANK]


def _beside_facts(plan: Plan, quotes: Sequence[Quote], time: TimeWords | None, found: Findings) -> list[Quote]:
    """Few, which say more of what was asked than a name.

    Facts of a date looked from stand alone, but for passages that name that time: the others were written later.
    """
    topic = plan.topic or content_words(" ".join(plan.entities))
    of_topic = [quote for quote in quotes if said_of(topic, quote.words)]
    if found.as_of is not None and time is not None:
        return [quote for quote in of_topic if names_time(quote.sentence.text, time)]
    return of_topic[:MOST_BESIDE]


def leads_with_facts(plan: Plan, first: Told, found: Findings) -> bool:
    """A question about a date, a change or known names is answered by dated facts; any other, and why, by quotes."""
    if not found.hits:
        return True
    best, kinds = first.by or first.facts[0], sought(plan.question)
    if asks_for_cause(plan.question) or ("number" in kinds and not has_number(best.fact)):
        return False
    is_dated = plan.time is not None or found.as_of is not None or plan.asks_for_change or plan.asks_for_series
    is_dated = is_dated or ("extreme" in kinds and first.heading == TRUE_NOW)
    names = content_words(" ".join({*plan.entities} - {best.source, best.target}))
    says_most = 2 * len(spoken_of(best, plan)) > len(plan.topic) or not plan.topic
    is_answer = (says_most or (plan.happened is not None and relates(best, plan.topic))) and names <= content_words(
        best.fact
    )
    return (is_dated and is_answer) or (bool(plan.entities) and (is_dated or is_answer))


def fact_paragraphs(plan: Plan, found: Findings, first: Told, now: datetime) -> Iterator[str]:
    """Each time that was asked for has its own; then how much more there is."""
    for one in (first, *(told(plan, found, time, now) for time in plan.times[1:])):
        if one.facts:
            yield paragraph(one, found)
    if followers := followed(plan, first, found, now):
        yield paragraph(followers, found)
    if first.facts and first.left_out:
        yield _not_told(plan, first.left_out)


def _not_told(plan: Plan, count: int) -> str:
    """How many more, and the pages that show them all."""
    more = f"{NOT_TOLD} {count_of(count, 'more fact')}"
    since = plan.time.start if plan.time is not None else None
    places = [place for name in plan.entities for place in _places(name, since)]
    return (
        f"{more}; see {listed(places)} on the graph page." if places else f"{more}; ask about one entity to see them."
    )


def _places(name: str, since: datetime | None) -> Iterator[str]:
    label = name.replace("[", "(").replace("]", ")")
    yield f"[the timeline of {label}](/graph?{urlencode({'entity': name, 'view': 'timeline'})})"
    if since is not None:
        link = urlencode({"entity": name, "view": "changes", "from": f"{since:%Y-%m-%d}"})
        yield f"[its changes since {day(since)}](/graph?{link})"


def _of_other_times(quotes: Sequence[Quote], time: TimeWords) -> Iterator[str]:
    if quotes:
        yield f"Nothing found speaks of the time asked for ({time.words}); these passages are about other times:"


def quote_paragraphs(quotes: Sequence[Quote], found: Findings) -> Iterator[str]:
    for quote in quotes:
        text = one_line(quote.sentence.text).replace("“", "‘").replace("”", "’").replace('"', "'")
        yield f"{_place_of(quote)}: “{text}” {found.marker([quote.hit.citation])}"


def _place_of(quote: Quote) -> str:
    """The document's title, and the heading where it says more: a release note does not repeat its version."""
    title, heading = quote.hit.document_title, one_line(quote.sentence.heading)
    says_more = not quote.sentence.heading_words <= content_words(title) and len(heading) <= LONGEST_HEADING
    return f"{title} › {heading}" if says_more else title
