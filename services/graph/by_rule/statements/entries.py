"""Items of lists and rows of tables: what they say by what stands above them, without a verb. Pure.

“Directors: • A (1990–1994)” says that A was director from 1990 to 1994 of what the heading or the title names; a row
says of its first cell what the heads of its columns say of the others, and under “Role” what office it names. A
cell that is no name says nothing.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from services.graph.by_rule.names.name_spans import Spelling, without_title
from services.graph.by_rule.sentences.dates import DATE, MONTHS, DatePhrase, as_edtf
from services.graph.by_rule.sentences.tokens import Parsed, Span, word_set
from services.graph.by_rule.sentences.vocabulary import MODIFIERS, OFFICES, OFFICES_OF_PEOPLE
from services.graph.by_rule.statements.links import End, Link

_CELLS = re.compile(r"(?:(?<=^)|(?<=\|))[^|]+")
_HEAD = re.compile(r"\s*\**([^\W\d][\w '/()-]{0,40}?)\**\s*:\**\s+(?=\S)")
_NAMES = re.compile(r"[^,;]+?(?=\s+and\s|[,;]|$)")
_NAME = re.compile(
    r"(?:(?:[A-Z]|[^\W\d_a-z])[\w.'’&/-]*|\d{1,3}[A-Z]?)(?:\s(?:(?:[^\W\d_a-z][\w.'’&/-]*|\d{1,4}[A-Z]?)|&|of|the|de|van|von|der|den|da|di|del|la|le|and|for))*"
)
_SMALL_WORD = r"[^\W\d_A-Z][^\W\d_]*"
_NAME_AND_OFFICE = re.compile(
    rf"(?P<name>{_NAME.pattern})(?:\s*,\s*|\s*\(\s*|\s+[–—-]\s+)"
    rf"(?P<office>{_SMALL_WORD}(?:[ -]{_SMALL_WORD}){{0,3}})[\s,)]*"
)
_PLAIN_ROLE = re.compile(r"[^\W\d_](?:[^\W\d_]|['’ -])*")
_BRACKET = re.compile(r"\s*\([^()]*\)|\s+[–—-]\s.*$")
_RANGE = re.compile(
    rf"(?:(?P<since>since|from)\s+)?(?P<first>{DATE})\s*(?P<dash>[–—-]|\bto\b|\buntil\b)?\s*(?P<last>{DATE}|present|today|now)?"
    rf"|(?:until|to|till)\s+(?P<end>{DATE})",
    re.IGNORECASE,
)
_OWN_BRACKET = re.compile(r"\s*\(([^()]*)\)")
"""“Louisa Dray (since 1987), Martin Fenwick (chair)”: of the name before it alone."""
_BEGIN = word_set(
    "from since start started begin began joined appointed elected year date when founded term years season period"
)
_END = word_set("to until end ended left till")
_MOMENTS = word_set("year date when founded")
_SPANS = word_set("term years period tenure time dates in_office served season")
_NO_HEADS = word_set("""
note notes remark remarks comment comments no number nr name person status example see todo source tip warning important
id description details result results date year time from to since until start end age total sum rank position
minutes minute compiled prepared recorded taken subject reference re cc bcc copy copies distribution agenda enclosure
enclosures attachment attachments
""")
"""What says how a table is made, or stands at the head of letters and minutes."""
_PEOPLE = word_set("name person holder officer incumbent member officeholder who")
_ROLES = word_set("role position office post title function job rank")
_OWNERS = word_set("""
organisation organization company firm institution institute employer body department division unit club society board
committee council ministry agency school college university hospital team section branch association authority museum
""")
"""Heads of columns that say whose an office is."""
_RIVALS = word_set("winner champion home away seller buyer from to loser date year no number rank position time")
MOST_WORDS_IN_HEAD = 3
MOST_WORDS_IN_NAME = 7


class Cell(NamedTuple):
    """`text` begins at `start` of the entry."""

    head: str
    text: str
    start: int


@dataclass(frozen=True)
class Entry:
    """`above`: the headings and the line with a colon over it; `labelled`: what the model takes for names."""

    parsed: Parsed
    heads: Sequence[str]
    above: Sequence[str]
    spelling: Spelling
    labelled: Collection[str]

    def links(self) -> list[Link]:
        return list(dict.fromkeys([*self._listed(), *self._of_row()]))

    def spans(self) -> list[Span]:
        """Of the names that fill its cells, but for an office and dates."""
        beside = (found[0] for cell in self.cells if (found := self._with_office(cell)))
        ends = [*(end for cell in self.cells for end in self._names(cell)), *beside]
        return sorted({end.span for end in ends if end.span is not None})

    def _listed(self) -> Iterator[Link]:
        """Under a heading that names an office; or beside the name of an office: “Chair: Ana Berg”."""
        office = next((found for words in self.above[::-1][:2] if (found := self._office_above(words))), "")
        for number, cell in enumerate(self.cells):
            if not cell.head and (beside := self._with_office(cell)):
                name, own = beside
                yield Link(name, f"{own} of", End("heading", name.token), name.token, True, date=self._date)
                continue
            own = office_in(cell.head) if cell.head and len(self.cells) == 1 else ""
            is_person = not cell.head or cell.head.casefold() in _PEOPLE or cell.head.casefold() == office
            held = own or (office if is_person and number == self._first_named else "")
            names = self._names(cell)
            for name in names:
                topic, date = End("heading", name.token), self._date_of_name(name, len(names))
                if not held and (inside := self._office_in_bracket(name)) and _relation(cell.head):
                    yield Link(name, f"{inside} of", topic, name.token, True, date=date)
                    date = None
                if held:
                    yield Link(name, f"{held} of", topic, name.token, True, date=date)
                elif cell.head and len(self.cells) == 1 and (words := _relation(cell.head)):
                    yield Link(topic, words, name, name.token, date=date)

    def _office_above(self, words: str) -> str:
        """“The Queen of Uncool” is a title, and below it stand no queens; “Directors of X” and “Chair:” list them."""
        office = office_in(words)
        is_listed = self._date is not None or (office and office not in words.casefold().split(" of ")[0].split())
        return office if is_listed or " of " not in words else ""

    def _of_row(self) -> Iterator[Link]:
        if len(self.cells) == 1 or self._first_named != 0 or _words(self.cells[0].head) & _RIVALS:
            return
        subjects = self._names(self.cells[0])
        is_only = sum(not _is_of_time(cell) for cell in self.cells[1:]) == 1  # else who knows what began then
        for cell in self.cells[1:]:
            if len(subjects) == 1 and self._is_role(cell) and _words(self.cells[0].head) & _PEOPLE:
                yield self._held(subjects[0], cell)
            office, words = office_in(cell.head), _relation(cell.head)
            for name in self._names(cell) if len(subjects) == 1 else []:
                if office:
                    yield Link(name, f"{office} of", subjects[0], name.token, True, date=self._date)
                elif words:
                    yield Link(subjects[0], words, name, name.token, date=self._date if is_only else None)

    def _held(self, holder: End, role: Cell) -> Link:
        """“Ada Corrigan | Director | 1998 | 2011”: of what another column names, else of what the heading is about."""
        owners = [name for cell in self.cells[1:] if _words(cell.head) & _OWNERS for name in self._names(cell)]
        owner = owners[0] if len(owners) == 1 else End("heading", holder.token)
        return Link(holder, f"{role.text.strip().casefold()} of", owner, holder.token, True, date=self._date)

    def _is_role(self, cell: Cell) -> bool:
        """Under “Role” stands nothing but an office, and what it is over."""
        return bool(_words(cell.head) & _ROLES and office_in(cell.text) and _PLAIN_ROLE.fullmatch(cell.text.strip()))

    def _bracket_behind(self, name: End) -> str:
        end = self.parsed.tokens[name.span.last].end if name.span is not None else 0
        match = _OWN_BRACKET.match(self.parsed.text, end)
        return match[1] if match else ""

    def _office_in_bracket(self, name: End) -> str:
        """“Gwen Pascoe (chair)”."""
        words = _RANGE.sub("", self._bracket_behind(name)).strip(" ,;").casefold()
        office = office_in(words)
        return office if office == words else ""

    def _date_of_name(self, name: End, count: int) -> DatePhrase | None:
        """In its own bracket; of several names the date of one is not that of another."""
        own = _dates_in(self._bracket_behind(name))
        if len(own) == 1 and len(self.cells) == 1:
            return own[0]
        is_of_another = count > 1 and any(_dates_in(match[1]) for match in _OWN_BRACKET.finditer(self.parsed.text))
        return None if is_of_another else self._date

    @cached_property
    def cells(self) -> Sequence[Cell]:
        found = []
        for number, match in enumerate(_CELLS.finditer(self.parsed.text)):
            head = _HEAD.match(match[0])
            own = self.heads[number] if number < len(self.heads) else ""
            start = match.start() + (head.end() if head and not own else 0)
            found.append(Cell(own or (head[1].strip() if head else ""), self.parsed.text[start : match.end()], start))
        return [cell for cell in found if cell.text.strip()]

    @cached_property
    def _first_named(self) -> int | None:
        return next((n for n, cell in enumerate(self.cells) if self._names(cell)), None)

    @cached_property
    def _date(self) -> DatePhrase | None:
        """That of the columns of dates, else the one beside the name; none where several could be meant."""
        columns = [(cell, date) for cell in self.cells if cell.head and (date := _date_of(cell))]
        if columns:
            first = next((date.first for cell, date in columns if _words(cell.head) & _BEGIN and date.first), None)
            last = next((date.first for cell, date in columns if _words(cell.head) & _END and date.first), None)
            last = last or next((d.last for cell, d in columns if _words(cell.head) & _BEGIN and d.last), None)
            is_event = all(not _words(cell.head) - _MOMENTS for cell, _ in columns) and last is None
            return DatePhrase(0, 0, first, last, is_event=is_event) if first or last else None
        dated = [date for cell in self.cells for date in _dates_in(cell.text)]
        return dated[0] if len(dated) == 1 and len(self.cells) == 1 else None

    def _names(self, cell: Cell) -> list[End]:
        """All that stand in the cell, where nothing else does."""
        if self._is_role(cell):
            return []
        plain = _BRACKET.sub(lambda match: " " * len(match[0]), cell.text)
        plain = _RANGE.sub(lambda match: " " * len(match[0]), plain)
        parts = list(_NAMES.finditer(plain)) if plain.strip(" ,;:.") else []
        ends = [self._end(part[0], cell.start + part.start()) for part in parts if part[0].strip(" .:–—-")]
        return [end for end in ends if end is not None] if all(end is not None for end in ends) else []

    def _with_office(self, cell: Cell) -> tuple[End, str] | None:
        """“Herbert Annear, borough librarian, 1921 to 1949”, “Ana Berg (chair)”: a name with an office of its own, and
        nothing else but its dates."""
        match = _NAME_AND_OFFICE.fullmatch(_RANGE.sub("", cell.text).strip(" ,;:.*"))
        office = office_in(match["office"]) if match else ""
        if match is None or not office or not match["office"].casefold().endswith(office):
            return None
        name = self._end(match["name"], cell.start + cell.text.index(match["name"]))
        return (name, match["office"].casefold()) if name is not None else None

    def _end(self, words: str, start: int) -> End | None:
        words = re.sub(r"^\s*and\s+", lambda match: " " * len(match[0]), words)
        name = words.strip(" .:–—-*")
        if not _NAME.fullmatch(name) or len(name.split()) > MOST_WORDS_IN_NAME or not self._is_name(name):
            return None
        at = start + words.index(name)
        inside = [n for n, token in enumerate(self.parsed.tokens) if at <= token.start and token.end <= at + len(name)]
        if not inside:
            return None
        span = without_title(self.parsed, Span(inside[0], inside[-1]))
        return End("name", self.parsed.head_of(span), span)

    def _is_name(self, name: str) -> bool:
        """Single words are names only where the text or the model says so."""
        folded = name.casefold()
        if folded in MONTHS or name.isdigit() or not re.search(r"[^\W\d_]{2}", name):
            return False
        if office_in(name) == folded:
            return False
        words = name.split()
        if len(words) > 1:
            capital = [word.casefold() for word in words if word[0].isupper()]
            return name in self.labelled or any(word not in self.spelling.small for word in capital)
        return folded not in self.spelling.small and (name in self.labelled or name in self.spelling.capital)


def office_in(words: str) -> str:
    """“Directors of the harbour” → director; "" where no office is named, or several."""
    parts = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", words.casefold())
    found = [(number, one) for number, part in enumerate(parts) if (one := _singular(part)) in OFFICES_OF_PEOPLE]
    if not found or len({one for _, one in found}) > 1:
        return "chief executive" if {one for _, one in found} == {"chief", "executive"} else ""
    first = found[0][0]
    while first > 0 and parts[first - 1] in MODIFIERS:
        first -= 1
    return " ".join([*parts[first : found[0][0]], found[0][1]])


def _singular(word: str) -> str:
    if word == "chairmen":
        return "chairman"
    for ending, short in (("ies", "y"), ("s", "")):
        if word.endswith(ending) and word.removesuffix(ending) + short in OFFICES:
            return word.removesuffix(ending) + short
    return word


def _relation(head: str) -> str:
    """A column's head as a relation; "" for what says only how the table is made."""
    words = re.sub(r"\(.*?\)", "", head).strip().casefold()
    parts = words.split()
    is_fit = 0 < len(parts) <= MOST_WORDS_IN_HEAD and not _words(words) & _NO_HEADS
    return words if is_fit and all(part.replace("-", "").replace("'", "").isalpha() for part in parts) else ""


def _words(head: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", head.casefold()))


def _is_of_time(cell: Cell) -> bool:
    return bool(_words(cell.head) & (_BEGIN | _END | _SPANS))


def _date_of(cell: Cell) -> DatePhrase | None:
    return next(iter(_dates_in(cell.text)), None) if _is_of_time(cell) else None


def _dates_in(text: str) -> list[DatePhrase]:
    found = []
    for match in _RANGE.finditer(re.sub(r"(?<=\d{4})-(?=\d{4}\b)", "–", text)):
        first, last = as_edtf(match["first"] or ""), as_edtf(match["last"] or match["end"] or "")
        is_open = match["since"] or match["dash"] or match["end"]
        if first or last:
            found.append(DatePhrase(match.start(), match.end(), first, last, is_event=not is_open))
    return found
