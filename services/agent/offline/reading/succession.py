"""Questions for a place in a succession: who came before, after, first, last, or stayed longest. Pure."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from services.agent.offline.reading.synonyms import with_synonyms
from services.agent.offline.reading.times.time_words import TimeWords
from services.text.sentences import STOPWORDS, content_words, plain_words, words

Place = Literal["before", "after", "first", "last", "previous", "longest", "shortest"]

_NAME = r"(?P<name>[^,;?]+?)(?=\s+(?:at|as|in|on)\s|[,;?.!]*\s*$|[,;?])"
_WITHIN = r"(?P<name>[^,;?]+?)"
_POSSESSIVE = r"\b(?P<name>[^\s,;?]+(?:\s+[^\s,;?]+)??)['’]s?\s+"
_TERM = r"(?:[\s-](?:serving|lasting|reigning|time|term|tenure|stint)\b|\W*$)"
_READINGS: tuple[tuple[Place, str], ...] = (
    ("after", rf"\b(?:is|was|were|has been)\s+{_WITHIN}\s+(?:succeeded|replaced|followed|relieved)\s+by\b"),
    ("before", rf"\b(?:is|was|were|has been)\s+{_WITHIN}\s+preceded\s+by\b"),
    ("before", rf"\bdid\s+{_WITHIN}\s+(?:succeed|replace|follow|relieve|take\s+over\s+from)\b"),
    ("after", rf"\bdid\s+{_WITHIN}\s+(?:precede|hand\s+over\s+to)\b"),
    ("before", rf"{_POSSESSIVE}predecessors?\b"),
    ("after", rf"{_POSSESSIVE}successors?\b"),
    ("before", rf"\bpredecessors?\s+(?:of|to)\s+{_NAME}"),
    ("after", rf"\bsuccessors?\s+(?:of|to)\s+{_NAME}"),
    ("previous", r"\bbefore\s+(?:the\s+)?(?:current|present|incumbent)\s+(?P<name>.+)"),
    ("before", rf"\b(?:before|prior\s+to|preced(?:ed|ing|es)|ahead\s+of)\s+{_NAME}"),
    ("after", rf"\b(?:after|following|succeeds?|succeeded|replaced?|follow(?:s|ed)|relieved)\s+(?!by\b){_NAME}"),
    ("after", rf"\b(?:took|taken|takes|taking)\b.*\bover\b.*\bfrom\s+{_NAME}"),
    ("previous", r"\b(?:previous|preceding|outgoing|last\s+but\s+one)\s+(?P<name>.+)"),
    ("longest", rf"\blongest{_TERM}(?P<name>)"),
    ("shortest", rf"\bshortest{_TERM}(?P<name>)"),
    ("first", r"\b(?:first|earliest|original|inaugural)\s+(?P<name>.+)"),
    ("last", r"\b(?:last|latest|newest|most\s+recent|final)\s+(?P<name>.+)"),
    ("first", r"\bfirst(?P<name>)\W*$"),
    ("last", r"\blast(?P<name>)\W*$"),
    ("previous", r"\b(?:previously|before)(?P<name>)\W*$"),
)
_PATTERNS = tuple((place, re.compile(pattern, re.IGNORECASE)) for place, pattern in _READINGS)
_OFFICES = with_synonyms({"lead", "command", "own", "crew", "hold", "oper"})
_ANYBODY = frozenset({"person", "people", "one", "man", "holder", "to", "permanent", "confirmed"})
_NO_ROW = re.compile(r"^\W*(?:why|how)\b|\bwhat\s+(?:else\s+)?happen", re.IGNORECASE)


@dataclass(frozen=True)
class SuccessionQuestion:
    """`name` holds the words for the one that it is told from: a person for before and after, else an office."""

    place: Place
    name: tuple[str, ...]

    @property
    def is_relative(self) -> bool:
        return self.place in ("before", "after")


_LENGTH = re.compile(
    r"\b(?:longer|shorter|more (?:time|days|months|years))\b.*\b(?:or|than|and)\b|\b(?:or|than|and)\b.*\blonger\b",
    re.IGNORECASE,
)


_OF_TIME = re.compile(
    r"\bhow\s+long\s+(?:did|does|do|has|have|had|(?:was|were|is)\s+(?!the\b|an?\b|its?\b))"
    r"|\bhow\s+many\s+(?:years|months|weeks|days)\b(?!\s+(?:ago|after|before|between|until))",
    re.IGNORECASE,
)


def asks_length(question: str) -> bool:
    """“How long was Griffin administrator?”, not “How long is the bridge?”."""
    return _OF_TIME.search(question) is not None


def compares_length(question: str) -> bool:
    """“Who stayed longer, Griffin or Bolden?”"""
    return _LENGTH.search(question) is not None


def read_succession(
    question: str, entities: Sequence[str], times: Sequence[TimeWords], told: Sequence[str] = (), earlier: str = ""
) -> SuccessionQuestion | None:
    """“before 1970” speaks of a time and of no succession.

    `told` are the names that the answer before named, first of which “before him” means; `earlier` is the question
    that one without an office of its own, such as “Who was the first?”, goes on from.
    """
    if _NO_ROW.search(question):
        return None
    dated = any(time.words.casefold().startswith(("before", "after", "since")) for time in times)
    for place, pattern in _PATTERNS:
        found = pattern.search(question)
        if found is None or (dated and place in ("before", "after")):
            continue
        asked = SuccessionQuestion(place, _bare_name(plain_words(found["name"]), entities))
        if asked.is_relative and not asked.name:
            person = next((name for name in told if name not in entities), "".join(told[:1]))
            asked = SuccessionQuestion(place, tuple(plain_words(person)))
        if asked.name if asked.is_relative else _speaks_of_office(asked, f"{question} {earlier}"):
            return asked
    return None


def _bare_name(said: Sequence[str], entities: Sequence[str]) -> tuple[str, ...]:
    """Without the entity it belongs to, as in “Boeing's Muilenburg”, unless that is all."""
    spoken = tuple(word for word in said if word not in STOPWORDS or word == "to")
    known = plain_words(" ".join(entities))
    return tuple(word for word in spoken if word not in known) or spoken


def _speaks_of_office(asked: SuccessionQuestion, question: str) -> bool:
    """“The first NASA administrator” asks for one; “the first woman to head NASA” and “the first flight” do not."""
    abbreviated = {word.casefold() for word in re.findall(r"\b[A-Z]{2,}\b", question)}
    spoken = [word for word in asked.name if word not in abbreviated and word != "ever"]
    if not spoken:
        return _names_office([question]) and not (
            asked.place in ("first", "last") and _says_more(question, abbreviated)
        )
    return _names_office(spoken[:1]) or (spoken[0] in _ANYBODY and _names_office(spoken))


def _says_more(question: str, abbreviated: Collection[str]) -> bool:
    """“Which European woman led it first?” asks for the first of some, whom no succession tells apart."""
    within = re.search(
        r"\b(?:which|what)\s+(.+?)\s+(?:\w+ed|led|held|ran|was|were|has|had|is)\b", question, re.IGNORECASE
    )
    spoken = [word for word in words(within[1]) if word not in STOPWORDS and word not in abbreviated] if within else []
    return any(word not in _ANYBODY and not _names_office([word]) for word in spoken)


def _names_office(spoken: Sequence[str]) -> bool:
    return bool(with_synonyms(content_words(" ".join(spoken))) & _OFFICES)
