"""What was read in a document by rule: facts, names, and the sentences that gave none."""

from services.models.base import Model
from services.models.graph import FactDraft


class NamedEntity(Model):
    """A name with how often and where (offsets in the document's text, the first few) it stands."""

    name: str
    type: str
    count: int
    starts: tuple[int, ...] = ()
    aliases: tuple[str, ...] = ()


class Refusal(Model):
    """A sentence, or what was read in it, that did not become a fact, and why; `draft` where a person may still accept it."""

    sentence: str
    reason: str
    draft: FactDraft | None = None


class Reading(Model):
    """`refused` are the first few of `refused_count`; `note` says what was left out of the whole document, and why."""

    facts: tuple[FactDraft, ...] = ()
    entities: tuple[NamedEntity, ...] = ()
    refused: tuple[Refusal, ...] = ()
    refused_count: int = 0
    sentence_count: int = 0
    note: str = ""
