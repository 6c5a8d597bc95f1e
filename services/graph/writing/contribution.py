"""What a document contributes to the graph: its facts, the names in it, and who says so. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from services.graph import records
from services.graph.by_rule.names.known_in_text import find_known_names
from services.graph.names import fact_uuid
from services.graph.writing.entities import GROUP, DocumentEntities, EntityDraft
from services.graph.writing.episodes import Episode, EpisodeContent, MentionOrigin
from services.graph.writing.resolution import Key
from services.models import Document, FactDraft, NamedEntity, Reading


@dataclass(frozen=True)
class Contribution:
    """What a document brings into the graph. `named` are entities besides those of the facts; `reading` is what was
    read by rule, None if only names were found."""

    document: Document
    episode: Episode
    drafts: Mapping[UUID, FactDraft]
    named: Sequence[NamedEntity] = ()
    by_rule: bool = False
    reading: Reading | None = field(default=None, repr=False)

    @classmethod
    def from_facts(cls, document: Document, facts: Sequence[FactDraft]) -> "Contribution":
        return cls(document, Episode.of(document, "facts as given"), _drafts_by_uuid(facts))

    @classmethod
    def from_reading(cls, document: Document, reading: Reading) -> "Contribution":
        """Facts by rule that have passed the gate; names without a fact stay as mentions."""
        episode = Episode.of(document, "read by rule", reading.summary())
        return cls(document, episode, _drafts_by_uuid(reading.facts), reading.entities, by_rule=True, reading=reading)

    @classmethod
    def from_names(cls, document: Document, names: Iterable[str]) -> "Contribution":
        named = [NamedEntity(name=name, type="", count=0) for name in names]
        return cls(document, Episode.of(document, "mentions found by rule"), {}, named, by_rule=True)

    def document_entities(self, moment: datetime) -> DocumentEntities:
        """The entities that the document names. Types that a rule guessed give way to others; a name without a type
        means what it means elsewhere."""
        return DocumentEntities(
            [*self._names(), *fact_ends(self.drafts.values())], moment, by_rule=self.reading is not None
        )

    def episode_content(self, entities: Mapping[Key, UUID], moment: datetime) -> EpisodeContent:
        names = self._names()
        if self.reading is not None:
            counted = {entities[name.key]: one for name, one in zip(names, self.named, strict=True)}
        else:
            counted = _counted_names(self.document, entities, [*names, *fact_ends(self.drafts.values())])
        by: MentionOrigin = "rule" if self.by_rule else "fact"
        return EpisodeContent(self.episode, list(self.drafts), entities.values(), moment, by, counted)

    def fact_entities(self, entities: Mapping[Key, UUID]) -> set[UUID]:
        """The entities at the ends of its facts."""
        return {entities[named.key] for named in fact_ends(self.drafts.values())}

    def _names(self) -> list[EntityDraft]:
        return [EntityDraft(one.name, one.type or None, one.is_sure) for one in self.named]


def episode_contents(
    contributions: Sequence[Contribution], entities: Sequence[Mapping[Key, UUID]], moments: Sequence[datetime]
) -> list[EpisodeContent]:
    return [
        one.episode_content(found, moment) for one, found, moment in zip(contributions, entities, moments, strict=True)
    ]


def _counted_names(
    document: Document, entities: Mapping[Key, UUID], names: Iterable[EntityDraft]
) -> dict[UUID, NamedEntity]:
    """How often and where the document has each of the names, by the uuids of their entities."""
    uuids = {name.name: entities[name.key] for name in names}
    return {uuids[one.name]: one for one in find_known_names(document.content, dict.fromkeys(uuids, ""))}


def fact_ends(facts: Iterable[FactDraft]) -> list[EntityDraft]:
    pairs = ((EntityDraft(f.subject, f.subject_type), EntityDraft(f.object, f.object_type)) for f in facts)
    return [one for pair in pairs for one in pair]


def _drafts_by_uuid(facts: Iterable[FactDraft]) -> dict[UUID, FactDraft]:
    return {_draft_uuid(draft): draft for draft in facts}


def _draft_uuid(draft: FactDraft) -> UUID:
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
        source = str(self.entities[EntityDraft(draft.subject, draft.subject_type).key])
        target = str(self.entities[EntityDraft(draft.object, draft.object_type).key])
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
