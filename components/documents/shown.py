"""Which part of a document's text is shown, and which passage of it."""

LONGEST = 400_000
"""Characters that a browser is given at once; of a longer document, those around the passage."""


def shown_window(content: str, start: int | None, longest: int = LONGEST) -> tuple[int, int]:
    """The part of the document that is shown: all of it, or whole lines of `longest` characters around the passage."""
    if len(content) <= longest:
        return 0, len(content)
    begin = max(0, min((start or 0) - longest // 2, len(content) - longest))
    line = content.rfind("\n", max(0, begin - longest // 4), begin) + 1
    return line or begin, begin + longest


def check_mark(start: str | None, end: str | None, length: int) -> tuple[int, int] | None:
    """The passage that a URL names, within the document; None for none and for nonsense."""
    if not (start or "").isdecimal() or not (end or "").isdecimal():
        return None
    first, last = int(start or 0), min(int(end or 0), length)
    return (first, last) if first < last else None
