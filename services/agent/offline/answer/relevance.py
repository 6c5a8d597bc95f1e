"""Whether what was found speaks of the question at all; a search always finds something that is nearest. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from services.agent.offline.answer.findings import Findings
from services.agent.offline.planning import Plan
from services.agent.offline.reading.names import capitalised, initials, is_one_slip
from services.agent.offline.reading.synonyms import widened
from services.models import Fact, Hit
from services.text.sentences import content_words, plain_words
from services.text.wording import listed

MISSING = "Nothing that was found"
"""So begins a notice that comes before any passage."""
SHARED = 0.5
"""More than this share of the question's words passages must have where their meaning is far from it."""
NEAR = 0.2
"""Above the model's threshold: so near that a name which nothing mentions does not silence it."""
_RUN = re.compile(r"\b[A-Z][\w'’-]*(?:\s+(?:(?:of|the|and|for)\s+)?[A-Z][\w'’-]*)+")


def grounded(plan: Plan, found: Findings, threshold: float) -> Findings:
    """Without passages and facts where they are about something else, and with a notice that says what is missing.

    `threshold` is the similarity from which the embedding model calls a passage related. Where nothing was found the
    notices may say why.
    """
    if plan.documents_topic or not (found.hits or found.facts):
        return found
    if is_unrelated(plan.question, found, threshold):
        return _silent(found)
    missing = unmentioned(plan, found)
    if not missing:
        return _of_names(plan, found)
    notice = f"{MISSING} mentions {listed([f'“{name}”' for name in missing])}."
    is_near = _nearness(found.hits) >= threshold + NEAR
    named = found if plan.entities or is_near else _silent(found)
    return replace(named, notices=(notice, *found.notices))


def _of_names(plan: Plan, found: Findings) -> Findings:
    """Of a name that is no entity only what mentions it can tell: the mayor of another town is no answer."""
    names = [] if plan.entities else [content_words(name) for name in _names_in(plan)]
    if not names:
        return found
    facts = tuple(fact for fact in found.facts if any(name <= content_words(_fact_text(fact)) for name in names))
    return replace(found, facts=facts)


def _fact_text(fact: Fact) -> str:
    return f"{fact.fact} {fact.source} {fact.target}"


def _silent(found: Findings) -> Findings:
    return replace(found, hits=(), facts=(), notices=())


def is_unrelated(question: str, found: Findings, threshold: float) -> bool:
    """Far in meaning, and half of its words or more occur nowhere in what was found."""
    asked = {word for word in content_words(question) if not word.isdigit()}
    spoken = frozenset[str]().union(*map(content_words, _texts(found)))
    return _nearness(found.hits) < threshold and len(asked & spoken) <= SHARED * len(asked)


def _nearness(hits: Sequence[Hit]) -> float:
    return max((hit.vector_similarity or 0.0 for hit in hits), default=0.0)


def _texts(found: Findings) -> list[str]:
    passages = [f"{hit.document_title} {hit.content}" for hit in found.hits]
    return [*passages, *map(_fact_text, found.facts)]


def unmentioned(plan: Plan, found: Findings) -> tuple[str, ...]:
    """Names in the question that occur in nothing that was found, not by their initials and not with another ending."""
    names = list(_names_in(plan))
    if not names:
        return ()
    texts = _texts(found)
    spoken = {word for text in texts for word in plain_words(text)}
    initial = {"".join(re.findall(r"\b[A-Z]", run[0])) for text in texts for run in _RUN.finditer(text)}
    unknown = [name for name in names if not _is_among(plain_words(name), spoken)]
    return tuple(name for name in unknown if not any(letters.endswith(name) for letters in initial))


def _is_among(name: Sequence[str], spoken: Collection[str]) -> bool:
    parts = [part for word in name for part in ([word] if word in spoken else word.split("-"))]
    return all(part in spoken or any(is_one_slip(part, other) for other in spoken) for part in parts)


def _names_in(plan: Plan) -> Iterator[str]:
    """But for the entities that it names, and for words of relations such as CEO."""
    known = {*plain_words(" ".join((*plan.entities, *(time.words for time in plan.times))))}
    for name in capitalised(plan.question):
        is_office = widened(content_words(name)) != content_words(name)
        if not (is_office or known.issuperset(plain_words(name)) or _stands_for(name, plan.entities)):
            yield name


def _stands_for(word: str, entities: Sequence[str]) -> bool:
    """“ISS”, and the words of a name that is spelt out for an abbreviation."""
    return any(word == initials(name) or (name.isupper() and word[0] in name) for name in entities)
