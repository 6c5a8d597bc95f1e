"""How each part of the workbench is doing."""

from typing import Literal

from services.models.base import Model

PartState = Literal["ok", "starting", "down", "off"]


class PartHealth(Model):
    status: PartState
    reason: str = ""


class Health(Model):
    """`ok` as long as documents can be searched."""

    ok: bool
    parts: dict[Literal["postgres", "graph", "embedding", "chat_model"], PartHealth]
