"""“What did they decide?”, “What are the risks?”: the whole list below the heading that the question names. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import unscored_quote
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.answer.quotes.spoken_times import day_of_title
from services.agent.offline.answer.remarks import remark
from services.agent.offline.passages import QuotableText, quotable_lists, quotable_sections, quotable_tables
from services.agent.offline.reading.question import ASKING, ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.reading.times.time_words import Span
from services.models import AnswerParagraph, Hit
from services.text.sentences import content_words
from services.text.wording import list_words

MOST_LISTS = 2
MOST_ROWS = 8
LEAST_OF_HEADING = 0.5
"""The share of a heading's words that the question has to name."""
_ASKS_FOR_LIST = re.compile(
    r"^\W*(?:and\s+)?(?:(?:in|at|on|under|for)\s+)?(?:what|which|list|name|enumerate|how\s+(?:do|can|should|must)\s+(?:i|we|you|one))\b",
    re.IGNORECASE,
)
_ONE_THING = re.compile(
    r"\bwhat\s+(?:is|was|does|time|day|year)\b|\bwhich\s+\w+\s+(?:is|was|has|does)\b", re.IGNORECASE
)
"""Asks for one thing, which a list has beside others."""
_DOING = re.compile(r"\b[a-z]{3,}(?:ing|ed)\b")
"""Words that tell what was done, for which a heading may have others."""
ANY_LIST = ASKING | content_words(
    "step steps procedure instruction follow do should must can may need thing things point points item items list team"
)
"""Stems that ask for a list and not for what is in it."""


@dataclass(frozen=True)
class Section:
    """The list below a heading. `heading_words` are the question's words that its heading says, `missing_verbs` the
    question's verbs that its passage does not say."""

    hit: Hit
    items: QuotableText
    heading_words: frozenset[str]
    missing_verbs: frozenset[str]


def section_paragraphs(question: ParsedQuestion, found: Findings) -> list[AnswerParagraph]:
    """The lists below the heading that the question names; none if no heading fits. If all that fit are of other
    times, a remark says so."""
    if "sections" in question.without or question.is_foreign:
        return []
    if not _ASKS_FOR_LIST.search(question.asked) or _ONE_THING.search(question.asked):
        return []
    sections = sorted(
        _sections(question, found.hits), key=lambda one: (len(one.missing_verbs), -len(one.heading_words))
    )
    meant = [one for one in sections if _is_of_time(one, question)]
    if not meant:
        is_told_of_day = any(_is_near_time(day_of_title(hit.document_title), question) for hit in found.hits)
        return [remark(_of_other_days(question, sections))] if sections and not is_told_of_day else []
    best = [
        one
        for one in meant
        if (one.missing_verbs, one.heading_words) == (meant[0].missing_verbs, meant[0].heading_words)
    ]
    own = [one for one in best if one.hit.document_id == meant[0].hit.document_id]
    is_row = own[0].items.is_row
    most = MOST_ROWS if is_row else MOST_LISTS
    return list(quotations([unscored_quote(one.hit, one.items) for one in own if len(own) <= MOST_ROWS][:most], found))


def _sections(question: ParsedQuestion, hits: Sequence[Hit]) -> Iterator[Section]:
    times = content_words(" ".join(time.words for time in question.times))
    asked = question.words - ANY_LIST - times
    doing = content_words(" ".join(_DOING.findall(question.asked)))
    for hit in hits:
        title = content_words(hit.document_title)
        for items, around in _wholes(hit):
            own = content_words(items.heading) - title
            said = covered_words(asked, own)
            if not said or len(covered_words(own, question.words)) < LEAST_OF_HEADING * len(own):
                continue
            left = asked - covered_words(asked, own | title | around)
            if left <= doing:
                yield Section(hit, items, said, left)


def _wholes(hit: Hit) -> Iterator[tuple[QuotableText, frozenset[str]]]:
    """With the words beside its heading that may say the rest of the question: of prose and of a table none, as a
    question that has one of their words asks for that alone."""
    content, heading = hit.content, hit.citation.heading
    yield from ((items, content_words(content)) for items in quotable_lists(content, heading))
    yield from ((prose, frozenset()) for prose in quotable_sections(content, heading))
    yield from ((row, frozenset()) for rows in quotable_tables(content, heading) for row in rows)


def _is_near_time(day: Span | None, question: ParsedQuestion) -> bool:
    return day is not None and any(time.overlaps(*day) for time in question.times)


def _is_of_time(one: Section, question: ParsedQuestion) -> bool:
    """By the day in the document's title or in the heading, where the question gives a time; a day without its year is
    that of any year."""
    days, over = _days(one), content_words(f"{one.hit.document_title} {one.items.heading}")
    is_named = any(content_words(time.words) <= over for time in question.times)
    return not question.times or is_named or any(_is_near_time(day, question) for day in days)


def _days(one: Section) -> Sequence[Span]:
    found = (day_of_title(text) for text in (one.items.heading, one.hit.document_title))
    return [day for day in found if day is not None]


def _of_other_days(question: ParsedQuestion, sections: Sequence[Section]) -> str:
    times = list_words([time.words for time in question.times])
    titles = list_words(list(dict.fromkeys(one.hit.document_title for one in sections)))
    return f"Nothing found lists this for the time asked for ({times}); such lists are in: {titles}."
