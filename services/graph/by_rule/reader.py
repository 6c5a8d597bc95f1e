"""Reads a document by rule: its names, and the facts that its sentences state.

A fact is a literal sentence. Its ends are names that the sentence, the sentence before or a heading gives; its relation
is the verb or the noun between them; its dates are those that the sentence names. Nothing is inferred.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from services.graph.by_rule.doubts import doubts_of
from services.graph.by_rule.mentions import find_mentions, first_sentences, with_label
from services.graph.by_rule.names.edges import Labelled
from services.graph.by_rule.names.entities import Naming, name_entities
from services.graph.by_rule.names.known_in_text import STARTS_KEPT, find_known_names
from services.graph.by_rule.names.name_spans import Spelling, name_spans
from services.graph.by_rule.names.types import Mention, clean_name, is_told_by_form
from services.graph.by_rule.sentences.dates import date_phrases, since_then_phrases
from services.graph.by_rule.sentences.english import EnglishParser
from services.graph.by_rule.sentences.language import is_english
from services.graph.by_rule.sentences.passages import (
    LONGEST,
    TextSentence,
    follows_directly,
    is_row,
    mask_non_prose,
    split_passages,
)
from services.graph.by_rule.sentences.tokens import Parsed, Span
from services.graph.by_rule.sentences.vocabulary import PLACING
from services.graph.by_rule.statements.context import Context, Read
from services.graph.by_rule.statements.dating import date_of_link
from services.graph.by_rule.statements.entries import Entry
from services.graph.by_rule.statements.links import Link
from services.graph.by_rule.statements.relations import sentence_links
from services.graph.by_rule.statements.signs import Signs
from services.graph.names import normalize, relation_name
from services.models import FactDraft, NamedEntity, Reading, Refusal
from services.text.markup import EMPHASIS, without_emphasis
from services.text.sentences import one_line
from services.text.wording import count_of

LONGEST_CONTENT = 1_000_000
MOST_SENTENCES = 10_000
MOST_NAMES = 2_000
MOST_FACTS = 5_000
MOST_NAMES_A_SENTENCE = 25
FACTS_A_SENTENCE = 8
REFUSALS_KEPT = 50
LONGEST_RELATION = 6
UNREAD = "It names several things, but its grammar shows no relation between them."
CROWDED = f"It names more than {MOST_NAMES_A_SENTENCE} things, so it is a list."
TOO_LONG = f"It is longer than {LONGEST} characters, so it is no sentence."
FEWEST_WORDS, MOST_WORDS_ASKED, ENGLISH_SHARE = 5, 2_000, 0.8
"""Of the different words without a capital in a table; of German, French and Spanish a quarter at most."""
LONG_TITLE = 7
"""Words of a title that holds no value of a key: “Parent Company: Orion Holding Ltd” may."""
MOST_SIGNS = 3
"""“***” before and after a sentence."""
_PLAIN_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_A-Z]{4,}(?![^\W\d_])")
_WORDS = re.compile(r"[^\W\d_][\w.'’-]*")
_ENDS = re.compile(r"(?:(?<![.\s][^\W\d_a-z])\.|[;:,])[\"'”’)]*$")
_PROPER = re.compile(r"[^\W\d_a-z]")


ToldFact = tuple[FactDraft, str, Link]
"""With its dates in EDTF, and the link that it is read from."""


@dataclass
class Refusals:
    kept: list[Refusal] = field(default_factory=list)
    count: int = 0

    def add(self, sentence: str, reason: str) -> None:
        self.count += 1
        if len(self.kept) < REFUSALS_KEPT:
            self.kept.append(Refusal(sentence=one_line(sentence)[:LONGEST], reason=reason))


@dataclass(frozen=True)
class Reader:
    parser: EnglishParser

    def read(self, title: str, content: str, known: Mapping[str, str]) -> Reading:
        """`known`: names of the collection as they are written, with their types, "" for none."""
        text = content[:LONGEST_CONTENT]
        if not is_english(text) and not self._has_english_words(text):
            return _only_known(text, known)
        refusals = Refusals()
        all_passages = list(_bounded(title, text))
        chosen = [p for p in all_passages if _is_readable(p, refusals)]
        spelling = Spelling.of(mask_non_prose(text), self.parser.is_word)
        headings = _headings(title, all_passages)
        items = [p.text for p in chosen if p.heads is not None or _is_title(p.text)]
        named = self._named([*items, *(heading for heading in headings if not _is_sentence_case(heading))])
        parsed = list(self.parser.parse([*(p.text for p in chosen), *headings]))
        reads = list(_sentences(zip(chosen, parsed, strict=False), spelling, named, refusals))
        above = _above(zip(headings, parsed[len(chosen) :], strict=True), spelling, named)
        labels = dict[int, Labelled]()
        names = self._naming([*reads, *above], text, known, labels)
        told = list(_facts(reads, names, content, refusals))
        found = list(self._facts(reads, told, names, labels).items())[:MOST_FACTS]
        doubts = doubts_of([signs for _, (_, signs) in found])
        entities = _entities(reads, names)
        return Reading(
            facts=tuple(draft for draft, _ in found),
            dates=tuple(edtf for _, (edtf, _) in found),
            doubts=tuple(doubts),
            entities=entities[:MOST_NAMES],
            refused=tuple(refusals.kept),
            refused_count=refusals.count,
            sentence_count=len(all_passages),
            stating_count=sum(map(bool, told)),
            note=_left_out(content, all_passages, entities),
        )

    def _has_english_words(self, text: str) -> bool:
        """Of a table, which has hardly a word that only a language's grammar needs."""
        words = {match[0] for match in islice(_PLAIN_WORD.finditer(text), MOST_WORDS_ASKED)}
        known = sum(self.parser.is_word(word) for word in words)
        return len(words) >= FEWEST_WORDS and known >= ENGLISH_SHARE * len(words)

    def _named(self, texts: Sequence[str]) -> Mapping[str, str]:
        """What the model takes for names in each, with a bar between them."""
        found = self.parser.typed_names(texts)
        return {
            text: " | ".join(text[start:end] for start, end, _ in labelled)
            for text, labelled in zip(texts, found, strict=True)
        }

    def _naming(
        self, reads: Sequence[Read], text: str, known: Mapping[str, str], labels: dict[int, Labelled]
    ) -> Naming:
        """`labels` gets what the model sees in the sentences that it is asked about, by their number."""
        found = list(find_mentions(reads))
        parts = {word for mention in found if " " in mention.words for word in mention.words.split()}
        named = [self._judged(mention, parts) for mention in found]
        types = {normalize(name): kind for name, kind in known.items()}
        unclear = first_sentences(named, types)
        self._label(reads, unclear, labels)
        seen = {
            number: [(reads[number].passage.text[a:b], label) for a, b, label in labels[number]] for number in unclear
        }
        return name_entities([with_label(mention, seen) for mention in named], text, types)

    def _judged(self, mention: Mention, parts: Collection[str]) -> Mention:
        """What opens a sentence and is a word of the language is no name for that; part of another name it may be."""
        is_plain = mention.opens and mention.words not in parts and self.parser.is_word(mention.words)
        return replace(mention, opens=is_plain)

    def _label(self, reads: Sequence[Read], numbers: Sequence[int], labels: dict[int, Labelled]) -> None:
        found = self.parser.typed_names([reads[number].passage.text for number in numbers])
        labels |= dict(zip(numbers, found, strict=True))

    def _facts(
        self,
        reads: Sequence[Read],
        told: Sequence[Sequence[ToldFact]],
        names: Naming,
        labels: dict[int, Labelled],
    ) -> Mapping[FactDraft, tuple[str, Collection[str]]]:
        """Each with its dates in EDTF, and with the signs that speak against it."""
        self._label(reads, [number for number, read in enumerate(reads) if read.links and number not in labels], labels)
        signs = Signs(names.types, self.parser.is_word)
        found = dict[FactDraft, tuple[str, Collection[str]]]()
        for number, of_sentence in enumerate(told):
            around = _named_before(reads, number, names)
            for draft, edtf, link in of_sentence:
                ends = draft.subject, draft.object
                against = signs.of(link, ends, reads[number], labels.get(number, ()), around)
                found.setdefault(draft, (edtf, against))
        return found


