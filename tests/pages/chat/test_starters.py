"""What an empty conversation offers to ask is answered, also without a language model."""

import json
from concurrent.futures import ThreadPoolExecutor

import httpx

from services.sample.starters import SAMPLE

TOLD = {
    "Columbia": ("Sean O'Keefe",),
    "longest single spaceflight": ("Yuri Gagarin", "Valery Polyakov"),
    "Rocketdyne": ("North American Rockwell", "Rockwell International", "United Technologies", "L3Harris"),
    "Roscosmos": ("Igor Komarov", "Dmitry Rogozin", "Yuri Borisov"),
    "JAXA": ("Naoki Okumura", "Hiroshi Yamakawa"),
    "Mir": ("core module", "Kvant-1", "Kvant-2", "Kristall"),
    "oldest person": ("John Glenn", "Ed Dwight"),
    "most powerful": ("Saturn V", "N1", "Starship"),
}
"""A word of each starter, and whom or what its answer has to name."""


def test_each_starter_is_answered_with_those_that_it_asks_for(dashboard: str) -> None:
    starters = (SAMPLE / "starters.txt").read_text("utf-8").splitlines()

    def ask(prompt: str) -> str:
        lines = httpx.post(f"{dashboard}/api/chat", json={"prompt": prompt}, timeout=60).text.splitlines()
        events = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
        return str(next(event for event in events if event["type"] == "answer")["text"])

    with ThreadPoolExecutor(2) as threads:
        answers = dict(zip(starters, threads.map(ask, starters), strict=True))
    for prompt, answer in answers.items():
        (names,) = [names for word, names in TOLD.items() if word in prompt]
        assert [name for name in names if name not in answer] == [], f"{prompt} {answer}"
