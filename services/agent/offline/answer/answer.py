"""The offline model's answer: dated facts and diverse literal quotes from what the tools found, each with its [n].

Nothing is written that no source says; nothing is said twice.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlencode

from services.agent.offline.answer.comparison import side_by_side
from services.agent.offline.answer.documents import document_list, documents_of_topic, named_documents
from services.agent.offline.answer.facts import (
    TRUE_NOW,
    ToldFacts,
    asked_time,
    chosen_facts,
    fact_words,
    lies_ahead,
    line,
    list_text,
    relates,
    spoken_of,
    successor_asked_for,
    successor_facts,
)
from services.agent.offline.answer.findings import Findings, Notice
from services.agent.offline.answer.quotes import (
    LED_BY_RANK,
    Quote,
    QuoteRequest,
    chosen_quotes,
    names_time,
    quotations,
    quote_of_event,
    quotes_in_time,
    repeats,
    speaking_of,
    undecided_sentences,
)
from services.agent.offline.answer.relevance import unspoken
from services.agent.offline.answer.remarks import ABOUT, NOTHING_ASKED, READ_IN_ENGLISH, nothing_said, remark
from services.agent.offline.planning import spelt_out
from services.agent.offline.reading.answer_kinds import AnswerKind, has_kind
from services.agent.offline.reading.names import initials
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import said_of
from services.agent.offline.reading.time_words import TimeWords
from services.agent.offline.successions import Successor
from services.agent.offline.two_steps import Described, Stay, length_words, stays
from services.models import AnswerParagraph, Fact
from services.text.sentences import content_words
from services.text.wording import count_of, day, listed, sentence

MOST_BESIDE = 2
"""Quotes or facts that follow what answers."""


def compose(
    question: ParsedQuestion,
    found: Findings,
    now: datetime,
    similarities: Mapping[str, float],
    matter: Sequence[str] = (),
) -> Iterator[AnswerParagraph]:
    """The answer's paragraphs, as they are ready to be shown.

    `similarities` as for `chosen_quotes`; `matter` are the words without which it would be another question.
    """
    if question.is_small_talk:
        yield remark(ABOUT)
    elif not question.says_something:
        yield remark(NOTHING_ASKED)
    elif found.documents:
        yield from document_list(found, is_counted="number" in question.kinds)
        yield from _notices(found.notices)
    elif question.documents_topic:
        yield from _notices(found.notices)
        yield from documents_of_topic(question, found)
    elif any(hit.document_id == one.id for hit in found.hits for one in question.documents):
        yield from named_documents(question, found, similarities)
    elif compared := stays(question, found.facts, found.as_of or now):
        yield from _told_by_length(*compared, found)
    elif both := side_by_side(question, found, found.as_of or now):
        yield from _notices(found.notices_of_documents)
        yield from both
    elif one := successor_asked_for(question, found, now):
        yield from _told_by_succession(one, found)
    else:
        yield from _told(question, found, now, similarities, matter)


def undecided(question: ParsedQuestion, found: Findings, now: datetime) -> list[str]:
    """Sentences whose meanings have to be compared with the question's; none where facts answer it."""
    time = asked_time(question, found.as_of)
    first = chosen_facts(question, found, time, now)
    if question.succession is not None or (first.facts and leads_with_facts(question, first, found)):
        return []
    return undecided_sentences(_request(question, time), speaking_of(question.entities, found.hits, question.asked))


def answers_described(question: ParsedQuestion, one: Described, found: Findings, now: datetime) -> bool:
    """Whether a fact of the entity that was described answers what is asked of it; its own description does not."""
    time = asked_time(question, found.as_of)
    told = chosen_facts(question, found, time, now).facts[:1] if one.name in question.entities else ()
    return any(one.name in (fact.source, fact.target) and fact != one.fact for fact in told)


def _told_by_length(longer: Stay, shorter: Stay, found: Findings) -> Iterator[AnswerParagraph]:
    """The verdict, then both terms."""
    facts = (*longer.facts, *shorter.facts)
    markers = found.marker(citation for fact in facts for citation in fact.citations)
    lengths = f"{length_words(longer.length)} against {length_words(shorter.length)} of {shorter.name}"
    verdict = f"{longer.name} stayed longer, by the dates in the knowledge graph: {lengths} {markers}".rstrip()
    yield AnswerParagraph(kind="facts", text=f"{verdict}.", facts=facts)
    yield from (fact_sentence(fact, found) for fact in facts)