def _sentences(
    chosen: Iterable[tuple[TextSentence, Parsed]], spelling: Spelling, named: Mapping[str, str], refusals: Refusals
) -> Iterator[Read]:
    """`named`: what the model takes for names in items and rows."""
    before: Read | None = None
    for passage, parsed in chosen:
        if passage.heads is not None and (entry := _entry(passage, parsed, spelling, named)):
            yield entry
            continue
        if is_row(passage.text) or " " not in passage.text.strip():  # “2. Dredging. The harbour master …”
            continue
        dates = date_phrases(passage.text)
        then = (
            since_then_phrases(passage.text, before.dates)
            if before and not dates and follows_directly(passage, before.passage)
            else ()
        )
        spans = name_spans(parsed, dates or then, spelling)
        links: Sequence[Link] = ()
        if _is_title(passage.text) and not _has_small_verb(parsed):
            spans = [span for span in spans if _is_known_name(parsed.words(span), named[passage.text])]
        elif len(spans) > MOST_NAMES_A_SENTENCE:
            refusals.add(passage.text, CROWDED)
        else:
            links = sentence_links(parsed, spans, dates or then)
        before = Read(passage, parsed, spans, links, dates or then, before.passage if before and then else None)
        yield before


def _headings(title: str, read: Sequence[TextSentence]) -> list[str]:
    """Title and headings, each once."""
    words = dict.fromkeys([title, *(heading for passage in read for heading in passage.sections)])
    return [heading[:LONGEST] for heading in words if _PROPER.search(heading)]


