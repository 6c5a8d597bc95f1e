"""Files and folders: sources, steps, bad files beside good ones, facts files, and going on after an interruption."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from services.documents.ingest.folders import files_in, skipped_in
from services.documents.ingest.ingestion import Ingestion
from services.documents.library import Library
from services.models import FactDraft, IngestProgress
from tests.documents.conftest import RecordingWriter


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "space"
    (root / "deep").mkdir(parents=True)
    (root / ".hidden").mkdir()
    (root / "mir.md").write_text("---\ntitle: Mir station\n---\nMir flew from 1986\nto 2001.")
    (root / "deep" / "salyut.txt").write_text("Salyut 7 was the last Salyut.")
    (root / "empty.md").write_text("")
    (root / "broken.pdf").write_bytes(b"%PDF-1.7 nothing")
    (root / ".hidden" / "x.md").write_text("x")
    (root / "facts.jsonl").write_text("{}")
    return root


async def steps_of(ingestion: Ingestion, *paths: Path, **options) -> list[IngestProgress]:
    return [step async for step in ingestion.add_files(paths, **options)]


def write_facts(path: Path, *facts: FactDraft) -> Path:
    path.write_text("\n".join(fact.model_dump_json() for fact in facts))
    return path


def fact(number: int, **changes: str) -> FactDraft:
    draft = FactDraft(subject="Mir", relation="R", object=f"O{number}", fact=f"Mir did {number}.")
    return draft.model_copy(update=changes)


def test_sources_are_relative_to_the_folder_and_names_of_single_files(folder: Path) -> None:
    found = files_in([folder, folder / "facts.jsonl"])
    assert [file.source for file in found] == ["broken.pdf", "deep/salyut.txt", "empty.md", "mir.md", "facts.jsonl"]
    assert skipped_in([folder]) == 1


def test_two_folders_with_the_same_names_are_told_apart(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.md").write_text(name)
    assert [file.source for file in files_in([tmp_path / "a", tmp_path / "b"])] == ["a/x.md", "b/x.md"]


async def test_good_files_go_in_and_each_bad_one_gets_its_sentence(
    ingestion: Ingestion, library: Library, folder: Path
) -> None:
    steps = await steps_of(ingestion, folder, folder / "gone.md")
    failed = {step.source: step.message for step in steps if step.stage == "failed"}
    assert failed.keys() == {"empty.md", "broken.pdf", "gone.md"}
    assert "empty" in failed["empty.md"]
    assert "No such file" in failed["gone.md"]
    done = {step.source for step in steps if step.stage == "done"}
    assert done == {"mir.md", "deep/salyut.txt"}
    assert {document.source for document in (await library.list()).documents} == done


async def test_the_graph_is_told_of_files_in_the_order_of_their_names(ingestion: Ingestion, tmp_path: Path) -> None:
    root = tmp_path / "many"
    root.mkdir()
    for place, name in enumerate("abcdef"):
        (root / f"{name}.txt").write_text(f"Number {place}. " + "It flew on. " * (2000 if place % 2 == 0 else 1))
    steps = await steps_of(ingestion, root)
    assert [step.source for step in steps if step.stage == "done"] == [f"{name}.txt" for name in "abcdef"]


async def test_the_steps_of_a_file_go_forward(ingestion: Ingestion, folder: Path) -> None:
    steps = [step for step in await steps_of(ingestion, folder) if step.source == "mir.md"]
    assert [step.stage for step in steps] == ["reading", "embedding", "storing", "graph", "done"]
    assert [step.fraction for step in steps] == sorted(step.fraction for step in steps)
    assert steps[-1].ingested is not None
    assert steps[-1].ingested.status == "created"


async def test_the_same_folder_again_is_unchanged(ingestion: Ingestion, folder: Path) -> None:
    await steps_of(ingestion, folder)
    again = await steps_of(ingestion, folder)
    assert {step.ingested.status for step in again if step.ingested} == {"unchanged"}


async def test_a_date_given_overrules_the_files(ingestion: Ingestion, library: Library, folder: Path) -> None:
    moment = datetime(2020, 5, 4, tzinfo=UTC)
    await steps_of(ingestion, folder, reference_time=moment)
    assert {document.reference_time for document in (await library.list()).documents} == {moment}


async def test_a_date_that_does_not_exist_is_said_beside_its_file(
    ingestion: Ingestion, library: Library, tmp_path: Path
) -> None:
    (tmp_path / "odd.md").write_text("---\ndate: 2020-13-45\n---\nText.")
    for _ in range(2):  # the same again is unchanged, and says so again
        (said,) = [step.message for step in await steps_of(ingestion, tmp_path) if step.stage == "done"]
        assert "2020-13-45" in said
    assert (await library.list()).documents[0].reference_time is None
    steps = await steps_of(ingestion, tmp_path, reference_time=datetime(2020, 5, 4, tzinfo=UTC))
    assert not any("2020-13-45" in step.message for step in steps)


async def test_leaving_the_steps_early_stops_the_work_and_leaves_no_half_document(
    ingestion: Ingestion, library: Library, tmp_path: Path
) -> None:
    for i in range(40):
        (tmp_path / f"{i}.txt").write_text(f"Flight {i}. " * 50)
    steps = ingestion.add_files([tmp_path])
    async for step in steps:
        if step.stage == "graph":
            break
    await steps.aclose()
    there = (await library.list(limit=100)).documents
    assert 0 < len(there) < 40
    assert all(document.chunk_count > 0 for document in there)
    finished = await steps_of(ingestion, tmp_path)
    assert len([step for step in finished if step.ingested]) == 40
    assert {document.graph_state for document in (await library.list(limit=100)).documents} == {"done"}


async def test_facts_find_their_document_by_source_title_or_file_name(
    ingestion: Ingestion, library: Library, writer: RecordingWriter, folder: Path
) -> None:
    facts = write_facts(
        folder.parent / "f.jsonl",
        fact(1, source="mir.md"),
        fact(2, source="MIR STATION"),
        fact(3, source="salyut.txt"),
        fact(4, source="elsewhere/salyut.txt"),
    )
    await steps_of(ingestion, folder, facts_file=facts)
    found = {(await library.get(i)).source: [f.object for f in given] for i, given in writer.facts.items()}
    assert {source: sorted(objects) for source, objects in found.items()} == {
        "mir.md": ["O1", "O2"],
        "deep/salyut.txt": ["O3", "O4"],
    }


async def test_facts_of_unknown_sources_get_a_small_document_each(
    ingestion: Ingestion, library: Library, folder: Path
) -> None:
    facts = write_facts(folder.parent / "f.jsonl", fact(1, source="Report 7"), fact(2, source="Report 8"), fact(3))
    steps = await steps_of(ingestion, facts_file=facts)
    assert steps[-1].message == "3 facts in 3 documents."
    by_title = {document.title: document for document in (await library.list()).documents}
    assert by_title.keys() == {"Report 7", "Report 8", "f.jsonl"}
    assert (await library.get(by_title["Report 7"].id)).content == "Mir did 1."


async def test_the_same_facts_file_again_changes_nothing_and_its_next_edition_replaces(
    ingestion: Ingestion, library: Library, writer: RecordingWriter, folder: Path
) -> None:
    facts = write_facts(folder.parent / "f.jsonl", fact(1, source="mir.md"), fact(2, source="Report"))
    await steps_of(ingestion, folder, facts_file=facts)
    writer.facts.clear()
    await steps_of(ingestion, folder, facts_file=facts)
    assert writer.facts == {}
    write_facts(facts, fact(5, source="mir.md"), fact(6, source="Report"))
    await steps_of(ingestion, folder, facts_file=facts)
    assert sorted(given[0].object for given in writer.facts.values()) == ["O5", "O6"]
    report = await library.by_source("Report")
    assert report is not None
    assert report.content == "Mir did 6."


async def test_two_facts_files_about_one_document_add_up(
    ingestion: Ingestion, writer: RecordingWriter, folder: Path
) -> None:
    await steps_of(ingestion, folder, facts_file=write_facts(folder.parent / "one.jsonl", fact(1, source="mir.md")))
    await steps_of(ingestion, facts_file=write_facts(folder.parent / "two.jsonl", fact(2, source="mir.md")))
    assert [[f.object for f in given] for given in writer.facts.values()] == [["O1", "O2"]]


async def test_a_document_that_comes_after_its_facts_gets_them(
    ingestion: Ingestion, library: Library, writer: RecordingWriter, folder: Path
) -> None:
    facts = write_facts(folder.parent / "f.jsonl", fact(1, source="mir.md"))
    await steps_of(ingestion, facts_file=facts)
    stand_in = await library.by_source("mir.md")
    writer.facts.clear()
    await steps_of(ingestion, folder)
    document = await library.by_source("mir.md")
    assert stand_in is not None
    assert document is not None
    assert (document.id, document.title) == (stand_in.id, "Mir station")
    assert [f.object for f in writer.facts[document.id]] == ["O1"]


async def test_two_facts_files_about_an_unknown_source_share_its_small_document(
    ingestion: Ingestion, library: Library, folder: Path
) -> None:
    for number in (1, 2):
        facts = write_facts(folder.parent / f"{number}.jsonl", fact(number, source="Report"))
        await steps_of(ingestion, facts_file=facts)
    report = await library.by_source("Report")
    assert report is not None
    assert report.content == "Mir did 1.\n\nMir did 2."


async def test_bad_lines_of_a_facts_file_are_failed_steps(ingestion: Ingestion, folder: Path) -> None:
    facts = write_facts(folder.parent / "f.jsonl", fact(1, source="mir.md"))
    facts.write_text(facts.read_text() + "\n{}\n")
    steps = await steps_of(ingestion, facts_file=facts)
    assert [step.message for step in steps if step.stage == "failed"] == [
        "f.jsonl, line 2: has no subject, relation, object, fact."
    ]
    assert steps[-1].message == "1 facts in 1 documents."


async def test_a_facts_file_that_is_none_is_one_failed_step(ingestion: Ingestion, folder: Path) -> None:
    (step,) = await steps_of(ingestion, facts_file=folder / "gone.jsonl")
    assert (step.stage, step.message) == ("failed", "“gone.jsonl” cannot be opened: No such file or directory.")


async def test_facts_go_to_the_graph_before_names_are_looked_for(
    ingestion: Ingestion, writer: RecordingWriter, folder: Path
) -> None:
    facts = write_facts(folder.parent / "f.jsonl", fact(1, source="mir.md"))
    steps = await steps_of(ingestion, folder, facts_file=facts)
    assert len(writer.mentioned_in) == 1
    assert next(step.source for step in steps if step.stage == "done") == "f.jsonl"


async def test_documents_only_keeps_facts_for_later(
    ingestion: Ingestion, writer: RecordingWriter, folder: Path
) -> None:
    facts = write_facts(folder.parent / "f.jsonl", fact(1, source="mir.md"))
    await steps_of(ingestion, folder, facts_file=facts, graph=False)
    assert writer.facts == {}
    await steps_of(ingestion, folder)
    assert len(writer.facts) == 1