def _told_by_succession(one: Successor, found: Findings) -> Iterator[AnswerParagraph]:
    yield from succession_paragraphs(successor_facts(one), len(one.facts), found)
    yield from _notices(found.notices_of_documents)
    yield from quotations(_beside_succession(found, one), found)


def _told(
    question: ParsedQuestion,
    found: Findings,
    now: datetime,
    similarities: Mapping[str, float],
    matter: Sequence[str],
) -> Iterator[AnswerParagraph]:
    if lies_ahead(question.time, now):
        yield remark(f"No source can tell what is still to come ({question.times[0].words}); this is known last:")
        question = question.model_copy(update={"times": (), "is_present": True})
    time = asked_time(question, found.as_of)
    first = chosen_facts(question, found, time, now)
    hits = speaking_of(question.entities, found.hits, question.asked)
    dating = [quote_of_event(question.dated_event)] if question.dated_event else []
    happened = quotes_in_time(_request(question, time), hits, question.times) if question.asks_what_happened else []
    if first.facts and leads_with_facts(question, first, found, matter):
        yield from fact_paragraphs(question, found, first, now)
        yield from _notices(found.notices_of_documents)
        names = [name for fact in _leading(first) for name in (fact.source, fact.target)]
        quotes = chosen_quotes(_request(question, time, names), hits, similarities)
        beside = _beside_facts(question, quotes, time, found, _leading(first))
        supports = _without_repeats([*dating, *happened] if happened else [*dating, *beside])
        yield from quotations(supports, found)
        if not supports:
            yield from _facts_beside(question, first, found)
        return
    if happened:
        yield from _notices(found.notices_of_documents)
        yield from quotations(happened, found)
        return
    quotes = chosen_quotes(_request(question, time), hits, similarities)
    foremost = [notice for notice in found.notices if not (quotes and notice.is_of_graph)]
    yield from _undated(question)
    yield from _notices([notice for notice in foremost if not notice.is_of_graph or question.asks_relationship])
    if not (first.facts or quotes) and time is not None:
        quotes = chosen_quotes(QuoteRequest.of(question.text), hits, similarities)
        yield from _of_other_times(quotes, time)
    if question.is_foreign and (quotes or first.facts):
        yield remark(READ_IN_ENGLISH)
    elif lacking := lacking_kind(question, quotes):
        yield remark(f"No passage that was found gives a {lacking} for this; the nearest:")
    elif uncovered := uncovered_words(question, quotes, matter):
        missing = listed([f"“{word}”" for word in uncovered])
        yield remark(f"No passage says all of this; the nearest leave out {missing}:")
    shown = _naming_first(question, quotes)[: _room_for(question, quotes, first, matter)]
    yield from quotations(_without_repeats([*shown[:1], *dating, *shown[1:]]), found)
    if question.asks_relationship:
        yield from _notices([notice for notice in found.notices if notice not in foremost])
    if not quotes or _may_stand_beside(first, quotes, question, matter):
        yield from fact_paragraphs(question, found, first, now)
    if not (first.facts or quotes) and all(notice.is_failure for notice in foremost):
        yield nothing_said(question)


def uncovered_words(question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str]) -> tuple[str, ...]:
    """Of the words that matter, and of two names, those that the quotation which has most of them does not have."""
    if not (question.is_question and quotes):
        return ()
    return min(
        ((*unspoken(matter, [quote.whole_text]), *_names_left_out(question, quote.whole_text)) for quote in quotes),
        key=len,
    )


def _names_left_out(question: ParsedQuestion, text: str) -> tuple[str, ...]:
    """Where two things are named, a passage about one of them alone does not tell how they are connected."""
    if len(question.entities) < 2:
        return ()
    spoken = content_words(text)
    forms = {name: [content_words(name), content_words(name) & question.name_stems] for name in question.entities}
    forms |= {name: [*own, frozenset({initials(name).casefold()})] for name, own in forms.items()}
    return tuple(name for name, own in forms.items() if not any(form and form <= spoken for form in own))


