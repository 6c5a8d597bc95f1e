"""The gate before the graph, for what a rule or a model reads: what the source does not say waits for a person. Pure.

Both names stand in the quote, or in the context that the quote may lean on (the sentences before it in its paragraph,
its headings, the title); the quote stands in the document word by word; the years of its dates stand in it, or are the
year in which the document was written, where a language model says so. What a person has accepted enters.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from services.models import Document, FactDraft, Reading, Refusal, is_same_statement
from services.text.quotes import fold
from services.text.sentences import words as words_of

NOT_LITERAL = "Its quote does not stand in the document."
NO_NAME = "Neither its sentence nor the context names “{name}”."
NO_DATE = "Its sentence does not say {year}."
BARELY_JOINED = "Its names are joined by “{word}” alone."
BARE = frozenset({"OF", "IN", "AT", "ON", "FROM", "FOR", "WITH", "BY", "TO"})
"""Relations that are a preposition and nothing else."""
CONTEXT = 1_500
"""Characters before the quote in which its pronouns may find a name."""
_HEADING = re.compile(r"^(?:#{1,6}[ \t]+|From:[ \t]+)([^\n]+)", re.MULTILINE)
"""A mail's head names its writer, who is “I” below it."""


@dataclass(frozen=True)
class Gate:
    """`aliases`: other spellings of an entity that the document uses; `doubts`: what its reader has against a fact."""

    document: Document
    aliases: Mapping[str, Sequence[str]]
    doubts: Mapping[FactDraft, str] = field(default_factory=dict)

    def sorted(self, drafts: Iterable[FactDraft]) -> tuple[list[FactDraft], list[Refusal]]:
        """Those that may enter, and those that wait, with the reason."""
        passed, waiting = list[FactDraft](), list[Refusal]()
        for draft in drafts:
            reason = self.reason_against(draft)
            if reason:
                waiting.append(Refusal(sentence=draft.quote or draft.fact, reason=reason, draft=draft))
            else:
                passed.append(draft)
        return passed, waiting

    def reason_against(self, draft: FactDraft) -> str:
        """ "" where nothing speaks against it."""
        quote = fold(draft.quote or draft.fact)
        at = self._folded.find(quote)
        if at < 0:
            return NOT_LITERAL
        context = " ".join((self.document.title, *self._headings, self._folded[max(0, at - CONTEXT) : at + len(quote)]))
        for name in (draft.subject, draft.object):
            if not self._is_named(name, context):
                return NO_NAME.format(name=name)
        for moment in (draft.valid_at, draft.invalid_at):
            if moment is not None and not _says_year(quote, moment.year) and not self._is_written_in(draft, moment):
                return NO_DATE.format(year=moment.year)
        if _is_barely_joined(draft):
            return BARELY_JOINED.format(word=draft.relation.lower())
        return self.doubts.get(draft, "")

    def _is_written_in(self, draft: FactDraft, moment: datetime) -> bool:
        """A language model takes the document's date for what is told in the present tense."""
        written = self.document.reference_time
        return draft.origin == "model" and written is not None and moment.year == written.year

    def _is_named(self, name: str, context: str) -> bool:
        said = f" {' '.join(words_of(fold(context)))} ".replace("'s ", " ")
        return any(f" {' '.join(words_of(fold(words)))} " in said for words in (name, *self.aliases.get(name, ())))

    @cached_property
    def _folded(self) -> str:
        return fold(self.document.content)

    @cached_property
    def _headings(self) -> list[str]:
        return _HEADING.findall(self.document.content)


def _is_barely_joined(draft: FactDraft) -> bool:
    """Whether a rule read a bare preposition between what is neither in a place nor, for a person, of a firm: such
    facts are more often wrong than right."""
    if draft.origin != "rule" or draft.relation not in BARE:
        return False
    held = ("Place", "Organisation") if draft.subject_type == "Person" else ("Place",)
    return not (draft.subject_type and draft.object_type in held)


def _says_year(quote: str, year: int) -> bool:
    return str(year) in quote or f"{year // 10}0s" in quote


def check_reading(
    document: Document, reading: Reading, accepted: Sequence[FactDraft] = (), rejected: Sequence[Refusal] = ()
) -> Reading:
    """The reading with only the facts that pass the gate, and those that a person has accepted; what waits is among its
    refusals. What a person has rejected neither passes nor waits."""
    doubts = dict(zip(reading.facts, reading.doubts, strict=True)) if reading.doubts else {}
    gate = Gate(document, {entity.name: entity.aliases for entity in reading.entities}, doubts)
    asked = [fact for fact in reading.facts if not any(one.states(fact) for one in rejected)]
    passed, refused = gate.sorted(asked)
    waiting = [one for one in refused if not any(one.states(fact) for fact in accepted)]
    entering = set(passed)
    further = [fact for fact in accepted if not any(is_same_statement(fact, one) for one in passed)]
    return reading.model_copy(
        update={
            "facts": (*passed, *further),
            "doubts": (),
            "dates": (
                *(date for draft, date in zip(reading.facts, reading.dates, strict=True) if draft in entering),
                *[""] * len(further),
            ),
            "refused": (*waiting, *reading.refused),
            "refused_count": reading.refused_count + len(waiting),
            "rejected_count": len(reading.facts) - len(asked),
        }
    )
