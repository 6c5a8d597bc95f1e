"""Rows of tables and labelled lines as they stand in a passage: their cells, and the heads of their columns. Pure."""

import re
from collections.abc import Iterator, Sequence

from services.text.sentences import Sentence

FEWEST_ROWS = 3
LABEL = r"[A-Z][\w-]{1,20}(?: [\w-]{1,20})?:"
"""“Chair:”, which begins a line."""
_ROW = re.compile(
    r"^[ \t]*\|[ \t]*(?P<barred>[^\n]+?)[ \t]*\|[ \t]*$"
    r"|^[ \t]*(?P<plain>[^\s|][^\n|]* \| [^\n]+)$"
    r"|^[ \t]*(?P<rule>[-=]+(?:[+|][-=]+)+)[ \t]*$"
    rf"|^(?P<field>{LABEL}[ \t]+\S[^\n]*?)[ \t]*$",
    re.MULTILINE,
)
_RULE = re.compile(r"[\s|:=+-]+")
BAR = re.compile(r"\s*(?<!\\)\|\s*")
"""Between two cells of a row."""
_NAMED_CELL = re.compile(r"(?P<head>[^:|]{1,60}):\s+(?P<value>\S.*)")
_RANGE = re.compile(
    r"\b(?P<low>\d+)\s*(?:to|-|–|until)\s*(?P<high>\d+)\b|\b(?:less than|under|below|up to)\s+(?P<below>\d+)\b"
    r"|\b(?:more than|over|above)\s+(?P<above>\d+)\b|\b(?P<least>\d+)(?:\+| (?:or more|and (?:more|above|over)))",
    re.IGNORECASE,
)


def named_cells(row: str) -> dict[str, str]:
    """The cells of a row by the heads of their columns: “Year: 2023 | Revenue: 4.1 bn”; none of a row without heads."""
    found = [_NAMED_CELL.fullmatch(cell) for cell in BAR.split(row)]
    cells = {one["head"]: one["value"] for one in found if one is not None}
    return cells if len(cells) == len(found) > 1 else {}


def row_includes_number(text: str, number: int) -> bool:
    """Whether a row's range includes the number: “6 to 10”, “less than 2”, “12 and above”."""
    for found in _RANGE.finditer(text):
        low, high = found["low"] or found["above"] or found["least"], found["high"] or found["below"]
        if (low is None or int(low) <= number) and (high is None or number <= int(high)):
            return not ((found["above"] or found["below"]) and number == int(found["above"] or found["below"]))
    return False


def rows_with_heads(content: str) -> Iterator[tuple[Sentence, str]]:
    """Of tables, without the bars at their sides, with the heads of their columns, which tell nothing by themselves."""
    for table in table_lines(content):
        yield from rows_of_table(table)


def rows_of_table(table: Sequence[re.Match[str]]) -> Iterator[tuple[Sentence, str]]:
    if table[0].lastgroup == "field":
        if len(table) > 1:
            yield from ((_cells(line), "") for line in table)
        return
    ruled = len(table) > 1 and _RULE.fullmatch(table[1][0]) is not None
    is_plain = not re.search(r"\d", table[0][0]) and not named_cells(_cells(table[0]).text)
    has_heads = ruled or (len(table) >= FEWEST_ROWS and is_plain)
    columns = _cells(table[0]).text if has_heads else ""
    for line in table[has_heads:]:
        if not _RULE.fullmatch(line[0]):
            yield _cells(line), columns


def table_lines(content: str) -> Iterator[list[re.Match[str]]]:
    """The lines of each, which follow one another; lines such as “Chair: Jane Doe” are one, too."""
    table: list[re.Match[str]] = []
    for line in _ROW.finditer(content):
        is_next = not table or line.start() <= table[-1].end() + 1
        is_alike = not table or (line.lastgroup == "field") == (table[0].lastgroup == "field")
        if not (is_next and is_alike):
            yield table
            table = []
        table.append(line)
    if table:
        yield table


def _cells(line: re.Match[str]) -> Sentence:
    kind = line.lastgroup or 0
    return Sentence(line[kind], line.start(kind), line.end(kind))
