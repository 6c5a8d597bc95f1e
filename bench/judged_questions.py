"""Questions about a collection with what a right answer needs, and the rules by which a program judges an answer."""

import csv
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

CORPORA = Path(__file__).resolve().parent.parent / "tests" / "corpora"
SPACE = Path(__file__).resolve().parent.parent / "samples" / "space"
SPACE_DOCUMENTS = ("*.md", "*.html", "*.pdf", "*.docx")

READ_BY_USERS = 900
"""Characters of an answer in which all that was asked for has to stand."""
SAID_AT_ONCE = 300
"""Characters in which an answer has to say that it found nothing, and had better say what it found."""
MARKER = re.compile(r"\s?\[\d+\]")
HEADING_OF_A_QUOTATION = re.compile(r"^((?:Yes|No): )?[^“\n]{1,200}: (?=“)", re.MULTILINE)
"""A verdict before it is kept."""
VERDICT = re.compile(r"\A(yes|no)(?=[:,.])", re.IGNORECASE)
"""How an answer begins that says yes or no."""
REFUSAL = re.compile(
    r"\bno (?:specific |such |relevant |other )?(?:one|information|documents?|passages?|facts?|entity|entities|answer|"
    r"sources?|match(?:es)?|results?|relationship)\b"
    r"|\bnothing (?:\w+ ){0,2}(?:found|known|said|about|on|of|covers|answers|matches|says)\b"
    r"|\bnone of (?:the|these|your)\b|\b(?:nobody|no one) (?:of|by|called|named|is called)\b"
    r"|(?:\bnot|n't) (?:\w+ )?(?:find|found|known|know|say|state|stated|name|named|mention|mentioned|contain|cover|"
    r"covered|hold|tell|answer|answered|in the documents)\b"
    r"|\bneither\b[^.]{0,60}\bnor\b[^.]{0,40}\b(?:say|state|mention|hold|contain|cover|know)s?\b"
    r"|\bcannot (?:answer|say|tell)\b|\bunknown\b",
    re.IGNORECASE,
)

Half = Literal["tune", "held"]
Verdict = Literal["good", "so-so", "bad", "wrong"]
VERDICTS: tuple[Verdict, ...] = ("good", "so-so", "bad", "wrong")


class JudgedQuestion(BaseModel):
    """`must` holds, for each thing that is needed, the expressions of which one has to be found.

    `relevant` names the documents that answer; it is empty when none does. `cites` false: the answer needs no document,
    as with a greeting. `follows` is the question that was asked before in the same conversation. `truth` is the verdict
    that the documents allow on a question that asks for yes or no; None: none is judged.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    half: Half
    kind: str
    prompt: str
    as_of: datetime | None = None
    follows: str | None = None
    relevant: tuple[str, ...]
    must: tuple[tuple[str, ...], ...]
    must_not: tuple[str, ...]
    cites: bool = True
    truth: Literal["yes", "no", "neither"] | None = None

    @property
    def is_answerable(self) -> bool:
        return bool(self.relevant) or not self.cites


class JudgedCollection(BaseModel):
    model_config = ConfigDict(frozen=True)

    name: str
    documents: tuple[Path, ...]
    facts: Path | None
    questions: tuple[JudgedQuestion, ...]

    def of_half(self, half: Half | Literal["all"]) -> tuple[JudgedQuestion, ...]:
        return tuple(question for question in self.questions if half in ("all", question.half))


def verdict(question: JudgedQuestion, answer: str, cited: Sequence[str]) -> Verdict:
    """`cited` are the sources of the answer's citations in their order."""
    text = plain(answer)
    misleads = any(is_found(expression, text[:READ_BY_USERS]) for expression in question.must_not)
    if misleads or is_right(question, answer) is False:
        return "wrong"
    if not question.is_answerable:
        return refusal_verdict(text, cited)
    return answer_verdict(question, text, cited)


def refusal_verdict(text: str, cited: Sequence[str]) -> Verdict:
    """An honest “nothing found” is good; with quotations that others may take for an answer it is so-so."""
    if not REFUSAL.search(text[:SAID_AT_ONCE]):
        return "wrong"
    return "so-so" if cited else "good"


def answer_verdict(question: JudgedQuestion, text: str, cited: Sequence[str]) -> Verdict:
    """Good: all that is needed stands early, from a right document. So-so: a part of it, late or from elsewhere."""
    anywhere = any(is_found(one, text) for alternatives in question.must for one in alternatives)
    has_source = bool(set(cited[:2]) & set(question.relevant)) or not question.cites
    if holds_all(question, text[:READ_BY_USERS]) and has_source:
        return "good"
    return "so-so" if anywhere or (has_source and question.cites) else "bad"


def is_right(question: JudgedQuestion, answer: str) -> bool | None:
    """Whether the yes or no that the answer begins with is what the documents say; None: it begins with neither,
    or that is not judged."""
    said = VERDICT.search(plain(answer)) if question.truth else None
    return said[1].casefold() == question.truth if said else None


def is_at_once(question: JudgedQuestion, answer: str) -> bool:
    """Whether all that is needed stands where a reader looks first."""
    return holds_all(question, plain(answer)[:SAID_AT_ONCE])


def holds_all(question: JudgedQuestion, text: str) -> bool:
    return all(any(is_found(one, text) for one in alternatives) for alternatives in question.must)


def is_found(expression: str, text: str) -> bool:
    return re.search(expression, text, re.IGNORECASE | re.DOTALL) is not None


def plain(answer: str) -> str:
    """The answer's words: without markers of citations, titles before quotations, emphasis and line breaks."""
    return " ".join(HEADING_OF_A_QUOTATION.sub(r"\1", MARKER.sub("", answer).replace("*", "")).split())


def judged_collection(name: str) -> JudgedCollection:
    return space() if name == "space" else corpus(CORPORA / name)


def corpus(folder: Path) -> JudgedCollection:
    """A collection of the tests; not every one has facts."""
    facts = folder / "facts.jsonl"
    return JudgedCollection(
        name=folder.name,
        documents=tuple(sorted((folder / "documents").iterdir())),
        facts=facts if facts.exists() else None,
        questions=tuple(JudgedQuestion.model_validate(row) for row in rows(folder / "questions.jsonl")),
    )


def space() -> JudgedCollection:
    """The sample; of its questions it is judged only whether a relevant document is cited first or second."""
    graded: dict[str, list[str]] = {}
    with (SPACE / "judgements" / "qrels" / "test.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if int(row["score"]) > 0:
                graded.setdefault(row["query-id"], []).append(row["corpus-id"])
    queries = [row for row in rows(SPACE / "judgements" / "queries.jsonl") if row["_id"] in graded]
    return JudgedCollection(
        name="space",
        documents=tuple(sorted(path for pattern in SPACE_DOCUMENTS for path in SPACE.glob(pattern))),
        facts=SPACE / "facts.jsonl",
        questions=tuple(
            JudgedQuestion(
                id=str(query["_id"]),
                half="held" if place % 2 else "tune",
                kind=query["metadata"]["kind"],
                prompt=query["text"],
                relevant=tuple(graded[query["_id"]]),
                must=(),
                must_not=(),
            )
            for place, query in enumerate(queries)
        ),
    )


def rows(path: Path) -> list[dict]:  # type: ignore[type-arg]
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def utc(moment: datetime | None) -> datetime | None:
    """A date without a zone is one of UTC."""
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment
