"""An answer as of a date, apart from what later sources tell: that stands under a line of its own, last. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from services.agent.offline.answer.answer import compose_answer, sentences_to_compare
from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.remarks import FOREIGN, NOTHING_FOUND, nothing_found_remark, remark
from services.agent.offline.reading.question import ParsedQuestion
from services.models import AnswerParagraph, Citation, Fact
from services.text.later_dates import names_later_date
from services.text.markers import own_markers
from services.text.wording import day

HINDSIGHT = "With hindsight:"


def compose_with_hindsight(
    question: ParsedQuestion,
    found: Findings,
    now: datetime,
    similarities: Mapping[str, float],
    matter: Sequence[str] = (),
) -> Iterator[AnswerParagraph]:
    """As `compose_answer`; as of a date, what sources of that time tell comes first, then what only later ones tell.
    There is always a paragraph. One that answers nothing says which documents were searched, where not all were."""
    kinds = set()
    for paragraph in _composed_apart(question, found, now, similarities, matter):
        kinds.add(paragraph.kind)
        yield paragraph
    if not kinds:
        yield nothing_found_remark(question)
    if kinds <= {"remark"} and found.search_notes:
        yield remark(" ".join(found.search_notes))


def _composed_apart(
    question: ParsedQuestion,
    found: Findings,
    now: datetime,
    similarities: Mapping[str, float],
    matter: Sequence[str],
) -> Iterator[AnswerParagraph]:
    as_of = found.as_of
    if as_of is None:
        yield from compose_answer(question, found, now, similarities, matter)
        return
    then, later = _split_at_date(found)
    first = list(compose_answer(question, then, as_of, similarities, matter))
    whole = compose_answer(question, later, as_of, similarities, matter) if later.hits or later.facts else ()
    second = [one for one in whole if one.kind != "remark"]
    late = [one for one in first if _is_late(one, found, as_of)]
    hindsight = list({one.text: one for one in (*late, *second)}.values())
    told = [one for one in first if one not in late and not (hindsight and one.text in (NOTHING_FOUND, FOREIGN))]
    if hindsight and not any(one.kind != "remark" for one in told):
        yield remark(f"No source found that was written by {day(as_of)} answers this.")
    yield from told
    if hindsight:
        yield remark(HINDSIGHT)
        yield from hindsight


def all_sentences_to_compare(question: ParsedQuestion, found: Findings, now: datetime) -> list[str]:
    """As `sentences_to_compare`, for what sources of the time tell and for what later ones tell."""
    if found.as_of is None:
        return sentences_to_compare(question, found, now)
    then, later = _split_at_date(found)
    return [text for part in (then, later) for text in sentences_to_compare(question, part, found.as_of)]


def _split_at_date(found: Findings) -> tuple[Findings, Findings]:
    """What sources of that time tell, including undated ones; and what only later sources tell."""
    facts = [(fact, _by_then(fact)) for fact in found.facts]
    then = replace(
        found,
        hits=tuple(hit for hit in found.hits if not hit.citation.later),
        facts=tuple(told for _, told in facts if told is not None),
    )
    later = replace(
        found,
        hits=tuple(hit for hit in found.hits if hit.citation.later),
        facts=tuple(fact for fact, told in facts if told is None),
        notices=(),
        documents=(),
        unseen_facts=0,
    )
    return then, later


def _by_then(fact: Fact) -> Fact | None:
    """With the citations of its time alone; None for a fact that only later sources state."""
    own = tuple(citation for citation in fact.citations if not citation.later)
    return None if fact.citations and not own else fact.model_copy(update={"citations": own})


def _is_late(paragraph: AnswerParagraph, found: Findings, as_of: datetime) -> bool:
    """Whether it quotes a later source, or one without a date whose sentence is about later years. What a source of the
    time says of later years was planned then."""
    if paragraph.kind != "quotation":
        return False
    own = own_markers(paragraph.text, paragraph.quotations)
    cited = {int(number) for marker in own for number in marker[1].split(",")}
    is_of_then = bool(cited) and cited <= _numbers(found, lambda one: not one.later and one.document_date is not None)
    is_late = bool(cited & _numbers(found, lambda one: one.later))
    return is_late or (names_later_date(paragraph.text, as_of) and not is_of_then)


def _numbers(found: Findings, are_meant: Callable[[Citation], bool]) -> set[int]:
    citations = [*(hit.citation for hit in found.hits), *(one for fact in found.facts for one in fact.citations)]
    places = ((one.document_id, one.start_offset, one.end_offset) for one in citations if are_meant(one))
    return {found.numbers[place] for place in places if place in found.numbers}
