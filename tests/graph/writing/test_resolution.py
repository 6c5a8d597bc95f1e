"""Which entity a name means."""

from uuid import UUID

from services.graph.names import entity_uuid
from services.graph.writing.resolution import KnownEntity, resolve_names

ONE, TWO = UUID(int=1), UUID(int=2)


def test_a_new_name_is_a_new_entity_of_its_type():
    found = resolve_names([("mercury", "Planet")], {})
    assert found["mercury", "Planet"].uuid == entity_uuid("mercury", "Planet")
    assert found["mercury", "Planet"].action == "new"


def test_one_name_of_two_types_is_two_entities():
    found = resolve_names([("mercury", "Planet"), ("mercury", "Programme")], {})
    assert found["mercury", "Planet"].uuid != found["mercury", "Programme"].uuid


def test_an_untyped_name_means_the_only_typed_entity():
    known = {"nasa": (KnownEntity(ONE, "Agency"),)}
    assert resolve_names([("nasa", "")], known)["nasa", ""].uuid == ONE


def test_an_untyped_name_means_a_typed_one_that_comes_with_it():
    found = resolve_names([("nasa", ""), ("nasa", "Agency")], {})
    assert found["nasa", ""] == found["nasa", "Agency"]


def test_an_untyped_name_of_two_types_stays_untyped():
    known = {"mercury": (KnownEntity(ONE, "Planet"), KnownEntity(TWO, "Programme"))}
    found = resolve_names([("mercury", "")], known)["mercury", ""]
    assert found.uuid == entity_uuid("mercury", "")
    assert found.action == "new"


def test_an_untyped_entity_gets_the_type_that_is_learnt_later():
    found = resolve_names([("nasa", "Agency"), ("nasa", "")], {"nasa": (KnownEntity(ONE, ""),)})
    assert found["nasa", "Agency"].uuid == ONE
    assert found["nasa", "Agency"].action == "typed"
    assert found["nasa", ""].uuid == ONE


def test_an_untyped_entity_stays_itself_when_two_types_are_learnt():
    found = resolve_names([("mercury", "Planet"), ("mercury", "Programme")], {"mercury": (KnownEntity(ONE, ""),)})
    assert ONE not in {resolved.uuid for resolved in found.values()}


def test_a_guessed_type_gives_way_to_one_that_a_document_tells_and_a_told_one_to_no_other():
    guessed, told = KnownEntity(ONE, "", "Person"), KnownEntity(ONE, "", "Person", is_told=True)
    assert guessed.takes("Organisation", is_told=True)
    assert not guessed.takes("Organisation", is_told=False)
    assert not told.takes("Organisation", is_told=True)


def test_a_rule_gives_a_type_to_what_has_none_and_never_to_what_has_a_stated_one():
    assert KnownEntity(ONE, "", "").takes("Place", is_told=False)
    assert not KnownEntity(ONE, "Agency").takes("Place", is_told=True)
