"""Entities of the graph that a question names, in full or by their initials. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from services.agent.sentences import WORD, words

LONGEST_NAME = 8
FEWEST_INITIALS = 3


@dataclass(frozen=True)
class NameIndex:
    """Every entity name known to the graph by its case-folded words, and by initials that only one of them has."""

    _names: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    _initials: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Iterable[str]) -> "NameIndex":
        by_words = {key: name for name in names if (key := tuple(words(name))) and len(key) <= LONGEST_NAME}
        by_initials = [(letters, name) for name in by_words.values() if (letters := initials(name))]
        uses = Counter(letters for letters, _ in by_initials)
        return cls(by_words, {letters: name for letters, name in by_initials if uses[letters] == 1})

    def found_in(self, text: str) -> tuple[str, ...]:
        """The names in `text`, the longest reading first where names overlap, then in order of appearance."""
        written = [word.removesuffix("'s").removesuffix("’s") for word in WORD.findall(text)]
        spoken = [word.removesuffix("'s") for word in words(text)]
        taken: dict[int, str] = {}
        used: set[int] = set()
        for start, length in _readings(len(spoken)):
            places = set(range(start, start + length))
            name = None if places & used else self._names.get(tuple(spoken[start : start + length]))
            if name is not None and _is_meant(name, text):
                taken[start] = name
                used |= places
        for place, word in enumerate(written):
            if place not in used and word in self._initials:
                taken[place] = self._initials[word]
        return tuple(dict.fromkeys(taken[start] for start in sorted(taken)))


def initials(name: str) -> str:
    """ISS for “International Space Station”: of three or more capitalised words, small ones between them left out."""
    letters = "".join(word[0] for word in WORD.findall(name) if word[0].isupper())
    others = [word for word in WORD.findall(name) if not word[0].isupper() and not word.islower()]
    return letters if len(letters) >= FEWEST_INITIALS and not others else ""


def _readings(count: int) -> Iterator[tuple[int, int]]:
    """Start and length of every run of words, long ones first."""
    for length in range(min(LONGEST_NAME, count), 0, -1):
        for start in range(count - length + 1):
            yield start, length


def _is_meant(name: str, text: str) -> bool:
    """“Unity” is the module, “unity” the word, unless the whole question is in lower case."""
    return name in text or text == text.lower() or " " in name or not name[:1].isupper() or name.upper() in text
