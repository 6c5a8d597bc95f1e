"""Full-text queries for Neo4j's Lucene indexes: a user's words, never a user's syntax."""

import re

MOST_WORDS = 127
LONGEST_WORD = 60  # Lucene gives up on the automaton of a longer one
SYNTAX = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/<>=])')


def any_word_query(query: str) -> str:
    """A query for any of the words; "" if there is none. The index's own analyser splits them further, as it did the
    facts."""
    words = [word for word in query.casefold().split() if re.search(r"\w", word)]
    return " ".join(map(_escape, words[:MOST_WORDS]))


def similar_words_query(text: str) -> str:
    """A query for each word as it is, as the beginning of a word, or with a typing error or two."""
    whole = [_escape(word) for word in text.casefold().split()[:8] if re.search(r"\w", word)]
    pieces = re.findall(r"\w+", text.casefold())[:8]
    near = [f"{piece}* OR {piece}~{1 if len(piece) < 6 else 2}" for piece in pieces if 1 < len(piece) <= LONGEST_WORD]
    return " OR ".join([*whole, *near])


def _escape(word: str) -> str:
    return SYNTAX.sub(r"\\\1", word)
