"""What benchmarks share: their arguments, medians and slow ends, and their section of docs/benchmarks.md."""

import argparse
import asyncio
import statistics
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"

Measure = Callable[[Sequence[int], int], Awaitable[list[str]]]
"""From sizes and rounds to the lines of the report."""


@dataclass(frozen=True)
class Benchmark:
    """`name` as in `python -m bench.name`; `rounds` are called by `rounds_name` on the command line."""

    name: str
    title: str
    about: str
    sizes: tuple[int, ...]
    rounds: int
    rounds_name: str = "rounds"

    def main(self, measure: Measure) -> None:
        arguments = self.parser().parse_args()
        lines = asyncio.run(measure(arguments.sizes, arguments.rounds))
        print("\n".join(lines))
        if arguments.write:
            DOCUMENT.write_text(self.put_into(DOCUMENT.read_text("utf-8"), lines), "utf-8")

    def parser(self) -> argparse.ArgumentParser:
        parser = argparse.ArgumentParser(prog=f"python -m bench.{self.name}", description=self.about.splitlines()[0])
        parser.add_argument("--sizes", type=int, nargs="+", default=list(self.sizes))
        parser.add_argument(f"--{self.rounds_name}", type=int, default=self.rounds, dest="rounds")
        parser.add_argument("--write", action="store_true", help=f"put the tables into {DOCUMENT.name}")
        return parser

    def put_into(self, written: str, lines: Sequence[str]) -> str:
        """The document with this section in its old place, or else at its end."""
        start, end = (f"<!-- {self.name} benchmark: {part} -->" for part in ("begin", "end"))
        section = "\n".join(
            [start, f"## {self.title}", "", f"`python -m bench.{self.name} --write`", "", *lines, end, ""]
        )
        before, _, rest = written.partition(start)
        after = rest.partition(end)[2].lstrip("\n")
        return f"{before.rstrip()}\n\n{section}" + (f"\n{after}" if after else "")


def middle(values: Sequence[float]) -> float:
    return statistics.median(values)


def slow(values: Sequence[float]) -> float:
    """The 95th percentile."""
    return float(np.percentile(values, 95))
