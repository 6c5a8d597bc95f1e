"""The numbers of an answer's sources, “[1]”, and those that its quotations have because the sources have them. Pure."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

MARKER = re.compile(r"\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?!\()")
"""[3] or [1, 4], but not a Markdown link's text: what an answer holds when it is whole."""
_TOKEN = re.compile(r"\[[^\[\]\n]{1,20}\]|【[^】\n]{1,40}】|[^\W_]+")
_CLOSES = {"“": "”", "„": "“”", "«": "»", "»": "«", '"': '"'}
"""What ends a quotation, by what begins it."""
_LEFT_OUT = re.compile(r"…|\.\.\.")
_OF_BLOCK = re.compile(r"(?:^|\n)> ?[^\n]*$")
MOST_COMPARED = 12
FEWEST_AFTER = 3
"""Words that are compared before a number and, of one that begins a quotation, behind it."""


def own_markers(
    text: str, passages: Collection[str], pattern: re.Pattern[str] = MARKER, start: int = 0
) -> Iterator[re.Match[str]]:
    """Those from `start` on that the answer itself has. What stands so in a quotation and in a passage is the
    source's."""
    for marker in pattern.finditer(text, start):
        if not is_quoted(text, marker, passages):
            yield marker


def is_quoted(text: str, marker: re.Match[str], passages: Collection[str]) -> bool:
    """Whether it stands between quotation marks, or in a quoted block, as it stands in a passage."""
    before = _quoted_before(text, marker.start())
    if before is None:
        return False
    spoken = [*_tokens(before)[-MOST_COMPARED:], *_tokens(marker[0])]
    if len(spoken) == 1:
        spoken += _tokens(_quoted_after(text, marker.end()))[:FEWEST_AFTER]
    return len(spoken) > 1 and any(f" {' '.join(spoken)} " in _spoken(passage) for passage in passages)


def is_undecided(text: str, marker: re.Match[str]) -> bool:
    """Of a text that goes on: whether it begins a quotation of which too little is there to be compared."""
    before = _quoted_before(text, marker.start())
    if before is None or _tokens(before):
        return False
    after = _quoted_after(text, marker.end())
    return len(_tokens(after)) <= FEWEST_AFTER and marker.end() + len(after) == len(text)


def in_round_brackets(text: str) -> str:
    """A source's words where they are no quotation: its numbers must not be taken for the answer's."""
    return MARKER.sub(r"(\1)", text)


def _quoted_before(text: str, place: int) -> str | None:
    """What stands between there and the mark that opens its quotation, or the last words left out; None: none is
    open."""
    begin = text.rfind("\n\n", 0, place) + 1
    paragraph = text[begin:place]
    opened = _opened(paragraph)
    if opened is not None:
        return _LEFT_OUT.split(paragraph[opened:])[-1]
    block = _OF_BLOCK.search(paragraph)
    return block[0].lstrip("\n")[1:] if block else None


def _quoted_after(text: str, place: int) -> str:
    """As far as the quotation may go."""
    return re.split(r"[“”„«»\"\n]|…|\.\.\.", text[place:], maxsplit=1)[0]


def _opened(paragraph: str) -> int | None:
    """Where a quotation begins that is not closed again; “"” may be a mark of inches, and opens none over others."""
    mark, begin = "", None
    for place, letter in enumerate(paragraph, 1):
        if mark and (letter in _CLOSES[mark] or (mark == '"' and letter == "\n")):
            mark, begin = "", None
        elif letter in _CLOSES and (not mark or (mark == '"' and letter != '"')):
            mark, begin = letter, place
    return begin


def _tokens(text: str) -> list[str]:
    return ["".join(one.split()).casefold() for one in _TOKEN.findall(text)]


@lru_cache(maxsize=2_000)
def _spoken(passage: str) -> str:
    return f" {' '.join(_tokens(passage))} "
