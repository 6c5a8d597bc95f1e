"""Which passages name what the question names. Pure."""

import re
from collections.abc import Collection, Sequence
from uuid import UUID

from services.agent.offline.passages import quotable_tables
from services.agent.offline.reading.names import capitalised_words
from services.agent.offline.reading.purposes import is_question
from services.models import Hit
from services.text.sentences import content_words, plain_words

FEWEST_COMMON = 2
"""Documents that name what a collection is about."""
SHORTEST_PART = 4
"""Letters of a part of a name that stands for it in a title."""
_NAME = re.compile(r"\b[A-Z][\w'’-]*(?:\s+(?:[A-Z][\w'’-]*|\d+\b))*")


def hits_naming(entities: Sequence[str], hits: Sequence[Hit], question: str = "") -> tuple[Hit, ...]:
    """The hits that name what the question names, in full or as the question does; all hits if none does. What the
    graph does not know is named by capitalised words and their number: “Apollo 11”. If one hit names it, so does all
    of a document with a part of the name in its title: “Pell v Ardmore” speaks of Joanna Pell. A table need not name
    what most documents name."""
    forms = [form for name in entities for form in (name, *_parts_said(name, question))] or capitalised_names(question)
    naming = {hit.document_id for hit in hits if _names_one(forms, hit)}
    is_common = _is_common(naming, hits)
    titled = {hit.document_id for hit in hits if hit.document_id in naming and _titles_one(forms, hit.document_title)}
    speaking = tuple(
        hit
        for hit in hits
        if hit.document_id in titled
        or _names_one(forms, hit)
        or (is_common and quotable_tables(hit.content, hit.citation.heading))
    )
    return speaking or tuple(hits)


def subject_words(entities: Sequence[str], hits: Sequence[Hit], question: str) -> frozenset[str]:
    """The stems of those names in the question that most documents have: a table of the club's seasons need not say
    which club."""
    found = frozenset[str]()
    for name in (*entities, *capitalised_names(question)):
        forms = [name, *_parts_said(name, question)]
        if _is_common({hit.document_id for hit in hits if _names_one(forms, hit)}, hits):
            found |= content_words(name)
    return found


def _is_common(naming: Collection[UUID], hits: Sequence[Hit]) -> bool:
    return len(naming) >= FEWEST_COMMON and 2 * len(naming) >= len({hit.document_id for hit in hits})


def _names_one(forms: Sequence[str], hit: Hit) -> bool:
    return any(form in f"{hit.document_title} {hit.content}" for form in forms)


def _titles_one(forms: Sequence[str], title: str) -> bool:
    parts = {word for form in forms for word in plain_words(form) if len(word) >= SHORTEST_PART}
    return not parts.isdisjoint(plain_words(title))


def capitalised_names(question: str) -> list[str]:
    """The longest runs of capitalised words in a question, each with the number after it; none of a bare topic."""
    names = set(capitalised_words(question)) if is_question(question) else set()
    runs = [run[0].removesuffix("'s").removesuffix("’s") for run in _NAME.finditer(question)]
    return [run for run in runs if any(word in names for word in run.split())]


def _parts_said(name: str, question: str) -> list[str]:
    """Of “Hubble Space Telescope” only “Hubble”, where the question says no more."""
    said = set(plain_words(question)) & set(plain_words(name))
    return [word for word in name.split() if len(said) == 1 and said == set(plain_words(word))]
