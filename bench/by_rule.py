"""How well facts are read by rule: against the sample's facts made by hand, and eight other labelled collections.

`python -m bench.by_rule [--misses] [COLLECTION …]`; of what is held back no misses are shown. Entities count as found
by any of their spellings; a pair is found when a fact joins both, in either direction; a date is right when it is that
of the label, a day more or less.
"""

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from services.documents.reading.readers import read_file
from services.graph.by_rule.names.types import clean_name
from services.graph.by_rule.reader import Reader
from services.graph.by_rule.sentences.dates import first_moment
from services.graph.by_rule.sentences.english import EnglishParser
from services.graph.names import normalize
from services.models import DocumentDraft, Reading

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "samples" / "space"
JUDGED = {
    "drawn from the sample while rules were made": ROOT / "tests" / "corpora" / "space_by_rule.jsonl",
    "drawn afresh from all four": ROOT / "tests" / "corpora" / "drawn_by_rule.jsonl",
    "new when what is left open was read": ROOT / "tests" / "corpora" / "left_open_by_rule.jsonl",
}
CORPORA = ROOT / "tests" / "corpora"
LABELLED = ("company", "medicine", "sport", "registers", "software", "town", "records", "everyday")
PASSES = 3
"""Of which the quickest counts: others share the machine."""
HELD = {
    "registers": frozenset({"bridge-diary.md", "clinic-register.md", "rowing-club.md", "school-chronicle.md"}),
    "software": frozenset({"tarn-changelog.md", "tarn-report.md"}),
    "records": frozenset({"biography.md", "judgment.md", "news-item.md", "press-release.md"}),
    "town": frozenset({"council-minutes.md", "dig-report.md"}),
    "everyday": frozenset(
        {
            "company-register.md",
            "court-report.md",
            "match-report.txt",
            "obituary.txt",
            "press-release.txt",
            "science.md",
            "staff-list.csv",
        }
    ),
}
"""Documents that only judge the rules: nobody looks at what is missed in them."""


@dataclass(frozen=True)
class Pair:
    """Two entities that a document's sentence joins; dates as EDTF, "" for none."""

    source: str
    first: str
    second: str
    begin: str
    end: str


@dataclass(frozen=True)
class Labels:
    entities: Mapping[str, frozenset[str]]
    pairs: Sequence[Pair]
    is_complete: bool
    types: Mapping[tuple[str, str], str]
    """Of an entity in a document; only of collections whose labels have them."""


@dataclass(frozen=True)
class Score:
    name: str
    entities: float
    precision: float | None
    pairs: float
    pair_count: int
    dates: float
    facts: int
    entering: float
    """Of the pairs those that a fact joins which enters without a person."""
    entering_facts: int
    types: float | None


def main() -> int:
    reader = Reader(EnglishParser())
    if "--speed" in sys.argv:
        print(speed(reader))
        return 0
    wanted = [name for name in sys.argv[1:] if name != "--misses"] or ["space", *LABELLED]
    heads = f"{'':16} {'entities':>9} {'precision':>10} {'types':>6} {'pairs':>7} {'of':>5} {'dates':>7} {'facts':>6}"
    print(f"{heads} {'enter: pairs':>13} {'facts':>6}")
    found = set[tuple[str, ...]]()
    for name, labels, drafts in collections(wanted):
        readings = {draft.source: reader.read(draft.title, draft.content, {}) for draft in drafts}
        found |= {told for source, reading in readings.items() for told in facts_of(source, reading)}
        score = scored(name, labels, readings)
        precision, types = ("" if one is None else f"{one:.2f}" for one in (score.precision, score.types))
        print(
            f"{name:16} {score.entities:9.2f} {precision:>10} {types:>6} {score.pairs:7.2f} {score.pair_count:5} "
            f"{score.dates:7.2f} {score.facts:6} {score.entering:13.2f} {score.entering_facts:6}"
        )
        if "--misses" in sys.argv and name not in HELD and not name.endswith("held"):
            show_misses(labels, readings)
    print(judged(found))
    return subprocess.run(
        [sys.executable, "-m", "bench.by_rule", "--speed"],
        check=False,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # as the reading process has it
    ).returncode


