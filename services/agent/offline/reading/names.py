"""Entities of the graph that a question names: in full, by their initials, or with a slip of the pen. Pure."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import groupby

from services.agent.offline.rules import Rule
from services.text.sentences import STOPWORDS, WORD, fold_word, words

LONGEST_NAME = 8
FEWEST_INITIALS = 3
SHORTEST_MISSPELT = 6
"""Letters of a capitalised word that may be misspelt; short ones are too often another word."""
SHORTEST_TWICE_MISSPELT = 8
SHORTEST_IN_LOWER_CASE = 7
SHORTEST_WHOLE = 9
"""Letters from which the slip may be at the end of a word, which else is more often another form of it."""
_BEFORE_SUBJECT = frozenset({"did", "does", "do", "was", "were", "is", "are", "has", "had", "have", "will", "can"})
_JOINING = frozenset({"and", "or"})
_AFTER_COMMA = re.compile(r"[,;:]\s*$")
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
OFFICES = frozenset(
    words(
        "leader leaders president presidents chairman chairwoman chairperson chair ceo director directors manager "
        "secretary treasurer mayor governor chancellor minister chief executive managing general officer"
    )
)
_KINDS = frozenset(words("project company group organisation organization foundation society association club team"))
"""What a name may be followed by without being another one: “the Debian project”."""
OF_OFFICE = re.compile(rf"\b(?:{'|'.join(sorted(_KINDS))})\s+(?=(?:{'|'.join(sorted(OFFICES))})\b)", re.IGNORECASE)
"""“Project leader” is a leader: which project it is says its name."""


@dataclass(frozen=True)
class _Named:
    """`length` is how many words of the question name it."""

    name: str
    length: int


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
    _parts_alike: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _by_others: Mapping[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    _people: frozenset[str] = frozenset()
    is_read: bool = True
    """False: the graph could not be asked for them, so that any name may be one of its."""

    @classmethod
    def of(cls, names: Iterable[str], people: Iterable[str] = ()) -> "NameIndex":
        """`people` are those of the names that a person has."""
        by_words = {
            key: name for name in names if (key := tuple(words(name))) and len(key) <= LONGEST_NAME and _is_name(key)
        }
        by_initials = [(letters, name) for name in by_words.values() if (letters := initials(name))]
        uses = Counter(letters for letters, _ in by_initials)
        own_initials = {letters: name for letters, name in by_initials if uses[letters] == 1}
        alike = _by_beginning(key[0] for key in by_words if len(key) == 1)
        own_parts, longer = _own_parts(by_words), _by_word(by_words)
        others, parts_alike = _by_other_words(by_words), _by_beginning(own_parts)
        return cls(by_words, own_initials, alike, own_parts, longer, parts_alike, others, frozenset(people))

    def names_in(self, text: str, without: Collection[Rule] = ()) -> tuple[str, ...]:
        """The names in `text`, the longest reading first where names overlap, then in order of appearance."""
        taken = self._taken(text, without)
        return tuple(dict.fromkeys(taken[start].name for start in sorted(taken)))

    def words_of_names(self, text: str, without: Collection[Rule] = ()) -> frozenset[str]:
        """The words of `text` by which it names them: “ISS”, “Hubbel”, “Apollo” and “11”."""
        spoken, taken = words(text), self._taken(text, without)
        return frozenset(
            word.removesuffix("'s") for start, one in taken.items() for word in spoken[start : start + one.length]
        )

    def people_among(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for name in names if name in self._people)

    def _taken(self, text: str, without: Collection[Rule]) -> dict[int, "_Named"]:
        """By the place of its first word."""
        written = [word.removesuffix("'s").removesuffix("’s") for word in WORD.findall(text)]
        spoken = [word.removesuffix("'s") for word in words(text)]
        taken: dict[int, _Named] = {}
        used: set[int] = set()

        def take(start: int, length: int, name: str) -> None:
            taken[start] = _Named(name, length)
            used.update(range(start, start + length))

        for start, length in _readings(len(spoken)):
            name = self._names.get(tuple(spoken[start : start + length]))
            is_free = used.isdisjoint(range(start, start + length))
            if name is not None and is_free and _is_meant(name, text, written[start : start + length]):
                take(start, *self._held_office(spoken[start : start + length]) or (length, name))
        if "initials" not in without:
            for place, word in enumerate(written):
                if place not in used and word in self._initials:
                    take(place, 1, self._initials[word])
            for start, length, name in self._spelt_out(written, used):
                take(start, length, name)
        if "slips in names" not in without:
            for start, length, name in self._misspelt(written, used):
                take(start, length, name)
        if "parts of names" not in without:
            for place, name in self._in_part(text, used).items():
                take(place, 1, name)
        return taken

    def _held_office(self, spoken: Sequence[str]) -> tuple[int, str] | None:
        """Where the name is an office, “Debian Project Leader”, the name of what is led and how many words say it; None
        where nothing of that name is known."""
        length = len(spoken)
        while length > 1 and spoken[length - 1] in OFFICES:
            length -= 1
        bare = length - 1 if length > 1 and spoken[length - 1] in _KINDS else length
        known = next((name for end in (bare, length) if (name := self._names.get(tuple(spoken[:end])))), None)
        return (length, known) if length < len(spoken) and known is not None else None

    def similar_names(self, word: str) -> tuple[str, ...]:
        """Names that are nearly this word, or have a word that nearly is, the most alike first."""
        near = get_close_matches(fold_word(word), self._words, n=MOST_LIKE, cutoff=LIKE)
        return tuple(dict.fromkeys(name for one in near for name in self._words[one][:MOST_LIKE]))[:MOST_LIKE]

    def _in_part(self, text: str, used: set[int]) -> dict[int, str]:
        """“Hubble” for the one name that has it; “Edwin Hubble” and a “Hubble constant” are something else. Of two that
        “or” or “and” joins, one stands alone if the other does."""
        matches = list(WORD.finditer(text))
        written = [match[0] for match in matches]
        apart = {place for place, one in enumerate(matches) if _AFTER_COMMA.search(text, 0, one.start())}
        parts = {
            place: name
            for place, word in enumerate(written)
            if place not in used and not word.islower() and (name := self._parts.get(fold_word(word)))
        }
        found = {place for place in parts if _stands_alone(written, place, is_apart=place in apart)}
        for place in parts:
            both = {place - 2, place}
            if place > 1 and written[place - 1] in _JOINING and both & (found | used):
                found |= {one for one in both & parts.keys() if one < 2 or one in apart or written[one - 1].islower()}
        return {place: parts[place] for place in sorted(found)}

    def _spelt_out(self, written: Sequence[str], used: set[int]) -> list[tuple[int, int, str]]:
        """“European Space Agency” where the graph has ESA."""
        found = []
        for start, length in _readings(len(written)):
            name = self._names.get((initials(" ".join(written[start : start + length])).casefold(),))
            if name is not None and name.isupper() and used.isdisjoint(range(start, start + length)):
                found.append((start, length, name))
        return found

    def _misspelt(self, written: Sequence[str], used: set[int]) -> list[tuple[int, int, str]]:
        """“Roscosmoss”, “Blue Orign”, “Hubbel”: a slip in one word of a name or in a part that stands for it, where no
        other name is so near."""
        found = []
        for start, length in _readings(len(written)):
            said = written[start : start + length]
            if not used.isdisjoint(range(start, start + length)):
                continue
            if name := self._nearly(said, _may_slip(written)) or self._nearly_in_part(written, start, length):
                found.append((start, length, name))
                used = used | set(range(start, start + length))
        return found

    def _nearly(self, said: Sequence[str], shortest: int) -> str | None:
        if len(said) > 1:
            keys = [tuple(fold_word(word) for word in said)]
            near = {name for key in keys for place in range(len(key)) for name in self._one_word_other(key, place)}
            return near.pop() if len(near) == 1 else None
        word = fold_word(said[0])
        if len(word) < shortest or (said[0].islower() and shortest == SHORTEST_MISSPELT):
            return None
        near = {
            one
            for one in self._one_slip_from(word)
            if shortest == SHORTEST_MISSPELT or len(word) >= SHORTEST_WHOLE or _is_within(word, one)
        }
        return self._names[(near.pop(),)] if len(near) == 1 else None

    def _nearly_in_part(self, written: Sequence[str], start: int, length: int) -> str | None:
        word = fold_word(written[start])
        if length > 1 or len(word) < SHORTEST_MISSPELT or word in self._parts or not _stands_alone(written, start):
            return None
        near = {self._parts[part] for part in self._parts_alike.get(word[:2], ()) if is_misspelling(word, part)}
        return near.pop() if len(near) == 1 and not written[start].islower() else None

    def _one_word_other(self, key: tuple[str, ...], place: int) -> Iterator[str]:
        """Names of the same words but for the one at `place`, in which there is a slip."""
        for other in self._by_others.get((*key[:place], "", *key[place + 1 :]), ()):
            if is_misspelling(key[place], other):
                yield self._names[(*key[:place], other, *key[place + 1 :])]

    def _one_slip_from(self, word: str) -> list[str]:
        return [name for name in self._alike.get(word[:2], ()) if is_misspelling(word, name)]


def _is_name(key: Sequence[str]) -> bool:
    """A number, a month, a weekday or an office of nothing in particular, “project leader”, is nothing to ask the graph
    for, whatever was made an entity."""
    if len(key) > 1:
        return not (OFFICES | _KINDS).issuperset(key)
    return not (key[0].isdigit() or key[0] in _CALENDAR or key[0] in OFFICES)


def _stands_alone(written: Sequence[str], place: int, *, is_apart: bool = False) -> bool:
    """As a subject or an object: after a verb such as “did” or a comma, before a small word or at the end."""
    before = written[place - 1] if place else ""
    after = written[place + 1] if place + 1 < len(written) else ""
    if (place > 1 and not before.islower() and not is_apart) or (after and not after.islower()):
        return False
    return fold_word(before) in _BEFORE_SUBJECT or not after or after in STOPWORDS


def _own_parts(by_words: Mapping[tuple[str, ...], str]) -> dict[str, str]:
    """First and last words that stand in no other name; a “University of Odring”, with a small word, is no Odring."""
    uses = Counter(word for key in by_words for word in set(key))
    parts: dict[str, str] = {}
    for key, name in by_words.items():
        written = WORD.findall(name)
        if len(key) > 1 and not any(word.islower() for word in written):
            ends = {place: written[place] for place in (0, -1)}
            own = [fold_word(word) for word in ends.values() if len(word) >= SHORTEST_PART and word[0].isupper()]
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


def _is_within(word: str, name: str) -> bool:
    """Whether the slip lies within it: “discover” is a word, and no slip of “Discovery”."""
    return not (word.startswith(name) or name.startswith(word))


def _by_other_words(by_words: Mapping[tuple[str, ...], str]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Of names of several words, each longer word by the others; "" stands in its place."""
    found: dict[tuple[str, ...], list[str]] = {}
    for key in by_words:
        for place, word in enumerate(key if len(key) > 1 else ()):
            if len(word) >= SHORTEST_MISSPELT - 1:
                found.setdefault((*key[:place], "", *key[place + 1 :]), []).append(word)
    return {others: tuple(own) for others, own in found.items()}


