"""How far one gets on the sample without its facts file: the judged questions, and who led what in which year.

`python -m bench.by_rule_answers [--misses]`. The documents are read by rule into stores of their own.
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.judged_questions import SPACE, JudgedQuestion, space
from bench.offline_answers import filled, judged

LEADS = "LED_BY"
SHORTEST_TERM = 2
"""Years: a term that holds the middle year as a whole."""
READ = 400
"""Characters of an answer in which the name has to stand."""


async def main() -> int:
    collection, terms = space(), terms_of(SPACE / "facts.jsonl")
    async with filled(collection, with_facts=False) as services:
        answers = [answer async for answer in judged(services, collection.questions)]
        led = [answer async for answer in judged(services, terms)]
    missed = [a for a in answers if not set(a.cited[:2]) & set(a.question.relevant)]
    unnamed = [a for a in led if a.question.kind.split()[-1] not in a.answer[:READ]]
    print(f"{len(answers) - len(missed)} of {len(answers)} judged questions cite a relevant document first or second")
    print(f"{len(led) - len(unnamed)} of {len(led)} terms are answered: who led … in …")
    if "--misses" in sys.argv:
        for one in [*missed, *unnamed]:
            print(f"- {one.question.prompt} [{one.question.kind}] {one.answer[:READ]!r} {one.cited[:2]}")
    return 0


def terms_of(path: Path) -> Sequence[JudgedQuestion]:
    """For each term in an office that the facts made by hand tell, who led in its middle year; `kind` is the name."""
    facts = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    dated = [fact for fact in facts if fact["relation"] == LEADS and fact["valid_at"] and fact["invalid_at"]]
    return [
        JudgedQuestion(
            id=f"term-{number}",
            half="held",
            kind=fact["object"],
            prompt=f"Who led {fact['subject']} in {(begin + end) // 2}?",
            relevant=(fact["source"],),
            must=(),
            must_not=(),
        )
        for number, fact in enumerate(dated)
        for begin, end in [(int(fact["valid_at"][:4]), int(fact["invalid_at"][:4]))]
        if end - begin >= SHORTEST_TERM
    ]


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