def collections(wanted: Collection[str]) -> Iterable[tuple[str, Labels, list[DocumentDraft]]]:
    if "space" in wanted:
        yield "space", of_facts(SAMPLE / "facts.jsonl"), drafts_in(SAMPLE)
    for name in (one for one in LABELLED if one in wanted):
        labels = of_labels(CORPORA / name / "labels.jsonl")
        drafts = [d for d in drafts_in(CORPORA / name / "documents") if d.source in labels.entities]
        for half, sources in (("", labels.entities.keys()), *halves(name, labels)):
            yield f"{name}{half}", only(labels, sources), [draft for draft in drafts if draft.source in sources]


def halves(name: str, labels: Labels) -> Iterable[tuple[str, Collection[str]]]:
    if name in HELD:
        yield ", tuned", labels.entities.keys() - HELD[name]
        yield ", held", HELD[name]


def only(labels: Labels, sources: Collection[str]) -> Labels:
    """Of these documents."""
    return Labels(
        {source: named for source, named in labels.entities.items() if source in sources},
        [pair for pair in labels.pairs if pair.source in sources],
        labels.is_complete,
        {pair: kind for pair, kind in labels.types.items() if pair[0] in sources},
    )


def drafts_in(folder: Path) -> list[DocumentDraft]:
    return [
        read_file(path, path.name)
        for path in sorted(folder.iterdir())
        if path.suffix in (".md", ".html", ".docx", ".pdf", ".txt", ".csv")
    ]


def of_facts(path: Path) -> Labels:
    facts = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    entities: dict[str, set[str]] = {}
    for fact in facts:
        entities.setdefault(fact["source"], set()).update(
            end
            for end, kind in ((fact["subject"], fact["subject_type"]), (fact["object"], fact["object_type"]))
            if kind != "Record"
        )
    pairs = [
        Pair(f["source"], f["subject"], f["object"], (f["valid_at"] or "")[:10], (f["invalid_at"] or "")[:10])
        for f in facts
    ]
    return Labels({source: frozenset(names) for source, names in entities.items()}, pairs, False, {})


def of_labels(path: Path) -> Labels:
    entities, pairs, types = dict[str, frozenset[str]](), list[Pair](), dict[tuple[str, str], str]()
    for line in path.read_text("utf-8").splitlines():
        labelled = json.loads(line)
        entities[labelled["source"]] = frozenset(one["name"] for one in labelled["entities"])
        types |= {(labelled["source"], one["name"]): one["type"] for one in labelled["entities"] if "type" in one}
        for one in labelled["relations"]:
            begin, _, end = (one.get("dates") or "").partition("/")
            pairs.append(Pair(labelled["source"], one["subject"], one["object"], begin, end))
    return Labels(entities, pairs, True, types)


def scored(name: str, labels: Labels, readings: Mapping[str, Reading]) -> Score:
    wanted = [(source, entity) for source, entities in labels.entities.items() for entity in entities]
    found = [pair for pair in wanted if spelled(pair[1]) & names_in(readings[pair[0]])]
    right = [fact for pair in labels.pairs if (fact := joined(pair, readings[pair.source]))]
    enters = {source: entering(reading) for source, reading in readings.items()}
    dated = [(pair, facts) for pair in labels.pairs if (facts := joined(pair, readings[pair.source]))]
    return Score(
        name=name,
        entities=len(found) / len(wanted),
        precision=precision(labels, readings) if labels.is_complete else None,
        pairs=len(right) / len(labels.pairs),
        pair_count=len(labels.pairs),
        dates=sum(any(is_dated(pair, fact) for fact in facts) for pair, facts in dated) / max(len(dated), 1),
        facts=sum(len(reading.facts) for reading in readings.values()),
        entering=sum(bool(joined(pair, enters[pair.source])) for pair in labels.pairs) / len(labels.pairs),
        entering_facts=sum(len(reading.facts) for reading in enters.values()),
        types=types_right(labels, readings),
    )


def entering(reading: Reading) -> Reading:
    """With only the facts that nothing speaks against enough to let them wait."""
    kept = [number for number, doubt in enumerate(reading.doubts) if not doubt]
    facts, dates = [reading.facts[number] for number in kept], [reading.dates[number] for number in kept]
    return reading.model_copy(update={"facts": tuple(facts), "dates": tuple(dates), "doubts": ("",) * len(kept)})


def types_right(labels: Labels, readings: Mapping[str, Reading]) -> float | None:
    """Of the entities found whose type is labelled: no type counts as a wrong one."""
    verdicts = [
        one.type.casefold() == kind or kind == "other"
        for (source, name), kind in labels.types.items()
        for one in readings[source].entities
        if spelled(name) & {normalize(words) for words in (one.name, *one.aliases)}
    ]
    return sum(verdicts) / len(verdicts) if verdicts else None


