"""How often and where documents name an entity, and what they name close by."""

from uuid import UUID

from services.models.base import Model
from services.models.graph import Entity


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
