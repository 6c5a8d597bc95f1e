"""Yes or no, where one sentence states it plainly; a wrong verdict is worse than none. Pure.

A clause has to say all that is asked. What qualifies it (“unless”, “only”, “might”) or negates it twice gives none.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from services.agent.offline.answer.quotes.choice import Quote
from services.agent.offline.reading.times.time_words import NUMBERS
from services.agent.offline.reading.yes_no import YesNoQuestion, preposition_before
from services.text.sentences import WORD, content_words, spans, words

Verdict = Literal["Yes", "No"]

_PART = re.compile(r"\s*[;:]\s+|\s+[–—]\s+")
_CLAUSE = re.compile(
    r",\s+(?:(?:and|but|or|which|who|so|because|as)\s+)?|\s+(?:but|although|though|while|whereas)\s+"
    r"|\s+and\s+(?=(?:not|never|no|is|are|was|were|has|have|had|does|do|did|may|can|must|will|it|they|he|she)\b)",
    re.IGNORECASE,
)
PRONOUN = re.compile(r"\W*(?:it|they|he|she|this|these|that|those|both|and|not|never)\b", re.IGNORECASE)
NEGATION = re.compile(
    r"\bno\s+longer\b|\bnot\b[^,;.]*\bany\s*(?:more|longer)\b|\b(?:not|never|no|none|nobody|neither|nor|cannot|nothing)\b|n['’]t\b"
    r"|\b(?:forbidden|prohibited|banned|refused|rejected|denied|excluded|impossible|removed|discontinued|cancelled|withdrawn)\b",
    re.IGNORECASE,
)
QUALIFIED = re.compile(
    r"\b(?:unless|except\w*|only|what|whatever|if|whether|when|whenever|until|till|provided|as\s+long\s+as|in\s+case|before|after|within"
    r"|would|could|might|should|perhaps|probably|possibly|likely|maybe|almost|nearly|hardly|partly|partially|some|few|most"
    r"|sometimes|often|usually|mostly|normally|generally|rarely|seldom|formerly|once|used\s+to|at\s+first|originally|initially"
    r"|plan\w*|intend\w*|want\w*|hope\w*|propos\w*|suggest\w*|ask\w*|claim\w*|alleged\w*|believ\w*|rumou?r\w*|thought"
    r"|agree\w*|decid\w*|offer\w*|promis\w*|wish\w*|going\s+to|say\w*|said|report\w*|argu\w*|doubt\w*|den(?:y|ie[sd])|than"
    r"|expect\w*|tried|tries|try|attempt\w*|fail\w*|threat\w*|without|instead|other\s+than|not\s+yet|not\s+only|said\s+that"
    r"|(?:no|not)\s+(?:more|less|fewer|later|earlier|longer\s+than|all|every|always|necessarily|just))\b|\?",
    re.IGNORECASE,
)
_BY_LEAVE = re.compile(
    r"\bwith\s+(?:\w+\s+){0,2}?(?:notice|consent|permission|approval|agreement|leave)\b|\bsubject\s+to\b|\bon\s+request\b",
    re.IGNORECASE,
)
"""What makes a clause say less, or something else, than that it is so or not."""
_PERMITS = re.compile(
    r"\b(?:(?-i:may)|can|cannot|allowed|permitted|possible|free\s+to|welcome|forbidden|prohibited|banned|must\s+not|do\s+not|never)\b"
    r"|\bdon['’]t\b",
    re.IGNORECASE,
)
_REQUIRES = re.compile(
    r"\b(?:must|have\s+to|has\s+to|needed|needs?|required|requires?|necessary|compulsory|obligatory|mandatory)\b",
    re.IGNORECASE,
)
_MAY_BE = re.compile(r"\bmay\b")
_PAST = re.compile(r"\b(?:was|were|had|did)\b", re.IGNORECASE)
_PRESENT = re.compile(r"\b(?:is|are|has|have|does|do|may|can|must|cannot|no\s+longer)\b|n['’]t\b", re.IGNORECASE)
_NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(NUMBERS)}|first|second|third|fourth|fifth|half)\b", re.IGNORECASE)
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being)\b", re.IGNORECASE)
_ALSO = re.compile(r"\b(?:and|or)\s+(?:(?:the|an?)\s+)?[^\W\d_]+")
OFF = "off"
AFTER = 25
"""Characters behind the last word asked for in which a negation still speaks of it: “is strictly forbidden”."""
_IS = re.compile(
    r"\b(?:is|are|was|were|be|been|being|may|can|cannot|must|has\s+to|have\s+to|do\s+not|never|no)\b", re.IGNORECASE
)
"""What says that something is so: “switches colours off” does not say that they are off."""
_BY = re.compile(r"\bby\b", re.IGNORECASE)
_SAID_AT_ONCE = re.compile(r"\W*(yes|no)\b(?!\s+\w)", re.IGNORECASE)


@dataclass(frozen=True)
class Clause:
    """`part` is what may qualify it. `context` holds the stems that it may leave out: of what stands over it and, where
    it points back, before it."""

    text: str
    part: str
    context: frozenset[str]


def verdict(question: YesNoQuestion, quotes: Iterable[Quote]) -> tuple[Verdict, Quote] | None:
    """Yes or no, with the first quotation that states it; None if none does, or if two contradict each other."""
    said = [(one, quote) for quote in quotes if (one := quote_verdict(question, quote)) is not None]
    return said[0] if len({one for one, _ in said}) == 1 else None


def quote_verdict(question: YesNoQuestion, quote: Quote) -> Verdict | None:
    """What this quotation says; None if it says neither, or if its clauses disagree."""
    heading = quote.sentence.heading
    if (at_once := _SAID_AT_ONCE.match(quote.sentence.text)) and heading.rstrip().endswith("?"):
        return _capital(at_once[1]) if set(question.words) <= content_words(heading) else None
    if quote.sentence.columns:
        return None  # cells state nothing by themselves
    said = {one for clause in quote_clauses(quote) if (one := _of_clause(question, clause))}
    return said.pop() if len(said) == 1 else None


def quote_clauses(quote: Quote) -> Iterator[Clause]:
    yield from _clauses(quote.sentence.text, content_words(f"{quote.hit.document_title} {quote.sentence.heading}"))


def _capital(word: str) -> Verdict:
    return "Yes" if word.casefold() == "yes" else "No"


def _clauses(text: str, over: frozenset[str]) -> Iterator[Clause]:
    before: frozenset[str] = frozenset()
    for start, end in spans(text, 0, len(text)):
        for part in _PART.split(text[start:end]):
            for clause in _CLAUSE.split(part):
                yield Clause(clause, part, over | before if PRONOUN.match(clause) else over)
                before |= content_words(clause)


def _of_clause(question: YesNoQuestion, clause: Clause) -> Verdict | None:
    if not _says_all(question, clause) or _is_qualified(question, clause):
        return None
    negations = _negations(question, clause.text)
    if len(negations) > 1 or not _is_of_the_kind(question, clause.text):
        return None
    last = max(place for word in question.words if (place := _place(word, clause.text)) is not None)
    if negations and negations[0] > last + AFTER:
        return None
    is_so = (not negations) != (question.asks == "ban")
    return "Yes" if is_so else "No"


def _negations(question: YesNoQuestion, text: str) -> list[int]:
    """Where they stand; what the question itself says (“Was it rejected?”) is what is asked and negates nothing."""
    asked = question.spoken_words if question.asks != "ban" else frozenset()
    return [found.start() for found in NEGATION.finditer(text) if found[0].casefold() not in asked]


def _says_all(question: YesNoQuestion, clause: Clause) -> bool:
    """In the order of the question, where that tells who does what; only its first words may stand elsewhere."""
    places = [_place(word, clause.text) for word in question.words]
    missing = [word for word, place in zip(question.words, places, strict=True) if place is None]
    is_beginning = missing == list(question.words[: len(missing)]) and len(missing) < len(places)
    if not is_beginning or not clause.context.issuperset(missing):
        return False
    found = [place for place in places if place is not None]
    if missing and not PRONOUN.match(clause.text) and not _leaves_out_subject(clause.text, min(found)):
        return False
    if not _telling(clause.text) <= set(question.words):
        return False  # a word beside what is asked may be all that it is about: “the back gate”, “badly”, “in mice”
    if (OFF in words(clause.text)) != (OFF in question.spoken_words):
        return False
    if any(_is_part_of_name(question, clause.text, place) for place in found):
        return False
    return _is_in_order(question, clause.text, found, is_whole=not missing)


def _leaves_out_subject(text: str, first: int) -> bool:
    """“Windows is not supported” below the title of a program; a subject of its own is another thing."""
    return not content_words(text[:first]) and _PASSIVE.search(text) is not None and _BY.search(text) is None


def _is_part_of_name(question: YesNoQuestion, text: str, place: int) -> bool:
    """“Nokia” in “Nokia Siemens Networks” and “Nokia's phones”, where the question has no such word."""
    of = re.match(r"[A-Z][\w-]*(?P<owner>['’]s)?\s+(?P<next>[A-Z]?[\w-]+)", text[place:])
    if of is None or of["next"].casefold() in question.spoken_words:
        return False
    return of["owner"] is not None or of["next"][0].isupper()


