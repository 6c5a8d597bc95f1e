"""Which names of a document mean the same, and what each of them is. Pure.

With and without title, article, possessive, legal form, first name; an acronym with its expansion.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from services.graph.by_rule.names.types import JudgedType, Mention, clean_name, judge_type
from services.graph.names import normalize
from services.text.quotes import TYPOGRAPHY

_DEFINED = re.compile(r"\(\s*(?:the\s+)?([A-Z][\w&.-]{1,11}|[A-Z][^()\n]{5,80})\s*\)")
_NAMED_SHORT = re.compile(
    r"((?:[A-Z][\w'’-]+\s+)(?:(?:of|the|for|and|de|[A-Z][\w'’-]+)\s+){0,7}[A-Z][\w'’-]+),\s+(?:or\s+|the\s+)?([A-Z]{2,8}),"
)
_PARTICLES = frozenset(("van", "von", "de", "der", "den", "del", "della", "di", "da", "du", "le", "la", "ten", "ter"))
_ACRONYM = re.compile(r"[A-Z][A-Za-z&.-]{0,10}[A-Z]$")


@dataclass(frozen=True)
class Naming:
    """`names` gives each spelling its entity, `types` each entity its type ("" where nobody can tell)."""

    names: Mapping[str, str]
    types: Mapping[str, str]
    sure: frozenset[str] = frozenset()
    """Entities whose type the document itself tells."""

    def of(self, words: str) -> str | None:
        return self.names.get(clean_name(words))

    def aliases(self, name: str) -> tuple[str, ...]:
        return tuple(sorted(words for words, other in self.names.items() if other == name and words != name))


def name_entities(mentions: Sequence[Mention], content: str, known: Mapping[str, str]) -> Naming:
    """`known`: names of the collection with their types, by normalised name."""
    spellings = Counter(clean_name(mention.words) for mention in mentions)
    first: dict[str, int] = {}
    for mention in mentions:
        first.setdefault(clean_name(mention.words), mention.sentence)
    verdicts = {words: judge_type(words, mentions_of, known) for words, mentions_of in _grouped(mentions).items()}
    types = {words: verdict.kind for words, verdict in verdicts.items()}
    spellings = Counter({words: count for words, count in spellings.items() if types[words] != "none"})
    names = {words: words for words in spellings}
    names |= _same_letters(spellings)
    names |= _acronyms(content, spellings, known)
    names |= _short_names(spellings, names, types, first)
    names = {words: names.get(name, name) for words, name in names.items()}
    merged = _merged_types(names, types, spellings)
    return Naming(names, merged, _sure(names, merged, verdicts))


def _sure(names: Mapping[str, str], types: Mapping[str, str], verdicts: Mapping[str, JudgedType]) -> frozenset[str]:
    """Whose type one of its spellings is told to have."""
    told = ((name, verdicts[words]) for words, name in names.items() if words in verdicts)
    return frozenset(name for name, verdict in told if verdict.is_sure and verdict.kind == types[name])


def _grouped(mentions: Sequence[Mention]) -> Mapping[str, list[Mention]]:
    groups: defaultdict[str, list[Mention]] = defaultdict(list)
    for mention in mentions:
        groups[clean_name(mention.words)].append(mention)
    return groups


def _same_letters(spellings: Counter[str]) -> dict[str, str]:
    """“King’s Cross” and “King's Cross” are one, called as it is mostly written."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for words in spellings:
        groups[words.translate(TYPOGRAPHY)].append(words)
    return {words: max(same, key=lambda one: spellings[one]) for same in groups.values() for words in same}


def _acronyms(content: str, spellings: Counter[str], known: Mapping[str, str]) -> dict[str, str]:
    """“Applied Physics Laboratory (APL)”: one entity, called by its full name unless only the short one is known."""
    found: dict[str, str] = {}
    pairs = [(content[max(0, m.start() - 120) : m.start()], m[1]) for m in _DEFINED.finditer(content)]
    for before, inside in pairs:
        name = next(
            (n for n in sorted(spellings, key=len, reverse=True) if re.search(rf"{re.escape(n)}['’s]*\s*$", before)),
            None,
        )
        if name is not None and _abbreviates(inside, name):
            found |= _called(name, inside, known)
        elif name is not None and _abbreviates(name, inside):
            found |= _called(clean_name(inside), name, known)
    for match in _NAMED_SHORT.finditer(content):
        if _abbreviates(match[2], clean_name(match[1])):
            found |= _called(clean_name(match[1]), match[2], known)
    return found


