"""Changes of documents that are there: one at a time or many at once, and those that were deleted back again."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, Field, StrictBool

from services.api.dependencies import NO_DOCUMENT, WRITES, OpenDoor
from services.api.shapes import READABLE, DocumentShape, GivenCollection, GivenMoment, GivenText
from services.documents.choice import MOST_CHOSEN
from services.documents.ingest.editing import LONGEST_TITLE, Editing
from services.errors import InvalidInput
from services.models import DeletedDocument, DocumentsChanged

router = APIRouter(tags=["documents"])


class Changes(BaseModel):
    """What is not named stays as it is; `reference_time: null` takes the date away."""

    enabled: StrictBool | None = Field(None, description="false: neither searched nor believed, but listed and read")
    reference_time: GivenMoment = Field(None, description="when it was written")
    collection: GivenCollection | None = Field(
        None, description="the one to move to, which may be new", json_schema_extra=READABLE
    )

    async def make(self, editing: Editing, documents: list[UUID]) -> DocumentsChanged:
        made = []
        if self.enabled is not None:
            made.append(await editing.switch(documents, enabled=self.enabled))
        if "reference_time" in self.model_fields_set:
            made.append(await editing.redate(documents, self.reference_time))
        if self.collection is not None:
            made.append(await editing.move(documents, self.collection))
        return DocumentsChanged.combine(made)


class ChangesOfOne(Changes):
    title: Annotated[GivenText, Field(min_length=1, max_length=LONGEST_TITLE, json_schema_extra=READABLE)] | None = None


class ChangesOfMany(Changes):
    documents: Annotated[list[UUID], Field(min_length=1, max_length=MOST_CHOSEN)]
    deleted: StrictBool | None = Field(None, description="true: delete, with an hour to bring back; false: bring back")


@router.patch("/documents/{document_id}", responses={**NO_DOCUMENT, **WRITES})
async def change_document(door: OpenDoor, document_id: UUID, changes: ChangesOfOne) -> DocumentShape:
    """Retitle, redate, move, switch off or on. Nothing is embedded anew but what a new title changes."""
    editing, library = door.services.editing, door.services.library
    await door.call(library.get(document_id))
    if changes.title is not None:
        await door.call(editing.retitle(document_id, changes.title))
    made = await door.call(changes.make(editing, [document_id]))
    if made.problems:
        raise InvalidInput(made.problems[0])
    return DocumentShape.of(await door.call(library.get(document_id)))


@router.patch("/documents", responses={**NO_DOCUMENT, **WRITES})
async def change_documents(door: OpenDoor, changes: ChangesOfMany) -> DocumentsChanged:
    """The same for many. `changed` are those that are different now; `problems` says why others are not."""
    editing = door.services.editing
    made = [await door.call(changes.make(editing, changes.documents))]
    if changes.deleted is not None:
        act = editing.delete if changes.deleted else editing.bring_back
        made.append(await door.call(act(changes.documents)))
    return DocumentsChanged.combine(made)


@router.get("/documents/deleted")
async def deleted_documents(door: OpenDoor) -> list[DeletedDocument]:
    """Those that can still be brought back."""
    return list(await door.call(door.services.editing.deleted()))