def lacking_kind(question: ParsedQuestion, quotes: Sequence[Quote]) -> AnswerKind | None:
    """The date or the number that is asked for and that no quotation has."""
    exact: tuple[AnswerKind, ...] = ("date", "number")
    asked = [kind for kind in exact if kind in question.kinds and question.is_question]
    lacking = [kind for kind in asked if not any(has_kind(kind, quote.sentence.text) for quote in quotes)]
    return lacking[0] if lacking and quotes else None


def _request(question: ParsedQuestion, time: TimeWords | None, names: Sequence[str] = ()) -> QuoteRequest:
    """For passages that answer the question; `names` of those that are known to do so count as asked for."""
    asked = spelt_out(spelt_out(question.asked, question.entities), names)
    return QuoteRequest(content_words(asked), question.kinds, time, question.without, question.is_question)


def _notices(notices: Sequence[Notice]) -> Iterator[AnswerParagraph]:
    yield from (remark(sentence(notice.text)) for notice in notices)


def _undated(question: ParsedQuestion) -> Iterator[AnswerParagraph]:
    if question.event is not None and question.dated_event is None:
        yield remark(f"Nothing that was found gives a date for “{question.event.words}”.")


def _without_repeats(quotes: Sequence[Quote]) -> list[Quote]:
    return [quote for place, quote in enumerate(quotes) if not any(repeats(quote, other) for other in quotes[:place])]


def _beside_succession(found: Findings, one: Successor) -> list[Quote]:
    """The passages that speak of those who answer."""
    names = one.members or (one.of,)
    quotes = chosen_quotes(QuoteRequest(content_words(" ".join(names))), speaking_of(names, found.hits))
    return [quote for quote in quotes if any(content_words(name) & quote.words for name in names)][:LED_BY_RANK]


def _naming_first(question: ParsedQuestion, quotes: Sequence[Quote]) -> Sequence[Quote]:
    """Of a question that could not be read, what names the thing that it is about."""
    if not question.is_foreign:
        return quotes
    names = content_words(" ".join((*question.entities, *question.name_words)))
    return sorted(quotes, key=lambda quote: -len(names & quote.words))


def _room_for(question: ParsedQuestion, quotes: Sequence[Quote], first: ToldFacts, matter: Sequence[str]) -> int:
    """Of quotes: one that lacks a name, a date or a number is shown alone, any other with two beside it, or with one
    and a fact."""
    if question.is_foreign:
        return MOST_BESIDE
    missing = uncovered_words(question, quotes, matter)
    if lacking_kind(question, quotes) or any(not word.islower() for word in missing):
        return 1
    return MOST_BESIDE if first.facts and not missing else 1 + MOST_BESIDE


def _is_beside_the_point(question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str]) -> bool:
    return bool(
        question.is_foreign or uncovered_words(question, quotes, matter) or lacking_kind(question, quotes) is not None
    )


def _may_stand_beside(
    first: ToldFacts, quotes: Sequence[Quote], question: ParsedQuestion, matter: Sequence[str]
) -> bool:
    """Beside quotations that leave something out stands only a fact that does not."""
    if not first.facts or not _is_beside_the_point(question, quotes, matter):
        return True
    missing = uncovered_words(question, quotes, matter)
    return bool(missing) and not unspoken(missing, [fact_words(first.facts[0])])


def _leading(first: ToldFacts) -> tuple[Fact, ...]:
    return first.facts if first.is_list else first.facts[:1]


def _beside_facts(
    question: ParsedQuestion,
    quotes: Sequence[Quote],
    time: TimeWords | None,
    found: Findings,
    leading: Sequence[Fact],
) -> list[Quote]:
    """Few, which speak of what the facts answer with, and say more of what was asked than a name.

    Facts of a date looked from stand alone, but for passages that name that time: the others were written later.
    """
    topic = question.topic or content_words(" ".join(question.entities))
    named = set(question.entities)
    answers = [content_words(name) for fact in leading for name in {fact.source, fact.target} - named]
    of_topic = [
        quote
        for quote in quotes
        if said_of(topic, quote.words) and (not answers or any(name & quote.words for name in answers))
    ]
    if found.as_of is not None and time is not None:
        return [quote for quote in of_topic if names_time(quote.sentence.text, time)]
    return of_topic[:MOST_BESIDE]


