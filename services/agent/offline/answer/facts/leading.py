"""Whether facts or passages answer first. Pure."""

from collections.abc import Sequence

from services.agent.offline.answer.facts.choice import (
    TRUE_NOW,
    ToldFacts,
    fact_words,
    has_relation,
    topic_words_of_fact,
)
from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.relevance import missing_words
from services.agent.offline.reading.answer_kinds import has_kind
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.succession import asks_length
from services.text.sentences import content_words


def leads_with_facts(question: ParsedQuestion, first: ToldFacts, found: Findings, matter: Sequence[str] = ()) -> bool:
    """A question about a date, a change or known names is answered by dated facts; any other, why and how, by quotes.

    A sentence read by rule that names only an end need not have held at the time asked for. Where the question names
    nobody whom the graph knows, the best fact has to speak of every word that matters.
    """
    if not found.hits:
        return True
    best = first.by or first.facts[0]
    if best.origin == "rule" and first.time is not None and best.began is None:
        return False
    if not question.entities and missing_words(matter, [fact_words(best)]):
        return False
    if "date" in question.kinds and not (best.began or best.ended or has_kind("date", best.fact)):
        return False
    is_reckoned = best.valid_at is not None and best.invalid_at is not None and asks_length(question.text)
    has_number = is_reckoned or has_kind("number", best.fact)
    if (
        question.kinds & {"cause", "steps"}
        or _tells_no_change(question, first)
        or ("number" in question.kinds and not has_number)
    ):
        return False
    is_dated = question.time is not None or found.as_of is not None or bool(question.purposes & {"change", "series"})
    is_dated = is_dated or ("extreme" in question.kinds and first.heading == TRUE_NOW)
    names = content_words(" ".join({*question.entities} - {best.source, best.target}))
    says_most = 2 * len(topic_words_of_fact(best, question)) > len(question.topic) or not question.topic
    says_most = says_most or (question.dated_event is not None and has_relation(best, question.topic))
    is_answer = says_most and names <= content_words(best.fact)
    says_some = not question.topic or bool(topic_words_of_fact(best, question)) or has_relation(best, question.topic)
    says_some = says_some or bool(question.purposes & {"change", "series"}) or question.event is not None
    return (is_dated and is_answer) or (bool(question.entities) and ((is_dated and says_some) or is_answer))


def _tells_no_change(question: ParsedQuestion, first: ToldFacts) -> bool:
    """Whether changes are asked for, and all facts are sentences read by rule that have no date."""
    is_dated = any(fact.origin != "rule" or fact.began or fact.ended for fact in first.facts)
    return "change" in question.purposes and not is_dated
