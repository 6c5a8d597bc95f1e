"""Whether a sentence means a name by a part of it: “Calder's coach” in a passage that names Calder Athletic. Pure."""

import functools
import re
from collections.abc import Sequence

from services.text.sentences import content_words

SHORTEST_PART = 4
_HONORIFICS = r"(?:The|A|An|Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir)\.?"


def words_of_short_names(names: Sequence[str], passage: str, sentence: str) -> frozenset[str]:
    """The stems of those names that the passage has in full and the sentence by their last word, as surnames and “the
    bridge” are, or by their first: neither as a part of another name. Names with a number have no short form."""
    meant = (name for name in names if name in passage and _is_meant(name, sentence))
    return frozenset[str]().union(*map(content_words, meant))


@functools.lru_cache(maxsize=10_000)
def _is_meant(name: str, sentence: str) -> bool:
    parts = name.split()
    if len(parts) < 2 or any(any(letter.isdigit() for letter in part) for part in parts):
        return False
    first, last = re.escape(parts[0]), re.escape(parts[-1])
    is_head = len(parts[-1]) >= SHORTEST_PART and any(
        _stands_alone(sentence, found) for found in re.finditer(rf"\b{last}\b", sentence, re.IGNORECASE)
    )
    return is_head or (
        len(parts[0]) >= SHORTEST_PART and re.search(rf"(?<![A-Z])\b{first}\b(?!-|\s+[A-Z])", sentence) is not None
    )


def _stands_alone(sentence: str, found: re.Match[str]) -> bool:
    before, after = sentence[: found.start()], sentence[found.end() :]
    if re.match(r"-|\s+[A-Z]", after) and found[0][0].isupper():
        return False
    is_named_otherwise = re.search(r"[A-Z][\w'’]*[\s-]$", before) is not None
    return not is_named_otherwise or re.search(rf"(?:^|[.!?]\s+|\b){_HONORIFICS}\s$", before) is not None
