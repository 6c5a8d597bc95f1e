"""An entity that a question describes by another: “the company that owns Volvo Cars”, “the maker of the RS-25”.

The question is then two: which one is that, and what was asked of it. Pure.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from services.text.sentences import content_words

_CLAUSE = re.compile(
    r"\bthe\s+(?:[\w-]+\s+){1,3}?(?:(?:from|in|on|at|by|with|for)\s+)?(?:that|which|who|where)\s+(?P<told>[^,;?]+?)"
    r"(?=\s+(?:in|since|before|after|between|on)\s+(?:[\w ]+\s)?(?:1[5-9]|20)\d\d|[,;?.]|\W*$)",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"\bthe\s+(?P<told>[\w-]+(?<!s)\s+of\s+[^,;?]+?)"
    r"(?=\s+(?:in|since|before|after|between|on)\s+(?:[\w ]+\s)?(?:1[5-9]|20)\d\d|[,;?.]|\W*$)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Description:
    """`words` as the question has them, `relation` the stems that say how it belongs to `entity`; `asked_words`
    those of what is asked of it. `is_agent`: it does to the entity what the relation says, as an owner does."""

    words: str
    entity: str
    relation: frozenset[str]
    is_agent: bool
    asked_words: frozenset[str]


def read_description(question: str, entities: Sequence[str], no_topic: Collection[str]) -> Description | None:
    """The description in the question; None if it describes nothing by an entity, or asks nothing of what it
    describes."""
    for pattern in (_CLAUSE, _ROLE):
        for found in pattern.finditer(question):
            entity = next((name for name in entities if name in found["told"]), None)
            if entity is None:
                continue
            told = _clause(found["told"], entity)
            described = question[found.start() : found.start("told") + len(told)]
            relation = content_words(told.replace(entity, " "))
            rest = content_words(question.replace(described, " ")) - frozenset(no_topic)
            if relation and rest:
                return Description(described, entity, relation, _is_agent(told, entity), rest)
    return None


def _clause(told: str, entity: str) -> str:
    """It ends with the entity and what belongs to it, or with the verb that the entity does."""
    end = told.index(entity) + len(entity)
    has_verb = bool(content_words(told[: told.index(entity)]))
    following = re.match(r"['’]s\s+\w+" if has_verb else r"(?:['’]s\s+\w+)?\s+\w+", told[end:])
    return told[: end + (following.end() if following else 0)]


def _is_agent(told: str, entity: str) -> bool:
    """“That owns X” and “the owner of X” do it; “that X owns” and “owned by X” have it done to them."""
    before = told[: told.index(entity)]
    return bool(content_words(before)) and re.search(r"\bby\s+(?:the\s+)?$", before, re.IGNORECASE) is None
