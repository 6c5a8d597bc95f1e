"""The offline model's answer: dated facts and diverse literal quotes from what the tools found, each with its [n].

Nothing is written that no source says; nothing is said twice.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from services.agent.offline.answer.caveats import caveats, leave_words_out, with_missing_words
from services.agent.offline.answer.comparison import side_by_side, told_by_length
from services.agent.offline.answer.coverage import (
    answers_in_question_words,
    facts_as_complete_as_quotes,
    facts_may_follow_quotes,
    misses_time_asked_for,
    number_of_quotes,
    quotes_by_names,
)
from services.agent.offline.answer.documents import document_list, documents_of_topic, named_documents
from services.agent.offline.answer.facts.choice import (
    MOST_BESIDE,
    ToldFacts,
    asked_time,
    chosen_facts,
    is_in_future,
    successor_asked_for,
    successor_facts,
)
from services.agent.offline.answer.facts.leading import leads_with_facts
from services.agent.offline.answer.facts.ordinals import is_called_so
from services.agent.offline.answer.facts.paragraphs import (
    fact_paragraphs,
    further_fact_paragraphs,
    succession_paragraphs,
)
from services.agent.offline.answer.facts.repetitions import (
    facts_other_than_quotes,
    quotes_other_than_facts,
)
from services.agent.offline.answer.facts.unchanged_facts import quotes_naming_time, unchanged_paragraphs
from services.agent.offline.answer.findings import Findings, Notice
from services.agent.offline.answer.material import AnswerMaterial, answer_material
from services.agent.offline.answer.order import departure, order_quotes
from services.agent.offline.answer.quotes.choice import (
    LED_BY_RANK,
    MOST_NEAREST,
    Quote,
    QuoteRequest,
    all_quotes,
    chosen_quotes,
    repeats_quote,
    sentences_to_weigh,
)
from services.agent.offline.answer.quotes.named_hits import hits_naming
from services.agent.offline.answer.quotes.openings import headings_to_compare, with_opening
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.answer.quotes.requests import quote_request
from services.agent.offline.answer.quotes.spoken_times import names_time
from services.agent.offline.answer.quotes.supports import (
    with_announced_sentences,
    with_opening_context,
)
from services.agent.offline.answer.quotes.year_spans import ended_before_year
from services.agent.offline.answer.remarks import ABOUT, NOTHING_ASKED, nothing_found_remark, remark
from services.agent.offline.answer.tables.aggregates import aggregate_paragraphs
from services.agent.offline.answer.tables.counts import asks_for_rows, count_paragraphs, row_list_paragraphs
from services.agent.offline.answer.tables.current_rows import rows_at_both_ends, with_current_row
from services.agent.offline.answer.tables.rows import row_paragraphs
from services.agent.offline.answer.tables.terms import succession_by_terms, with_current_term, with_terms_in_office
from services.agent.offline.answer.verdicts.by_number import measured_verdict, question_without_limit
from services.agent.offline.answer.verdicts.by_sentence import Verdict, verdict
from services.agent.offline.reading.numbers.limits import read_limit
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.small_talk import courtesy
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.reading.times.time_words import TimeWords
from services.agent.offline.reading.yes_no import begins_yes_no, read_yes_no
from services.agent.offline.successions import Successor, are_read_by_rule
from services.agent.offline.two_steps import DescribedEntity, compared_tenures
from services.models import AnswerParagraph, Fact
from services.text.sentences import content_words
from services.text.wording import as_sentence


def compose_answer(
    question: ParsedQuestion,
    found: Findings,
    now: datetime,
    similarities: Mapping[str, float],
    matter: Sequence[str] = (),
) -> Iterator[AnswerParagraph]:
    """The answer's paragraphs, as they are ready to be shown.

    `similarities` as for `chosen_quotes`; `matter` are the words that the question cannot do without.
    """
    terms: list[AnswerParagraph] = []
    if question.is_small_talk:
        yield remark(f"{courtesy(question.text)} {ABOUT}".strip())
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
    elif compared := compared_tenures(question, found.facts, found.as_of or now):
        yield from told_by_length(*compared, found)
    elif both := side_by_side(question, found, found.as_of or now):
        yield from _notices(found.notices_of_documents)
        yield from both
    elif (
        (one := successor_asked_for(question, found, now))
        and not is_called_so(question, one, found.hits)
        and not (terms := _terms_instead(question, found, one))
    ):
        yield from _told_by_succession(one, found)
    elif told := terms or row_paragraphs(question, found):
        yield from _notices(found.notices_of_documents)
        yield from told
    else:
        yield from _told(question, found, now, similarities, matter)


def _terms_instead(question: ParsedQuestion, found: Findings, one: Successor) -> list[AnswerParagraph]:
    """What a list of terms says, where the graph's facts were read by rule, which may have missed one."""
    is_by_rule = are_read_by_rule((*one.facts, *one.reference_facts))
    return succession_by_terms(question, found) if is_by_rule else []


