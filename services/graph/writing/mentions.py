"""Names in a text, found by rule: what the graph can hold of a document when nobody has stated its facts."""

import re
from collections import Counter
from collections.abc import Iterable

from services.graph.names import normalize
from services.text.sentences import begins_sentence

WORD = r"[A-ZÀ-ÖØ-Þ][\w’'&-]*"
NAME = re.compile(rf"{WORD}(?:[ \t]+(?:(?:of|the|de|du|van|von|la)[ \t]+){{0,2}}{WORD})*(?:[ \t]+\d+[A-Z]?\b)?")
# fmt: off
OPENERS = frozenset({
    "the", "a", "an", "in", "on", "at", "later", "however", "after", "before", "when", "while", "but", "and", "or",
    "it", "he", "she", "they", "we", "you", "i", "this", "that", "these", "those", "his", "her", "its", "their",
    "our", "as", "by", "for", "from", "with", "since", "during", "until", "under", "to", "of", "only", "both",
    "each", "other", "two", "three", "one", "then", "there", "although", "though", "if", "so", "no", "not", "some",
    "most", "many", "all", "every", "such", "what", "who", "why", "how", "where", "which",
})
MONTHS = frozenset({
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
})
# fmt: on
CODE = re.compile(r"[A-Z0-9&-]{2,}")
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
        name = _without_opener(match.group().strip(" \t'’-"))
        shortened = len(name) < len(match.group())
        counts[name] += 1
        inside[name] += shortened or not begins_sentence(content, match.start())
    return [name for name, count in counts.most_common() if _is_name(name, count, inside[name])]


def _without_opener(name: str) -> str:
    """A sentence's first word is capitalised without being a name."""
    words = name.split()
    while words and words[0].casefold() in OPENERS:
        words = words[1:]
    return " ".join(words)


def _is_name(name: str, count: int, inside_sentences: int) -> bool:
    """Several words or a code are a name even where a sentence begins; a single word must come back."""
    if not 1 < len(name) <= LONGEST_NAME or name.split()[0].casefold() in MONTHS:
        return False
    return " " in name or CODE.fullmatch(name) is not None or (count >= OFTEN and inside_sentences > 0)
