"""Whether what was found speaks of the question at all; a search always finds something that is nearest. Pure."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from services.agent.offline.answer.findings import Findings, Notice, hit_words
from services.agent.offline.reading.abbreviations import other_forms
from services.agent.offline.reading.answer_kinds import NUMBER_WORDS
from services.agent.offline.reading.names import OF_OFFICE, is_misspelling, nearest_spellings
from services.agent.offline.reading.numbers.aggregates import aggregate_words, verbs_of_counted_things
from services.agent.offline.reading.numbers.degrees import degree_words, question_in_measures
from services.agent.offline.reading.numbers.figures import unit_words
from services.agent.offline.reading.numbers.limits import limit_words
from services.agent.offline.reading.question import ASKING, HAPPENED, OF_DOCUMENTS, ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.reading.times.life_dates import life_words
from services.models import Fact, Hit
from services.text.codes import codes
from services.text.sentences import WORD, content_words, fold_word, plain_words, words
from services.text.stems import PAST_FORMS
from services.text.wording import list_words

SHARED = 0.5
"""More than this share of the question's words passages must have where their meaning is far from it."""
SHORTEST_RESPELT = 5
SHORTEST_MISTYPED = 7
WITHOUT_IT = 0.93
"""So near a question stays to itself without a word that does not matter; without one that does it is another."""
LIGHT = content_words(
    "must shall need take count mean handle support use keep get wrong matter problem allow permit steps follow "
    "bad good worst best better worse I've you've we've they've it's "
    f"change average median total sum version kind sort type number {NUMBER_WORDS}"
)
"""Stems without which a question stays the same."""
SHORTEST_IN_COMPOUND = 4
_DEGREE_ASKED = re.compile(r"\bhow\s+(\w+)", re.IGNORECASE)
"""“How hot” asks for a number, which no text calls hot."""
_CALLED = re.compile(r"^\W*what\b.*\b(called|named|titled)\W*$", re.IGNORECASE)
"""“What is it called?” asks for its name."""
ONLY_ASKING = re.compile(r"\b[Ii]n\s+charge\s+of\b|(?<=\s)may\b|^\W*May\b(?=\s+(?:I|[a-z]+)\b)")
"""Words that ask who leads and what is allowed, which need not stand beside the answer: “may” is no month."""
_BEFORE_THING = (
    "a|an|the|any|my|your|our|its|have|has|had|include|contain|support|offer|need|own|use|cost|provide|sell|get|take"
)
"""What stands before a noun."""
_SUBJECT = r"(?:who|(?:which|what)\s+[\w-]*[^\Ws])"
"""Of which the next word tells what it does: “Which ship sails …?”"""
_AFTER_DOING = r"(?:at|in|on|to|from|for|by|with|over|under|the|an?|his|her|its|their|every|each|all)\b"
_TO_WHAT = r"(?:\s+(?:about|after|against|at|by|for|from|in|into|of|on|over|to|with))?"
"""What may follow a verb at a question's end: “What did they complain about?”"""
_THING_ASKED = re.compile(
    r"^\W*(?i:who|what|which)(?:\s+(?i:is|are|was|were)|['’]s)\s+(?:(?i:the|an?)\s+)?"
    r"(?:[\w-]+['’]s\s+|[A-Z][\w-]*\s+)*(?P<thing>[\w-]+)"
)
"""“What is the salary …”, “What is Anna Holt's salary?”"""
_OFFICE_ASKED = re.compile(
    r"^\W*(?i:who)(?:\s+(?i:is|are|was|were)|['’]s)\s+(?:the\s+)?(?P<office>[a-z-]+|[A-Z]{2,})(?=\s+(?:of|at|in|for)\b|\W*$)"
)
"""“Who is the CEO of …?”; not “the present head of”."""
_DONE_ASKED = re.compile(
    r"^\W*(?i:who|when|where|by\s+whom)\b.*?(?<=\s)(?P<deed>born|die|died|marry|married|buried|design|designed|invent|invented"
    r"|painted|composed|wrote|written|translated|signed|won)\b"
)
"""“Who designed the bridge?”, “When was she born?”: what hardly any other word says."""
_OFFICES = [content_words(one) for one in ("mayor", "governor", "minister", "chancellor", "coach trainer", "president")]
"""Who leads in general is none of these."""
_RUN = re.compile(r"\b[A-Z][\w'’-]*(?:\s+(?:(?:of|the|and|for)\s+)?[A-Z][\w'’-]*)+")


