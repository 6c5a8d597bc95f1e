"""“How do I report a bug?”: how the section begins whose heading asks the same, or names it in other words. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from services.agent.offline.answer.quotes.choice import Quote, repeats_quote, unscored_quote
from services.agent.offline.passages import QuotableText, quotable_openings
from services.agent.offline.reading.answer_kinds import has_kind
from services.agent.offline.reading.names import capitalised_words
from services.agent.offline.reading.question import ASKING, ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.models import Hit
from services.text.sentences import content_words, one_line

HITS_READ = 12
ALIKE = 0.7
"""From this similarity to the question on, a heading means what it asks."""
NEAR, APART = 0.5, 0.15
"""From this similarity on it may, where every other heading is less similar by this much."""
APART_WITHOUT_WORDS = 0.25
"""By so much, where heading and question have no word in common."""
SAME_QUESTION = 0.8
"""From this similarity on, a heading that is a question asks the same."""
FEWEST_IN_HEADING = 2
"""Words of a heading that say what it is about; “Baking” leaves open what is baked."""
_NUMBER = re.compile(
    r"^\W*(?:(?:chapter|section|part|appendix|article)\s+)?(?:[A-Z][.-]?)?\d+(?:[.-]\d+)*[.):]?\s+", re.IGNORECASE
)
_EXPLAINS = re.compile(
    r"^\W*(?:how\s+(?:to|come|(?:do|does|did|can|could|should|must|would|is|are|was|were)\b)|why\b|can\b|may\b|should\b|must\b"
    r"|what\s+(?:should|must|do|does|shall|can|happens|if|to)\b)",
    re.IGNORECASE,
)
"""Questions that a whole section answers, and no single name, number or date."""
_ONE_THING = frozenset({"number", "date", "place", "person", "extreme"})
_HOW_TO = re.compile(
    r"^\W*how\s+(?:to|(?:do|can|could|should|must|would)\s+(?:I|we|you|one|they|people))\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Opening:
    """`heading` without its number, or the document's title, and how what stands below begins."""

    hit: Hit
    heading: str
    text: QuotableText


def headings_to_compare(question: ParsedQuestion, hits: Sequence[Hit]) -> list[str]:
    """The headings whose similarity to the question `opening_quote` asks for."""
    return list(dict.fromkeys(one.heading for one in _openings(question, hits)))


def opening_quote(question: ParsedQuestion, hits: Sequence[Hit], similarities: Mapping[str, float]) -> Quote | None:
    """How the section begins that is about what the question asks, with the similarity of its heading as score; None
    where no heading plainly is."""
    found = sorted(_openings(question, hits), key=lambda one: -similarities.get(one.heading, 0.0))
    if not found:
        return None
    best, nearness = found[0], similarities.get(found[0].heading, 0.0)
    others = (similarities.get(one.heading, 0.0) for one in found if one.heading != best.heading)
    ahead = nearness - max(others, default=0.0)
    if _asks_one_thing(question):
        is_meant = best.heading.endswith("?") and nearness >= SAME_QUESTION
    else:
        shares = bool(covered_words(question.words - ASKING, content_words(best.heading)))
        is_meant = nearness >= ALIKE or (nearness >= NEAR and ahead >= (APART if shares else APART_WITHOUT_WORDS))
    return replace(unscored_quote(best.hit, best.text), score=nearness) if is_meant else None


def with_opening(question: ParsedQuestion, quotes: Sequence[Quote], opening: Quote) -> tuple[Quote, ...]:
    """The opening before the quotations that do not repeat it. The first of these is enough where it is a part of it,
    unless the heading asks the same as the question; or where it says all that is asked, in a word of a cause if one is
    asked for, and the heading is only near."""
    if quotes and opening.score < SAME_QUESTION and repeats_quote(quotes[0], opening):
        return tuple(quotes)
    if quotes and opening.score < ALIKE and _says_all(question, quotes[0]):
        return tuple(quotes)
    return (opening, *(one for one in quotes if not repeats_quote(one, opening)))


def _says_all(question: ParsedQuestion, quote: Quote) -> bool:
    is_kind = bool(question.kinds) and all(has_kind(kind, quote.sentence.text) for kind in question.kinds)
    return is_kind and question.topic - ASKING <= quote.words


def _asks_one_thing(question: ParsedQuestion) -> bool:
    return bool(question.kinds & _ONE_THING) and not _HOW_TO.search(question.asked)


def _openings(question: ParsedQuestion, hits: Sequence[Hit]) -> Iterator[Opening]:
    """Those below headings that say more than the names in the question, of questions that sections answer."""
    if "sections" in question.without or question.is_foreign or not question.is_question or question.times:
        return
    explains = _EXPLAINS.search(question.asked) is not None or bool(question.kinds & {"steps", "cause", "definition"})
    for hit in hits[:HITS_READ]:
        for words, text in quotable_openings(hit.content, hit.citation.start_offset == 0):
            heading = _NUMBER.sub("", one_line(words) or hit.document_title).strip(" #¶")
            if (explains or heading.endswith("?")) and _says_more(question, heading):
                yield Opening(hit, heading, text)


def _says_more(question: ParsedQuestion, heading: str) -> bool:
    """Whether what heading and question have in common is more than names, or nothing at all: other words."""
    said, asked = content_words(heading), question.words - ASKING
    if len(said) < min(FEWEST_IN_HEADING, len(asked)):
        return False
    names = content_words(" ".join((*question.entities, *question.unknown_names, *capitalised_words(question.asked))))
    shared = covered_words(asked, said)
    return not shared or bool(shared - names)
