"""Text that knows where on its page each of its characters stands, whatever becomes of it on its way."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from services.text.cleaning import document_text

NOWHERE = -1
"""The place of a character that the page does not have, such as the colon after a column's head."""
LINE_END = re.compile("\r\n|[\r\f\x85]")
LIGATURES = dict(
    zip("\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06", ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)
)
LIGATURE = re.compile(f"[{''.join(LIGATURES)}]")


class Placed(NamedTuple):
    """`places` has the number of each character among those of its page."""

    text: str
    places: Sequence[int]

    def part(self, start: int, end: int) -> "Placed":
        return Placed(self.text[start:end], self.places[start:end])

    def stripped(self) -> "Placed":
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, max(start, len(self.text.rstrip())))

    def lines(self) -> Iterator["Placed"]:
        at = 0
        for line in self.text.split("\n"):
            yield self.part(at, at + len(line))
            at += len(line) + 1


NOTHING = Placed("", ())


def added(text: str) -> Placed:
    """What the page does not have."""
    return Placed(text, (NOWHERE,) * len(text))


def joined(parts: Iterable[Placed], between: str = "") -> Placed:
    filled = list(parts)
    places: list[int] = []
    for number, part in enumerate(filled):
        places += (NOWHERE,) * len(between) if number else ()
        places += part.places
    return Placed(between.join(part.text for part in filled), places)


def replaced(placed: Placed, pattern: re.Pattern[str], by: dict[str, str] | str) -> Placed:
    """What replaces a match stands where the match begins."""
    parts, at = [], 0
    for match in pattern.finditer(placed.text):
        text = by if isinstance(by, str) else by[match.group()]
        parts += [placed.part(at, match.start()), Placed(text, (placed.places[match.start()],) * len(text))]
        at = match.end()
    return joined([*parts, placed.part(at, len(placed.text))]) if parts else placed


def cleaned(placed: Placed) -> Placed:
    """As `document_text` cleans, and with ligatures as the letters that they stand for."""
    spelt = replaced(placed, LIGATURE, LIGATURES)
    if document_text(spelt.text) == spelt.text:
        return spelt
    ended = replaced(spelt, LINE_END, "\n")
    kept = [(letter, place) for letter, place in zip(*ended, strict=True) if document_text(letter)]
    return Placed("".join(letter for letter, _ in kept), [place for _, place in kept])
