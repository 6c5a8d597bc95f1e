"""Questions that yes or no answers: “Does X do Y?”, “Is it allowed to …?”, “Was A done before 2010?” Pure."""

import re
from dataclasses import dataclass
from typing import Literal

from services.text.sentences import WORD, content_words

Asks = Literal["fact", "permission", "ban", "need"]
"""Whether something is so, may be done, is forbidden, or has to be."""

_BEGINS = re.compile(
    r"^\W*(?:(?:and|but|so|then)\s+)?(?P<verb>is|are|was|were|do|does|did|has|have|had|can|could|may|must|will)\b"
    r"(?!\s+you\s+(?:please\s+)?(?:tell|show|list|give|explain|find|name|say|summar\w+|describe|compare)\b)",
    re.IGNORECASE,
)
_CHOICE = re.compile(r"\bor\b|\bnot\b|n['’]t\b|\bthan\b|\b(?:who|what|which|where|when|why|how)\b", re.IGNORECASE)
"""What a yes or no does not answer plainly: a choice, a negation, a comparison, a second question."""
_BAN = re.compile(r"\b(?:forbidden|prohibited|banned)\b", re.IGNORECASE)
_PERMISSION = re.compile(r"\b(?:allowed|permitted|possible)\b", re.IGNORECASE)
_NEED = re.compile(
    r"\b(?:needed|required|necessary|compulsory|obligatory|mandatory|have\s+to|has\s+to|need)\b", re.IGNORECASE
)
_OF_ASKING = content_words(
    "there still yet ever any anything anyone somebody someone one people we you please currently today now already "
    "allow permit forbid forbidden prohibit ban possible require necessary need compulsory obligatory mandatory must "
    "may can could will myself yourself me my your our document say true"
)
"""Stems that say that something is so, may or must be, and not what."""
_SMALL = _OF_ASKING | content_words("use have keep take bring wear put make do get")
"""With verbs that say little beside their object; at the end of a question they are what is asked."""
_ARTICLES = frozenset(
    ["a", "an", "the", "its", "his", "her", "their", "my", "your", "our", "this", "that", "these", "those", "any"]
)
_PREPOSITIONS = frozenset(
    [
        "of",
        "from",
        "for",
        "with",
        "by",
        "to",
        "in",
        "on",
        "at",
        "into",
        "over",
        "under",
        "about",
        "against",
        "as",
        "than",
        "like",
    ]
)
_WHOLE = re.compile(
    r"\b(?:all|every\w*|each|only|always|both|nobody|none|never|exactly|same|own|other|such|different|full|whole)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class YesNoQuestion:
    """`words` are the stems of what is asked, in their order; `verb` is what it begins with; `universal_words` are
    words such as “all” and “only”, without which it is another question; `spoken_words` are all its words,
    `last_preposition` stands before the last of what is asked."""

    words: tuple[str, ...]
    verb: str
    asks: Asks
    universal_words: frozenset[str]
    spoken_words: frozenset[str]
    last_preposition: str
    has_by: bool

    @property
    def is_present(self) -> bool:
        return self.verb in ("is", "are", "do", "does", "has", "have", "can", "may", "must")

    @property
    def is_active(self) -> bool:
        """Whether it names who does before what is done: “Did Saab buy Volvo?”"""
        return self.verb in ("do", "does", "did", "has", "have", "had", "will")


def read_yes_no(question: str, times: str = "") -> YesNoQuestion | None:
    """The question as one for yes or no; None if it asks for more. `times` are the words of its dates, which are
    compared and not looked for."""
    begins = _BEGINS.search(question)
    if begins is None or _CHOICE.search(question[begins.end() :]):
        return None
    verb = begins["verb"].casefold()
    rest = question[begins.end() :].replace(times, " ") if times else question[begins.end() :]
    spoken = [stem for word in WORD.findall(rest) for stem in content_words(word)]
    last = [stem for stem in spoken if stem not in _OF_ASKING][-1:]
    words = tuple(dict.fromkeys(stem for stem in spoken if stem not in _SMALL or stem in last))
    wholes = frozenset(word.casefold() for word in _WHOLE.findall(question))
    if not words:
        return None
    said = frozenset(word.casefold() for word in WORD.findall(question))
    return YesNoQuestion(
        words, verb, _asks(verb, question), wholes, said, preposition_before(words[-1], rest), "by" in said
    )


def begins_yes_no(question: str) -> bool:
    return _BEGINS.search(question) is not None


def preposition_before(stem: str, text: str) -> str:
    """Which one says how this word belongs to the rest: “of” in “the share of Orkla”; empty: none."""
    spoken = [word.casefold() for word in WORD.findall(text)]
    place = next((place for place, word in enumerate(spoken) if stem in content_words(word)), 0)
    before = next((word for word in reversed(spoken[:place]) if word not in _ARTICLES), "")
    return before if before in _PREPOSITIONS else ""


def _asks(verb: str, question: str) -> Asks:
    if _BAN.search(question):
        return "ban"
    if _PERMISSION.search(question) or verb in ("may", "can", "could"):
        return "permission"
    return "need" if verb == "must" or _NEED.search(question) else "fact"
