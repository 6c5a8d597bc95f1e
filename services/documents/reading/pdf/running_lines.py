"""Lines that stand at the top or the bottom of most pages, such as “Annual report 7 / 21”. Pure."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from services.documents.reading.page_texts import BETWEEN_PARAGRAPHS

FEWEST_PAGES = 3
SHARE_OF_PAGES = 0.5
LONGEST = 120
"""Characters: what is longer is no running line, whatever it repeats."""
FARTHEST = 50
"""Between a page's place in the file and the number printed on it."""
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class TextRange:
    """Of a page's text: what is left of it, from `start` to `end`."""

    start: int
    end: int


def without_running_lines(pages: Sequence[str]) -> list[TextRange]:
    """What to keep of each page's text. A running line is the first or the last paragraph of more than half of the
    pages, and of three at least; its page number may count on, every other figure has to be the same. It stays where
    it stands first, since it may say what the file is, and on a page that has nothing else."""
    firsts = _repeated([page.partition(BETWEEN_PARAGRAPHS)[0] for page in pages])
    lasts = _repeated([page.rpartition(BETWEEN_PARAGRAPHS)[2] for page in pages])
    return [_kept(page, drops_first=number in firsts, drops_last=number in lasts) for number, page in enumerate(pages)]


def _kept(page: str, *, drops_first: bool, drops_last: bool) -> TextRange:
    start = page.find(BETWEEN_PARAGRAPHS) + len(BETWEEN_PARAGRAPHS) if drops_first and BETWEEN_PARAGRAPHS in page else 0
    end = page.rfind(BETWEEN_PARAGRAPHS) if drops_last and BETWEEN_PARAGRAPHS in page else len(page)
    return TextRange(start, end) if start < end else TextRange(0, len(page))


def _repeated(lines: Sequence[str]) -> set[int]:
    """The pages whose line says what the lines of most pages say, but for the first of them."""
    spelt = [_without_page_number(line, number) for number, line in enumerate(lines)]
    counts = Counter(
        form for line, forms in zip(lines, spelt, strict=True) if 0 < len(line) <= LONGEST for form in forms
    )
    least = max(FEWEST_PAGES, int(SHARE_OF_PAGES * len(lines)) + 1)
    common = {form for form, count in counts.items() if count >= least}
    found = [number for number, forms in enumerate(spelt) if not common.isdisjoint(forms)]
    return set(found[1:])


def _without_page_number(line: str, number: int) -> set[str]:
    """The line as it is, and with each figure that may be its page number told by its distance from the page."""
    forms = {" ".join(line.split())}
    for match in _NUMBER.finditer(line):
        distance = int(match[0][:9]) - number
        if abs(distance) <= FARTHEST:
            forms.add(" ".join(f"{line[: match.start()]}\0{distance}\0{line[match.end() :]}".split()))
    return forms
