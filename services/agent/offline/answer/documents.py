"""Answers about documents themselves: which there are, which speak of something, what a named one says. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence

from services.agent.offline.answer.findings import Findings, hit_words
from services.agent.offline.answer.quotes.choice import (
    Quote,
    QuoteRequest,
    best_quotes_by_document,
    chosen_quotes,
    repeats_quote,
    unscored_quote,
)
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.answer.remarks import NOTHING_FOUND, remark
from services.agent.offline.passages import QuotableText, quotable_lists, quotable_sentences, quotable_tables
from services.agent.offline.reading.documents import asks_what_changed
from services.agent.offline.reading.question import OF_BEGINNINGS, OF_DOCUMENTS, ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.models import AnswerParagraph, Hit
from services.text.sentences import Sentence, content_words
from services.text.wording import count_of

MOST_LISTED = 20
MOST_OF_BEGINNING = 3
_HEAD_FIELD = re.compile(r"^([A-Z][\w-]{1,20}(?: [\w-]{1,20})?):[ \t]+(\S[^\n]*)$", re.MULTILINE)
"""“Status: Final” at the beginning of a line."""
_ABSTRACT = re.compile(r"(?:abstract|summary|executive summary|in short|at a glance)\W*$", re.IGNORECASE)
_OTHERWISE = re.compile(
    r"\b(?:in\s+(?:the\s+)?place\s+of|instead|replac\w+|amend\w+|chang\w+|no\s+longer|new|now|rais\w+|lower\w*|reduc\w+|increas\w+"
    r"|extend\w*|adds?|added|adding|drop(?:s|ped)|remov\w+|delet\w+|renam\w+|fix(?:es|ed)|previously|formerly|so\s+far|until\s+now|grows?|moves?"
    r"|take\s+away|taken\s+away|(?<=from\s)\S+\s+to)\b",
    re.IGNORECASE,
)
_ENDS_OF_CHANGE = re.compile(
    r"\b(?:before|after|until\s+now|so\s+far|now|new|old|previous(?:ly)?|former(?:ly)?)\b", re.IGNORECASE
)
MOST_CHANGES = 8
FEWEST_MARKS = 2
_WHOLE = re.compile(r"[.!?…][\"”’)\]]*$")


def document_list(found: Findings, *, is_counted: bool = False) -> Iterator[AnswerParagraph]:
    """How many there are, and the newest with links; only how many, where that `is_counted`."""
    total = found.total if found.total is not None else len(found.documents)
    if is_counted:
        yield remark(f"The collection holds {count_of(total, 'document')}; see [all documents](/documents).")
        return
    shown = found.documents[:MOST_LISTED]
    lines = [f"- [{_label(one.title)}](/documents?id={one.id})" for one in shown]
    heading = f"The collection holds {count_of(total, 'document')}" + (":" if len(shown) == total else "; the newest:")
    yield remark("\n".join([heading, *lines]))
    if len(shown) < total:
        yield remark(f"Not told here: {total - len(shown)} more; see [all documents](/documents).")


def documents_of_topic(question: ParsedQuestion, found: Findings) -> Iterator[AnswerParagraph]:
    """The documents that have at least half of the topic's words, each with its best sentence."""
    topic = question.documents_topic
    hits = [hit for hit in found.hits if 2 * len(topic & content_words(hit_words(hit))) >= len(topic)]
    quotes = best_quotes_by_document(QuoteRequest(topic), hits)
    if quotes:
        yield remark(f"{count_of(len(quotes), 'document')} that speak{'s' * (len(quotes) == 1)} of it:")
    yield from quotations(quotes, found)
    if not quotes:
        yield remark(NOTHING_FOUND)


