"""How often and where documents name an entity, and what they name close by."""

from uuid import UUID

from services.models.base import Model
from services.models.citations import Citation
from services.models.graph import Entity, MentionLink, Neighborhood


class Mention(Model):
    """In one document; `count` None: it is not known how often. `starts`: the first few offsets in its text."""

    document_id: UUID
    title: str
    count: int | None
    starts: tuple[int, ...] = ()


class Companion(Model):
    """An entity that stands close to another: a weak link, which says nothing of what joins them."""

    entity: Entity
    document_count: int


class Mentions(Model):
    """`documents`: those with most mentions first; `together`: those that most documents name close by.

    `count` None: of some document it is not known how often it names the entity.
    """

    documents: tuple[Mention, ...] = ()
    document_count: int = 0
    count: int | None = 0
    together: tuple[Companion, ...] = ()


class MentionedTogether(Model):
    """What documents name close to some entities, and which of all these are named close to each other.

    `entities`: beside those asked about, those that most documents name close by first; `links`: those in most
    documents first. The totals count what was found; `is_whole` False: of very many mentions not all were looked at.
    """

    entities: tuple[Entity, ...] = ()
    links: tuple[MentionLink, ...] = ()
    total_entities: int = 0
    total_links: int = 0
    is_whole: bool = True


class SharedPassages(Model):
    """Where two names stand close to each other: the first passages of the documents that have most of them."""

    passages: tuple[Citation, ...]
    document_count: int
    passage_count: int


class NeighborhoodWithMentions(Neighborhood):
    """With what is mentioned together with its entity and with the entities round it."""

    mentioned_together: MentionedTogether
