"""What title and headings say of the text below them: what it is about, and whose offices it tells of. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from services.graph.by_rule.names.entities import Naming
from services.graph.by_rule.sentences.passages import TextSentence
from services.graph.by_rule.sentences.vocabulary import MODIFIERS, OFFICES_OF_PEOPLE

_OF = re.compile(r"(\w[\w-]*)(?:\s+general)?\s+(?:of|at)\s+(?:the\s+)?$", re.IGNORECASE)
_AFTER = re.compile(
    r"(?:['’]s?)?\s+(?P<and>and\s+(?:its|their)\s+)?(?P<words>\w[\w-]*(?:\s+\w[\w-]*){0,2})", re.IGNORECASE
)
_WHO_RAN = re.compile(
    r"\bwho\s+(?:has\s+|have\s+|had\s+)?(?:run|ran|led|headed|chaired|directed)\s+(?:the\s+)?$", re.IGNORECASE
)
_NUMBER = re.compile(r"^[\s\d.)]*(?:the\s+)?", re.IGNORECASE)
_JOINS_ON = re.compile(
    r"\s+(?!(?:and|or|of|in|at|on|to|from|for|by|with|under|as|is|was|are|were|since|until|after|before|between|versus)\b)[^\W\d]",
    re.IGNORECASE,
)


class InHeading(NamedTuple):
    """A name with its place in the heading."""

    name: str
    start: int
    end: int


@dataclass(frozen=True)
class Headings:
    naming: Naming
    _found: dict[str, Sequence[InHeading]] = field(default_factory=dict)

    def names(self, passage: TextSentence) -> Sequence[Sequence[str]]:
        """The names in each heading above, the nearest last."""
        return [list(dict.fromkeys(one.name for one in self._in(heading))) for heading in passage.sections]

    def topic(self, passage: TextSentence) -> str | None:
        """What title and headings are about; nothing where they name different things."""
        title, *sections = self.names(passage)
        above = [self._thing_in(title, ("Person",))]
        above += [self._thing_in(names, ("Person", "Place", "Event", "Work")) for names in sections]
        things = {name for name in above if name is not None}
        return things.pop() if len(things) == 1 else None

    def headed(self, passage: TextSentence) -> str | None:
        """What the nearest heading is about that names something."""
        for names in reversed(self.names(passage)):
            if things := [name for name in names if self._type(name) not in ("Person", "Event")]:
                groups = [name for name in things if self._type(name) == "Organisation"]
                return things[0] if len(things) == 1 else groups[0] if len(groups) == 1 else None
        return None

    def only_organisation(self, passage: TextSentence) -> str | None:
        """Of all that title and headings name."""
        names = {name for names in self.names(passage) for name in names if self._type(name) == "Organisation"}
        return names.pop() if len(names) == 1 else None

    def owner_of_offices(self, passage: TextSentence) -> str | None:
        """Of the nearest heading that names an office with its owner, where no heading below it is about another."""
        for heading in reversed(passage.sections):
            found = self._in(heading)
            if (owner := _owner_of_offices(heading, found)) is not None:
                return owner
            if any(self._is_rival(heading, one) for one in found):
                return None
        return None

    def filling(self, passage: TextSentence) -> str | None:
        """What the nearest heading is the name of."""
        heading = passage.sections[-1]
        return next((one.name for one in self._in(heading) if _fills(heading, one)), None)

    def _is_rival(self, heading: str, one: InHeading) -> bool:
        is_thing = self._type(one.name) not in ("Person", "Place", "Event", "Work")
        return is_thing and not _is_part_of_longer(heading, one)

    def _thing_in(self, names: Sequence[str], unfit: Sequence[str]) -> str | None:
        """The only thing that a heading names; of several, the only organisation."""
        things = [name for name in names if self._type(name) not in unfit]
        groups = [name for name in things if self._type(name) == "Organisation"]
        return things[0] if len(things) == 1 else groups[0] if len(groups) == 1 else None

    def _in(self, heading: str) -> Sequence[InHeading]:
        if heading not in self._found:
            self._found[heading] = self._names_in(heading)
        return self._found[heading]

    def _names_in(self, heading: str) -> Sequence[InHeading]:
        found: list[InHeading] = []
        for words, name in self.naming.names.items():
            if words in heading and (match := re.search(rf"(?<!\w){re.escape(words)}(?!\w)", heading)):
                found.append(InHeading(name, *match.span()))
        longest = [f for f in found if not any(o[1] <= f[1] and f[2] <= o[2] and o[1:] != f[1:] for o in found)]
        return sorted(longest, key=lambda one: one[1:])

    def _type(self, name: str) -> str:
        return self.naming.types.get(name, "")


def _owner_of_offices(heading: str, names: Sequence[InHeading]) -> str | None:
    """“Headmasters of X”, “X administrators, 1958 to 1992”, “X and its presidents”, “Who has run X”: X."""
    owners = {
        one.name
        for one in names
        if _is_office_before(heading[: one.start]) or _is_office_after(heading[one.end :], len(names) == 1)
    }
    return owners.pop() if len(owners) == 1 else None


def _is_part_of_longer(heading: str, name: InHeading) -> bool:
    """“The Challenger years” are years and not Challenger."""
    return _JOINS_ON.match(heading[name.end :]) is not None


def _fills(heading: str, name: InHeading) -> bool:
    """The heading is nothing but the name, with a number or an article before it."""
    before = _NUMBER.match(heading)
    return before is not None and before.end() >= name.start and not heading[name.end :].strip(" .:")


def _is_office_before(words: str) -> bool:
    match = _OF.search(words)
    return (match is not None and _is_office(match[1])) or _WHO_RAN.search(words) is not None


def _is_office_after(words: str, is_alone: bool) -> bool:
    match = _AFTER.match(words)
    if match is None or (match["and"] and not is_alone):
        return False
    following = match["words"].casefold().split()
    first = next((word for word in following if word not in MODIFIERS or word.endswith("s")), "")
    return _is_office(first)


def _is_office(word: str) -> bool:
    folded = word.casefold()
    singular = {"chairmen": "chairman", "chairwomen": "chairwoman"}.get(folded, folded.removesuffix("s"))
    return singular in OFFICES_OF_PEOPLE or folded.removesuffix("ies") + "y" in OFFICES_OF_PEOPLE