def named_documents(
    question: ParsedQuestion, found: Findings, similarities: Mapping[str, float]
) -> Iterator[AnswerParagraph]:
    """What they say of the topic; the beginning where the document itself is asked for, or says nothing of it."""
    ids = {one.id for one in question.documents}
    hits = [hit for hit in found.hits if hit.document_id in ids]
    if asks_what_changed(question.text) and (changes := _changes(hits)):
        yield from quotations(changes, found)
        return
    topic = _topic_beside_documents(question)
    quotes = _quotes_of_topic(question, topic, hits, similarities)
    if topic and not quotes:
        yield remark(f"No passage of “{question.documents[0].title}” that was read answers this. It begins:")
    yield from quotations(quotes or _beginning(hits), found)


def _changes(hits: Sequence[Hit]) -> list[Quote]:
    """The list, or the rows of the table, of the named document that says most of what is otherwise than before."""
    in_order = sorted(hits, key=lambda hit: (hit.document_source, hit.citation.start_offset))
    listed = [
        [unscored_quote(hit, one)] for hit in in_order for one in quotable_lists(hit.content, hit.citation.heading)
    ]
    tables = [
        [unscored_quote(hit, row) for row in rows]
        for hit in in_order
        for rows in quotable_tables(hit.content, hit.citation.heading)
        if len({mark.casefold() for mark in _ENDS_OF_CHANGE.findall(rows[0].columns)}) > 1
    ]
    best = max([*tables, *listed], key=_marks_of_change, default=[])
    return best[:MOST_CHANGES] if best and _marks_of_change(best) >= FEWEST_MARKS else []


def _marks_of_change(quotes: Sequence[Quote]) -> int:
    said = sum(len(_OTHERWISE.findall(one.sentence.text)) for one in quotes)
    return said + len(_ENDS_OF_CHANGE.findall(quotes[0].sentence.columns)) * bool(quotes)


def _topic_beside_documents(question: ParsedQuestion) -> frozenset[str]:
    """What is asked about the documents that are named."""
    if question.reads_document:
        return frozenset()
    named = content_words(" ".join(f"{one.title} {one.source}" for one in question.documents))
    spoken = frozenset(word for word in question.words if "." not in word)
    return (spoken - OF_DOCUMENTS - OF_BEGINNINGS - named) or (spoken - OF_DOCUMENTS - OF_BEGINNINGS)


def _quotes_of_topic(
    question: ParsedQuestion, topic: frozenset[str], hits: Sequence[Hit], similarities: Mapping[str, float]
) -> Sequence[Quote]:
    fields = [quote for quote in _head_fields(hits) if topic & content_words(quote.sentence.text.partition(":")[0])]
    if fields or not topic:
        return fields
    best = chosen_quotes(QuoteRequest(topic, question.kinds, question.time), hits, similarities)
    return [quote for quote in best if covered_words(topic, quote.words | quote.sentence.heading_words)]


def _head_fields(hits: Sequence[Hit]) -> Iterator[Quote]:
    """Of the first passages, as lines that can be quoted."""
    for hit in [hit for hit in hits if hit.citation.start_offset == 0]:
        for line in _HEAD_FIELD.finditer(hit.content):
            sentence = Sentence(line[0], line.start(), line.end())
            yield unscored_quote(hit, QuotableText(sentence, "", content_words(line[0])))


def _beginning(hits: Sequence[Hit]) -> list[Quote]:
    """The first sentences that are whole, of its abstract where it has one; each once, though two were joined."""
    in_order = sorted(hits, key=lambda hit: hit.citation.start_offset)
    first = [(hit, one) for hit in in_order for one in quotable_sentences(hit.content)]
    whole = [(hit, one) for hit, one in first if _WHOLE.search(one.text)]
    abstract = [(hit, one) for hit, one in whole if _ABSTRACT.match(one.heading)]
    chosen: list[Quote] = []
    for hit, one in abstract or whole or first:
        if not any(repeats_quote(unscored_quote(hit, one), other) for other in chosen):
            chosen.append(unscored_quote(hit, one))
    return chosen[:MOST_OF_BEGINNING]


def _label(title: str) -> str:
    return title.replace("[", "(").replace("]", ")")
