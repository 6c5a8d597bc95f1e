"""What the quotations of an answer have to speak of, as its question says. Pure."""

from collections.abc import Sequence

from services.agent.offline.answer.quotes.choice import QuoteRequest
from services.agent.offline.answer.quotes.named_hits import capitalised_names
from services.agent.offline.answer.quotes.relevance import ONLY_ASKING
from services.agent.offline.planning import question_with_full_names
from services.agent.offline.reading.numbers.figures import asked_figures
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.times.time_words import TimeWords
from services.text.sentences import content_words


def quote_request(question: ParsedQuestion, time: TimeWords | None, names: Sequence[str] = ()) -> QuoteRequest:
    """For passages that answer the question; `names` of those that are known to do so count as asked for."""
    asked = question_with_full_names(
        question_with_full_names(ONLY_ASKING.sub(" ", question.asked), question.entities), names
    )
    return QuoteRequest(
        content_words(asked),
        question.kinds,
        time,
        question.without,
        question.is_question,
        question.is_present,
        names=tuple(dict.fromkeys((*question.entities, *capitalised_names(question.asked)))),
        figures=asked_figures(question.asked),
        text=question.asked,
    )
