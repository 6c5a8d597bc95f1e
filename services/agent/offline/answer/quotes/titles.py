"""Lines that answer nothing by themselves: the document's title, and those that end without a point. Pure."""

import re

from services.agent.offline.passages import is_list

LONGEST_LABEL = 12
"""Of “Subject: ” and its like before a title, which answers nothing."""
LONGEST_BYLINE = 60
_UNFINISHED = re.compile(r"^[^|]*[^|.!?:;…”\"’)\]*]$")


def is_title(text: str, title: str) -> bool:
    """The title alone, after a label, or over the line of who wrote it and when."""
    is_labelled = text.endswith(title) and len(text) <= len(title) + LONGEST_LABEL
    return is_labelled or (text.startswith(f"{title}\n") and len(text) <= len(title) + LONGEST_BYLINE)


def is_unfinished(text: str) -> bool:
    """Lists need no end."""
    return _UNFINISHED.search(text) is not None and not is_list(text)
