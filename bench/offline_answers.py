"""Answers without a language model, judged on subjects for which nothing in the program was written.

Each collection goes into a temporary data folder of its own, with its facts file when it has one. All questions are
asked through the offline chat, as `ask` does. `--collection space` is the sample with its judged queries.
"""

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from bench.judged_questions import (
    VERDICTS,
    JudgedCollection,
    JudgedQuestion,
    Verdict,
    is_at_once,
    judged_collection,
    utc,
    verdict,
)
from bench.report import DOCUMENT, Benchmark
from services.agent.offline.rules import RULES, Rule
from services.core import Services, open_services
from services.models import Answer, ChatError, Question, Viewpoint
from services.settings import Settings

COLLECTIONS = (
    "company",
    "medicine",
    "cooperative",
    "household",
    "affairs",
    "laboratory",
    "manufacturer",
    "platform",
    "papers",
    "notices",
    "clippings",
    "waterworks",
    "tramway",
    "geology",
    "festival",
    "fisheries",
    "library",
    "football",
    "estate",
    "trial",
    "space",
)
OTHER_SUBJECTS = COLLECTIONS[:-1]
BENCHMARK = Benchmark(
    name="offline_answers",
    title="Answers without a language model, on other subjects",
    about=str(__doc__),
    sizes=(),
    rounds=1,
)


class JudgedAnswer(BaseModel):
    model_config = ConfigDict(frozen=True)

    question: JudgedQuestion
    answer: str
    cited: tuple[str, ...]
    verdict: Verdict


class UnknownRule(ValueError):
    """What `--without` names cannot be switched off."""


async def run(
    collection: JudgedCollection, half: str, *, with_facts: bool = True, without: frozenset[Rule] = frozenset()
) -> list[JudgedAnswer]:
    questions = [question for question in collection.questions if half in ("all", question.half)]
    async with filled(collection, with_facts=with_facts) as services:
        return [answer async for answer in judged(services, questions, without)]


@asynccontextmanager
async def filled(collection: JudgedCollection, *, with_facts: bool) -> AsyncIterator[Services]:
    """The services over a temporary data folder that holds this collection."""
    with tempfile.TemporaryDirectory(prefix="dossier-bench-") as folder:
        settings = Settings(data_dir=Path(folder), chat_model="offline", sample=False)
        async with open_services(settings, serving=False) as services:
            await services.graph_store.ready(timeout=240)
            facts = collection.facts if with_facts else None
            async for step in services.ingestion.add_files(collection.documents, facts_file=facts):
                if step.stage == "failed":
                    raise RuntimeError(f"{step.source}: {step.message}")
            yield services


async def judged(
    services: Services, questions: Sequence[JudgedQuestion], without: frozenset[Rule] = frozenset()
) -> AsyncIterator[JudgedAnswer]:
    conversations: dict[str, UUID] = {}
    runs = replace(services.runs, without=without)
    for question in questions:
        before = conversations[question.follows] if question.follows else None
        view = Viewpoint(as_of=utc(question.as_of))
        asked = Question(prompt=question.prompt, viewpoint=view, conversation=before)
        run = await runs.start(asked)
        events = [event async for batch in run.follow() for event in batch]
        conversations[question.id] = run.conversation_id
        yield judged_answer(question, events)


def judged_answer(question: JudgedQuestion, events: Sequence[object]) -> JudgedAnswer:
    """A run that broke off has answered with its error."""
    answer = next((event for event in events if isinstance(event, Answer)), None)
    failed = next((event.message for event in events if isinstance(event, ChatError)), "")
    text = answer.text if answer else failed
    cited = tuple(citation.document_source for citation in answer.citations) if answer else ()
    return JudgedAnswer(question=question, answer=text, cited=cited, verdict=verdict(question, text, cited))


def rules_named(names: Collection[str]) -> frozenset[Rule]:
    """Raises UnknownRule for a rule that does not exist."""
    if unknown := sorted(set(names) - set(RULES)):
        raise UnknownRule(f"There is no rule {', '.join(unknown)}; there are {', '.join(sorted(RULES))}.")
    return frozenset(rule for rule in RULES if rule in names)