def _telling(text: str) -> frozenset[str]:
    """Its words but for those that say whether it is so, and for what is said of another thing as well."""
    for beside in (_ALSO, NEGATION, _PERMITS, _REQUIRES):
        text = beside.sub(" ", text)
    return content_words(text)


def _is_in_order(question: YesNoQuestion, text: str, found: Sequence[int], *, is_whole: bool) -> bool:
    """A passive with “by” turns who does it and what is done; a preposition that the question has not makes the last
    word a part of something else."""
    if preposition_before(question.words[-1], text) != question.last_preposition and question.has_by == bool(
        _BY.search(text)
    ):
        return False
    if not is_whole or not (question.is_active or question.has_by or _BY.search(text)):
        return True
    is_turned = found[0] > found[-1] if question.has_by != bool(_BY.search(text)) else found != sorted(found)
    return is_turned == (question.has_by != bool(_BY.search(text)))


def _place(word: str, text: str) -> int | None:
    return next((found.start() for found in WORD.finditer(text) if word in content_words(found[0])), None)


def _is_qualified(question: YesNoQuestion, clause: Clause) -> bool:
    """By words that the question itself has not."""
    spoken = {word.casefold() for word in WORD.findall(clause.text)}
    qualifying = (found[0].casefold() for found in QUALIFIED.finditer(clause.part))
    is_less = any(not question.spoken_words.issuperset(words.split()) for words in qualifying)
    is_less = is_less or any(
        found[0].casefold() not in question.spoken_words for found in _NUMBER.finditer(clause.text)
    )
    return is_less or _BY_LEAVE.search(clause.part) is not None or not question.universal_words <= spoken


def _is_of_the_kind(question: YesNoQuestion, text: str) -> bool:
    """Whether it speaks of what may be, must be, or is; and not of what was, where the question is of now, or of what
    is, where it is of then."""
    if question.is_present and _PAST.search(text) and not _PRESENT.search(text):
        return False
    if question.verb in ("was", "were") and not _PAST.search(text):
        return False
    if question.verb in ("is", "are", "was", "were") and not _IS.search(text):
        return False
    match question.asks:
        case "permission" | "ban":
            return _PERMITS.search(text) is not None
        case "need":
            return _REQUIRES.search(text) is not None and re.search(r"\bmust\s+not\b", text) is None
        case _:
            return _MAY_BE.search(text) is None
