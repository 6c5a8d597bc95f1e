"""Which of a sentence's dates belongs to a link. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from services.graph.by_rule.sentences.dates import DatePhrase
from services.graph.by_rule.sentences.tokens import Parsed
from services.graph.by_rule.sentences.vocabulary import LEAVES, STAYS, STEPS_DOWN
from services.graph.by_rule.statements.links import Link

MANY = 2
LONGEST_GAP = 2
"""A blank, or a blank and a bracket."""


def date_of_link(link: Link, links: Sequence[Link], parsed: Parsed, dates: Sequence[DatePhrase]) -> DatePhrase | None:
    """The date that hangs on the link's own verb; the sentence's only one where its only verb is the link's. Of an
    office that is left then it is the end, as is that of “… and resigned in 2022”."""
    found = _date_of(link, links, parsed, dates)
    if link.is_office and (stayed := _stayed(link, parsed, dates)) is not None:
        found = _until(found, stayed)
    if found is None or not link.is_office:
        return found
    if (
        found.is_event
        and _leaves(link.anchor, parsed)
        and parsed.tokens[link.anchor].lemma not in link.relation.split()
    ):
        return replace(found, first=None, last=found.first, is_event=False)
    left = [verb for verb in parsed.under(link.anchor, "conj") if _leaves(verb, parsed)]
    ends = [date for date in dates if date.is_event and date != found and _governor(date, parsed) in left]
    return replace(found, last=ends[0].first, is_event=False) if ends and found.first and not found.last else found


def _stayed(link: Link, parsed: Parsed, dates: Sequence[DatePhrase]) -> DatePhrase | None:
    """The end that a second verb tells: “took charge in 1961 and served through 1968”, “… led it until May 1970”."""
    verbs = [verb for verb in parsed.under(link.anchor, "conj") if _goes_on(verb, parsed)]
    ends = [date for date in dates if date.last and not date.is_loose and _governor(date, parsed) in verbs]
    return ends[0] if len(ends) == 1 else None


def _goes_on(verb: int, parsed: Parsed) -> bool:
    """With the same subject, and in the same office."""
    objects = [parsed.tokens[noun].text.casefold() for noun in parsed.under(verb, "dobj", "attr", "oprd", "acomp")]
    is_own = not parsed.under(verb, "nsubj", "nsubjpass", "neg", "agent")
    is_as = any(parsed.tokens[p].text in ("as", "at", "in", "on", "for") for p in parsed.under(verb, "prep"))
    return parsed.tokens[verb].lemma in STAYS and is_own and not is_as and set(objects) <= {"it"}


def _until(found: DatePhrase | None, stayed: DatePhrase) -> DatePhrase | None:
    if found is None:
        return stayed
    is_open = found.is_event and not found.is_loose and stayed.first is None
    return replace(found, last=stayed.last, is_event=False) if is_open else found


def _leaves(verb: int, parsed: Parsed) -> bool:
    token = parsed.tokens[verb]
    after = [other.text.casefold() for other in parsed.tokens[verb + 1 : verb + 2]]
    return token.is_verb and (token.lemma in LEAVES or (token.lemma in STEPS_DOWN and after == ["down"]))


def _date_of(link: Link, links: Sequence[Link], parsed: Parsed, dates: Sequence[DatePhrase]) -> DatePhrase | None:
    told = sorted((date for date in dates if not date.is_loose), key=lambda date: date.is_of_noun)
    if not parsed.tokens[link.anchor].is_verb:
        at = parsed.tokens[link.anchor].start
        beside = (
            date
            for date in told
            if date.start <= at < date.end
            or _hangs_on(date, link.anchor, parsed)
            or _inserted(date, link, parsed)
            or _is_term_after(date, link, parsed)
        )
        return next(beside, None)
    told = [date for date in told if not any(_inserted(date, other, parsed) for other in links)]
    told = [date for date in told if date.is_event or not _is_of_insertion(date, parsed)]
    if (following := _right_after(link, parsed, told)) is not None:
        return following
    governed = [(date, _governor(date, parsed)) for date in told]
    own = [date for date, verb in governed if verb == link.anchor]
    after = [date for date in own if date.start >= parsed.tokens[link.anchor].start]
    lasting = [date for date in own if not date.is_event]
    chosen = [date for date in lasting if date in after] or lasting or after or own
    if chosen:
        return chosen[0]
    verbs = {verb for _, verb in governed} | {other.anchor for other in links if parsed.tokens[other.anchor].is_verb}
    return told[0] if len(dates) == 1 and told and len(verbs) <= 1 else None


def _right_after(link: Link, parsed: Parsed, told: Sequence[DatePhrase]) -> DatePhrase | None:
    """“in Torslanda since 1964, in Ghent since 1965”: of several dates, the one that follows the name."""
    span = link.object.span
    if span is None or len(told) < MANY or span.first < link.anchor:
        return None
    end = parsed.tokens[span.last].end
    return next((date for date in told if 0 < date.start - end <= LONGEST_GAP), None)


def _is_term_after(date: DatePhrase, link: Link, parsed: Parsed) -> bool:
    """“(mayor of Ellmere 2014–2022)”."""
    span = link.object.span
    gap = date.start - parsed.tokens[span.last].end if span is not None else 0
    return link.is_office and date.last is not None and 0 < gap <= LONGEST_GAP


def _inserted(date: DatePhrase, link: Link, parsed: Parsed) -> bool:
    """“…, finance director of X until 2004, …”: the date of what is inserted is not that of the sentence's verb."""
    noun = parsed.tokens[link.anchor]
    if noun.is_verb or noun.dep != "appos" or date.start < noun.end:
        return False
    between = [token for token in parsed.tokens[link.anchor + 1 :] if token.start < date.start]
    follows = next((token.text for token in parsed.tokens if token.start >= date.end), "")
    return follows in (",", ")") and not any(token.is_verb or token.text in (",", "(") for token in between)


def _is_of_insertion(date: DatePhrase, parsed: Parsed) -> bool:
    """“Farid Osman, secretary from 2011 to 2019, was thanked”: not when he was thanked."""
    first = next((n for n, token in enumerate(parsed.tokens) if token.start >= date.start), None)
    follows = next((token.text for token in parsed.tokens if token.start >= date.end), "")
    if first is None or follows not in (",", ")"):
        return False
    for above in parsed.above(first):
        token = parsed.tokens[above]
        if token.is_verb:
            return False
        if token.dep == "appos" and token.is_noun and token.start < date.start:
            return True
    return False


def _hangs_on(date: DatePhrase, noun: int, parsed: Parsed) -> bool:
    first = next((n for n, token in enumerate(parsed.tokens) if token.start >= date.start), None)
    if first is None:
        return False
    for above in parsed.above(first):
        if above == noun:
            return True
        if parsed.tokens[above].is_verb:
            return False
    return False


def _governor(date: DatePhrase, parsed: Parsed) -> int | None:
    first = next((n for n, token in enumerate(parsed.tokens) if token.start >= date.start), None)
    if first is None:
        return None
    inside = (n for n in parsed.above(first) if not date.start <= parsed.tokens[n].start < date.end)
    return next((n for n in inside if parsed.tokens[n].is_verb), None)
