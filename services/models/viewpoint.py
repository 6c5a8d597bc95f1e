"""From where one looks at documents and facts: three clocks, the documents that count, whether undated facts do."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import BeforeValidator, Field

from services.models.base import Model, Moment, StorableText
from services.models.filters import NO_FILTERS, SearchFilters


def _with_zone(value: object) -> object:
    """A date without a zone is UTC."""
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) and value.tzinfo is None else value


def _in_utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


Clock = Annotated[Moment | None, BeforeValidator(_with_zone)]


class Viewpoint(Model):
    """Made once by a page, a route, a tool or a command, and passed whole to SQL and Cypher.

    `as_of`: true in the world then; None: now. `published_by`: documents dated by then. `known_on`: in Dossier by then.
    `collection`: what its documents say; None: all documents. `chosen`: what those of them say that fit; empty: all.
    `undated`: whether facts without a beginning count;
    None: now they do, since nothing says that they ended, and at a date they do not, since nothing says that they had
    begun. `ended`: facts that hold no longer count, too. `later`: what came after `as_of` is told; else it is not.
    """

    as_of: Clock = None
    published_by: Clock = None
    known_on: Clock = None
    collection: StorableText | None = None
    chosen: SearchFilters = Field(NO_FILTERS, exclude_if=lambda chosen: chosen.is_empty)
    undated: bool | None = None
    ended: bool = False
    later: bool = False

    @classmethod
    def now(cls) -> "Viewpoint":
        """What is true at present."""
        return cls()

    @classmethod
    def ever(cls) -> "Viewpoint":
        """Whatever was, is or will be true."""
        return cls(ended=True)

    def or_ever(self) -> "Viewpoint":
        """Where no date is set, facts of any time instead of the present ones."""
        return self if self.as_of is not None else self.with_ended()

    def with_ended(self) -> "Viewpoint":
        return self.model_copy(update={"ended": True})

    @property
    def has_clock(self) -> bool:
        """Whether it is another one than from here and now."""
        return (self.as_of, self.published_by, self.known_on) != (None, None, None)

    @property
    def moment(self) -> datetime:
        """The date looked from; without one, this moment."""
        return self.as_of or datetime.now(UTC)

    @property
    def horizon(self) -> datetime | None:
        """Nothing that began or ended after it is told; None: all is."""
        return None if self.later else self.as_of

    def is_later(self, moment: datetime | None) -> bool:
        """Whether something of that date, such as a document, came after the date looked from."""
        return self.as_of is not None and moment is not None and moment > self.as_of

    def shows_published(self, moment: datetime | None) -> bool:
        """Whether a document of that date was published by then; an undated one is published by no date."""
        return self.published_by is None or (moment is not None and moment <= self.published_by)

    def cut(self, moment: datetime) -> datetime:
        """The moment, or the horizon where that is earlier."""
        aware = _in_utc(moment)
        return aware if self.horizon is None else min(aware, self.horizon)

    @property
    def chooses_documents(self) -> bool:
        """Whether only what some of the documents state is told."""
        return self.collection is not None or self.published_by is not None or not self.chosen.is_empty

    def of_all_documents(self) -> "Viewpoint":
        """The same viewpoint with all documents."""
        return self.model_copy(update={"published_by": None, "chosen": NO_FILTERS})

    @property
    def counts_undated(self) -> bool:
        return self.as_of is None if self.undated is None else self.undated