def leads_with_facts(question: ParsedQuestion, first: ToldFacts, found: Findings, matter: Sequence[str] = ()) -> bool:
    """A question about a date, a change or known names is answered by dated facts; any other, and why, by quotes.

    Where it names nobody whom the graph knows, the best fact has to speak of every word that matters.
    """
    if not found.hits:
        return True
    best = first.by or first.facts[0]
    if not question.entities and unspoken(matter, [fact_words(best)]):
        return False
    if "cause" in question.kinds or ("number" in question.kinds and not has_kind("number", best.fact)):
        return False
    is_dated = question.time is not None or found.as_of is not None or bool(question.purposes & {"change", "series"})
    is_dated = is_dated or ("extreme" in question.kinds and first.heading == TRUE_NOW)
    names = content_words(" ".join({*question.entities} - {best.source, best.target}))
    says_most = 2 * len(spoken_of(best, question)) > len(question.topic) or not question.topic
    says_most = says_most or (question.dated_event is not None and relates(best, question.topic))
    is_answer = says_most and names <= content_words(best.fact)
    says_some = not question.topic or bool(spoken_of(best, question)) or relates(best, question.topic)
    says_some = says_some or bool(question.purposes & {"change", "series"}) or question.event is not None
    return (is_dated and is_answer) or (bool(question.entities) and ((is_dated and says_some) or is_answer))


def fact_paragraphs(
    question: ParsedQuestion, found: Findings, first: ToldFacts, now: datetime
) -> Iterator[AnswerParagraph]:
    """The fact that answers as one sentence, several under their heading; each time that was asked for has its own.
    Then how much more there is."""
    ahead = [time for time in question.times[1:] if lies_ahead(time, now)]
    others = [chosen_facts(question, found, time, now) for time in question.times[1:] if time not in ahead]
    for one in (first, *others):
        if one.facts and (one.is_list or others):
            shown = one if one.is_list else replace(one, facts=one.facts[: 1 + MOST_BESIDE])
            yield AnswerParagraph(kind="facts", text=list_text(shown, found), facts=shown.facts)
        elif one.facts:
            yield fact_sentence(one.facts[0], found, one.time)
    yield from (remark(f"No source can tell what is still to come ({time.words}).") for time in ahead)
    if first.facts and first.left_out:
        yield remark(_not_told(question, first.left_out))


def fact_sentence(fact: Fact, found: Findings, time: TimeWords | None = None, lead: str = "") -> AnswerParagraph:
    return AnswerParagraph(kind="facts", text=f"{lead} {line(fact, found, time)}".strip(), facts=(fact,))


def succession_paragraphs(told: ToldFacts, answering: int, found: Findings) -> Iterator[AnswerParagraph]:
    """Who answers, in one sentence where it is one; then the facts that the place is told from."""
    if answering != 1:
        yield AnswerParagraph(kind="facts", text=list_text(told, found), facts=told.facts)
        return
    yield fact_sentence(told.facts[0], found, lead=told.heading)
    for fact in told.facts[1 : 1 + MOST_BESIDE]:
        yield fact_sentence(fact, found)


def _facts_beside(question: ParsedQuestion, first: ToldFacts, found: Findings) -> Iterator[AnswerParagraph]:
    """Those that say of the topic all that the first one says."""
    if not first.is_list:
        said = spoken_of(first.facts[0], question)
        others = [fact for fact in first.facts[1:] if said <= spoken_of(fact, question)]
        yield from (fact_sentence(fact, found, first.time) for fact in others[:MOST_BESIDE])


def _not_told(question: ParsedQuestion, count: int) -> str:
    """How many more, and the pages that show them all."""
    more = f"Not told here: {count_of(count, 'more fact')}"
    since = question.time.start if question.time is not None else None
    places = [place for name in question.entities for place in _places(name, since)]
    return (
        f"{more}; see {listed(places)} on the graph page." if places else f"{more}; ask about one entity to see them."
    )


def _places(name: str, since: datetime | None) -> Iterator[str]:
    label = name.replace("[", "(").replace("]", ")")
    yield f"[the timeline of {label}](/graph?{urlencode({'entity': name, 'view': 'timeline'})})"
    if since is not None:
        link = urlencode({"entity": name, "view": "changes", "from": f"{since:%Y-%m-%d}"})
        yield f"[its changes since {day(since)}](/graph?{link})"


def _of_other_times(quotes: Sequence[Quote], time: TimeWords) -> Iterator[AnswerParagraph]:
    if quotes:
        yield remark(
            f"Nothing found speaks of the time asked for ({time.words}); these passages are about other times:"
        )
