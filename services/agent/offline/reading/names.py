"""Entities of the graph that a question names: in full, by their initials, or with a slip of the pen. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import groupby

from services.agent.offline.rules import Rule
from services.text.sentences import STOPWORDS, WORD, folded, words

LONGEST_NAME = 8
FEWEST_INITIALS = 3
SHORTEST_MISSPELT = 6
"""Letters of a capitalised word that may be misspelt; short ones are too often another word."""
SHORTEST_IN_LOWER_CASE = 9
_BEFORE_SUBJECT = frozenset({"did", "does", "do", "was", "were", "is", "are", "has", "had", "have", "will", "can"})
MOST_LIKE = 3
LIKE = 0.75
"""The share of their letters, in order, from which two words are nearly alike."""
SHORTEST_PART = 4
"""Letters of a word that may stand for the whole name."""
_CALENDAR = frozenset(
    words(
        "January February March April May June July August September October November December Monday Tuesday "
        "Wednesday Thursday Friday Saturday Sunday Christmas Easter"
    )
)
_ORDINARY = STOPWORDS.union(_CALENDAR, words("US USA UK EU UN TV Earth Moon Sun"))
"""Often written with a capital, and no names that a collection must mention."""


@dataclass(frozen=True, eq=False)
class NameIndex:
    """Every entity name known to the graph by its case-folded words, and by initials that only one of them has.

    Itself is all that it equals, so that plans can be remembered by it.
    """

    _names: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    _initials: Mapping[str, str] = field(default_factory=dict)
    _alike: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _parts: Mapping[str, str] = field(default_factory=dict)
    _words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Iterable[str]) -> "NameIndex":
        by_words = {
            key: name for name in names if (key := tuple(words(name))) and len(key) <= LONGEST_NAME and _is_name(key)
        }
        by_initials = [(letters, name) for name in by_words.values() if (letters := initials(name))]
        uses = Counter(letters for letters, _ in by_initials)
        own_initials = {letters: name for letters, name in by_initials if uses[letters] == 1}
        alike = _by_beginning(key[0] for key in by_words if len(key) == 1)
        return cls(by_words, own_initials, alike, _own_parts(by_words), _by_word(by_words))

    def found_in(self, text: str, without: Collection[Rule] = ()) -> tuple[str, ...]:
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
            if place not in used and word in self._initials and "initials" not in without:
                taken[place] = self._initials[word]
        taken |= self._spelt_out(written, used) if "initials" not in without else {}
        taken |= self._misspelt(written, used) if "slips in names" not in without else {}
        if "parts of names" not in without:
            taken |= self._in_part(WORD.findall(text), used | set(taken))
        return tuple(dict.fromkeys(taken[start] for start in sorted(taken)))

    def like(self, word: str) -> tuple[str, ...]:
        """Names that are nearly this word, or have a word that nearly is, the most alike first."""
        near = get_close_matches(folded(word), self._words, n=MOST_LIKE, cutoff=LIKE)
        return tuple(dict.fromkeys(name for one in near for name in self._words[one][:MOST_LIKE]))[:MOST_LIKE]

    def _in_part(self, written: Sequence[str], used: set[int]) -> dict[int, str]:
        """“Hubble” for the one name that has it; “Edwin Hubble” and a “Hubble constant” are something else."""
        found = {}
        for place, word in enumerate(written):
            name = self._parts.get(folded(word)) if place not in used and not word.islower() else None
            if name is not None and _stands_alone(written, place):
                found[place] = name
        return found

    def _spelt_out(self, written: Sequence[str], used: set[int]) -> dict[int, str]:
        """“European Space Agency” where the graph has ESA."""
        found = {}
        for start, length in _readings(len(written)):
            name = self._names.get((initials(" ".join(written[start : start + length])).casefold(),))
            if name is not None and name.isupper() and not used & set(range(start, start + length)):
                found[start] = name
        return found

    def _misspelt(self, written: Sequence[str], used: set[int]) -> dict[int, str]:
        """“Roscosmoss”: one letter more, less or other than a name of one word, and no other such name."""
        has_capitals = any(word != word.lower() for word in written)
        shortest = SHORTEST_MISSPELT if has_capitals else SHORTEST_IN_LOWER_CASE
        near = {
            place: self._one_slip_from(folded(word))
            for place, word in enumerate(written)
            if place not in used and len(word) >= shortest and (word[0].isupper() or shortest > SHORTEST_MISSPELT)
        }
        return {place: self._names[(names[0],)] for place, names in near.items() if len(names) == 1}

    def _one_slip_from(self, word: str) -> list[str]:
        return [name for name in self._alike.get(word[:2], ()) if is_one_slip(word, name)]


def _is_name(key: Sequence[str]) -> bool:
    """A number, a month or a weekday alone is nothing to ask the graph for, whatever was made an entity."""
    return len(key) > 1 or not (key[0].isdigit() or key[0] in _CALENDAR)


def _stands_alone(written: Sequence[str], place: int) -> bool:
    """As a subject or an object: after a verb such as “did”, before a small word or at the end."""
    before = written[place - 1] if place else ""
    after = written[place + 1] if place + 1 < len(written) else ""
    if (place > 1 and not before.islower()) or (after and not after.islower()):
        return False
    return folded(before) in _BEFORE_SUBJECT or not after or after in STOPWORDS


def _own_parts(by_words: Mapping[tuple[str, ...], str]) -> dict[str, str]:
    """First and last words that stand in no other name; a “University of Odring”, with a small word, is no Odring."""
    uses = Counter(word for key in by_words for word in set(key))
    parts: dict[str, str] = {}
    for key, name in by_words.items():
        written = WORD.findall(name)
        if len(key) > 1 and not any(word.islower() for word in written):
            ends = {place: written[place] for place in (0, -1)}
            own = [folded(word) for word in ends.values() if len(word) >= SHORTEST_PART and word[0].isupper()]
            parts |= {word: name for word in own if uses[word] == 1 and word not in _ORDINARY}
    return parts


def _by_word(by_words: Mapping[tuple[str, ...], str]) -> dict[str, tuple[str, ...]]:
    """The names that have each longer word."""
    names: dict[str, tuple[str, ...]] = {}
    for key, name in by_words.items():
        for word in key:
            if len(word) >= SHORTEST_PART:
                names[word] = (*names.get(word, ()), name)
    return names


def _by_beginning(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Names of one word by their first two letters, in which people slip least."""
    longer = sorted(name for name in names if len(name) >= SHORTEST_MISSPELT)
    return {letters: tuple(group) for letters, group in groupby(longer, key=lambda name: name[:2])}


def is_one_slip(word: str, other: str) -> bool:
    """Whether two words of some length differ by one letter more, less or other, or by two that changed places."""
    if abs(len(word) - len(other)) > 1 or word[:2] != other[:2] or max(len(word), len(other)) < SHORTEST_MISSPELT:
        return False
    return not _one_letter_less(word).isdisjoint(_one_letter_less(other))


def _one_letter_less(word: str) -> set[str]:
    """The word itself and all that it becomes without one letter: two words one slip apart share one of them."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def capitalised(question: str) -> tuple[str, ...]:
    """Words within a question that look like names; none in a heading, where small words have a capital, too."""
    within = WORD.findall(question)[1:]
    if question.isupper() or any(word[0].isupper() and folded(word) in STOPWORDS for word in within):
        return ()
    names = [word.removesuffix("'s").removesuffix("’s") for word in within if word[0].isupper()]
    return tuple(dict.fromkeys(name for name in names if folded(name) not in _ORDINARY))


def initials(name: str) -> str:
    """ISS for “International Space Station”: of three or more capitalised words, small ones between them left out."""
    if name[-1:].islower() and name.split()[-1].islower():
        return ""
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