def relevant_findings(
    question: ParsedQuestion,
    found: Findings,
    threshold: float,
    nearness_without: Mapping[str, float],
    floor: float | None = None,
) -> Findings:
    """The findings, without passages and facts that are about something else, and with a notice of what is missing.

    `threshold` is the similarity from which the embedding model calls a passage related, `floor` the one below which it
    has nothing to do with the query: enough for a description, which asks for what is nearest and for no answer.
    `nearness_without` says how near the question stays to itself without each of the `words_to_weigh`.
    """
    if question.documents_topic or question.documents:
        return found
    if not (found.hits or found.facts):
        return _unknown_said(question, found, unmentioned_names(question, found))
    if question.times and not (question.topic or question.entities or question.unknown_names):
        return found  # only a time is asked about, which the answer looks for in each sentence
    least = threshold if question.is_question or floor is None else floor
    is_named = question.entities and (question.is_foreign or question.asks_only_changes)
    if _is_unrelated(question, found, least) and not is_named:
        return _unknown_said(question, _silent(found), unmentioned_names(question, found))
    matter = missing_words(words_that_matter(question, nearness_without), _texts(found))
    missing = tuple(dict.fromkeys([*unmentioned_names(question, found), *matter]))
    if not missing:
        return _of_names(question, found)
    nouns = [word for word in matter if not says_what_was_done(word, question.asked)]
    is_near = _nearness(found.hits) >= threshold or _names_all(question, found)
    is_spoken_of = not _is_missing_what_is_asked(question, missing) and _speaks_of_topic(question, found)
    if is_near and len(missing) == len(matter) and (not nouns or is_spoken_of):
        return _of_names(question, found)  # the answer says which word the nearest leave out
    is_numbered = not set(missing).isdisjoint(question.numbered_names)
    is_answerable = not question.is_question or (question.entities and not matter and not is_numbered)
    kept = _of_names(question, found) if is_answerable else _silent(found)
    failed = [one for one in kept.notices if one.is_failure]
    told = [one for one in kept.notices if not one.is_failure]
    return replace(kept, notices=(*failed, Notice(_missing_words(question, missing)), *told))


def _is_missing_what_is_asked(question: ParsedQuestion, missing: Sequence[str]) -> bool:
    """Whether a name is missing, or the thing itself that a question asks for: the gardener of somebody known."""
    asked = _THING_ASKED.match(question.asked)
    thing = asked["thing"].casefold() if asked else ""
    return not question.is_question or any(_is_name(word, question) or word.casefold() == thing for word in missing)


def _is_name(word: str, question: ParsedQuestion) -> bool:
    """Whether it is written as a name, and not only because the question begins with it."""
    return not word.islower() and not question.asked.lstrip().startswith(word)


def _speaks_of_topic(question: ParsedQuestion, found: Findings) -> bool:
    """Whether a passage has a word of what is asked, beside the names: the answer says which word it leaves out."""
    named = content_words(" ".join((*question.unknown_names, *question.entities, *question.name_words)))
    topic = question.topic - LIGHT - ASKING - named
    return any(covered_words(topic, content_words(text)) for text in _texts(found))


def _unknown_said(question: ParsedQuestion, found: Findings, names: Sequence[str]) -> Findings:
    """Where nothing answers, which name nobody knows; not where something failed that may know it."""
    if not names or any(notice.is_failure for notice in found.notices):
        return found
    return replace(found, notices=(Notice(_missing_words(question, names)), *found.notices))


def respell_question(question: ParsedQuestion, found: Findings) -> ParsedQuestion:
    """The question, with its misspelt words as the passages spell them: “amoxicilin”."""
    texts, asked = _texts(found), question.asked
    spoken = {word for text in texts for word in words(text)}
    stems = frozenset[str]().union(*map(content_words, texts))
    spelt: dict[str, str] = {}
    for word in dict.fromkeys(word for word in WORD.findall(asked) if len(word) >= SHORTEST_RESPELT):
        is_known = fold_word(word) in spoken or bool(content_words(word) & stems) or not content_words(word)
        near = (
            frozenset() if is_known or says_what_was_done(word, asked) else nearest_spellings(fold_word(word), spoken)
        )
        if len(near) == 1 and _is_slip(fold_word(word), *near):
            spelt[word] = next(iter(near))
    asked = WORD.sub(lambda found: spelt.get(found[0], found[0]), asked)
    topic = question.topic - content_words(question.asked) | question.topic & content_words(asked)
    added = content_words(asked) - content_words(question.asked)
    return question if asked == question.asked else question.model_copy(update={"asked": asked, "topic": topic | added})


