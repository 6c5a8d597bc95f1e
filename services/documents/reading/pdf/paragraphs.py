"""Lines of a page as paragraphs: how wide a line is, is told by the column in which it stands. Pure."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from services.documents.reading.pdf.pages import Word
from services.documents.reading.placed_text import NOWHERE, PlacedText, join_texts

FULL_LINE = 0.75
"""A line that reaches this share of its column's usual width goes on in the next one."""
SENTENCE_END = re.compile(r"[.!?:;…][\"'”’)\]]*$")
ITEM = re.compile(r"(?:[-–•*·]|\d{1,3}[.)])\s")
BLANK = 0.25
"""Between two words, as a share of their height."""
OTHER_FACE = 1.15
"""Letters so many times as high as those beside them are of another face: a title, a footnote."""
LONG_LINE, OTHER_LETTERS = 25, 1.3
"""Lines of so many letters are of different faces where those of one are on average so many times as wide."""
UPWARD = 1.5
"""Heights by which a line stands above the one before it where a new column begins."""
SHIFTED, INDENTED = 2.0, 0.8
"""Heights by which a line begins left of its column, or right of the line before it."""
ASIDE = 0.2
"""The share of its column by which a line begins right of it that is set in the middle, or at the right."""
WIDER_GAP, WIDE_GAP = 1.35, 1.8
"""Times the usual distance of two lines: parts paragraphs whose line is full, and what may be one."""
HIGHEST_PITCH = 1.5
"""Heights from line to line; what is further apart only stands so on a page with little text."""
FEW_LINES = 5
"""Of a column: its widest line tells how wide it is. Of more lines it is the next one, as one may stand out."""


@dataclass(frozen=True)
class ProseLine:
    """`left` and `top` are of its beginning, `last_left`, `right` and `last_top` of its end: a word that is torn at a
    line's end joins two lines. `first_word` is as long as its first word is."""

    placed: PlacedText
    left: float
    top: float
    last_left: float
    right: float
    last_top: float
    height: float
    first_word: float
    letter: float
    """How wide its letters usually are."""

    @property
    def text(self) -> str:
        return self.placed.text

    @property
    def width(self) -> float:
        return self.right - self.last_left


@dataclass(frozen=True)
class Column:
    """Lines below one another; `flows`: what ends in it may go on at the top of the next one. `least_right`: how far it
    may reach, whether one of its lines does or not."""

    lines: tuple[ProseLine, ...]
    flows: bool = False
    least_right: float = 0

    @property
    def left(self) -> float:
        return min(line.last_left for line in self.lines)

    @property
    def right(self) -> float:
        ends = sorted((line.right for line in self.lines), reverse=True)
        return max(self.least_right, ends[1] if len(ends) > FEW_LINES else ends[0])

    @property
    def pitch(self) -> float:
        """The usual distance of two lines."""
        steps = [above.last_top - below.top for above, below in pairwise(self.lines)]
        return median(steps) if len(steps) > 2 else float("inf")


def paragraphs_of(prose: PlacedText, words: Sequence[Word] = ()) -> Iterator[PlacedText]:
    """`words` are the page's, by which its lines are measured; without any, by their letters."""
    lines = [line.strip() for line in prose.lines()]
    measured = [_measured(line, number, words) for number, line in enumerate(lines) if line.text]
    columns = _columns(measured)
    is_blank_before = {line.places[0] for above, line in pairwise(lines) if line.text and not above.text}
    paragraph: list[PlacedText] = []
    for number, column in enumerate(columns, 1):
        beyond = columns[number].lines[:1] if column.flows else ()
        for line, following in zip(column.lines, [*column.lines[1:], *(beyond or [None])], strict=True):
            paragraph.append(line.placed)
            is_apart = following is None or following.placed.places[0] in is_blank_before
            if following is None or is_apart or not _goes_on(line, following, column):
                yield join_texts(paragraph, " ")
                paragraph = []


def _measured(line: PlacedText, number: int, words: Sequence[Word]) -> ProseLine:
    own = _words_of(line, words)
    if not own:
        width, first = float(len(line.text)), len(line.text.split(" ", 1)[0])
        return ProseLine(line, 0, -number, 0, width, -number, 1, first + 1 - BLANK, 1)
    boxes = [word.box for word in own]
    height = median(box.height for box in boxes)
    last = next((place + 1 for place in range(len(own) - 2, -1, -1) if _is_apart(own[place], own[place + 1])), 0)
    return ProseLine(
        line,
        left=boxes[0].left,
        top=boxes[0].middle[1],
        last_left=boxes[last].left,
        right=max(box.right for box in boxes[last:]),
        last_top=boxes[last].middle[1],
        height=height,
        first_word=boxes[0].right - boxes[0].left,
        letter=sum(box.right - box.left for box in boxes) / sum(len(word.text) for word in own),
    )


