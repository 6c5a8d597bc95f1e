"""Chains of facts between two entities."""

from services.models import FactDraft, Viewpoint
from tests.graph.conftest import moment


def draft(subject, relation, target, began="1990-01-01", ended=None):
    said = f"{subject} {relation.lower()} {target}."
    return FactDraft(
        subject=subject, relation=relation, object=target, fact=said, valid_at=moment(began), invalid_at=moment(ended)
    )


async def test_no_chain_leads_through_an_entity_twice(service, writer, add_document):
    detours = [draft("Boeing", f"HIRED_{n}", f"Engineer {n}") for n in range(30)]
    backwards = [draft(f"Engineer {n}", f"LEFT_{n}", "Boeing") for n in range(30)]
    facts = [draft("NASA", "ORDERED_FROM", "Boeing"), draft("Boeing", "OWNS", "ULA"), *detours, *backwards]
    await writer.write_facts(await add_document(" ".join(fact.fact for fact in facts)), facts)
    found = await service.paths("NASA", "ULA", limit=10)
    chains = [[entity.name for entity in path.entities] for path in found]
    assert chains == [["NASA", "Boeing", "ULA"]]


async def test_a_chain_at_any_time_joins_facts_that_never_held_together(service, writer, add_document):
    facts = [
        draft("NASA", "LED_BY", "Goldin", "1992-04-01", "2001-11-17"),
        draft("Goldin", "ADVISED", "SpaceX", "2011-01-01"),
    ]
    await writer.write_facts(await add_document(" ".join(fact.fact for fact in facts)), facts)
    assert await service.paths("NASA", "SpaceX") == ()
    ever = Viewpoint(as_of=moment("1995-01-01"), ended=True, later=True)
    (path,) = await service.paths("NASA", "SpaceX", viewpoint=ever)
    assert [fact.relation for fact in path.facts] == ["LED_BY", "ADVISED"]
