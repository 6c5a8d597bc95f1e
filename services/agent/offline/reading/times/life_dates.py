"""“Ada Lovelace (10 December 1815 – 27 November 1852) was …”: when one was born and died, said without these words.

Pure.
"""

import functools
import re

from services.text.stems import stem

_AFTER_NAME = re.compile(r"[A-Z][\w.'’-]*,?\s+\(([^()]{4,120})\)(\s+(?:was|is|were)\b)?")
_YEAR = re.compile(r"(?<!\d)\d{3,4}(?!\d)")
_DASH = re.compile(r"\s*[–—]\s*|\s+-\s+|(?<=\d)-(?=\d{3,4}\b)")
_WORD = re.compile(r"[^\W\d_]{3,}")
"""A month, in whatever language."""
_BORN = re.compile(r"\b(?:born|b\.)\s|^\*|\bgeboren\b")
_DIED = re.compile(r"\b(?:died|d\.)\s|†|\bgestorben\b")
SHORTEST_LIFE = 12
"""Years: fewer are a term of office."""
BIRTH = frozenset(map(stem, ("born", "birth", "birthday")))
DEATH = frozenset(map(stem, ("die", "death", "dead")))


@functools.lru_cache(maxsize=20_000)
def life_words(text: str) -> frozenset[str]:
    """The stems of what such dates after a name say; of two years alone only where “was” or “is” follows them."""
    said = frozenset[str]()
    for found in _AFTER_NAME.finditer(text):
        inside, is_described = found[1], found[2] is not None
        said |= (BIRTH if _BORN.search(inside) else frozenset()) | (DEATH if _DIED.search(inside) else frozenset())
        parts = _DASH.split(inside)
        if len(parts) == 2 and _is_life(parts, is_described=is_described):
            said |= BIRTH | DEATH
    return said


def _is_life(parts: list[str], *, is_described: bool) -> bool:
    years = [[int(year) for year in _YEAR.findall(part)] for part in parts]
    if not all(years) or years[1][-1] - years[0][-1] < SHORTEST_LIFE:
        return False
    return is_described or all(_WORD.search(part) for part in parts)
