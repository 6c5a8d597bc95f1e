"""Questions for a reason, and the sentences that give one. Pure."""

import re

_ASKED = re.compile(r"^\W*why\b|\bhow come\b|\b(?:what|which)\s+(?:\w+\s+)?caus\w+\b|\breasons?\b", re.IGNORECASE)
_GIVEN = re.compile(
    r"\b(?:because|due to|owing to|thanks to|caused?|reasons?|so that|in order to|led to|blamed?|failed|faulty"
    r"|could not|objected|g[ai]ven? way|forced|when an? [^,.;]+ed)\b",
    re.IGNORECASE,
)


def asks_for_cause(question: str) -> bool:
    return bool(_ASKED.search(question))


def gives_cause(text: str) -> bool:
    return bool(_GIVEN.search(text))
