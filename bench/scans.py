"""How well and how fast scanned pages are read by machine.

`python -m bench.scans [--sizes PAGES]`: pages made of the sample's texts, printed, turned by a degree, with noise, at
200 dots an inch. Letters count as right by Levenshtein's distance; the time is processor time on one core, models
loaded.
"""

import resource
import time
from collections.abc import Sequence

from bench.report import Benchmark, middle, slow
from bench.scanned_pages import as_file, sample_texts, scanned, wrong_letters
from services.documents.reading.scans.models import scan_models
from services.documents.reading.scans.pictures import read_picture

BENCHMARK = Benchmark(
    name="scans",
    title="Scans read by machine",
    about="How well and how fast scanned pages are read by machine.",
    sizes=(50,),
    rounds=1,
)
GOOD = 0.98


async def measure(sizes: Sequence[int], rounds: int) -> list[str]:
    scan_models()
    lines = ["| pages | letters | letters right | worst page | s a page and core, median | p95 | MB at most |"]
    lines.append("|---|---|---|---|---|---|---|")
    for count in sizes:
        for _ in range(rounds):
            lines.append(row(count))
    return lines


def row(count: int) -> str:
    letters, wrong, worst, seconds = 0, 0, 1.0, list[float]()
    for number, text in enumerate(sample_texts(count)):
        page = scanned(text, number)
        data, start = as_file(page), time.process_time()
        read = " ".join(read_picture(data, "page.png", 1).text.split())
        seconds.append(time.process_time() - start)
        missed = wrong_letters(page.text, read)
        letters, wrong, worst = letters + len(page.text), wrong + missed, min(worst, 1 - missed / len(page.text))
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    right = 1 - wrong / letters
    return (
        f"| {count} | {letters:,} | {right:.2%}{'' if right >= GOOD else ', too few'} | {worst:.2%} "
        f"| {middle(seconds):.2f} | {slow(seconds):.2f} | {megabytes:.0f} |"
    )


if __name__ == "__main__":
    BENCHMARK.main(measure)