def _is_slip(word: str, other: str) -> bool:
    """Not one letter for another in a short word: “lease” is no slip of “leave”."""
    is_other_letter = len(word) == len(other) and sorted(word) != sorted(other)
    return len(word) >= SHORTEST_MISTYPED or not is_other_letter


def words_to_weigh(question: ParsedQuestion) -> tuple[str, ...]:
    """The words of the question that may matter: all but its times, its names and phrases such as “tell me”."""
    if question.is_foreign or question.documents:
        return ()
    degrees = _DEGREE_ASKED.findall(question.asked)
    called = _CALLED.findall(question.asked)
    times = words(" ".join([*degrees, *called, *(time.words for time in question.times)]))
    apart = {*times, *question.name_words, *_measuring(question.asked)}
    asked = [
        word
        for word in WORD.findall(OF_OFFICE.sub(" ", ONLY_ASKING.sub(" ", question.asked)))
        if not word.isdigit() and fold_word(word).removesuffix("'s") not in apart
    ]
    return tuple(dict.fromkeys(word for word in asked if content_words(word) - ASKING - OF_DOCUMENTS - LIGHT))


def _measuring(text: str) -> frozenset[str]:
    """The words, small, by which it measures, reckons or asks for who leads, which no text has to say."""
    only_asking = frozenset(words(" ".join(ONLY_ASKING.findall(text))))
    return degree_words(text) | limit_words(text) | aggregate_words(text) | only_asking


def words_that_matter(question: ParsedQuestion, nearness_without: Mapping[str, float]) -> tuple[str, ...]:
    """The words that the question cannot do without; also its verb, if it says nothing else of a name, and the office
    of which it asks who holds it."""
    weighed = words_to_weigh(question)
    said = [word for word in weighed if word not in question.unknown_names]
    alone = said if len(said) == 1 < len(weighed) and says_what_was_done(said[0], question.asked) else []
    office = _OFFICE_ASKED.match(question.asked)
    kept = {*alone, office["office"] if office else ""}
    return tuple(word for word in weighed if word in kept or nearness_without.get(word, 1.0) < WITHOUT_IT)


def words_to_say(question: ParsedQuestion, nearness_without: Mapping[str, float]) -> tuple[str, ...]:
    """The words that matter, and a birth, a death or a work of which is asked whose it was, when or where: a passage
    that says nothing of the kind leaves it out."""
    done = _DONE_ASKED.search(question.asked)
    matter = words_that_matter(question, nearness_without)
    return (*matter, done["deed"]) if done is not None and done["deed"] not in matter else matter


