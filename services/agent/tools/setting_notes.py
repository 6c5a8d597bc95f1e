"""The lines of a trace that say with which setting, and where, a search looked: tools write them, pages read them."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from services.models import SearchResult
from services.text.wording import count_of, day

_MIXED = re.compile(r"text_weight ([\d.]+) \([^)]*\), fusion (\w+)")
_CUT = re.compile(r"similarity from ([\d.]+) \([^)]*\)")


class UsedSetting(NamedTuple):
    """What was noted; a search by meaning alone has a threshold, one that mixes has the other two."""

    text_weight: float | None = None
    fusion: str | None = None
    similarity_threshold: float | None = None


def mixed(found: SearchResult, origin: str) -> str:
    return f"text_weight {found.text_weight:g} ({origin}), fusion {found.fusion}"


def cut(threshold: float, origin: str) -> str:
    return f"similarity from {threshold:g} ({origin})"


def published(moment: datetime, is_found: bool, undated: int) -> str:
    """Of a search in what was written by a date."""
    said = f"Only documents dated by {day(moment)} were searched" if is_found else nothing_published(moment)
    return f"{said}; {count_of(undated, 'undated document')} left out." if undated else f"{said}."


def nothing_published(moment: datetime) -> str:
    return f"No document dated by {day(moment)} matches"


def within(collection: str) -> str:
    return f"Searched in the collection “{collection}”"


def used(notes: Sequence[str]) -> UsedSetting:
    for note in notes:
        if match := _MIXED.fullmatch(note):
            return UsedSetting(float(match[1]), match[2])
        if match := _CUT.fullmatch(note):
            return UsedSetting(similarity_threshold=float(match[1]))
    return UsedSetting()
