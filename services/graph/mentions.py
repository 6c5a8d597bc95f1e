"""Names in a text, found by rule: what the graph can hold of a document when nobody has stated its facts."""

import re
from collections import Counter
from collections.abc import Iterable

from services.graph.names import normalize

WORD = r"[A-ZÀ-ÖØ-Þ][\w’'&-]*"
NAME = re.compile(rf"{WORD}(?:[ \t]+(?:(?:of|for|and|the|de|du|van|von|la)[ \t]+){{0,2}}{WORD}|[ \t]+\d+[A-Z]?\b)*")
CODE = re.compile(r"[A-Z0-9&-]{2,}")
SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+|\n\s*)[\"“'(#*-]*\s*$")
MOST = 60
OFTEN = 3
LONGEST_NAME = 80


def find_mentions(content: str, known: Iterable[str]) -> tuple[str, ...]:
    """Names the graph knows, then capitalised names of several words, codes, and single words that keep coming back."""
    return tuple(dict.fromkeys([*_known_names(content, known), *_capitalised(content)]))[:MOST]


def _known_names(content: str, known: Iterable[str]) -> list[str]:
    text = f" {_words(content)} "
    spelled = ((name, _words(name)) for name in known)
    found = [(text.count(f" {words} "), name) for name, words in spelled if len(words) > 1 and f" {words} " in text]
    return [name for _, name in sorted(found, key=lambda item: (-item[0], item[1]))]


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", normalize(text)))


def _capitalised(content: str) -> list[str]:
    counts: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    for match in NAME.finditer(content):
        name = match.group().strip(" \t'’-")
        counts[name] += 1
        inside[name] += SENTENCE_START.search(content[max(0, match.start() - 4) : match.start()]) is None
    return [name for name, count in counts.most_common() if _is_name(name, count, inside[name])]


def _is_name(name: str, count: int, inside_sentences: int) -> bool:
    if not 1 < len(name) <= LONGEST_NAME or inside_sentences == 0:
        return False
    return " " in name or CODE.fullmatch(name) is not None or count >= OFTEN
