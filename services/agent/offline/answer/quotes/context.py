"""A quotation with the sentences beside it. Pure."""

import dataclasses
from collections.abc import Callable

from services.agent.offline.answer.quotes.choice import Quote
from services.agent.offline.passages import with_neighbouring_sentences, with_next_sentence
from services.text.sentences import Sentence, content_words


def with_neighbours(quote: Quote) -> Quote:
    """The quotation with the sentences before and after it, if they are in its paragraph and short enough to quote."""
    return quote if quote.sentence.columns else _widened_to(quote, with_neighbouring_sentences)


def with_next(quote: Quote) -> Quote:
    """The quotation with the sentence after it, if that is in its paragraph and short enough to quote."""
    return _widened_to(quote, with_next_sentence)


def _widened_to(quote: Quote, widen: Callable[[str, Sentence], Sentence]) -> Quote:
    whole = widen(quote.hit.content, quote.sentence.sentence)
    sentence = dataclasses.replace(quote.sentence, sentence=whole, words=content_words(whole.text))
    return dataclasses.replace(quote, sentence=sentence, words=sentence.words)
