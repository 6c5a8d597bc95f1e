"""What is asked of the agent: by a page, over REST or from the command line."""

from typing import Annotated
from uuid import UUID

from pydantic import StringConstraints

from services.models.base import Model, StorableText
from services.models.viewpoint import Viewpoint

DEFAULT_PROFILE = "Analyst"


class Question(Model):
    """Two that are equal are one question sent twice; to ask again is to change one field.

    `model` None: the configured one; `text_weight` None: the saved one.
    `conversation` None: a new one; `replace_from`: its turns from this index on are dropped first.
    """

    prompt: Annotated[StorableText, StringConstraints(strip_whitespace=True)]
    profile: StorableText = DEFAULT_PROFILE
    viewpoint: Viewpoint = Viewpoint()
    model: StorableText | None = None
    text_weight: float | None = None
    conversation: UUID | None = None
    replace_from: int | None = None

    def in_conversation(self, conversation: UUID | None) -> "Question":
        return self.model_copy(update={"conversation": conversation})
