"""How often and where names stand in a text, spelt as they are. Pure."""

import re
from collections.abc import Iterator, Mapping

from services.models import NamedEntity

STARTS_KEPT = 20
"""Places of a name that are kept of one document, the first ones."""


def find_known_names(text: str, names: Mapping[str, str]) -> tuple[NamedEntity, ...]:
    """Those of the names that stand in the text as whole words, the most mentioned first; `names`: with their types."""
    return tuple(sorted(_found(text, names), key=lambda one: (-one.count, one.name)))


def _found(text: str, names: Mapping[str, str]) -> Iterator[NamedEntity]:
    for name, kind in names.items():
        places = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)] if name else []
        if places:
            yield NamedEntity(name=name, type=kind, count=len(places), starts=tuple(places[:STARTS_KEPT]))
