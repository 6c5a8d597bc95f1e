"""The rules of the offline answers that a measurement can leave out, one by one, to see what each is worth."""

from collections.abc import Mapping
from typing import Literal

Rule = Literal[
    "events",
    "successions",
    "present tense",
    "series",
    "initials",
    "slips in names",
    "parts of names",
    "kinds of answers",
    "titles",
    "headings stand back",
    "similarity",
    "search by meaning",
    "follow-up calls",
    "unspoken words",
    "other words",
    "supports",
    "verdicts",
    "tables",
    "sections",
    "parts",
]

RULES: Mapping[Rule, str] = {
    "events": "a time that is given by what happened then",
    "successions": "who came before, after, first, last, longest",
    "present tense": "what is true now",
    "series": "a list in order and in full",
    "initials": "ESA for European Space Agency, and the other way round",
    "slips in names": "a name that is one letter off",
    "parts of names": "a surname or a first word for the whole name",
    "kinds of answers": "sentences with a number, a date, a place, a person or an extreme",
    "titles": "what only the title or the heading says counts for the sentence",
    "headings stand back": "lines without an end stand back",
    "similarity": "the embedding chooses among sentences that words leave open",
    "search by meaning": "a second search by meaning alone, where no name, code or number is asked for",
    "follow-up calls": "the timeline of the entity that the first facts point to",
    "unspoken words": "a word that matters and that nothing mentions is said to be missing",
    "other words": "a word that nothing mentions, in another word of the passages that means nearly the same",
    "supports": "a second and a third quotation only where they add something that was asked for",
    "verdicts": "yes or no where a passage states it plainly",
    "tables": "which has the most or the least by a column, and how many rows there are",
    "sections": "the whole list below the heading that the question names",
    "parts": "each half of a question that asks for two things",
}