def precision(labels: Labels, readings: Mapping[str, Reading]) -> float:
    verdicts = [
        any(spelled(label) & {normalize(words) for words in (one.name, *one.aliases)} for label in entities)
        for source, entities in labels.entities.items()
        for one in readings[source].entities
    ]
    return sum(verdicts) / max(len(verdicts), 1)


def spelled(name: str) -> set[str]:
    return {normalize(name), normalize(clean_name(name))}


def names_in(reading: Reading) -> set[str]:
    return {normalize(words) for one in reading.entities for words in (one.name, *one.aliases)}


class ReadFact(NamedTuple):
    subject: str
    object: str
    edtf: str


def joined(pair: Pair, reading: Reading) -> list[ReadFact]:
    called = {normalize(one.name): {normalize(w) for w in (one.name, *one.aliases)} for one in reading.entities}

    def means(fact_end: str, wanted: str) -> bool:
        return bool(spelled(wanted) & called.get(normalize(fact_end), {normalize(fact_end)}))

    return [
        ReadFact(fact.subject, fact.object, edtf)
        for fact, edtf in zip(reading.facts, reading.dates, strict=True)
        if (means(fact.subject, pair.first) and means(fact.object, pair.second))
        or (means(fact.subject, pair.second) and means(fact.object, pair.first))
    ]


def is_dated(pair: Pair, fact: ReadFact) -> bool:
    begin, _, end = fact.edtf.partition("/")
    return is_near(pair.begin, begin) and is_near(pair.end, end)


def is_near(label: str, date: str) -> bool:
    expected, said = first_moment(label), first_moment(date)
    if expected is None or said is None:
        return expected == said
    return abs(said - expected) <= timedelta(days=1)


def show_misses(labels: Labels, readings: Mapping[str, Reading]) -> None:
    for source, entities in labels.entities.items():
        missing = [entity for entity in entities if not spelled(entity) & names_in(readings[source])]
        if missing:
            print(f"  {source}: not found {sorted(missing)}")
    for (source, name), kind in labels.types.items():
        for one in readings[source].entities:
            if spelled(name) & {normalize(one.name)} and one.type.casefold() != kind:
                print(f"  {source}: {name} is a {kind}, not “{one.type}”")
    for source, reading in readings.items():
        known = {words for label in labels.entities.get(source, ()) for words in spelled(label)}
        extra = [one.name for one in reading.entities if not known & {normalize(w) for w in (one.name, *one.aliases)}]
        if labels.is_complete and extra:
            print(f"  {source}: not labelled {extra}")
    for pair in labels.pairs:
        facts = joined(pair, readings[pair.source])
        if not facts:
            print(f"  no fact: {pair}")
        elif not any(is_dated(pair, fact) for fact in facts):
            print(f"  dates: {pair} {[fact.edtf for fact in facts]}")


def facts_of(source: str, reading: Reading) -> Iterable[tuple[str, ...]]:
    for fact, dates in zip(reading.facts, reading.dates, strict=True):
        yield source, fact.subject, fact.relation, fact.object, dates


def judged(found: Collection[tuple[str, ...]]) -> str:
    """How many of the judged facts say what their sentence says; those that are no longer read do not count."""
    lines = []
    for name, path in JUDGED.items():
        labels = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        named = ("source", "subject", "relation", "object", "dates")
        still = [one for one in labels if tuple(one[n] for n in named) in found]
        right = sum(one["right"] for one in still)
        lines.append(f"{name}: {right} of {len(still)} judged facts say what their sentence says")
    return "\n".join(lines)


def speed(reader: Reader) -> str:
    gc.freeze()  # as the reading process does
    drafts = drafts_in(SAMPLE)
    words = sum(len(draft.content.split()) for draft in drafts)
    seconds = min(_seconds(reader, drafts) for _ in range(PASSES))
    return f"{words / seconds / 500:.1f} documents of 500 words a second of processor time"


def _seconds(reader: Reader, drafts: Sequence[DocumentDraft]) -> float:
    begun = time.process_time()
    for draft in drafts:
        reader.read(draft.title, draft.content, {})
    return time.process_time() - begun


if __name__ == "__main__":
    sys.exit(main())
