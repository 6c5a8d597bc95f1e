"""Which entity a name means: one for each normalised name and type; without a type, the only typed one there is."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from services.graph.names import entity_uuid

Key = tuple[str, str]
"""A normalised name and a label; the label "" where no type was given."""


@dataclass(frozen=True)
class KnownEntity:
    """An entity that is in the graph already. `guess`: the type that a rule gave it, "" where it has none at all, None
    where its type is stated; `is_told`: its documents tell the guessed type, and not a model of names alone."""

    uuid: UUID
    label: str
    guess: str | None = None
    is_told: bool = False

    def takes(self, label: str, is_told: bool) -> bool:
        """Whether a rule may give it this type: where it has none, and where it was guessed and is told now."""
        return bool(label) and self.guess is not None and (not self.guess or (is_told and not self.is_told))


@dataclass(frozen=True)
class ResolvedEntity:
    """`typed`: an untyped entity of the graph that now gets its type."""

    uuid: UUID
    action: Literal["known", "new", "typed"]


def resolve_names(wanted: Iterable[Key], known: Mapping[str, tuple[KnownEntity, ...]]) -> dict[Key, ResolvedEntity]:
    """The answer does not depend on the order in which names come within one call."""
    labels: defaultdict[str, set[str]] = defaultdict(set)
    for name, label in wanted:
        labels[name].add(label)
    return {
        (name, label): resolved
        for name in labels
        for label, resolved in _resolve_name(name, labels[name], known.get(name, ())).items()
    }


def _resolve_name(name: str, labels: set[str], known: tuple[KnownEntity, ...]) -> dict[str, ResolvedEntity]:
    there = {entity.label: ResolvedEntity(entity.uuid, "known") for entity in reversed(known)}
    typed = {label: there.get(label) or ResolvedEntity(entity_uuid(name, label), "new") for label in labels - {""}}
    every_type = {label: found for label, found in (there | typed).items() if label}
    untyped = there.get("")
    if untyped and len(every_type) == 1 and set(typed) - set(there):
        typed = {label: ResolvedEntity(untyped.uuid, "typed") for label in typed}
        every_type = typed
    if "" not in labels:
        return typed
    if len(every_type) == 1:
        return typed | {"": next(iter(every_type.values()))}
    return typed | {"": untyped or ResolvedEntity(entity_uuid(name, ""), "new")}


def with_resolved_names(
    known: Mapping[str, tuple[KnownEntity, ...]],
    resolved: Mapping[Key, ResolvedEntity],
    *,
    by_rule: bool,
    told: Collection[Key] = (),
) -> dict[str, tuple[KnownEntity, ...]]:
    """What is known once these are written; a type that a rule guessed counts as none. `told`: whose type a
    document tells."""
    after = dict(known)
    for (name, label), one in sorted(resolved.items(), key=lambda item: (str(item[1].uuid), item[0])):
        if one.action != "known":
            there = {entity.uuid: entity for entity in after.get(name, ())}
            stated, guess = ("", label) if by_rule else (label, None if label else "")
            written = KnownEntity(one.uuid, stated, guess, (name, label) in told)
            after[name] = tuple((there | {one.uuid: written}).values())
    return after