def _words_of(line: PlacedText, words: Sequence[Word]) -> list[Word]:
    """In the order of the page's text."""
    found: list[Word] = []
    for place in line.places if words else ():
        if place != NOWHERE and not (found and found[-1].start <= place < found[-1].end):
            at = bisect_right(words, place, key=lambda word: word.start) - 1
            found += [words[at]] if at >= 0 and words[at].start <= place < words[at].end else []
    return found


def _is_apart(word: Word, following: Word) -> bool:
    """Whether the next one stands in another line."""
    return abs(word.box.middle[1] - following.box.middle[1]) > word.box.height / 2 and (
        following.box.left < word.box.right or following.box.middle[1] > word.box.middle[1] + word.box.height
    )


def _columns(lines: Sequence[ProseLine]) -> list[Column]:
    """In the order of the text. What reaches over into the next column stands above both, and what begins left of the
    last one below both."""
    stretches: list[list[ProseLine]] = []
    for line in lines:
        above = stretches[-1][-1] if stretches else None
        is_torn_over = line.last_top > line.top + UPWARD * line.height
        if above is None or line.top > above.last_top + UPWARD * above.height or is_torn_over:
            stretches.append([])
        stretches[-1].append(line)
    columns: list[Column] = []
    widest = max((line.right for line in lines), default=0.0)
    for place, stretch in enumerate(stretches):
        following = stretches[place + 1] if place + 1 < len(stretches) else []
        head, body = _without_head(stretch, following)
        body, foot = _without_foot(body) if place else (body, [])
        flows = bool(following and not foot) and _is_beside(body, following)
        parts = [(head, False, widest), (body, flows, 0.0), (foot, False, 0.0)]
        columns += [Column(tuple(part), own, least) for part, own, least in parts if part]
    return columns


def _without_head(lines: list[ProseLine], following: Sequence[ProseLine]) -> tuple[list[ProseLine], list[ProseLine]]:
    if not following or _left(following) <= _left(lines):
        return [], lines
    over = [place for place, line in enumerate(lines) if line.right > _left(following) + line.height]
    return lines[: over[-1] + 1] if over else [], lines[over[-1] + 1 :] if over else lines


def _without_foot(lines: list[ProseLine]) -> tuple[list[ProseLine], list[ProseLine]]:
    left = _left(lines)
    first = next((place for place, line in enumerate(lines) if line.left < left - SHIFTED * line.height), len(lines))
    return lines[:first], lines[first:]


def _left(lines: Sequence[ProseLine]) -> float:
    return median(line.last_left for line in lines)


def _is_beside(lines: Sequence[ProseLine], following: Sequence[ProseLine]) -> bool:
    """Whether the following lines are a column to the right of these."""
    return (
        bool(lines)
        and following[0].last_left >= max(line.last_left for line in lines)
        and all(line.right <= _left(following) + line.height for line in lines)
    )


def _goes_on(line: ProseLine, following: ProseLine, column: Column) -> bool:
    if ITEM.match(following.text) or not _are_of_one_face(line, following):
        return False
    is_ended, widest = SENTENCE_END.search(line.text) is not None, column.right - column.left
    if is_ended and following.width < widest / 2 and not SENTENCE_END.search(following.text):
        return False  # what follows is a heading
    if following.top < line.last_top and _are_apart(line, following, column, is_ended=is_ended):
        return False
    is_aside = line.last_left - column.left > ASIDE * widest  # as a title in the middle is
    width = widest if is_aside else column.right - line.last_left
    if BLANK * line.height + following.first_word > width - line.width:
        return True
    return line.width >= FULL_LINE * width and not is_ended


def _are_of_one_face(line: ProseLine, following: ProseLine) -> bool:
    lower, higher = sorted((line.height, following.height))
    narrower, wider = sorted((line.letter, following.letter))
    is_long = min(len(line.text), len(following.text)) >= LONG_LINE
    return higher <= OTHER_FACE * lower and not (is_long and wider > OTHER_LETTERS * narrower)


def _are_apart(line: ProseLine, following: ProseLine, column: Column, *, is_ended: bool) -> bool:
    """Whether a gap or an indent says that the next line below begins a new paragraph."""
    gap = line.last_top - following.top
    is_indented = following.left > line.last_left + INDENTED * line.height
    if is_ended and (is_indented or gap > WIDER_GAP * column.pitch):
        return True
    usual = min(column.pitch, HIGHEST_PITCH * line.height)
    return gap > WIDE_GAP * usual and not following.text[0].islower()