def table(answers: Sequence[JudgedAnswer]) -> list[str]:
    """A row for each kind of question in the order in which they were asked, and one for all."""
    kinds = dict.fromkeys(answer.question.kind for answer in answers)
    return [
        *heading("kind"),
        *[row(kind, [answer for answer in answers if answer.question.kind == kind]) for kind in kinds],
        row("all", answers),
        f"| share | | {' | '.join(f'{share(answers, one):.0%}' for one in VERDICTS)} | |",
    ]


def heading(first: str) -> list[str]:
    return [f"| {first} | questions | {' | '.join(VERDICTS)} | good at once |", "|---|---:|---:|---:|---:|---:|---:|"]


def row(name: str, answers: Sequence[JudgedAnswer]) -> str:
    counts = Counter(answer.verdict for answer in answers)
    at_once = sum(one.verdict == "good" and is_at_once(one.question, one.answer) for one in answers)
    return f"| {name} | {len(answers)} | {' | '.join(str(counts[one]) for one in VERDICTS)} | {at_once} |"


def share(answers: Sequence[JudgedAnswer], wanted: Verdict) -> float:
    return sum(answer.verdict == wanted for answer in answers) / max(len(answers), 1)


def summary(name: str, answers: Sequence[JudgedAnswer]) -> list[str]:
    """Rows for docs/benchmarks.md: each half, and what was asked that no document answers."""
    parts = {f"{name}, {half}": [one for one in answers if one.question.half == half] for half in ("tune", "held")}
    parts[f"of these not answerable by {name}"] = [one for one in answers if not one.question.is_answerable]
    return [row(part, of_part) for part, of_part in parts.items() if of_part]


def told(answers: Sequence[JudgedAnswer]) -> Iterator[str]:
    """What was not good, with the answer as it was given."""
    for answer in answers:
        if answer.verdict != "good":
            yield f"\n[{answer.verdict}] {answer.question.id} ({answer.question.kind}): {answer.question.prompt}"
            yield f"    cited: {', '.join(answer.cited[:4]) or 'nothing'}; wanted: {answer.question.must}"
            yield "    " + answer.answer.strip().replace("\n", "\n    ")


def as_json(name: str, answers: Sequence[JudgedAnswer]) -> str:
    counts = Counter(answer.verdict for answer in answers)
    rows = [answer.model_dump(mode="json") for answer in answers]
    return json.dumps({"collection": name, "counts": {one: counts[one] for one in VERDICTS}, "answers": rows})


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m bench.offline_answers", description=str(__doc__).splitlines()[0])
    made.add_argument("--collection", choices=COLLECTIONS, help="this one alone, instead of all but the sample")
    made.add_argument("--half", choices=("tune", "held", "all"), default="all", help="rules are made on `tune` alone")
    made.add_argument("--without", action="append", default=[], metavar="NAME", help="leave this rule out")
    made.add_argument("--no-facts", action="store_true", help="leave the facts file out")
    made.add_argument("--verbose", action="store_true", help="show each answer that was not good")
    made.add_argument("--json", action="store_true", help="one JSON object a line for each collection")
    made.add_argument("--write", action="store_true", help=f"put the summary into {DOCUMENT.name}")
    return made


def main() -> None:
    options = parser().parse_args()
    lines = heading("collection")
    for name in [options.collection] if options.collection else OTHER_SUBJECTS:
        collection = judged_collection(name)
        try:
            without = rules_named(options.without)
            answers = asyncio.run(run(collection, options.half, with_facts=not options.no_facts, without=without))
        except UnknownRule as error:
            raise SystemExit(str(error)) from error
        lines += summary(name, answers)
        shown = [as_json(name, answers)] if options.json else ["", f"## {name}, {options.half}", "", *table(answers)]
        print("\n".join(shown))
        if options.verbose and not options.json:
            print("\n".join(told(answers)))
    if options.write:
        DOCUMENT.write_text(BENCHMARK.put_into(DOCUMENT.read_text("utf-8"), lines), "utf-8")


if __name__ == "__main__":
    main()
