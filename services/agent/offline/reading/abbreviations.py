"""Short forms of everyday words and what they stand for: “CEO”, “Q3”, “HQ”. Pure."""

import functools
import re

from services.text.sentences import content_words
from services.text.stems import stem

_FORMS = """
CEO: chief executive officer|chief executive
CFO: chief financial officer|chief finance officer
COO: chief operating officer
CTO: chief technology officer|chief technical officer
HQ: headquarters|head office
Q1: first quarter
Q2: second quarter
Q3: third quarter
Q4: fourth quarter
H1: first half of the year|first half-year
H2: second half of the year|second half-year
EU: European Union
UN: United Nations
UK: United Kingdom
USA: United States
US: United States
AI: artificial intelligence
MP: member of parliament
Dr: doctor
Prof: professor
"""
"""Each line: the short form, as it is written, and the ways to say it in full."""
_FULL = {short: full.split("|") for short, _, full in (line.partition(": ") for line in _FORMS.strip().splitlines())}
_SHORT = {short: re.compile(rf"(?<![\w.-]){short}(?![\w-])") for short in _FULL}
_SPELT = {short: re.compile(rf"\b(?:{'|'.join(full)})\b", re.IGNORECASE) for short, full in _FULL.items()}


@functools.lru_cache(maxsize=20_000)
def other_forms(text: str) -> frozenset[str]:
    """The stems of the other forms of its words: of “CEO” those of “chief executive officer”, and vice versa."""
    short = frozenset(stem(one.casefold()) for one, spelt in _SPELT.items() if spelt.search(text))
    return short.union(*(content_words(" ".join(_FULL[one])) for one, form in _SHORT.items() if form.search(text)))


def with_other_forms(question: str) -> str:
    """The question with short forms written in full and full forms shortened, as documents may write them; empty if it
    has neither."""
    spelt = question
    for one in _FULL:
        other = _SHORT[one].sub(_FULL[one][0], spelt)
        spelt = _SPELT[one].sub(one, spelt) if other == spelt else other
    return spelt if spelt != question else ""
