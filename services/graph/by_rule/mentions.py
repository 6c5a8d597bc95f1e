"""Each name where it stands, with what its sentence tells of what it is. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from services.graph.by_rule.names.kind_cues import (
    has_neuter_pronoun,
    is_listed_with_place,
    is_only_topic,
    kind_by_cue,
    opens_sentence,
    opens_with_its_office,
)
from services.graph.by_rule.names.kind_statements import does_as_people_do, is_location, kind_of_head, stated_kind
from services.graph.by_rule.names.types import Mention, clean_name, is_told_by_form
from services.graph.by_rule.names.vocabulary import TITLES
from services.graph.by_rule.sentences.passages import follows_directly
from services.graph.by_rule.sentences.tokens import Parsed, Span, word_set
from services.graph.by_rule.sentences.vocabulary import NEEDS, OFFICES_OF_PEOPLE, RUNS
from services.graph.by_rule.statements.context import Read
from services.graph.by_rule.statements.links import OPEN_OFFICES, Link
from services.graph.names import normalize

ASKED_A_NAME = 3
"""Sentences in which the model is asked what a name is."""
_OF_FIRMS = word_set("executive ceo cfo coo cto chairman chairwoman chair treasurer")
"""Of offices: what has one is an organisation."""


def find_mentions(reads: Sequence[Read]) -> Iterator[Mention]:
    for number, read in enumerate(reads):
        following = reads[number + 1] if number + 1 < len(reads) else None
        people = {link.subject.span for link in read.links if _is_personal(link)}
        employers = {
            link.object.span for link in read.links if _is_personal(link) and "of" in link.relation.split()[-1:]
        }
        led = {link.object.span for link in read.links if link.is_office and _OF_FIRMS & set(link.relation.split())}
        heads = {link.object.span: kind_of_head(link.relation) for link in read.links if read.passage.heads is not None}
        for span in read.spans:
            is_person = span in people or _is_titled(read.parsed, span)
            is_organisation = span in employers or _is_place_of_work(read.parsed, span)
            serves = any(link.subject.span == span and link.object.kind in OPEN_OFFICES for link in read.links)
            serves = serves or does_as_people_do(read.parsed, span)
            is_platform = any(_is_platform(link, span) for link in read.links)
            said = stated_kind(read.parsed, span) or heads.get(span, "")
            words = read.parsed.words(span)
            is_in = is_location(read.parsed, span) or is_listed_with_place(read.parsed, span, read.spans)
            told = kind_by_cue(read.parsed, span) or (_has_office(read, span, following) and "Organisation") or ""
            is_thing = has_neuter_pronoun(read.parsed, span)
            yield Mention(
                words,
                number,
                "",
                is_person,
                is_organisation,
                serves,
                is_platform,
                is_in,
                said,
                told,
                opens_sentence(read.parsed, span),
                span in led,
                is_thing,
            )


def _has_office(read: Read, span: Span, following: Read | None) -> bool:
    """“… Selne Water. Its chief executive, …”."""
    is_followed = following is not None and follows_directly(following.passage, read.passage)
    return (
        is_followed
        and following is not None
        and opens_with_its_office(following.parsed)
        and is_only_topic(read.parsed, span, read.spans)
    )


def _is_platform(link: Link, span: Span) -> bool:
    """“X runs on Linux”: both; “X is written in C”: the second."""
    ends = [link.object.span] if link.relation in NEEDS else []
    ends += [link.subject.span, link.object.span] if link.relation in RUNS else []
    return span in ends


def _is_personal(link: Link) -> bool:
    words = re.split(r"[ _]", link.relation)
    return link.is_office and bool(OFFICES_OF_PEOPLE.intersection(words))


def _is_titled(parsed: Parsed, span: Span) -> bool:
    """“Dr”, “Sir” before it; “President” and “Director” are titles of people, too."""
    before = parsed.tokens[span.first - 1].text.casefold().rstrip(".") if span.first else ""
    return before in TITLES and parsed.tokens[span.first - 1].text[0].isupper()


def _is_place_of_work(parsed: Parsed, span: Span) -> bool:
    """“At Boeing …”: no person."""
    return span.first > 0 and parsed.tokens[span.first - 1].text.casefold() == "at"


def first_sentences(mentions: Sequence[Mention], known: Mapping[str, str]) -> list[int]:
    """Where each name whose type is not known yet stands for the first few times."""
    first: defaultdict[str, set[int]] = defaultdict(set)
    for mention in mentions:
        name = clean_name(mention.words)
        if len(first[name]) < ASKED_A_NAME and not known.get(normalize(name)) and not is_told_by_form(mention.words):
            first[name].add(mention.sentence)
    return sorted(set().union(*first.values()))


def with_label(mention: Mention, labels: Mapping[int, Sequence[tuple[str, str]]]) -> Mention:
    words = clean_name(mention.words)
    same = [label for text, label in labels.get(mention.sentence, ()) if clean_name(text) == words]
    around = [label for text, label in labels.get(mention.sentence, ()) if words in text]
    label = next(iter([*same, *around]), "")
    return replace(mention, label=label)
