"""On the sample's judged questions the offline model's answers cite a relevant document first or second."""

import csv
import json
from pathlib import Path

from services.backend import Backend
from services.models import Answer, Question

JUDGEMENTS = Path(__file__).resolve().parents[3] / "samples" / "space" / "judgements"
GOAL = 0.8


def test_most_answers_cite_a_relevant_document_first_or_second(attached_backend):
    questions = judged()
    missed = [
        (question, relevant) for question, relevant in questions if not is_met(attached_backend, question, relevant)
    ]
    share = 1 - len(missed) / len(questions)
    assert share >= GOAL, f"{share:.0%}; missed {missed}"


def judged() -> list[tuple[str, set[str]]]:
    """Each query with the files that were judged relevant to it (grade 1 or more)."""
    relevant: dict[str, set[str]] = {}
    with (JUDGEMENTS / "qrels" / "test.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if int(row["score"]) > 0:
                relevant.setdefault(row["query-id"], set()).add(row["corpus-id"])
    lines = (JUDGEMENTS / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    queries = [json.loads(line) for line in lines if line.strip()]
    return [(query["text"], relevant[query["_id"]]) for query in queries if query["_id"] in relevant]


def is_met(backend: Backend, question: str, relevant: set[str]) -> bool:
    run = backend.run(backend.services.runs.start(Question(prompt=question)))
    events = [event for batch in run.tail() for event in batch]
    answer = next(event for event in events if isinstance(event, Answer))
    return bool({citation.document_source for citation in answer.citations[:2]} & relevant)
