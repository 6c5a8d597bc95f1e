"""What differs between two versions of a text: paragraph by paragraph, and within those word by word. Pure."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

PARAGRAPH = re.compile(r"[^\n]+(?:\n(?!\s*\n)[^\n]+)*")
"""Lines up to an empty one."""
WORD = re.compile(r"\s*\S+")
MOST_WORDS = 4000
"""Of a longer passage on either side not each word is compared."""

Span = tuple[int, int]


class Part(NamedTuple):
    """`differs`: the other side does not have it here."""

    text: str
    differs: bool


class Difference(NamedTuple):
    """A passage as it was and as it is, where they stand, and whether they are the same; one of them may be empty."""

    earlier: tuple[Part, ...]
    later: tuple[Part, ...]
    earlier_span: Span
    later_span: Span
    same: bool


def differences(earlier: str, later: str) -> Iterator[Difference]:
    """All of both texts in their order, but for the space between paragraphs."""
    before, after = _paragraphs(earlier), _paragraphs(later)
    matcher = SequenceMatcher(None, [_folded(earlier, one) for one in before], [_folded(later, one) for one in after])
    for operation, first, last, begin, end in matcher.get_opcodes():
        if operation == "equal":
            for was, now in zip(before[first:last], after[begin:end], strict=True):
                yield _difference(earlier, was, later, now, same=True)
        else:
            was = _around(before[first:last], before, first, len(earlier))
            now = _around(after[begin:end], after, begin, len(later))
            yield _difference(earlier, was, later, now, same=False)


def differences_in_passage(earlier: str, later: str, passage: Span) -> list[Difference]:
    """The differences that the passage of the earlier text reaches into."""
    start, end = passage
    return [one for one in differences(earlier, later) if one.earlier_span[0] < end and start < one.earlier_span[1]]


def _paragraphs(text: str) -> list[Span]:
    return [match.span() for match in PARAGRAPH.finditer(text) if match[0].strip()]


def _folded(text: str, span: Span) -> str:
    """Another line break or another space is no difference."""
    return " ".join(text[slice(*span)].split())


def _around(some: Sequence[Span], every: Sequence[Span], place: int, length: int) -> Span:
    """From the first to the last of them; of none, the place where they would stand."""
    if some:
        return some[0][0], some[-1][1]
    at = every[place][0] if place < len(every) else length
    return at, at


def _difference(earlier: str, was: Span, later: str, now: Span, *, same: bool) -> Difference:
    before, after = earlier[slice(*was)], later[slice(*now)]
    if same:
        return Difference((Part(before, False),), (Part(after, False),), was, now, True)
    left, right = WORD.findall(before), WORD.findall(after)
    if not left or not right or max(len(left), len(right)) > MOST_WORDS:
        return Difference(_whole(before), _whole(after), was, now, False)
    codes = SequenceMatcher(
        None, [word.strip() for word in left], [word.strip() for word in right], False
    ).get_opcodes()
    return Difference(
        tuple(_part(left[first:last], code) for code, first, last, _, _ in codes if first < last),
        tuple(_part(right[first:last], code) for code, _, _, first, last in codes if first < last),
        was,
        now,
        False,
    )


def _whole(text: str) -> tuple[Part, ...]:
    return (Part(text, True),) if text else ()


def _part(words: Sequence[str], operation: str) -> Part:
    return Part("".join(words), operation != "equal")
