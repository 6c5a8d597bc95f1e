"""Markdown of models and documents, for pages and exports: it may try to load, link or run what it likes.

A backslash of ours goes where an even number of theirs stands before it: after an odd one the sign is escaped already,
and another would free it. Pure.
"""

import re
from collections.abc import Callable

EMPHASIS = "*_`"
"""Signs of emphasis and code."""
_IMAGE = re.compile(r"(\\*)(!)(?=\[)")
_TAG = re.compile(r"(\\*)(<)")
_DEFINITION = re.compile(r"(\])(:)")
_LINK = re.compile(r"(\])(\()(?!\s*(?:https?://|mailto:|[/#]))", re.IGNORECASE)
_FENCED = re.compile(
    r"^(?:(?:> ?)+[ \t]*)?(`{3,}|~{3,})[^\n]*(?:\n.*?)??(?:\n(?:(?:> ?)+[ \t]*)?\1[`~]*[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
"""At the margin, or in a quoted block."""
_IN_LINE = re.compile(r"(?<![\\`])(`+)(?!`)[^\n]+?(?<!`)\1(?!`)")
_MARKS = re.compile(r"[*_`#>]+|^\s*[-+]\s+")
_EMPHASIS = re.compile(r"(?<!\w)(\*\*\*|\*\*|\*|___|__|_|`)(?=[^\s*_`])([^\n]*?\S)\1(?!\w)")
_NAMED_LINK = re.compile(r"(?<!!)\[([^\[\]\n]+)\]\([^()\s]*\)")
_STRONG = re.compile(r"\*{2,3}(?=\S|$)|(?<=\S)\*{2,3}")
"""At the word: one of a pair may have been cut off."""
GONE = "\0"
"""In the place of a sign; no document has one."""
_BRACKET = re.compile(r"(\\*)([\[\]<`])")


def escape_signs(sign: re.Pattern[str], text: str) -> str:
    """Escapes each `sign`, whose two groups are what stands before it and what is to be shown as it is."""
    return sign.sub(lambda at: at[0] if _is_escaped(at[1]) else f"{at[1]}\\{at[2]}", text)


def _is_escaped(before: str) -> bool:
    return len(before) % 2 == 1 and before.endswith("\\")


def without_images(text: str) -> str:
    return escape_signs(_IMAGE, text)


def safe_markdown(text: str) -> str:
    """Markdown that is safe to show: paragraphs, lists, tables and links to the web stay; images, HTML, and links that
    run or rename something become plain text."""
    for sign in (_IMAGE, _TAG, _DEFINITION, _LINK):
        text = escape_signs(sign, text)
    return text


def plain_line(text: str) -> str:
    """The text on one line, escaped so that it is part of no link, image, tag or code."""
    return escape_signs(_BRACKET, " ".join(text.split()))


def without_marks(text: str) -> str:
    """The text without signs of emphasis, code, headings and quotes, and without a list's mark in front."""
    return _MARKS.sub("", text)


def without_emphasis(text: str) -> str:
    """The text without the signs of emphasis, code and links; signs that are no pair, as in `a * b`, stay."""
    return _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", _NAMED_LINK.sub(r"\1", text)))


def blank_emphasis(text: str) -> str:
    """The text in which each sign of emphasis, code and links is a `GONE`, so that all else keeps its place; strong
    words also where only one sign of the pair is there."""
    text = _NAMED_LINK.sub(lambda link: _blank_around(link, 1), text)
    for _ in range(2):
        text = _EMPHASIS.sub(lambda pair: _blank_around(pair, 2), text)
    return _STRONG.sub(lambda sign: GONE * len(sign[0]), text)


def _blank_around(found: re.Match[str], kept: int) -> str:
    return GONE * (found.start(kept) - found.start()) + found[kept] + GONE * (found.end() - found.end(kept))


def without_signs(text: str) -> str:
    """A part of a text without the signs of emphasis, code and links, wherever it was cut."""
    return blank_emphasis(text).replace(GONE, "")


def without_blocks(text: str) -> str:
    """The text with its blocks of code blanked out, so that all else keeps its place."""
    return _FENCED.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)


def code_spans(text: str) -> list[tuple[int, int]]:
    """Where code stands, in order: blocks that begin at the margin, and pieces of a line."""
    blocks = [block.span() for block in _FENCED.finditer(text)]
    return sorted([*blocks, *(piece.span() for piece in _IN_LINE.finditer(without_blocks(text)))])


def is_code(text: str, position: int) -> bool:
    return any(start <= position < end for start, end in code_spans(text))


def change_outside_code(text: str, change: Callable[[str], str]) -> str:
    """The text with everything but its code changed."""
    changed, after = [], 0
    for start, end in code_spans(text):
        changed += [change(text[after:start]), text[start:end]]
        after = end
    return "".join([*changed, change(text[after:])])
