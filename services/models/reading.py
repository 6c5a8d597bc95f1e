"""What was read in a document, by rule or by a language model: facts, names, and what gave none or may not enter."""

from typing import Literal
from uuid import UUID

from services.models.base import Model
from services.models.graph import FactDraft


class NamedEntity(Model):
    """A name with how often and where (offsets in the document's text, the first few) it stands."""

    name: str
    type: str
    count: int
    starts: tuple[int, ...] = ()
    aliases: tuple[str, ...] = ()
    is_sure: bool = False
    """Its document tells its type; a model that knows the name only from a sentence may be overruled."""


class Refusal(Model):
    """A sentence, or what was read in it, that became no fact, and why; `draft`: what a person may still accept."""

    sentence: str
    reason: str
    draft: FactDraft | None = None

    def states(self, fact: FactDraft) -> bool:
        """Whether it is this fact that waits."""
        return self.draft is not None and is_same_statement(self.draft, fact)


def is_same_statement(one: FactDraft, other: FactDraft) -> bool:
    """Whether two facts state the same, whoever says it and whatever passage is cited."""
    return one.model_copy(update={"origin": other.origin, "quote": other.quote, "source": other.source}) == other


class Reading(Model):
    """`refused` are the first few of `refused_count`; `note` says what was left out of the whole document, and why."""

    facts: tuple[FactDraft, ...] = ()
    dates: tuple[str, ...] = ()
    """Of each fact, as EDTF: what its sentence says of the time, "" for nothing."""
    doubts: tuple[str, ...] = ()
    """Of each fact that a rule read: why it waits for a person, "" where little speaks against it."""
    entities: tuple[NamedEntity, ...] = ()
    refused: tuple[Refusal, ...] = ()
    refused_count: int = 0
    sentence_count: int = 0
    stating_count: int = 0
    """Of the sentences: those in which a fact was read, whether it enters or waits."""
    note: str = ""
    rejected_count: int = 0
    """Of the facts that a person let not enter; they are not among the refused."""

    def summary(self) -> "ReadingSummary":
        """What the review and the page for adding documents tell of it: counts and the first refusals."""
        return ReadingSummary(
            fact_count=len(self.facts),
            entity_count=len(self.entities),
            sentence_count=self.sentence_count,
            stating_count=self.stating_count,
            refused_count=self.refused_count,
            refused=self.refused,
            note=self.note,
            rejected_count=self.rejected_count,
        )


class ReadingSummary(Model):
    """Of one document: how much was read, by rule or by a language model, what was refused, and why."""

    fact_count: int
    entity_count: int
    sentence_count: int
    stating_count: int = 0
    """Of the sentences: those in which a fact was read by rule."""
    refused_count: int
    refused: tuple[Refusal, ...] = ()
    note: str = ""
    by: Literal["rule", "model"] = "rule"
    rejected_count: int = 0
    """Facts that a person let not enter; they are not among the refused."""

    @property
    def waiting_count(self) -> int:
        """Facts that a person may still let enter: all of them are among the refused that are kept."""
        return sum(refusal.draft is not None for refusal in self.refused)

    @property
    def unread_count(self) -> int:
        """Sentences that gave no fact although they name several things."""
        return self.refused_count - self.waiting_count

    def with_accepted(self, draft: FactDraft) -> "ReadingSummary":
        """The same after a person has let the fact enter; unchanged where it does not wait."""
        left = self._without(draft)
        entered = self.refused_count - left.refused_count
        return left.model_copy(update={"fact_count": self.fact_count + entered})

    def with_rejected(self, draft: FactDraft) -> "ReadingSummary":
        """The same after a person has let the fact not enter; unchanged where it does not wait."""
        left = self._without(draft)
        gone = self.refused_count - left.refused_count
        return left.model_copy(update={"rejected_count": self.rejected_count + gone})

    def with_waiting(self, refusal: Refusal) -> "ReadingSummary":
        """The same after a rejected fact waits again, before the others; unchanged where it waits."""
        if refusal in self.refused:
            return self
        return self.model_copy(
            update={
                "refused": (refusal, *self.refused),
                "refused_count": self.refused_count + 1,
                "rejected_count": max(0, self.rejected_count - 1),
            }
        )

    def _without(self, draft: FactDraft) -> "ReadingSummary":
        waiting = [one for one in self.refused if not one.states(draft)]
        gone = len(self.refused) - len(waiting)
        return self.model_copy(update={"refused": tuple(waiting), "refused_count": self.refused_count - gone})


class DocumentReading(Model):
    """The same with its document, for the review."""

    document_id: UUID
    title: str
    reading: ReadingSummary


class ReadingTotals(Model):
    """Of all documents that were read: `refused_documents` of the `read_count` left something out."""

    read_count: int = 0
    refused_documents: int = 0
    fact_count: int = 0
    waiting_count: int = 0
    refused_count: int = 0
    rejected_count: int = 0

    @property
    def unread_count(self) -> int:
        """Sentences that gave no fact although they name several things."""
        return self.refused_count - self.waiting_count


class AcceptedFact(Model):
    """A fact of a document that waited until a person let it enter."""

    document_id: UUID
    title: str
    draft: FactDraft


class RejectedFact(Model):
    """A fact of a document that waited until a person let it not enter."""

    document_id: UUID
    title: str
    refusal: Refusal
