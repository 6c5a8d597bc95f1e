"""Who “I” is in a mail or a letter: the one whom its head names as its sender. Pure."""

import functools
import re

from services.text.sentences import content_words

_FROM = re.compile(r"^\W*(?:from|sender|von)\W*:\W*(?P<name>[^<\n(@]+)", re.IGNORECASE | re.MULTILINE)
_HEAD = re.compile(r"^\W*(?:from|to|cc|bcc|date|sent|reply-to)\W*:\s", re.IGNORECASE)
_WRITER = re.compile(r"\b(?:I|[Mm](?:e|y|ine|yself)|[Ww]e|us|[Oo]urs?)\b|\bI['’]", re.ASCII)
HEAD_ENDS = 400
"""Characters in which the head of a mail stands."""


@functools.lru_cache(maxsize=2_000)
def sender_words(content: str) -> frozenset[str]:
    """The stems of the sender's name; none of a passage that does not begin with a mail's head."""
    found = _FROM.search(content[:HEAD_ENDS])
    return content_words(found["name"]) if found is not None else frozenset()


def speaks_of_writer(text: str) -> bool:
    """Whether a sentence is in the first person: “My successor begins on Monday.”"""
    return _WRITER.search(text) is not None


def is_mail_head(text: str) -> bool:
    """Whether it is a line of a mail's head that tells who wrote to whom, and when."""
    return _HEAD.match(text) is not None
