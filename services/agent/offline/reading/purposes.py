"""What a question is for, by the words that say so: a change, a relationship, an overview, documents … Pure."""

import re
from collections.abc import Mapping
from typing import Literal

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
_PATTERNS: Mapping[Purpose, re.Pattern[str]] = {
    "change": re.compile(_CHANGE, re.IGNORECASE),
    "relationship": re.compile(_RELATIONSHIP, re.IGNORECASE),
    "overview": re.compile(r"\b(everything|overview|summar\w*|all about|tell me about)\b", re.IGNORECASE),
    "concept": re.compile(r"^\s*(what is|what are|how|why|explain|describe)\b", re.IGNORECASE),
    "documents": re.compile(r"\b(which|what|list|show|how many)\b.{0,30}\bdocuments\b", re.IGNORECASE),
    "series": re.compile(_SERIES, re.IGNORECASE),
}


def purposes(question: str) -> frozenset[Purpose]:
    """All that it is for; none: it only names a topic."""
    return frozenset(purpose for purpose, pattern in _PATTERNS.items() if pattern.search(question))
