"""Whether a question without a date asks for what is true now. Pure."""

import re

from services.text.stems import PAST_FORMS

NOW = re.compile(
    r"\b(?:now|today|nowadays|current|currently|at present|at the moment|these days|still)\b", re.IGNORECASE
)
_PRESENT = re.compile(r"\b(?:is|are|isn't|aren't|does|do|who's|what's)\b", re.IGNORECASE)
_THIRD_PERSON = re.compile(r"\b(?:who|(?:which|what)\s+[\w-]+)\s+[a-z]{3,}(?<!s)s\b", re.IGNORECASE)
"""“Who leads …”, “Which company makes …”."""
_PAST = re.compile(
    r"\b(?:was|were|wasn't|weren't|did|didn't|had|been|ever|once|used to|former\w*|[a-z]{3,}ed)\b", re.IGNORECASE
)
_RECORD = re.compile(r"\b(?:has|have)\s+(?:(?!the\b)\w+\s+){0,3}?the\s+(?:most|[a-z]{3,}est)\b", re.IGNORECASE)
"""“Who has spent the most …”: a perfect that asks for who is ahead now."""
_SUPERLATIVE = re.compile(
    r"\b(?:is|are|who's|what's)\s+(?:(?!the\b)[\w-]+\s+){0,3}?the\s+(?:most|[a-z]{3,}est)\b", re.IGNORECASE
)
"""“Who is the oldest person to have been there?” asks for who is ahead now, too."""
_COMPOUND = re.compile(r"\b\w+(?:-\w+)+\b")
"""“Human-made” tells of no past."""
_PASSIVE = re.compile(r"\b(?:is|are)\s+(?:[\w-]+\s+){0,4}?([a-z]+)\s+by\b", re.IGNORECASE)
"""“Which module is led by …”: a past form that speaks of now."""


def is_present(question: str) -> bool:
    if NOW.search(question) or _RECORD.search(question) or _SUPERLATIVE.search(question):
        return True
    if not (_PRESENT.search(question) or _THIRD_PERSON.search(question)):
        return False
    rest = _COMPOUND.sub("", _PASSIVE.sub("", question))
    return not (_PAST.search(rest) or PAST_FORMS & set(re.findall(r"[a-z]+", rest)))
