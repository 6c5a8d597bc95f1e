"""On the sample's judged questions the offline model's answers cite a relevant document first or second."""

import csv
import json

from services.models import Answer
from tests.agent.conftest import SAMPLE, Workbench

GOAL = 0.8


def judged() -> list[tuple[str, set[str]]]:
    """Each query with the files that were judged relevant to it (grade 1 or more)."""
    folder = SAMPLE / "judgements"
    relevant: dict[str, set[str]] = {}
    with (folder / "qrels" / "test.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if int(row["score"]) > 0:
                relevant.setdefault(row["query-id"], set()).add(row["corpus-id"])
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    queries = [json.loads(line) for line in lines if line.strip()]
    return [(query["text"], relevant[query["_id"]]) for query in queries if query["_id"] in relevant]


async def cited_sources(workbench: Workbench, question: str) -> list[str]:
    run = await workbench.runs().start(question)
    async for _ in run.follow():
        pass
    answer = next(event for event in run.events if isinstance(event, Answer))
    return [citation.document_source for citation in answer.citations]


async def test_most_answers_cite_a_relevant_document_first_or_second(workbench):
    questions = judged()
    missed = []
    for question, relevant in questions:
        sources = await cited_sources(workbench, question)
        if not {source.rsplit("/", 1)[-1] for source in sources[:2]} & relevant:
            missed.append((question, sources[:2], relevant))
    share = 1 - len(missed) / len(questions)
    assert share >= GOAL, f"{share:.0%}; missed {missed}"
