"""What a document brings into the graph: its facts, the names that it holds, and who says so. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from services.graph import records
from services.graph.by_rule.names.standing import standing
from services.graph.names import fact_uuid
from services.graph.writing.entities import GROUP, Named, Naming
from services.graph.writing.episodes import Episode, Origin, Told
from services.graph.writing.resolution import Key
from services.models import Document, FactDraft, NamedEntity, Reading


@dataclass(frozen=True)
class Brought:
    """`named` are entities beside those of the facts. Names that were read by rule have the `reading` with them; found
    in a document that says nothing else, none."""

    document: Document
    episode: Episode
    drafts: Mapping[UUID, FactDraft]
    named: Sequence[NamedEntity] = ()
    by_rule: bool = False
    reading: Reading | None = field(default=None, repr=False)

    @classmethod
    def given(cls, document: Document, facts: Sequence[FactDraft]) -> "Brought":
        return cls(document, Episode.of(document, "facts as given"), by_uuid(facts))

    @classmethod
    def read(cls, document: Document, reading: Reading) -> "Brought":
        """Facts by rule that have passed the gate; names without a fact stay as mentions."""
        episode = Episode.of(document, "read by rule", reading.report())
        return cls(document, episode, by_uuid(reading.facts), reading.entities, by_rule=True, reading=reading)

    @classmethod
    def mentioned(cls, document: Document, names: Iterable[str]) -> "Brought":
        named = [NamedEntity(name=name, type="", count=0) for name in names]
        return cls(document, Episode.of(document, "mentions found by rule"), {}, named, by_rule=True)

    def naming(self, moment: datetime) -> Naming:
        """Types that a rule guessed give way to others; where it guesses none, names mean what they mean elsewhere."""
        return Naming([*self._names(), *ends(self.drafts.values())], moment, by_rule=self.reading is not None)

    def told(self, entities: Mapping[Key, UUID], moment: datetime) -> Told:
        names = self._names()
        if self.reading is not None:
            counted = {entities[name.key]: one for name, one in zip(names, self.named, strict=True)}
        else:
            counted = standing_in(self.document, entities, [*names, *ends(self.drafts.values())])
        by: Origin = "rule" if self.by_rule else "fact"
        return Told(self.episode, list(self.drafts), entities.values(), moment, by, counted)

    def ends(self, entities: Mapping[Key, UUID]) -> set[UUID]:
        """The entities that its facts join."""
        return {entities[named.key] for named in ends(self.drafts.values())}

    def _names(self) -> list[Named]:
        return [Named(one.name, one.type or None) for one in self.named]


def told(brought: Sequence[Brought], entities: Sequence[Mapping[Key, UUID]], moments: Sequence[datetime]) -> list[Told]:
    return [one.told(found, moment) for one, found, moment in zip(brought, entities, moments, strict=True)]


def standing_in(document: Document, entities: Mapping[Key, UUID], names: Iterable[Named]) -> dict[UUID, NamedEntity]:
    """How often and where the document names them, as they are spelt there."""
    uuids = {name.name: entities[name.key] for name in names}
    return {uuids[one.name]: one for one in standing(document.content, dict.fromkeys(uuids, ""))}


def ends(facts: Iterable[FactDraft]) -> list[Named]:
    pairs = ((Named(f.subject, f.subject_type), Named(f.object, f.object_type)) for f in facts)
    return [one for pair in pairs for one in pair]


def by_uuid(facts: Iterable[FactDraft]) -> dict[UUID, FactDraft]:
    return {uuid_of(draft): draft for draft in facts}


def uuid_of(draft: FactDraft) -> UUID:
    written = {"from": draft.began, "until": draft.ended}
    inexact = [f"{end} {date.edtf}" for end, date in written.items() if date and not date.is_exact]
    moments = draft.valid_at, draft.invalid_at
    return fact_uuid(draft.subject, draft.relation, draft.object, draft.fact, *moments, inexact)


@dataclass(frozen=True)
class NewFact:
    """A fact that the graph does not have yet, as the first document that states it says it."""

    uuid: UUID
    draft: FactDraft
    document: Document
    entities: Mapping[Key, UUID]
    moment: datetime

    def row(self, vector: Sequence[float]) -> dict[str, object]:
        draft = self.draft
        source = str(self.entities[Named(draft.subject, draft.subject_type).key])
        target = str(self.entities[Named(draft.object, draft.object_type).key])
        return {
            "uuid": str(self.uuid),
            "source_node_uuid": source,
            "target_node_uuid": target,
            "fact_embedding": list(vector),
            "origin": draft.origin,
            "episode": str(self.document.id),
            "now": self.moment,
            "reference_time": self.document.reference_time,
            "properties": {
                "source_node_uuid": source,
                "target_node_uuid": target,
                "name": draft.relation,
                "fact": draft.fact,
                "group_id": GROUP,
                **records.date_properties(draft),
            },
        }