def _called(full: str, short: str, known: Mapping[str, str]) -> dict[str, str]:
    name = short if normalize(short) in known and normalize(full) not in known else full
    return {full: name, short: name}


def _abbreviates(short: str, full: str) -> bool:
    if not _ACRONYM.match(short) or " " in short:
        return False
    words = [word for word in re.findall(r"[^\W\d_]+", full) if word[0].isupper()]
    letters = [sign.casefold() for sign in short if sign.isalpha()]
    initials = [word[0].casefold() for word in words]
    return len(words) > 1 and (
        initials == letters
        or (
            _in_order(letters, [w[0].casefold() for w in re.findall(r"[^\W\d_]+", full)])
            and letters[0] == initials[0]
            and len(letters) >= len(initials) - 1
        )
    )


def _in_order(letters: Sequence[str], initials: Sequence[str]) -> bool:
    remaining = iter(initials)
    return all(any(letter == initial for initial in remaining) for letter in letters)


def _short_names(
    spellings: Counter[str], names: Mapping[str, str], types: Mapping[str, str], first: Mapping[str, int]
) -> dict[str, str]:
    """A person's last or first name alone, where the document has named one such person before; initials left out."""
    people = [words for words in spellings if 1 < len(words.split()) <= 4 and _may_be_person(words, types)]
    found: dict[str, str] = {}
    for words in people:
        same = [o for o in people if o != words and _ends(o) == _ends(words) and len(o) < len(words)]
        if same:
            found[words] = min(same, key=len)
    found |= _surnames_with_particle(spellings, people)
    for words in spellings:
        if " " in words or words in found or names[words] != words or not words[:1].isalpha() or words.isupper():
            continue
        if types.get(words) not in ("", "Person", None) and not _is_surname(words, people, types):
            continue
        for position in (-1, 0):
            bearers = {found.get(p, names[p]) for p in people if p.split()[position] == words}
            if len(bearers) == 1 and _means_person(words, people, position, spellings, types, first):
                found[words] = bearers.pop()
                break
    return found


def _surnames_with_particle(spellings: Counter[str], people: Sequence[str]) -> dict[str, str]:
    """“Van Hout” is Cor van Hout, where the document names one person so."""
    found: dict[str, str] = {}
    for words in spellings:
        if words.split()[0].casefold() in _PARTICLES:
            bearers = [one for one in people if one.casefold().endswith(f" {words.casefold()}")]
            found |= {words: bearers[0]} if len(bearers) == 1 else {}
    return found


def _means_person(
    words: str,
    people: Sequence[str],
    position: int,
    spellings: Counter[str],
    types: Mapping[str, str],
    first: Mapping[str, int],
) -> bool:
    """Not where the short name is that of a firm, told by how much oftener it stands alone."""
    bearers = [person for person in people if person.split()[position] == words]
    is_introduced = min(first[person] for person in bearers) <= first[words]
    often = 3 * sum(spellings[person] for person in bearers)
    if types.get(words) == "Person":
        return is_introduced or (position == -1 and spellings[words] <= often)
    return (is_introduced or spellings[words] == 1) and position == -1 and spellings[words] <= often


def _is_surname(words: str, people: Sequence[str], types: Mapping[str, str]) -> bool:
    """The model often takes a bare surname for an organisation or a place; a person of that name decides."""
    return any(person.split()[-1] == words and types[person] == "Person" for person in people)


def _ends(words: str) -> tuple[str, str]:
    parts = words.split()
    return parts[0], parts[-1]


def _may_be_person(words: str, types: Mapping[str, str]) -> bool:
    return types[words] == "Person" and not re.search(r"\d", words)


def _merged_types(names: Mapping[str, str], types: Mapping[str, str], spellings: Counter[str]) -> dict[str, str]:
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for words, name in names.items():
        kind = types.get(words, "")
        if kind not in ("", "none"):
            votes[name][kind] += spellings[words] + (1000 if words == name else 0)
    return {name: votes[name].most_common(1)[0][0] if votes[name] else "" for name in set(names.values())}