def _may_slip(written: Sequence[str]) -> int:
    """The letters from which a word may be misspelt: capitals tell names, else only long words do."""
    return SHORTEST_MISSPELT if any(word != word.lower() for word in written) else SHORTEST_IN_LOWER_CASE


def _by_beginning(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Names of one word by their first two letters, in which people slip least."""
    longer = sorted(name for name in names if len(name) >= SHORTEST_MISSPELT)
    return {letters: tuple(group) for letters, group in groupby(longer, key=lambda name: name[:2])}


def is_misspelling(word: str, other: str) -> bool:
    """Whether one word may be a misspelling of the other: one letter added, dropped, replaced, or two swapped."""
    if abs(len(word) - len(other)) > 1 or word[:2] != other[:2] or max(len(word), len(other)) < SHORTEST_MISSPELT:
        return False
    return not _one_letter_less(word).isdisjoint(_one_letter_less(other))


def nearest_spellings(word: str, known: Iterable[str]) -> frozenset[str]:
    """The known words that it may misspell: one letter off, or two in long words; hyphens do not count, and of two
    words that these alone tell apart it is the one without."""
    begun = {other.replace("-", ""): other for other in sorted(one for one in known if one[:1] == word[:1])}
    far = 2 if len(word) >= SHORTEST_TWICE_MISSPELT else 1
    off = {other: _letters_off(word, bare) for bare, other in begun.items() if abs(len(bare) - len(word)) <= far}
    least = min(off.values(), default=far + 1)
    return frozenset(other for other, count in off.items() if count == least <= far)


def _letters_off(word: str, other: str) -> int:
    """Letters more, less or other, and neighbours that changed places (optimal string alignment)."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(word, 1):
        row = [i]
        for j, sign in enumerate(other, 1):
            row.append(min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != sign)))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == sign:
                row[-1] = min(row[-1], rows[-2][j - 2] + 1)
        rows.append(row)
    return rows[-1][-1]


def _one_letter_less(word: str) -> set[str]:
    """The word itself and all that it becomes without one letter: two words one slip apart share one of them."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def capitalised_words(question: str) -> tuple[str, ...]:
    """Words within a question that look like names; none in a heading, where small words have a capital, too."""
    within = [word for word in WORD.findall(question)[1:] if word != "I" and not word.startswith(("I'", "I’"))]
    if question.isupper() or any(word[0].isupper() and fold_word(word) in STOPWORDS for word in within):
        return ()
    names = [word.removesuffix("'s").removesuffix("’s") for word in within if word[0].isupper()]
    return tuple(dict.fromkeys(name for name in names if fold_word(name) not in _ORDINARY))


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


def _is_meant(name: str, text: str, written: Sequence[str]) -> bool:
    """“Unity” is the module, “unity” the word, unless the whole question is in lower case."""
    is_capital = any(not word.islower() for word in written)
    return is_capital or name in text or text == text.lower() or " " in name or not name[:1].isupper()
