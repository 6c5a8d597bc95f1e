"""Yes or no, where one sentence states it plainly; a wrong verdict is worse than none. Pure.

A clause has to say all that is asked. What qualifies it (“unless”, “only”, “might”) or negates it twice gives none.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from services.agent.offline.answer.quotes import Quote
from services.agent.offline.reading.yes_no import YesNoQuestion
from services.text.sentences import WORD, content_words, spans

Verdict = Literal["Yes", "No"]

_CLAUSE = re.compile(
    r"\s*[;:]\s+|,?\s+(?:but|although|though|while|whereas)\s+|,\s+(?:which|who|so|because|as)\s+"
    r"|,?\s+and\s+(?=(?:not|never|no)\b)|\s+[–—]\s+|,\s+(?=(?:it|they|he|she|this)\s)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\W*(?:it|they|he|she|this|these|that|those|both|and|not|never)\b", re.IGNORECASE)
_NEGATION = re.compile(
    r"\bno\s+longer\b|\bnot\b[^,;.]*\bany\s*(?:more|longer)\b|\b(?:not|never|no|none|nobody|neither|nor|cannot|nothing)\b|n['’]t\b"
    r"|\b(?:forbidden|prohibited|banned|refused|rejected|denied|excluded|impossible|removed|discontinued|cancelled|withdrawn)\b",
    re.IGNORECASE,
)
_QUALIFIED = re.compile(
    r"\b(?:unless|except\w*|only|if|whether|when|whenever|until|till|provided|as\s+long\s+as|in\s+case|before|after|within"
    r"|would|could|might|should|perhaps|probably|possibly|likely|maybe|almost|nearly|hardly|partly|partially|some|few|most"
    r"|sometimes|often|usually|mostly|normally|generally|rarely|seldom|formerly|once|used\s+to|at\s+first|originally|initially"
    r"|plan\w*|intend\w*|want\w*|hope\w*|propos\w*|suggest\w*|ask\w*|claim\w*|alleged\w*|believ\w*|rumou?r\w*|thought"
    r"|expect\w*|tried|tries|try|attempt\w*|fail\w*|threat\w*|without|instead|other\s+than|not\s+yet|not\s+only|said\s+that"
    r"|(?:no|not)\s+(?:more|less|fewer|later|earlier|longer\s+than|all|every|always|necessarily|just))\b|\?",
    re.IGNORECASE,
)
"""What makes a clause say less, or something else, than that it is so or not."""
_PERMITS = re.compile(
    r"\b(?:may|can|cannot|allowed|permitted|possible|free\s+to|welcome|forbidden|prohibited|banned|must\s+not|do\s+not|never)\b"
    r"|\bdon['’]t\b",
    re.IGNORECASE,
)
_REQUIRES = re.compile(
    r"\b(?:must|have\s+to|has\s+to|needed|needs?|required|requires?|necessary|compulsory|obligatory|mandatory)\b",
    re.IGNORECASE,
)
_MAY_BE = re.compile(r"\bmay\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were|had|did)\b", re.IGNORECASE)
_PRESENT = re.compile(r"\b(?:is|are|has|have|does|do|may|can|must|cannot|no\s+longer)\b|n['’]t\b", re.IGNORECASE)
_BY = re.compile(r"\bby\b", re.IGNORECASE)
_SAID_AT_ONCE = re.compile(r"\W*(yes|no)\b(?!\s+\w)", re.IGNORECASE)


@dataclass(frozen=True)
class Clause:
    """`context` holds the stems that it may leave out: of what stands over it and, where it points back, before it."""

    text: str
    context: frozenset[str]


def verdict(question: YesNoQuestion, quotes: Iterable[Quote]) -> tuple[Verdict, Quote] | None:
    """The first quotation that states it; None: none does, or two contradict each other."""
    said = [(one, quote) for quote in quotes if (one := stated(question, quote)) is not None]
    return said[0] if len({one for one, _ in said}) == 1 else None


def stated(question: YesNoQuestion, quote: Quote) -> Verdict | None:
    """What this quotation says, all its clauses agreeing."""
    heading = quote.sentence.heading
    if (at_once := _SAID_AT_ONCE.match(quote.sentence.text)) and heading.rstrip().endswith("?"):
        return _capital(at_once[1]) if set(question.words) <= content_words(heading) else None
    if quote.sentence.columns:
        return None  # cells state nothing by themselves
    over = content_words(f"{quote.hit.document_title} {heading}")
    said = {one for clause in _clauses(quote.sentence.text, over) if (one := _of_clause(question, clause))}
    return said.pop() if len(said) == 1 else None


def _capital(word: str) -> Verdict:
    return "Yes" if word.casefold() == "yes" else "No"


def _clauses(text: str, over: frozenset[str]) -> Iterator[Clause]:
    before: frozenset[str] = frozenset()
    for start, end in spans(text, 0, len(text)):
        for part in _CLAUSE.split(text[start:end]):
            yield Clause(part, over | before if _PRONOUN.match(part) else over)
            before |= content_words(part)


def _of_clause(question: YesNoQuestion, clause: Clause) -> Verdict | None:
    if not _says_all(question, clause) or _is_qualified(question, clause.text):
        return None
    negations = len(_NEGATION.findall(clause.text))
    if negations > 1 or not _is_of_the_kind(question, clause.text):
        return None
    is_so = (negations == 0) != (question.asks == "ban")
    return "Yes" if is_so else "No"


def _says_all(question: YesNoQuestion, clause: Clause) -> bool:
    """In the order of the question, where that tells who does what; only its first words may stand elsewhere."""
    places = [_place(word, clause.text) for word in question.words]
    missing = [word for word, place in zip(question.words, places, strict=True) if place is None]
    is_beginning = missing == list(question.words[: len(missing)]) and len(missing) < len(places)
    if not is_beginning or not clause.context.issuperset(missing):
        return False
    found = [place for place in places if place is not None]
    is_turned = found != sorted(found)
    return not (is_turned and question.is_active and not missing) and not (is_turned and _BY.search(clause.text))


def _place(word: str, text: str) -> int | None:
    return next((found.start() for found in WORD.finditer(text) if word in content_words(found[0])), None)


def _is_qualified(question: YesNoQuestion, text: str) -> bool:
    spoken = {word.casefold() for word in WORD.findall(text)}
    return _QUALIFIED.search(text) is not None or not question.wholes <= spoken


def _is_of_the_kind(question: YesNoQuestion, text: str) -> bool:
    """Whether it speaks of what may be, must be, or is; and not of what was, where the question is of now."""
    if question.is_present and _PAST.search(text) and not _PRESENT.search(text):
        return False
    match question.asks:
        case "permission" | "ban":
            return _PERMITS.search(text) is not None
        case "need":
            return _REQUIRES.search(text) is not None and re.search(r"\bmust\s+not\b", text) is None
        case _:
            return _MAY_BE.search(text) is None
