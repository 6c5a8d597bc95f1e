"""A word of the question that no passage has, in the word that the passages have for it: “pets” are “animals”. Pure."""

import re
from collections.abc import Mapping, Sequence

from services.agent.offline.answer.findings import Findings, words_of
from services.agent.offline.answer.quotes.relevance import unspoken
from services.agent.offline.reading.question import ParsedQuestion
from services.text.sentences import STOPWORDS, WORD, content_words

ALIKE = 0.7
"""The cosine similarity from which two words mean nearly the same: “pets” and “animals” have 0.82, “doctor” and “nurse”
0.61, “dog” and “cat” 0.66."""
MOST_LACKING = 3
HITS_COMPARED = 4
MOST_COMPARED = 200
SHORTEST = 3


def lacking_words(question: ParsedQuestion, found: Findings, weighed: Sequence[str]) -> tuple[str, ...]:
    """Small words of the question that nothing mentions; a name has no other word."""
    if not question.is_question or not found.hits:
        return ()
    texts = [*map(words_of, found.hits), *(fact.fact for fact in found.facts)]
    return tuple(word for word in unspoken(weighed, texts) if word.islower() and word.isalpha())[:MOST_LACKING]


def words_to_compare(found: Findings) -> tuple[str, ...]:
    """Those of the first passages, each once and small."""
    texts = (f"{hit.citation.heading} {hit.content}" for hit in found.hits[:HITS_COMPARED])
    spoken = (word for text in texts for word in WORD.findall(text) if word.isalpha() and len(word) >= SHORTEST)
    return tuple(dict.fromkeys(word.casefold() for word in spoken if word.casefold() not in STOPWORDS))[:MOST_COMPARED]


def nearest_word(similarities: Mapping[str, float]) -> str | None:
    """The word that is alike enough."""
    best = max(similarities, key=lambda word: similarities[word], default=None)
    return best if best is not None and similarities[best] >= ALIKE else None


def reworded(question: ParsedQuestion, words: Mapping[str, str]) -> ParsedQuestion:
    """What is asked, in those words."""
    asked, topic = question.asked, question.topic
    for word, other in words.items():
        asked = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", other, asked)
        topic = (topic - content_words(word)) | (content_words(other) if topic & content_words(word) else frozenset())
    return question.model_copy(update={"asked": asked, "topic": topic}) if words else question
