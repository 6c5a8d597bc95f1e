"""Words that point back to what was said before: pronouns, and “then” for a time. Pure."""

import re

_BACK = re.compile(r"\b(it|its|they|their|them|he|she|his|her|that|this|there|and)\b", re.IGNORECASE)
_PERSON = re.compile(r"\b(?:he|she|him|her|his)\b", re.IGNORECASE)
_THEN = re.compile(r"\bat that (?:time|moment)\b|\b(?:in )?that year\b|\bthen(?=\W*$)", re.IGNORECASE)


def points_back(question: str) -> bool:
    return bool(_BACK.search(question))


def points_to_person(question: str) -> bool:
    return bool(_PERSON.search(question))


def words_for_earlier_time(question: str) -> str:
    """The words that refer to a time mentioned earlier, such as “then”; empty if there are none."""
    found = _THEN.search(question)
    return found[0] if found else ""


def without_time(question: str) -> str:
    """The question without the words that refer to a time mentioned earlier."""
    return _THEN.sub("", question)