def _above(headings: Iterable[tuple[str, Parsed]], spelling: Spelling, named: Mapping[str, str]) -> Iterator[Read]:
    """Title and headings, for the names that only they have; where most words have capitals, only such as the model
    takes for names."""
    for heading, parsed in headings:
        found = name_spans(parsed, date_phrases(heading), spelling)
        spans = [span for span in found if not _opens(parsed, span) or _is_name_elsewhere(parsed.words(span), spelling)]
        if not _is_sentence_case(heading):
            spans = [span for span in spans if clean_name(parsed.words(span)) in named[heading]]
        yield Read(TextSentence(heading, 0, 0, -1, ()), parsed, spans, ())


def _entry(passage: TextSentence, parsed: Parsed, spelling: Spelling, named: Mapping[str, str]) -> Read | None:
    """An item or a row without a verb that says something, None for any other."""
    labelled = frozenset(named[passage.text].split(" | "))
    begins_with_name = any(name and passage.text.startswith(name) for name in labelled)  # often taken for a verb
    verbs = (number for number, token in enumerate(parsed.tokens) if token.dep == "ROOT" and token.is_verb)
    if not is_row(passage.text) and any(number > 0 or not begins_with_name for number in verbs):
        return None
    entry = Entry(parsed, passage.heads or (), passage.sections, spelling, labelled)
    links = entry.links()
    if _is_title(passage.text) and not is_row(passage.text):
        is_long = len(passage.text.split()) >= LONG_TITLE  # “Global Meltdown: Investors Are Dumping Nearly Everything”
        links = [link for link in links if link.is_office or (not is_long and link.relation not in PLACING)]
    return Read(passage, parsed, entry.spans(), links) if links else None


def _opens(parsed: Parsed, span: Span) -> bool:
    """A heading's first word, behind its number: “2. Tea urn”."""
    return span.first == span.last and not any(token.text[0].isalpha() for token in parsed.tokens[: span.first])


def _is_name_elsewhere(word: str, spelling: Spelling) -> bool:
    """A heading's first word has a capital whatever it is: “Harbour directors”."""
    return word in spelling.capital and f"{word.casefold()}s" not in spelling.small


def _bounded(title: str, text: str) -> Iterator[TextSentence]:
    for number, passage in enumerate(split_passages(title, text)):
        if number == MOST_SENTENCES:
            return
        yield passage


def _is_readable(passage: TextSentence, refusals: Refusals) -> bool:
    """A sentence without a capital beyond its first word names nothing."""
    if len(passage.text) > LONGEST:
        refusals.add(passage.text, TOO_LONG)
        return False
    return _PROPER.search(passage.text) is not None


def _is_title(words: str) -> bool:
    """A line in which all longer words have a capital, as headlines and menus have them: “Companies Use Web”."""
    longer = [word for word in _WORDS.findall(words)[1:] if len(word) > 3]
    return len(longer) > 2 and not any(word.islower() for word in longer) and _ENDS.search(words) is None


def _is_known_name(words: str, named: str) -> bool:
    """By the model or by its form: “Kiln Road”."""
    return clean_name(words) in named or is_told_by_form(words)