def missing_words(words: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """Those of the words that occur in none of the texts, in any form and by any synonym."""
    spoken = frozenset[str]().union(*map(content_words, texts))
    return tuple(word for word in words if not (content_words(word) <= spoken or _is_spoken(word, spoken)))


def _is_spoken(word: str, spoken: frozenset[str]) -> bool:
    """A part of a word with a hyphen speaks for it."""
    parts = [stem for part in re.split(r"[-’']", word) for stem in content_words(part)]
    return not parts or any(_is_part_spoken(part, spoken) for part in parts)


def _is_part_spoken(part: str, spoken: frozenset[str]) -> bool:
    """In another word, in a slip of the pen, or as the beginning of a compound: “user” in “usernames”."""
    if office := next((stems for stems in _OFFICES if part in stems), None):
        return not office.isdisjoint(spoken)
    begins = len(part) >= SHORTEST_IN_COMPOUND and any(other.startswith(part) for other in spoken)
    is_slip = len(part) >= SHORTEST_RESPELT and any(is_misspelling(part, other) for other in spoken)
    return begins or is_slip or bool(covered_words(frozenset({part}), spoken))


def says_what_was_done(word: str, question: str) -> bool:
    """Whether it says what was done, which other words may say as well: “discovered”, “fly” in “Did it fly?”"""
    if not word.islower() or re.search(rf"\b(?:{_BEFORE_THING})\s+{re.escape(word)}\b", question, re.IGNORECASE):
        return False
    is_asked_by_did = re.search(rf"\b(?:did|does|do)\b.*\b{re.escape(word)}{_TO_WHAT}\W*$", question, re.IGNORECASE)
    is_asked_by_who = re.search(rf"^\W*who\s+{re.escape(word)}\s+{_AFTER_DOING}", question, re.IGNORECASE)
    is_asked_by_which = re.search(rf"^\W*{_SUBJECT}\s+{re.escape(word)}\s+{_AFTER_DOING}", question, re.IGNORECASE)
    is_asked = is_asked_by_did or is_asked_by_who or (word.endswith("s") and is_asked_by_which)
    return bool(is_asked) or word in verbs_of_counted_things(question) or word.endswith("ed") or word in PAST_FORMS


def _missing_words(question: ParsedQuestion, missing: Sequence[str]) -> str:
    said = f"Nothing that was found mentions {list_words([f'“{name}”' for name in missing])}."
    if not question.close_names:
        return said
    return f"{said} Names that are written nearly so: {list_words(question.close_names)}."


def _is_unrelated(question: ParsedQuestion, found: Findings, threshold: float) -> bool:
    """Far in meaning, half of its words or more occur nowhere in what was found, and no code such as “3.1.0” does; nor
    has a passage all of its names with another word of what is asked."""
    if _says_names_with_topic(question, found):
        return False
    said = content_words(question.text) - OF_DOCUMENTS - HAPPENED - content_words(" ".join(_measuring(question.text)))
    telling = {word for word in said - LIGHT if not word.isdigit()}
    asked = (
        telling - content_words(" ".join(time.words for time in question.times))
        or telling
        or content_words(question_in_measures(question.text))
        or said
    )
    texts = _texts(found)
    if any(code in text for code in codes(question.text) for text in texts):
        return False
    spoken = frozenset[str]().union(*map(content_words, texts))
    return _nearness(found.hits) < threshold and len(covered_words(frozenset(asked), spoken)) <= SHARED * len(asked)


def unmentioned_names(question: ParsedQuestion, found: Findings) -> tuple[str, ...]:
    """Names in the question that occur in nothing that was found, not by their initials and not with another ending."""
    if question.is_foreign or not (question.unknown_names or question.numbered_names):
        return ()
    texts = _texts(found)
    written = [text.casefold() for text in texts]
    numbered = [name for name in question.numbered_names if not any(name.casefold() in text for text in written)]
    if numbered:
        return tuple(numbered)
    spoken = {word for text in texts for word in plain_words(text)}
    initial = {"".join(re.findall(r"\b[A-Z]", run[0])) for text in texts for run in _RUN.finditer(text)}
    unknown = [name for name in question.unknown_names if not _is_among(plain_words(name), spoken)]
    return tuple(name for name in unknown if not any(letters.endswith(name) for letters in initial))


def _is_among(name: Sequence[str], spoken: Collection[str]) -> bool:
    parts = [part for word in name for part in ([word] if word in spoken else word.split("-"))]
    return all(part in spoken or any(is_misspelling(part, other) for other in spoken) for part in parts)


def _names_all(question: ParsedQuestion, found: Findings) -> bool:
    """Whether one passage has all the names of the question, of which there is one at least."""
    return any(_passages_with(question.name_words, found))


def _says_names_with_topic(question: ParsedQuestion, found: Findings) -> bool:
    """Whether one passage has all the names of the question, unknown ones too, with a word of what is asked of them."""
    names = {word for name in question.unknown_names for word in plain_words(name)} | set(question.name_words)
    topic = question.topic - LIGHT - ASKING - content_words(" ".join(names))
    return any(covered_words(topic, content_words(text)) for text in _passages_with(names, found))


def _passages_with(names: Collection[str], found: Findings) -> Iterator[str]:
    """The words of each passage that has all the names; none where there are no names."""
    texts = map(hit_words, found.hits if names else ())
    return (text for text in texts if set(names) <= set(plain_words(text)))


def _of_names(question: ParsedQuestion, found: Findings) -> Findings:
    """Of a name that is no entity only what mentions it can tell: the mayor of another town is no answer."""
    names = [] if question.entities else [content_words(name) for name in question.unknown_names]
    if not names:
        return found
    facts = tuple(fact for fact in found.facts if any(name <= content_words(_fact_text(fact)) for name in names))
    return replace(found, facts=facts)


def _silent(found: Findings) -> Findings:
    """What failed is still said."""
    return replace(found, hits=(), facts=(), notices=tuple(one for one in found.notices if one.is_failure))


def _nearness(hits: Sequence[Hit]) -> float:
    return max((hit.vector_similarity or 0.0 for hit in hits), default=0.0)


def _texts(found: Findings) -> list[str]:
    return [*map(_passage_text, found.hits), *map(_fact_text, found.facts)]


def _passage_text(hit: Hit) -> str:
    """With what its dates of lives, its units and its short forms say without the words."""
    unsaid = life_words(hit.content) | unit_words(hit.content) | other_forms(hit_words(hit))
    return f"{hit_words(hit)} {' '.join(sorted(unsaid))}"


def _fact_text(fact: Fact) -> str:
    return f"{fact.fact} {fact.source} {fact.target}"