def sentences_to_compare(question: ParsedQuestion, found: Findings, now: datetime) -> list[str]:
    """Headings that may ask the same, and the sentences that may be quoted; of the latter none where facts answer the
    question."""
    time = asked_time(question, found.as_of)
    first = chosen_facts(question, found, time, now)
    headings = headings_to_compare(question, found.hits)
    if question.succession is not None or (first.facts and leads_with_facts(question, first, found)):
        return headings
    return headings + sentences_to_weigh(
        quote_request(question, time), hits_naming(question.entities, found.hits, question.asked)
    )


def described_entity_answers(question: ParsedQuestion, one: DescribedEntity, found: Findings, now: datetime) -> bool:
    """Whether a fact about the described entity answers the question, other than the fact that describes it."""
    time = asked_time(question, found.as_of)
    told = chosen_facts(question, found, time, now).facts[:1] if one.name in question.entities else ()
    return any(one.name in (fact.source, fact.target) and fact != one.fact for fact in told)


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
    if is_in_future(question.time, now):
        yield remark(f"No source can tell what is still to come ({question.times[0].words}); this is known last:")
        question = question.model_copy(update={"times": (), "is_present": True})
    material = answer_material(question_without_limit(question), found, now, similarities, matter)
    first, is_opened = material.first, material.opening is not None
    leads = not is_opened and first.facts and leads_with_facts(question, first, found, matter)
    if leads and not _tables_tell_more(material):
        yield from _told_by_facts(material)
    elif material.happening_quotes:
        yield from _notices(found.notices_of_documents)
        yield from quotations(material.happening_quotes, found)
    elif same := list(unchanged_paragraphs(material.question, found, material.time, now)):
        yield from same
        yield from _notices(found.notices_of_documents)
        yield from quotations(quotes_naming_time(material.quotes(), question, material.time), found)
    else:
        yield from _told_by_quotes(material)


def _tables_tell_more(one: AnswerMaterial) -> bool:
    """Whether a table has all that is counted or listed, of which the facts are rows that were read by rule."""
    if not (asks_for_rows(one.question) and are_read_by_rule(one.first.facts)):
        return False
    return bool(row_list_paragraphs(one.question, one.found) or count_paragraphs(one.question, one.quotes(), one.found))


def _told_by_facts(one: AnswerMaterial) -> Iterator[AnswerParagraph]:
    """The facts that answer, then few passages that say more of them, or else the next facts."""
    question, found, first = one.question, one.found, one.first
    yield from fact_paragraphs(question, found, first, one.now)
    yield from _notices(found.notices_of_documents)
    names = [name for fact in _leading(first) for name in (fact.source, fact.target)]
    beside = _beside_facts(question, one.quotes(names), one.time, found, _leading(first))
    supports = _without_repeats(
        [*one.event_quotes, *quotes_other_than_facts(one.happening_quotes or beside, _leading(first))]
    )
    yield from quotations(supports, found)
    if not supports:
        yield from further_fact_paragraphs(question, first, found)


