"""What went wrong at one look, told of many things."""

from collections.abc import Sequence


def in_one_sentence(problems: Sequence[str]) -> str:
    """The first, and how many more; nothing where nothing went wrong."""
    more = f" And {len(problems) - 1} more." if len(problems) > 1 else ""
    return f"{problems[0]}{more}" if problems else ""
