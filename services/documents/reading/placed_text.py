"""Text that keeps the place of each of its characters on the page, through all changes until it is a document's."""

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


class PlacedText(NamedTuple):
    """`places` has the number of each character among those of its page."""

    text: str
    places: Sequence[int]

    def part(self, start: int, end: int) -> "PlacedText":
        return PlacedText(self.text[start:end], self.places[start:end])

    def strip(self) -> "PlacedText":
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, max(start, len(self.text.rstrip())))

    def lines(self) -> Iterator["PlacedText"]:
        at = 0
        for line in self.text.split("\n"):
            yield self.part(at, at + len(line))
            at += len(line) + 1


NOTHING = PlacedText("", ())


def unplaced_text(text: str) -> PlacedText:
    """Text that the page does not have, so that its characters have no place."""
    return PlacedText(text, (NOWHERE,) * len(text))


def join_texts(parts: Iterable[PlacedText], between: str = "") -> PlacedText:
    filled = list(parts)
    places: list[int] = []
    for number, part in enumerate(filled):
        places += (NOWHERE,) * len(between) if number else ()
        places += part.places
    return PlacedText(between.join(part.text for part in filled), places)


def _replace(placed: PlacedText, pattern: re.Pattern[str], by: dict[str, str] | str) -> PlacedText:
    """The text with each match replaced; the replacement has the place where the match begins."""
    parts, at = [], 0
    for match in pattern.finditer(placed.text):
        text = by if isinstance(by, str) else by[match.group()]
        parts += [placed.part(at, match.start()), PlacedText(text, (placed.places[match.start()],) * len(text))]
        at = match.end()
    return join_texts([*parts, placed.part(at, len(placed.text))]) if parts else placed


def clean_text(placed: PlacedText) -> PlacedText:
    """The text cleaned as `document_text` does, with ligatures as the letters that they stand for."""
    ended = _replace(_replace(placed, LIGATURE, LIGATURES), LINE_END, "\n")
    if document_text(ended.text) == ended.text:
        return ended
    kept = [(letter, place) for letter, place in zip(*ended, strict=True) if document_text(letter)]
    return PlacedText("".join(letter for letter, _ in kept), [place for _, place in kept])
