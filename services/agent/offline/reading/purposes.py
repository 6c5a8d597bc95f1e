"""What a question is for, by the words that say so: a change, a relationship, an overview, documents … Pure."""

import re
from collections.abc import Mapping
from typing import Literal

from services.text.sentences import STOPWORDS, words

Purpose = Literal["change", "relationship", "overview", "concept", "documents", "series"]

_CHANGE = (
    r"\b(chang\w*|histor\w*|timeline|over time|evol\w*|success\w*|develop\w*|since when|became|become"
    r"|replac\w*|predecessor|previous\w*|former\w*|earlier|later|next|then|used to|happen\w*)\b"
)
_RELATIONSHIP = (
    r"\b(who|whom|whose|which|connect\w*|relat\w*|between|own\w*|led|lead\w*|head\w*|made|make\w*|built|build\w*"
    r"|command\w*|belong\w*|part of|partner\w*|merge\w*|acquir\w*|bought|sold|join\w*|crew|member\w*|where"
    r"|record\w*)\b"
)
_SERIES = (
    r"^\W*(?:(?:please|can you|could you)\s+)?(?:list|name|enumerate)\b|\bwho\s+(?:were|have\s+been)\s+(?:all\s+)?the\b"
    r"|\ball\s+(?:of\s+)?the\b|\bin\s+(?:chronological\s+)?order\b"
)
_DOCUMENTS = (
    r"\b(?:which|what|list|show|how many)\b.{0,30}\b(?:documents|files|papers|articles|sources)\b"
    r"|\bwhich\s+(?:document|file|paper|article|source|text|note|report|leaflet)s?\s+(?:is|are|speaks?|talks?|tells?"
    r"|mentions?|covers?|describes?|deals?|says?|discuss(?:es)?|contains?)\b"
)
_PATTERNS: Mapping[Purpose, re.Pattern[str]] = {
    "change": re.compile(_CHANGE, re.IGNORECASE),
    "relationship": re.compile(_RELATIONSHIP, re.IGNORECASE),
    "overview": re.compile(r"\b(everything|overview|summar\w*|all about|tell me about)\b", re.IGNORECASE),
    "concept": re.compile(r"^\s*(what is|what are|how|why|explain|describe)\b", re.IGNORECASE),
    "documents": re.compile(_DOCUMENTS, re.IGNORECASE),
    "series": re.compile(_SERIES, re.IGNORECASE),
}


_QUESTION = re.compile(
    r"^\W*(?:(?:and|but|so|then|in|at|on|by|for|from|of|to|under|with|since|until)\s+)?"
    r"(?:who(?:m|se)?|what|when|where|which|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should"
    r"|may|might|must)\b|\?\W*$",
    re.IGNORECASE,
)
_TO_BE_DONE = re.compile(
    r"^\W*(?:how\s+(?:to|(?:do|can|could|should|must|would)\s+(?:I|we|you|one|they|people))\b|what\s+happens\s+(?:if|when)\b)",
    re.IGNORECASE,
)
"""“How can I become a member?” asks for no change over time, whatever its words."""
FEWEST_FOREIGN_WORDS = 3
AMBIGUOUS_ALONE = 1
"""So many words of another language may stand in an English topic, such as “El Niño”."""
OF_OTHER_LANGUAGES = frozenset(
    words(
        "der die das ein eine einen einem einer ist sind war waren wurde wurden wird hat haben wer wem wen was wann wo "
        "wohin woher wie warum wieso welche welcher welches und oder nicht von vom zum zur mit auf aus bei nach über "
        "für gibt es "
        "le la les un une des du de est sont était qui que quoi quel quelle quels quelles quand où comment pourquoi "
        "combien dans avec sur et au aux il elle "
        "el los las una es son fue fueron era quién quien qué cuándo cuando dónde donde cómo cuál cuánto por para con "
        "del al en y "
        "lo gli uno è sono chi che cosa quando dove perché di della nel nella "
        "het een was wie wat wanneer waar hoe waarom van zijn werd "
        "och är var vem vad när hvem hva når og av til "
        "o os um uma quem foi não não em"
    )
)
"""Function words of German, French, Spanish, Italian, Dutch, the Scandinavian languages and Portuguese."""
_BEGINNINGS = frozenset({"may", "must", "might", "shall"})
"""Of English questions, beside the stop words."""


def is_question(text: str) -> bool:
    """Whether it asks something; a topic is only named."""
    return bool(_QUESTION.search(text))


def is_foreign(text: str) -> bool:
    """Whether it asks in another language: by more function words of others than of English, or without any of English
    though it is long enough to be a sentence."""
    spoken = words(text)
    if spoken and spoken[0] in (STOPWORDS | _BEGINNINGS) - OF_OTHER_LANGUAGES:
        return False
    if not (OF_OTHER_LANGUAGES - STOPWORDS).intersection(spoken) and spoken[:1] == ["was"]:
        return False
    english = len((STOPWORDS - OF_OTHER_LANGUAGES).intersection(spoken))
    foreign = len(OF_OTHER_LANGUAGES.intersection(spoken))
    is_long = len(spoken) > FEWEST_FOREIGN_WORDS and not STOPWORDS.intersection(spoken) and text.rstrip().endswith("?")
    return foreign > english + AMBIGUOUS_ALONE or (foreign > english and is_question(text)) or is_long


def purposes(question: str) -> frozenset[Purpose]:
    """All that it is for; none: it only names a topic."""
    found = frozenset(purpose for purpose, pattern in _PATTERNS.items() if pattern.search(question))
    return found - {"change"} if _TO_BE_DONE.search(question) else found