def _told_by_quotes(one: AnswerMaterial) -> Iterator[AnswerParagraph]:
    """The passages that answer, after what they leave out; then facts, where these may stand beside them."""
    question, found, quotes = one.question, one.found, one.quotes()
    if misses_time_asked_for(question, quotes, one.first.facts):
        quotes, one = (), replace(one, first=replace(one.first, facts=()))
    counted = count_paragraphs(question, quotes, found) or aggregate_paragraphs(question, quotes, found)
    if ends := rows_at_both_ends(question, found):
        yield from quotations(ends, found)
        return
    if counted := counted or row_list_paragraphs(question, found):
        yield from counted
        return
    foremost = [notice for notice in found.notices if not (quotes and notice.is_of_graph)]
    yield from _undated(question)
    yield from _notices([notice for notice in foremost if not notice.is_of_graph or question.asks_relationship])
    said = _verdict(one)
    left = _departure(one)
    said = said if left is None else None
    is_of_other_times = not (one.first.facts or quotes or said) and one.time is not None
    if is_of_other_times and one.time is not None:
        quotes = chosen_quotes(QuoteRequest.of(question.text), one.hits, one.similarities)
        yield from _of_other_times(quotes, one.time)
    quotes = order_quotes(question, quotes, one.matter, one.time, one.now)
    quotes = with_current_row(question, quotes, found, (found.as_of or one.now).year)
    quotes = with_current_term(question, quotes, found) if found.as_of is None else quotes
    quotes = with_terms_in_office(question, quotes, found, found.as_of or one.now)
    quotes = (left, *(quote for quote in quotes if not repeats_quote(quote, left))) if left is not None else quotes
    may_be_wider = left is None and found.as_of is None and not question.is_foreign
    if may_be_wider:
        announced = with_announced_sentences(question.asked, quotes)
        is_wider = announced != tuple(quotes)
        quotes = announced if is_wider else with_opening_context(quote_request(question, one.time), quotes)
    is_open = said is None and left is None
    shown = quotes_by_names(question, quotes)[: number_of_quotes(question, quotes, one.first, one.matter)]
    shown = _completed(shown, one) if is_open else shown
    if is_open and not is_of_other_times:
        if leave_words_out(question, shown, one.matter):
            shown = _without_repeats([*shown, *one.nearest_quotes()])[:MOST_NEAREST]
        yield from caveats(question, shown, one.matter, has_facts=bool(one.first.facts))
    if said is not None:
        shown = [said[1], *[quote for quote in shown if not repeats_quote(quote, said[1])]][: 1 + MOST_BESIDE]
    lead = f"{said[0]}:" if said is not None else ""
    first = one.first if one.first.is_list else facts_other_than_quotes(one.first, shown)
    first = facts_as_complete_as_quotes(first, shown, question, one.matter)
    may_stand = first.facts and (not quotes or facts_may_follow_quotes(first, quotes, question, one.matter))
    facts = list(fact_paragraphs(question, found, first, one.now)) if may_stand else []
    if question.is_present and all(ended_before_year(quote.sentence.text, one.now.year) for quote in shown):
        yield from facts
        facts = []
    yield from quotations(_without_repeats([*shown[:1], *one.event_quotes, *shown[1:]]), found, lead)
    if question.asks_relationship and not answers_in_question_words(question, shown, one.matter):
        yield from _notices([notice for notice in found.notices if notice not in foremost])
    yield from facts
    if not (one.first.facts or quotes) and all(notice.is_failure for notice in foremost):
        yield nothing_found_remark(question)


def _completed(shown: Sequence[Quote], one: AnswerMaterial) -> Sequence[Quote]:
    """The quotations with one that has the words they leave out, and with how the section begins that is asked for."""
    others = all_quotes(quote_request(one.question, one.time), one.found.hits)
    shown = with_missing_words(one.question, shown, one.matter, others)
    return shown if one.opening is None else with_opening(one.question, shown, one.opening)[: 1 + MOST_BESIDE]


def _departure(one: AnswerMaterial) -> Quote | None:
    if one.question.is_foreign or not begins_yes_no(one.question.text):
        return None
    return departure(one.question, all_quotes(quote_request(one.question, one.time), one.hits), one.time)


def _verdict(one: AnswerMaterial) -> tuple[Verdict, Quote] | None:
    """Yes or no with the passage that states it, where that is asked; a time that is no limit is not compared."""
    if one.question.is_foreign or "verdicts" in one.question.without or not begins_yes_no(one.question.text):
        return None
    stated = all_quotes(quote_request(one.question, None), one.hits)
    if (measured := measured_verdict(one.question.text, one.hits, stated)) is not None:
        return measured
    has_limit = read_limit(one.question.text) is not None
    asked = read_yes_no(one.question.text) if one.time is None and not has_limit else None
    return verdict(asked, stated) if asked is not None else None


def _notices(notices: Sequence[Notice]) -> Iterator[AnswerParagraph]:
    yield from (remark(as_sentence(notice.text)) for notice in notices)


def _undated(question: ParsedQuestion) -> Iterator[AnswerParagraph]:
    if question.event is not None and question.dated_event is None:
        yield remark(f"Nothing that was found gives a date for “{question.event.words}”.")


def _without_repeats(quotes: Sequence[Quote]) -> list[Quote]:
    return [
        quote for place, quote in enumerate(quotes) if not any(repeats_quote(quote, other) for other in quotes[:place])
    ]


def _beside_succession(found: Findings, one: Successor) -> list[Quote]:
    """The passages that speak of those who answer."""
    names = one.members or (one.reference,)
    quotes = chosen_quotes(QuoteRequest(content_words(" ".join(names))), hits_naming(names, found.hits))
    return [quote for quote in quotes if any(content_words(name) & quote.words for name in names)][:LED_BY_RANK]


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
        if covered_words(topic, quote.words) and (not answers or any(name & quote.words for name in answers))
    ]
    if found.as_of is not None and time is not None:
        return [quote for quote in of_topic if names_time(quote.sentence.text, time)]
    return of_topic[:MOST_BESIDE]


def _of_other_times(quotes: Sequence[Quote], time: TimeWords) -> Iterator[AnswerParagraph]:
    if quotes:
        yield remark(
            f"Nothing found speaks of the time asked for ({time.words}); these passages are about other times:"
        )
