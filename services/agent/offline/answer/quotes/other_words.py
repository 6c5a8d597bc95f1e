"""A word of the question that no passage has, in the word that the passages have for it: “pets” are “animals”. Pure."""

import re
from collections.abc import Mapping, Sequence

from services.agent.offline.answer.findings import Findings, hit_words
from services.agent.offline.answer.quotes.relevance import missing_words
from services.agent.offline.reading.question import ParsedQuestion
from services.text.sentences import STOPWORDS, WORD, content_words

ALIKE = 0.7
"""The cosine similarity from which two words mean nearly the same: “pets” and “animals” have 0.82, “doctor” and “nurse”
0.61, “dog” and “cat” 0.66."""
MOST_LACKING = 3
HITS_COMPARED = 4
MOST_COMPARED = 200
SHORTEST = 3


def unmentioned_words(question: ParsedQuestion, found: Findings, weighed: Sequence[str]) -> tuple[str, ...]:
    """The words of the question that nothing found mentions, without names, which have no synonyms."""
    if not question.is_question or not found.hits:
        return ()
    texts = [*map(hit_words, found.hits), *(fact.fact for fact in found.facts)]
    return tuple(word for word in missing_words(weighed, texts) if word.islower() and word.isalpha())[:MOST_LACKING]


def words_to_compare(found: Findings) -> tuple[str, ...]:
    """The words of the first passages, each once, in lower case."""
    texts = (f"{hit.citation.heading} {hit.content}" for hit in found.hits[:HITS_COMPARED])
    spoken = (word for text in texts for word in WORD.findall(text) if word.isalpha() and len(word) >= SHORTEST)
    return tuple(dict.fromkeys(word.casefold() for word in spoken if word.casefold() not in STOPWORDS))[:MOST_COMPARED]


def nearest_word(similarities: Mapping[str, float]) -> str | None:
    """The most similar word, if it is similar enough."""
    best = max(similarities, key=lambda word: similarities[word], default=None)
    return best if best is not None and similarities[best] >= ALIKE else None


def reword_question(question: ParsedQuestion, words: Mapping[str, str]) -> ParsedQuestion:
    """The question, with each of these words replaced by its other one."""
    asked, topic = question.asked, question.topic
    for word, other in words.items():
        asked = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", other, asked)
        topic = (topic - content_words(word)) | (content_words(other) if topic & content_words(word) else frozenset())
    return question.model_copy(update={"asked": asked, "topic": topic}) if words else question
