"""What may enter the graph, and what waits for a person, with the reason."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from services.graph.by_rule.gate import Gate, check_reading
from services.models import Document, FactDraft, NamedEntity, Reading

SENTENCE = "She founded Brandt Optics in 1971."
CONTENT = f"# Works of Jena\n\nMaria Brandt was a physicist. {SENTENCE}\n\n{'It was quiet. ' * 200}Peter Lang retired."


def document(content: str = CONTENT) -> Document:
    moment = datetime(2020, 1, 1, tzinfo=UTC)
    return Document(
        id=uuid4(),
        title="The firm of Lang Glass",
        source="a.md",
        content=content,
        metadata={},
        reference_time=None,
        created_at=moment,
        updated_at=moment,
    )


def draft(**changed: object) -> FactDraft:
    given = {"subject": "Maria Brandt", "relation": "FOUND", "object": "Brandt Optics", "fact": SENTENCE}
    return FactDraft.model_validate(given | {"quote": SENTENCE, "origin": "rule"} | changed)


def reason(changed: FactDraft, **aliases: tuple[str, ...]) -> str:
    return Gate(document(), aliases).reason_against(changed)


@pytest.mark.parametrize("subject", ["Maria Brandt", "Lang Glass", "Jena"])
def test_a_name_stands_in_the_sentence_before_the_title_or_a_heading(subject):
    assert reason(draft(subject=subject)) == ""


def test_a_name_that_neither_sentence_nor_context_has_waits():
    assert "Peter Lang" in reason(draft(subject="Peter Lang"))


def test_another_spelling_of_the_name_is_enough():
    gate = Gate(document(), {"Brandt Optische Werke": ("Brandt Optics",)})
    assert gate.reason_against(draft(object="Brandt Optische Werke")) == ""


def test_a_quote_that_is_not_literal_waits():
    assert "quote" in reason(draft(quote="She founded Brandt Optics in the year 1971."))


@pytest.mark.parametrize(("year", "enters"), [(1971, True), (1972, False)])
def test_a_year_stands_in_the_quote(year, enters):
    assert (reason(draft(valid_at=datetime(year, 1, 1, tzinfo=UTC))) == "") is enters


def test_a_reading_keeps_what_passes_and_says_what_waits_with_its_draft():
    waits = draft(subject="Peter Lang")
    entities = (NamedEntity(name="Maria Brandt", type="Person", count=1),)
    reading = Reading(facts=(draft(), waits), dates=("1971", ""), entities=entities, refused_count=3)
    passed = check_reading(document(), reading)
    assert (passed.facts, passed.dates) == ((draft(),), ("1971",))
    assert passed.refused[0].draft == waits
    assert passed.refused_count == 4


def test_a_dash_in_a_name_is_found_as_the_document_writes_it():
    written = document("Works Foo–Bar was founded by Ada O’Hara.")
    gate = Gate(written, {})
    given = {"subject": "Foo–Bar", "relation": "FOUNDED_BY", "object": "Ada O'Hara", "fact": written.content}
    assert gate.reason_against(FactDraft.model_validate(given | {"quote": written.content, "origin": "rule"})) == ""