def _has_small_verb(parsed: Parsed) -> bool:
    """“Charles Darwin met Thomas Huxley” is no title."""
    return any(token.is_verb and token.text.islower() for token in parsed.tokens)


def _is_sentence_case(heading: str) -> bool:
    words = [word for word in heading.split()[1:] if len(word) > 3]
    return sum(word[0].islower() for word in words) * 3 >= len(words)


def _facts(reads: Sequence[Read], names: Naming, content: str, refusals: Refusals) -> Iterator[Sequence[ToldFact]]:
    """Those of each sentence."""
    context = Context(names)
    for read in reads:
        drafts = [
            _draft(link, subject, target, read, names, content)
            for link, subject, target in context.resolved(read)
            if len(link.relation.split()) <= LONGEST_RELATION
        ]
        named = {name for span in read.spans if (name := names.of(read.parsed.words(span)))}
        if not drafts and len(named) > 1:
            refusals.add(read.passage.text, UNREAD)
        yield drafts[:FACTS_A_SENTENCE]


def _named_before(reads: Sequence[Read], number: int, names: Naming) -> set[str]:
    """In the sentence before of the same paragraph."""
    before = reads[number - 1] if number else None
    if before is None or before.passage.paragraph != reads[number].passage.paragraph:
        return set()
    return {name for span in before.spans if (name := names.of(before.parsed.words(span)))}


def _draft(
    link: Link,
    subject: str,
    target: str,
    read: Read,
    names: Naming,
    content: str,
) -> ToldFact:
    date = link.date or date_of_link(link, read.links, read.parsed, read.dates)
    first = read.leans_on if read.leans_on is not None and date is not None else read.passage
    draft = FactDraft(
        subject=subject,
        subject_type=names.types.get(subject) or None,
        relation=relation_name(re.sub(r"[^\w \-]", "", link.relation)),
        object=target,
        object_type=names.types.get(target) or None,
        fact=_as_read(read.passage, content),
        valid_at=date.first if date else None,
        invalid_at=date.last if date else None,
        quote=one_line(content[first.start : read.passage.end]),
        origin="rule",
    )
    return draft, date.edtf if date else "", link


def _as_read(passage: TextSentence, content: str) -> str:
    """The sentence without Markdown's signs, of which the first and last may stand outside of it."""
    start, end = max(passage.start - MOST_SIGNS, 0), passage.end + MOST_SIGNS
    before, after = content[start : passage.start], content[passage.end : end]
    before, after = before[len(before.rstrip(EMPHASIS)) :], after[: len(after) - len(after.lstrip(EMPHASIS))]
    return without_emphasis(one_line(before + content[passage.start : passage.end] + after)).strip(EMPHASIS)


def _entities(reads: Sequence[Read], names: Naming) -> tuple[NamedEntity, ...]:
    """The most mentioned first."""
    starts: defaultdict[str, list[int]] = defaultdict(list)
    for read in reads:
        for span in read.spans:
            if name := names.of(read.parsed.words(span)):
                starts[name].append(read.passage.start + read.parsed.tokens[span.first].start)
    return tuple(
        NamedEntity(
            name=name,
            type=names.types.get(name, ""),
            count=len(places),
            starts=tuple(places[:STARTS_KEPT]),
            aliases=names.aliases(name),
            is_sure=name in names.sure,
        )
        for name, places in sorted(starts.items(), key=lambda item: (-len(item[1]), item[0]))
    )


def _only_known(text: str, known: Mapping[str, str]) -> Reading:
    """Of a text in another language, or of a table without sentences: names that the collection knows already."""
    note = "There is no English prose in it, so only names that other documents brought were looked for, and no facts."
    return Reading(entities=find_known_names(text, known)[:MOST_NAMES], note=note)


def _left_out(content: str, read: Sequence[TextSentence], entities: Sequence[NamedEntity]) -> str:
    parts = []
    if len(content) > LONGEST_CONTENT:
        parts.append(f"only the first {LONGEST_CONTENT:,} characters were read")
    if len(read) >= MOST_SENTENCES:
        parts.append(f"only the first {count_of(MOST_SENTENCES, 'sentence')} were read")
    if len(entities) > MOST_NAMES:
        parts.append(f"only the {MOST_NAMES:,} most mentioned of {len(entities):,} names were kept")
    return f"The document is long: {'; '.join(parts)}." if parts else ""
