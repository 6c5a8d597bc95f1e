"""What a question measures against: “more than 5,000 pounds”, “heavier than 20 kg”, “before 1990”. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from typing import Literal

from services.agent.offline.reading.numbers.degrees import Measure, measures_of_adjective
from services.agent.offline.reading.numbers.quantities import Quantity, quantities
from services.text.sentences import words

Side = Literal["above", "below"]

_SIDES: Mapping[str, Side] = {
    "more": "above",
    "over": "above",
    "above": "above",
    "beyond": "above",
    "after": "above",
    "later": "above",
    "less": "below",
    "fewer": "below",
    "under": "below",
    "below": "below",
    "before": "below",
    "earlier": "below",
}
_LIMIT = re.compile(
    r"\b(?P<words>(?P<side>over|above|beyond|under|below|before|after)"
    r"|(?P<compared>more|less|fewer|earlier|later|[a-z]{2,}er)\s+than)\s+(?:the\s+(?:year|age)\s+(?:of\s+)?)?(?=[£€$\d]|(?:an?\s+)?[a-z])",
    re.IGNORECASE,
)
_YEARS = frozenset({"before", "after", "earlier", "later"})
_OF_TIME = ("duration", "delay", "age")
_ONE = re.compile(r"\ban?\s+(?=\w+)", re.IGNORECASE)


@dataclass(frozen=True)
class Limit:
    """`words` as the question has them; `measures` are what an adjective such as “heavier” says of it."""

    side: Side
    quantity: Quantity
    words: str
    measures: tuple[Measure, ...]
    question_without_it: str

    @property
    def heads(self) -> frozenset[str]:
        return frozenset[str]().union(*(one.heads for one in self.measures))

    @property
    def is_year(self) -> bool:
        return self.quantity.is_year

    def allows(self, amount: float) -> bool | None:
        """Whether the amount lies on the limit's side; None if it is the limit itself, which texts and people count
        either way."""
        if isclose(amount, self.quantity.amount):
            return None
        return (amount > self.quantity.amount) == (self.side == "above")


def read_limit(question: str) -> Limit | None:
    """The limit in the question; None if it has none, or more than one."""
    found = [one for one in _LIMIT.finditer(question) if _limit(question, one) is not None]
    return _limit(question, found[0]) if len(found) == 1 else None


def _limit(question: str, found: re.Match[str]) -> Limit | None:
    word = (found["side"] or found["compared"]).casefold()
    measures = measures_of_adjective(word) if word not in _SIDES else ()
    quantity = _quantity_at(question[found.end() :])
    if quantity is None or not (measures or word in _SIDES) or (word in _YEARS) != quantity.is_year:
        return None
    side = _SIDES.get(word) or _side_of(measures, quantity)
    words = question[found.start() : found.end() + quantity.start + len(quantity.words)]
    return Limit(side, quantity, words, measures, question.replace(words, " "))


def _side_of(measures: Sequence[Measure], quantity: Quantity) -> Side:
    """“Faster than an hour” is less, “faster than 30 knots” is more."""
    fitting = [one for one in measures if (quantity.kind == "time") == (one.name in _OF_TIME)]
    return "above" if (fitting or measures)[0].direction == "most" else "below"


def _quantity_at(text: str) -> Quantity | None:
    """It has to begin there; “an hour” is one."""
    article = _ONE.match(text)
    counted = _ONE.sub("one ", text, count=1) if article else text
    first = next(quantities(counted), None)
    if first is None or counted[: first.start].strip() or (article and not first.kind):
        return None
    words = first.words.replace("one ", article[0], 1) if article else first.words
    return Quantity(first.amount, first.kind, words)


def limit_words(question: str) -> frozenset[str]:
    """The words, small, of the limit, which no text has to say."""
    found = read_limit(question)
    return frozenset(words(found.words)) if found else frozenset()
