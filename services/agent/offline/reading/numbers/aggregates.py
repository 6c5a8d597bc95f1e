"""Questions that the rows of a table answer together: “the average salary”, “the total cost”, “how many”. Pure."""

import re
from typing import Literal

Aggregate = Literal["average", "median", "sum"]

_ASKED = re.compile(
    r"\b(?:(?P<average>average|mean)|(?P<median>median)|(?P<sum>total|sum|altogether|in\s+all))\b"
    r"(?:\s+(?:number|amount|sum)\b)?(?:\s+of\b)?",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"\bhow\s+many\b", re.IGNORECASE)
_LISTED = re.compile(
    r"^\W*(?:(?:which|what)\s+(?:of\s+(?:the|our|these|those)\s+)?(?:[\w'’-]+\s+){0,2}?(?P<asked>[\w-]+s)\s+"
    r"(?:are|were|have|had|do|keep|use|offer|sell|serve|provide|hold|own|grow|raise|need|stock|run)\b"
    r"|(?:please\s+)?(?:list|name|enumerate|show(?:\s+me)?|give\s+me|tell\s+me)\s+"
    r"(?:(?:a\s+list\s+of|all|every|each|of)\s+)*(?:the\s+|our\s+)?"
    r"(?:(?!the\b)[\w'’-]+\s+){0,2}?(?P<named>[\w-]+s)(?=\W*$|\s+(?:that|which|who|with|in|on|at|of|from)\b))",
    re.IGNORECASE,
)
"""Things of which a table may say more: “which (of the) things are …”, “list all things in …”."""
COUNTED = re.compile(
    r"\bhow\s+many\s+(?:of\s+(?:the|our|these|those|its|their)\s+)?(?:different\s+|other\s+|listed\s+)?(?P<thing>[\w-]+)",
    re.IGNORECASE,
)
"""With the things that are counted: “farms” in “How many farms …?” and “How many of the listed farms …?”."""
_DOING = re.compile(
    r"\bhow\s+many\s+[\w-]+\s+([a-z]+)\s+(?:in|into|at|on|for|from|to|by|with|over|under|the|an?)\b", re.IGNORECASE
)
_PLANNED = re.compile(
    r"\b(?:over|under)\s?(?:budget|sp[ae]n[dt]|ran\b)|\bthan\s+(?:was\s+|were\s+)?(?:planned|budgeted)", re.IGNORECASE
)
"""What came to more than was planned."""
_BREAKDOWN = re.compile(
    r"\bhow\s+(?:is|was|are|were)\s+(?P<split>.+?)\s+(?:split|divided|distributed|made\s+up|broken\s+down|composed|shared\s+out)\b"
    r"|\b(?:break\s*down|split|breakdown|composition|make-?up)\s+(?:of\s+)?(?P<down>[a-z][^?]+)"
    r"|\bwhat\s+(?:does|do|did|is|was|are|were)\s+(?P<consist>.+?)\s+(?:consists?\s+of|made\s+up\s+of|composed\s+of|come\s+from)\b"
    r"|\bwhere\s+(?:does|do|did)\s+(?P<come>.+?)\s+(?:come\s+from|go)\b",
    re.IGNORECASE,
)
"""“How is the income split up?”, “break down the costs by …”."""
_MEANS = re.compile(r"\b(?:does|do|did|what)\b[^?]*\bmean\b\W*$", re.IGNORECASE)
"""“What does it mean?” asks for no average."""


def read_aggregate(question: str) -> tuple[Aggregate, str] | None:
    """Which aggregate the question asks for, and the words that ask for it."""
    found = _ASKED.search(question) if not _MEANS.search(question) else None
    if found is None:
        return None
    for one in ("average", "median", "sum"):
        if found[one]:
            return one, found[0]
    return None


def without_aggregate(question: str) -> str:
    """“What is the salary?” of “what is the average salary?”; empty if it asks for no aggregate."""
    asked = read_aggregate(question)
    return " ".join(question.replace(asked[1], "", 1).split()) if asked is not None else ""


def verbs_of_counted_things(question: str) -> tuple[str, ...]:
    """The verbs that say what the counted things do; a text may use others: “how many people work in …”."""
    return tuple(found[1] for found in _DOING.finditer(question))


def aggregate_words(question: str) -> frozenset[str]:
    """The words, in lower case, that ask for the aggregate."""
    asked = read_aggregate(question)
    return frozenset(asked[1].casefold().split()) if asked is not None else frozenset()


def breakdown_words(question: str) -> str:
    """What the question asks to be split up, with its time; empty if it asks for no parts."""
    found = _BREAKDOWN.search(question)
    if found is None:
        return ""
    return " ".join(one for one in (*found.groups(), question[found.end() :]) if one)


def listed_things(question: str) -> str:
    """“Tickets” in “Which tickets are open?” and “List all open tickets”; empty where no list of things in some state
    is asked for."""
    found = _LISTED.search(question)
    return (found["asked"] or found["named"]) if found else ""


def asks_about_all_rows(question: str) -> bool:
    """Whether only all rows together answer the question."""
    return bool(
        _HOW_MANY.search(question)
        or read_aggregate(question)
        or listed_things(question)
        or _PLANNED.search(question)
        or _BREAKDOWN.search(question)
    )
