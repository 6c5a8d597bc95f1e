"""An answer to two questions in one: of each what answers it, or that nothing does. Pure."""

import re
from collections.abc import Iterator, Sequence

from services.agent.offline.answer.remarks import remark
from services.agent.offline.reading.answer_kinds import AnswerKind, has_kind
from services.agent.offline.reading.question import ParsedQuestion
from services.models import AnswerParagraph

MOST_OF_PART = 2
"""Quotations or facts for each question."""
EXACT = frozenset[AnswerKind]({"date", "number", "cause"})
NEAREST = "No passage that was found plainly says this; the nearest:"
NOTHING_MORE = "Nothing that was found says this."
_WHO_WAS = re.compile(r"^(?:who|what)\s+was\s+(?=the\b)", re.IGNORECASE)


def answer_of_parts(
    question: ParsedQuestion, whole: Sequence[AnswerParagraph], told: Sequence[Sequence[AnswerParagraph]]
) -> Iterator[AnswerParagraph]:
    """`whole` is the answer to all at once, `told` are those to `question.parts`. Where the whole one leaves nothing
    out, it stands first, and the later parts add what it does not show; else each part speaks for itself. A line over
    what answers a part says which. Where no part is answered better, the whole one is all."""
    if question.compared is None and _is_plain(whole):
        yield from whole
        yield from _added(question, whole, told)
    elif any(_is_plain(one) for one in told):
        yield from _apart(question, told)
    else:
        yield from whole


def _is_plain(paragraphs: Sequence[AnswerParagraph]) -> bool:
    return bool(paragraphs) and paragraphs[0].kind != "remark"


def _added(
    question: ParsedQuestion, whole: Sequence[AnswerParagraph], told: Sequence[Sequence[AnswerParagraph]]
) -> Iterator[AnswerParagraph]:
    shown = list(whole)
    for part, paragraphs in list(zip(question.parts, told, strict=True))[1:]:
        own = list(_foremost(paragraphs))
        new = [one for one in own if one not in shown]
        is_told = own and own[0] in shown and any(_has_kinds(one, part) for one in shown)
        if not own or not _is_plain(own) or is_told:
            continue
        yield remark(f"On “{_label(question, part)}”:")
        if own[0] in shown:  # it is the nearest, and has not what is asked for
            yield remark(NEAREST if new else NOTHING_MORE)
        yield from new
        shown.extend(new)


def _apart(question: ParsedQuestion, told: Sequence[Sequence[AnswerParagraph]]) -> Iterator[AnswerParagraph]:
    shown: list[AnswerParagraph] = []
    for part, paragraphs in zip(question.parts, told, strict=True):
        own = list(_foremost(paragraphs))
        if not own or (own[0] in shown and own[0].kind != "remark" and _has_kinds(own[0], part)):
            continue
        yield remark(f"On “{_label(question, part)}”:")
        new = [one for one in own if one not in shown or one.kind == "remark"]
        yield from new or [remark(NOTHING_MORE)]
        shown.extend(new)


def _has_kinds(paragraph: AnswerParagraph, part: ParsedQuestion) -> bool:
    """Whether it has the date, the number or the cause that is asked for."""
    return all(has_kind(kind, paragraph.text) for kind in part.kinds & EXACT)


def _foremost(paragraphs: Sequence[AnswerParagraph]) -> Iterator[AnswerParagraph]:
    """The first paragraphs that tell something, with all remarks up to them; as of a date all, for these stand in two
    groups."""
    most = MOST_OF_PART if not any(one.kind == "remark" for one in paragraphs[1:]) else len(paragraphs)
    for one in paragraphs:
        if one.kind != "remark" and not most:
            return
        most -= one.kind != "remark"
        yield one


def _label(question: ParsedQuestion, part: ParsedQuestion) -> str:
    text = part.text.rstrip(" ?")
    return _WHO_WAS.sub("", text) if question.compared else text
